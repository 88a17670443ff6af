package page

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/portolan-seo/portolan/frontier/record"
)

// flaws gathers what is wrong with a page's markup and changes nothing of what
// is read from it.
type flaws struct {
	secure   bool // the page came by https
	upgrades bool // a policy has browsers ask for http subresources by https
	found    record.Problems

	postsPlain bool // inside of a form that posts to http
	scripts    int
}

func (f *flaws) begin(url string, policies []string) {
	*f = flaws{secure: strings.HasPrefix(url, "https:")}
	for _, policy := range policies {
		f.policy([]byte(policy))
	}
}

// policy takes a Content-Security-Policy of header or meta.
func (f *flaws) policy(text []byte) {
	f.upgrades = f.upgrades || bytes.Contains(bytes.ToLower(text), []byte("upgrade-insecure-requests"))
}

// subresource takes an address of what a browser loads with the page.
func (f *flaws) subresource(href []byte, problem record.Problem) {
	if f.secure && isPlain(href) {
		f.found.Add(problem)
	}
}

// isPlain reports an address that says http itself.
func isPlain(href []byte) bool { return hasPrefixFold(bytes.TrimSpace(href), "http://") }

// imageFlaws takes an img element. Pictures of a single pixel count visitors.
func (p *Parser) imageFlaws(t *tag) {
	if p.noScript || p.frameless {
		return
	}
	if p.flaws.secure {
		p.flaws.subresource(p.value(t, attrSrc), record.MixedPassive)
	}
	const named = 1<<attrAlt | 1<<attrAriaLabel | 1<<attrTitle | 1<<attrAriaHidden | 1<<attrRole
	if t.has&named == 0 && t.has&(1<<attrSrc|1<<attrSrcset) != 0 && !dot(p.value(t, attrWidth)) && !dot(p.value(t, attrHeight)) {
		p.flaws.found.Add(record.ImageAltMissing)
	}
}

// formFlaws takes a form: whether what is posted goes by http.
func (p *Parser) formFlaws(t *tag) {
	post := equalFold(bytes.TrimSpace(p.value(t, attrMethod)), "post")
	p.flaws.postsPlain = post && (isPlain(p.value(t, attrAction)) || !p.flaws.secure && !hasPrefixFold(bytes.TrimSpace(p.value(t, attrAction)), "https:"))
	if p.flaws.secure && p.flaws.postsPlain {
		p.flaws.found.Add(record.FormInsecure)
	}
}

// inputFlaws takes an input: a password that goes by http.
func (p *Parser) inputFlaws(t *tag) {
	if p.flaws.postsPlain && equalFold(bytes.TrimSpace(p.value(t, attrType)), "password") {
		p.flaws.found.Add(record.FormInsecure)
	}
}

// linkFlaws takes an a element: one that a script alone makes a link.
func (p *Parser) linkFlaws(t *tag, href []byte) {
	if len(href) > 0 && href[0] > ' ' && lower(href[0]) != 'j' && lower(href[0]) != 'f' || p.noScript || t.has&(1<<attrRole) != 0 {
		return
	}
	href = bytes.TrimSpace(href)
	switch {
	case hasPrefixFold(href, "file:"), hasPrefixFold(href, "javascript:"),
		len(href) == 0 && t.has&(1<<attrHref) == 0 && t.has&(1<<attrOnClick) != 0:
		p.flaws.found.Add(record.LinkUncrawlable)
	}
}

const (
	shellWords = 50
	shellLinks = 3
	shellBytes = 256 << 10 // of a page that are looked at
)

// mounts are the empty elements into which frameworks put the page, and the
// notices to those without scripts.
var mounts = regexp.MustCompile(`(?i)<(div|main|section)\s[^>]{0,300}\bid\s*=\s*["']?(root|app|__next|__nuxt|___gatsby|react-root|main-app|svelte|ember-app|q-app|application)["']?[^>]{0,300}>\s*(<!--[^>]{0,300}-->\s*)?</|<(app-root|my-app|app-main)\b[^>]{0,300}>\s*(loading\.*\s*)?</|<noscript>[^<]{0,200}\b(enable|need|requires?|turn on)\b[^<]{0,100}javascript`)

// finishFlaws adds what was found to the page.
func (p *Parser) finishFlaws() {
	f := &p.flaws
	if f.upgrades {
		f.found &^= 1<<record.MixedActive | 1<<record.MixedPassive
	}
	if f.scripts > 0 && p.page.Words < shellWords && p.leadingLinks() <= shellLinks && mounts.Match(p.doc[:min(len(p.doc), shellBytes)]) {
		f.found.Add(record.ScriptShell)
	}
	p.page.Facts.Problems |= f.found
}

// leadingLinks counts the links that a reader can click, those to the page
// itself included.
func (p *Parser) leadingLinks() (n int) {
	for i := range p.page.Links {
		if k := p.page.Links[i].Kind; k == KindA || k == KindArea {
			n++
		}
	}
	return n
}
