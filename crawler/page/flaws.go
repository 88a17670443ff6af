package page

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/portolan-seo/portolan/frontier/record"
)

// flaws gathers what is wrong with a page's markup and changes nothing of what
// is read from it.
type flaws struct {
	secure   bool // the page came by https
	upgrades bool // a policy has browsers ask for http subresources by https
	found    record.Problems
	noted    [maxNotes]note
	notes    int
	counts   [record.ProblemCount]uint16

	pictured   bool // the first picture of the main part was met
	fragments  []fragment
	data       [][2]int // JSON-LD, by offsets
	postsPlain bool     // inside of a form that posts to http
	scripts    int
}

func (f *flaws) begin(url string, policies []string) {
	*f = flaws{secure: strings.HasPrefix(url, "https:"), fragments: f.fragments[:0], data: f.data[:0]}
	for _, policy := range policies {
		f.policy([]byte(policy))
	}
}

// policy takes a Content-Security-Policy of header or meta.
func (f *flaws) policy(text []byte) {
	f.upgrades = f.upgrades || bytes.Contains(bytes.ToLower(text), []byte("upgrade-insecure-requests"))
}

// note is the first place of a flaw.
type note struct {
	problem record.Problem
	offset  int
	region  record.Region // of a link, else unknown
	detail  string
}

const (
	maxNotes  = 5   // flaws of which the place is told
	maxExcept = 120 // bytes of what stands there
)

// flaw notes a flaw at an offset, -1 for none, with what shows it.
func (p *Parser) flaw(problem record.Problem, offset int, shown []byte) {
	f := &p.flaws
	f.found.Add(problem)
	if f.counts[problem] < 1<<16-1 {
		f.counts[problem]++
	}
	if f.counts[problem] == 1 && f.notes < maxNotes {
		p.short.start(maxExcept)
		p.short.write(shown[:min(len(shown), 2*maxExcept)])
		f.noted[f.notes] = note{problem: problem, offset: offset, detail: string(p.short.bytes())}
		f.notes++
	}
}

// linkFlaw notes a flaw of a link: the first place is the first outside of what
// pages share, if there is one.
func (p *Parser) linkFlaw(problem record.Problem, offset int, region record.Region, shown []byte) {
	f := &p.flaws
	at := slices.IndexFunc(f.noted[:f.notes], func(n note) bool { return n.problem == problem })
	switch {
	case at < 0:
		had := f.notes
		if p.flaw(problem, offset, shown); f.notes > had {
			f.noted[had].region = region
		}
	case f.noted[at].region.Shared() && !region.Shared():
		p.short.start(maxExcept)
		p.short.write(shown[:min(len(shown), 2*maxExcept)])
		f.noted[at] = note{problem, offset, region, string(p.short.bytes())}
		fallthrough
	default:
		f.counts[problem] = min(f.counts[problem], 1<<16-2) + 1
	}
}

// tagFlaw notes a flaw of a tag.
func (p *Parser) tagFlaw(problem record.Problem, t *tag) {
	p.flaw(problem, t.start, p.doc[t.start:t.end])
}

// subresource takes the address of what a browser loads with the page.
func (p *Parser) subresource(t *tag, href []byte, problem record.Problem) {
	if p.flaws.secure && isPlain(href) {
		p.tagFlaw(problem, t)
	}
	if href = bytes.TrimSpace(href); len(href) > 0 && len(p.page.Resources) < maxResources && !p.noScript && !p.frameless && t.elem != elemFrame && t.elem != elemIFrame {
		p.page.Resources = append(p.page.Resources, Resource{href, t.start})
	}
}

// isPlain reports an address that says http itself.
func isPlain(href []byte) bool { return hasPrefixFold(bytes.TrimSpace(href), "http://") }

// imageFlaws takes an img element. Pictures of a single pixel count visitors.
func (p *Parser) imageFlaws(t *tag) {
	if p.noScript || p.frameless {
		return
	}
	if !dot(p.value(t, attrWidth)) || p.flaws.secure && isPlain(p.value(t, attrSrc)) {
		p.subresource(t, p.value(t, attrSrc), record.MixedPassive)
	}
	const named = 1<<attrAlt | 1<<attrAriaLabel | 1<<attrTitle | 1<<attrAriaHidden | 1<<attrRole
	if t.has&named == 0 && t.has&(1<<attrSrc|1<<attrSrcset) != 0 && !dot(p.value(t, attrWidth)) && !dot(p.value(t, attrHeight)) {
		p.tagFlaw(record.ImageAltMissing, t)
	}
	f := &p.flaws
	if t.has&(1<<attrDataSrc) != 0 && t.has&(1<<attrSrcset) == 0 && !hasPrefixFold(p.value(t, attrSrc), "http") && (t.has&(1<<attrSrc) == 0 || hasPrefixFold(p.value(t, attrSrc), "data:")) {
		p.tagFlaw(record.ImageHidden, t)
	}
	if p.regions.inner == 0 || f.pictured || narrow(p.value(t, attrWidth)) {
		return
	}
	if f.pictured = true; len(p.main.text) < SketchText && equalFold(bytes.TrimSpace(p.value(t, attrLoading)), "lazy") {
		p.tagFlaw(record.HeroLazy, t)
	}
}

// heroWidth is how many pixels a picture has at least that may be the largest of
// what is seen first, as portraits beside comments are not. It has less than
// SketchText of the main text before it.
const heroWidth = 150

// narrow tells of a width that is less.
func narrow(width []byte) bool {
	n, err := strconv.Atoi(string(bytes.TrimSuffix(bytes.TrimSpace(width), []byte("px"))))
	return err == nil && n < heroWidth
}

// formFlaws takes a form: whether what is posted goes by http.
func (p *Parser) formFlaws(t *tag) {
	post := equalFold(bytes.TrimSpace(p.value(t, attrMethod)), "post")
	p.flaws.postsPlain = post && (isPlain(p.value(t, attrAction)) || !p.flaws.secure && !hasPrefixFold(bytes.TrimSpace(p.value(t, attrAction)), "https:"))
	if p.flaws.secure && p.flaws.postsPlain {
		p.tagFlaw(record.FormInsecure, t)
	}
}

// inputFlaws takes an input: a password that goes by http.
func (p *Parser) inputFlaws(t *tag) {
	if p.flaws.postsPlain && equalFold(bytes.TrimSpace(p.value(t, attrType)), "password") {
		p.tagFlaw(record.FormInsecure, t)
	}
}

// linkFlaws takes an a element: one that a script alone makes a link.
func (p *Parser) linkFlaws(t *tag, href []byte) {
	if len(href) > 1 && href[0] == '#' && !p.noScript {
		p.keepFragment(t, href)
	}
	if len(href) > 0 && href[0] > ' ' && lower(href[0]) != 'j' && lower(href[0]) != 'f' || p.noScript || t.has&(1<<attrRole) != 0 {
		return
	}
	href = bytes.TrimSpace(href)
	switch {
	case isUncrawlable(href), len(href) == 0 && t.has&(1<<attrHref) == 0 && t.has&(1<<attrOnClick) != 0:
		p.linkFlaw(record.LinkUncrawlable, t.start, p.regions.now(), p.doc[t.start:t.end])
	}
}

// isUncrawlable tells of an address that is none for crawlers.
func isUncrawlable(href []byte) bool {
	return hasPrefixFold(href, "file:") || hasPrefixFold(href, "javascript:")
}

// textFlaw takes the text of a link that is about to be closed; its aria-label is read
// out in its stead. A text that is the name of the place to which it leads says so: in
// a manual, link is a function.
func (p *Parser) textFlaw(text []byte) {
	l := &p.page.Links[p.link]
	var low [24]byte
	shown := text
	if len(p.linkName) > 0 {
		text = bytes.TrimSpace(p.linkName)
	}
	if bare := bytes.TrimRight(text, " .:…»›→>"); len(bare) > 0 {
		text = bare // more..., more »
	}
	if len(text) > len(low) || l.NoScript || p.frameless || len(l.Href) == 0 || l.Href[0] == '#' || isUncrawlable(bytes.TrimSpace(l.Href)) {
		return
	}
	for i, c := range text {
		low[i] = lower(c)
	}
	if p.saysNothing(low[:len(text)]) && !namesItsPlace(text, l.Href) {
		p.linkFlaw(record.LinkTextPoor, l.Offset, l.Region, fmt.Appendf(nil, "%q to %s", shown, l.Href[:min(len(l.Href), maxExcept)]))
	}
}

// namesItsPlace tells of a text that is the name of the place to which an address
// leads, which generators number where a page has several of that name (link-1).
func namesItsPlace(text, href []byte) bool {
	rest, is := bytes.CutPrefix(Place(href), text)
	return is && len(text) > 0 && (len(rest) == 0 || rest[0] == '-' && len(bytes.Trim(rest[1:], "0123456789")) == 0)
}

// poorTexts are link texts that say nothing of what they lead to, with their
// language: English ones are known everywhere, others say something on pages in
// another language ("suite").
var poorTexts = func() map[string]string {
	all := map[string]string{}
	for lang, texts := range map[string]string{
		"en": "click here|here|read more|more|learn more|this|link|more info|go|see more",
		"de": "hier|hier klicken|mehr|weiterlesen|mehr erfahren|mehr dazu|weiter",
		"fr": "ici|cliquez ici|en savoir plus|lire la suite|suite",
		"es": "aquí|haz clic aquí|leer más|más|saber más|ver más",
		"it": "qui|clicca qui|leggi tutto|leggi di più|scopri di più",
		"nl": "klik hier|lees meer|meer",
		"pt": "aqui|clique aqui|leia mais|saiba mais",
		"pl": "tutaj|kliknij tutaj|więcej|czytaj więcej",
		"ja": "こちら|詳細|もっと見る|詳しくはこちら",
	} {
		for text := range strings.SplitSeq(texts, "|") {
			all[text] = lang
		}
	}
	return all
}()

// saysNothing tells whether a short link text in lower case is one of them.
func (p *Parser) saysNothing(text []byte) bool {
	if len(text) == 0 {
		return true
	}
	if !poorBegins[text[0]] {
		return false
	}
	lang := poorTexts[string(text)]
	return lang == "en" || lang != "" && (p.page.Lang == "" || hasPrefixFold([]byte(p.page.Lang), lang))
}

// poorBegins are the first bytes of poorTexts.
var poorBegins = func() (is [256]bool) {
	for text := range poorTexts {
		is[text[0]] = true
	}
	return is
}()

const (
	shellWords = 50
	shellLinks = 3
	shellBytes = 256 << 10 // of a page that are looked at
)

// onceNeeded gives an expression that is compiled when it is first asked for:
// some take a millisecond, and half a megabyte.
func onceNeeded(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// mounts are the empty elements into which frameworks put the page, and the
// notices to those without scripts.
var mounts = onceNeeded(`(?i)<(div|main|section)\s[^>]{0,300}\bid\s*=\s*["']?(root|app|__next|__nuxt|___gatsby|react-root|react-app|vue-app|main-app|app-root|app-container|svelte|ember-app|q-app|application|mount|outlet|main|content|container|wrapper)["']?[^>]{0,300}>\s*(<!--[^>]{0,300}-->\s*)?</|<(app-root|my-app|app-main)\b[^>]{0,300}>\s*(loading\.*\s*)?</|<noscript>[^<]{0,200}\b(enable|need|requires?|turn on)\b[^<]{0,100}javascript`)

// roots are those of them that nothing but a framework has.
var roots = onceNeeded(`(?i)<(div|main|section)\s[^>]{0,300}\bid\s*=\s*["']?(root|app|__next|__nuxt|___gatsby|react-root|react-app|vue-app|app-root|ember-app|q-app)["']?(\s[^>]{0,300})?>\s*(<!--[^>]{0,300}-->\s*)?</|<(app-root|my-app|app-main)\b[^>]{0,300}>\s*(loading\.*\s*)?</`)

// programs are scripts that are no data.
var programs = onceNeeded(`(?i)<script(\s[^>]{0,300}\bsrc\s*=|\s*>|\s+type\s*=\s*["']?(module|text/javascript)\b)`)

// emptyWords is how many words a list without entries has at most.
const emptyWords = 400

// nothings are what lists without entries say.
var nothings = [...]string{
	"no results", "0 results", "no products", "0 products", "0 items", "no items found", "nothing found", "no matches found",
	"keine ergebnisse", "keine produkte", "keine artikel gefunden", "keine treffer", "0 ergebnisse", "0 treffer", "0 artikel",
	"aucun résultat", "aucun produit", "sin resultados", "no se encontraron", "nessun risultato", "geen resultaten", "nenhum resultado", "brak wyników",
}

// saysNothingIsHere looks for one of them, as words of their own.
func saysNothingIsHere(text []byte) bool {
	low := bytes.ToLower(text[:min(len(text), SketchText)])
	for _, phrase := range nothings {
		at := bytes.Index(low, []byte(phrase))
		if at == 0 || at > 0 && !isAlnum(low[at-1]) && low[at-1] < 0x80 && low[at-1] != '.' && low[at-1] != ',' {
			return true
		}
	}
	return false
}

// maxBlank are the bytes of a page that may have nothing on it.
const maxBlank = 512

// nothing is a document that has nothing a reader, a crawler or a browser could
// find on it.
var nothing = onceNeeded(`(?i)^(\s|<!doctype[^>]*>|</?(html|head|body|title)(\s[^>]*)?>|<meta\s+(charset=|http-equiv="?content-type|name="?viewport)[^>]*>)*$`)

// transportFlaws looks at what the answer says of the way.
func (p *Parser) transportFlaws() {
	if !p.flaws.secure {
		return
	}
	for _, value := range p.in.Header.Values("Strict-Transport-Security") {
		for part := range strings.SplitSeq(value, ";") {
			key, age, _ := strings.Cut(strings.TrimSpace(part), "=")
			if strings.EqualFold(strings.TrimSpace(key), "max-age") && strings.Trim(strings.TrimSpace(age), `"0`) != "" {
				return
			}
		}
	}
	p.flaws.found.Add(record.NoHSTS)
}

// finishFlaws adds what was found to the page.
func (p *Parser) finishFlaws() {
	f := &p.flaws
	if f.upgrades {
		f.found &^= 1<<record.MixedActive | 1<<record.MixedPassive
	}
	p.structure()
	p.lookForFragments()
	if p.page.Words < emptyWords && saysNothingIsHere(p.main.text) {
		p.flaw(record.NothingHere, -1, nil)
	}
	p.lookForCutList()
	if record.IsPage(p.in.Status) && len(p.doc) <= maxBlank && nothing().Match(p.doc) {
		f.found.Add(record.Blank)
	}
	if !p.page.MetaRobots.Indexable() && p.page.HeaderRobots.Indexable() && !p.noIndexSure {
		f.found.Add(record.NoIndexUnsure)
	}
	if f.scripts > 0 && p.isShell() {
		f.found.Add(record.ScriptShell)
	}
	p.serverMessages()
	p.page.Facts.Problems |= f.found
	p.page.Notes = p.notes()
}

// notes tells where the flaws are, as record.Facts.Notes says.
func (p *Parser) notes() string {
	var b strings.Builder
	for _, n := range p.flaws.noted[:p.flaws.notes] {
		if p.flaws.found&(1<<n.problem) == 0 {
			continue // taken back
		}
		line, col := 0, 0
		if n.offset >= 0 {
			line, col = p.page.Position(n.offset)
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s %d:%d", n.problem, line, col)
		if n.region != record.RegionUnknown {
			fmt.Fprintf(&b, ":%s", n.region)
		}
		fmt.Fprintf(&b, " %d %s", p.flaws.counts[n.problem], n.detail)
	}
	return b.String()
}

// isShell tells of a page that scripts are to fill: next to no text, and an
// empty place for it. What stands in the page's header, menus and footer does
// not count where the place is one that only frameworks have.
func (p *Parser) isShell() bool {
	doc := p.doc[:min(len(p.doc), shellBytes)]
	if p.page.Words < shellWords && p.leadingLinks(false) <= shellLinks {
		return mounts().Match(doc) || p.page.Words == 0 && len(p.page.Links) == 0 && programs().Match(p.doc)
	}
	if len(p.main.text) == SketchText || p.leadingLinks(true) > shellLinks {
		return false
	}
	var own textStats
	own.write(p.main.text)
	words, _ := own.result()
	return words < shellWords && roots().Match(doc)
}

// leadingLinks counts the links that a reader can click, those to the page
// itself included: all of them, or the page's own.
func (p *Parser) leadingLinks(own bool) (n int) {
	for i := range p.page.Links {
		switch l := &p.page.Links[i]; {
		case l.Kind != KindA && l.Kind != KindArea:
		case own && (l.Region == record.RegionHeader || l.Region == record.RegionNav || l.Region == record.RegionAside || l.Region == record.RegionFooter):
		default:
			n++
		}
	}
	return n
}
