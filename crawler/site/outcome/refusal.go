package outcome

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// Refusal is a set that is not published without a person's word.
type Refusal struct {
	*site.Refusal
	Again   string         // the command that crawls again, with what is missing
	Accept  string         // the beginning of the one that accepts a loss
	Hint    string         // what the first one does not repeat, "" for nothing
	Missing []stored.Given // options that the set that stands was made with
	Login   string         // what to do about 401
	Host    string         // of the site
	Closed  crawler.Closed // the site, by its Retry-After
}

// unread tells that nothing of the set was read.
func (r *Refusal) unread() bool {
	t := r.Standing
	return r.Reason() == guard.Loss && r.Part == "" && r.Listed == t.Of[guard.Carried] && t.Gone() == t.Of[guard.Carried]
}

// closed tells of a site that was closed for a while, of which nothing was read for that.
func (r *Refusal) closed() bool { return r.unread() && r.Closed.For > 0 }

// LoginLine says what to do about pages that answer 401.
func LoginLine(given bool) string {
	if given {
		return "401: the site does not take the user and password of --basic-auth"
	}
	return "401: the site wants a user and a password; try --basic-auth USER:PASSWORD"
}

// headline says in one sentence what speaks against the set.
func (r *Refusal) headline() string {
	t := r.Standing
	switch r.Reason() {
	case guard.Wall:
		w := r.Walls[0]
		place := w.URL
		if w.Host {
			place = "the host " + w.URL
		}
		return fmt.Sprintf("%s of the %s URLs in the sitemap redirect to %s, which stands before the site", prose.Thousands(w.From), prose.Thousands(w.Of), safe.OneLine(place))
	case guard.OneText:
		return fmt.Sprintf("%s of the %s URLs in the sitemap show one and the same %s, which they did not before, as %s does%s",
			prose.Thousands(t.Of[guard.Alike]), prose.Thousands(t.URLs), r.SameWhat, safe.OneLine(r.SameText), quoted(r.SameSays))
	case guard.StartLost:
		return fmt.Sprintf("the start page %s would leave the sitemap, and %s of its %s other URLs", safe.OneLine(r.Start), prose.Thousands(t.Gone()-1), prose.Thousands(t.URLs-1))
	case guard.SlowLoss:
		text := fmt.Sprintf("%s of the %s URLs that the sitemap listed on %s would be lost by now, some in each crawl",
			prose.Thousands(r.SlowLoss()), prose.Thousands(r.Reference.URLs), r.Last.Reference.Made.Format("2006-01-02"))
		earlier := 0
		for i := range r.Causes {
			earlier += r.Causes[i].Earlier
		}
		if earlier+t.Gone() == r.SlowLoss() { // else something else has come in their place
			text += fmt.Sprintf(": %s had left it before, %s would leave it now", prose.Thousands(earlier), prose.Thousands(t.Gone()))
		}
		return text
	case guard.Flood:
		return fmt.Sprintf("%s of the %s URLs that would be listed are new, the site's own sitemap alone names them, and no links lead there from the start page",
			prose.Thousands(r.Orphans), prose.Thousands(r.Listed))
	}
	if r.closed() {
		return fmt.Sprintf("the site is closed (%d; it asks to be left alone for %s). Nothing was read", r.Closed.Status, prose.Lasting(r.Closed.For))
	}
	return fmt.Sprintf("%s of the %s URLs in the sitemap %s (%s %%)",
		prose.Thousands(t.Gone()), prose.Thousands(t.URLs), fate(t.Gone(), t.Of[guard.Carried]), percent(t.Gone(), t.URLs))
}

// fate says what becomes of URLs that leave the set, unread of which could not be read.
func fate(gone, unread int) string {
	switch unread {
	case 0:
		return "would be lost"
	case gone:
		return "could not be read"
	}
	return "would be lost, or could not be read"
}

// percent gives a share so exactly that one above the limit looks like it: 48,
// 10.7, 10.01.
func percent(n, of int) string {
	for digits := 1; ; digits++ {
		text := strconv.FormatFloat(100*float64(n)/float64(of), 'f', digits, 64)
		shown, _ := strconv.ParseFloat(text, 64)
		if above := n*100 > of*guard.LossPercent; digits == 6 || above == (shown > guard.LossPercent) {
			return strings.TrimSuffix(text, ".0")
		}
	}
}

// maxTold are the causes that a message names.
const maxTold = 6

// lines tell by pattern and by cause what would leave, or could not be read.
func (r *Refusal) lines() (lines []string) {
	_, meant := r.commands()
	for i := range r.Causes {
		if i == maxTold {
			lines = append(lines, "and "+prose.Counted(len(r.Causes)-i, "more cause"))
			break
		}
		line := safe.OneLine(r.Causes[i].String())
		if n := r.Causes[i].Besides; n > 0 && strings.Contains(meant, accepting(&r.Causes[i])) {
			line += fmt.Sprintf(" (the pattern below matches %s more, and accepts their loss, too, where they are lost)", prose.Counted(n, "URL"))
		}
		lines = append(lines, line)
	}
	if n := r.Renamed.N; n > 0 {
		lines = append(lines, fmt.Sprintf("%s found at new addresses with the same text, such as %s at %s: redirect the old ones there (301)",
			prose.Counted(n, "page")+map[bool]string{true: " is", false: " are"}[n == 1], safe.OneLine(r.Renamed.From), safe.OneLine(r.Renamed.To)))
	}
	lines = append(lines, missingLines(r.Missing)...)
	if slices.ContainsFunc(r.Causes, func(c guard.Cause) bool { return c.WantsLogin() }) {
		lines = append(lines, r.Login)
	}
	if i := slices.IndexFunc(r.Causes, func(c guard.Cause) bool { return c.Door != "" }); i >= 0 && len(r.Walls) == 0 {
		lines = append(lines, safe.OneLine(r.Causes[i].Door)+" stands before them. "+pastDoor(r.Causes[i].Door, r.Host))
	}
	for _, idle := range r.Idle {
		lines = append(lines, r.idleLine(idle))
	}
	return lines
}

// idleLine tells of a loss that was accepted in vain.
func (r *Refusal) idleLine(idle stored.Idle) string {
	text := "--accept-loss " + safe.ShellQuote(safe.OneLine(idle.Pattern))
	if !idle.Until.IsZero() {
		return text + " accepts nothing any more: its last day was " + idle.Until.Format(time.DateOnly)
	}
	text += " matches none of the URLs that would leave"
	if r.Reason() == guard.OneText {
		text += ", or that show another text"
	}
	would, matches := idle.Would, idle.Matches
	if would == "" && len(r.Causes) > 0 {
		if c := &r.Causes[0]; len(c.Accept) == 1 {
			would, matches = c.Accept[0], c.Count
		}
	}
	if would == "" {
		return text
	}
	return fmt.Sprintf("%s; %s would match %s", text, safe.ShellQuote(safe.OneLine(would)), prose.Thousands(matches))
}

// missingLines name the options that were given last time and are missing now.
func missingLines(missing []stored.Given) (lines []string) {
	for _, g := range missing {
		lines = append(lines, "missing now: "+cmdline.Word(g)+", with which the last sitemap was made")
	}
	return lines
}

// commands are the two that decide.
func (r *Refusal) commands() (fault, meant string) {
	if r.Reason() == guard.Flood {
		return r.Again, r.Accept + " --force"
	}
	if n := len(r.Causes); n > guard.MaxAccepts {
		return r.Again, fmt.Sprintf("%s --force\n(it accepts all that is lost: %s causes are too many to have a pattern each)", r.Accept, prose.Thousands(n))
	}
	var accepts []string
	for i := range r.Causes {
		if own := accepting(&r.Causes[i]); !slices.Contains(accepts, own) {
			accepts = append(accepts, own)
		}
	}
	return r.Again, r.Accept + strings.Join(accepts, "")
}

// accepting are the flags that accept the loss of a cause's URLs.
func accepting(c *guard.Cause) (flags string) {
	for _, pattern := range c.Accept {
		flags += " --accept-loss " + safe.ShellQuote(safe.OneLine(pattern)+" REASON")
	}
	return flags
}

// differs says how the two sets do.
func (r *Refusal) differs() []string {
	t := r.Standing
	if r.closed() {
		return nil // the headline says all
	}
	if r.Part != "" {
		return []string{fmt.Sprintf("no sitemap of %s stands yet: it was compared with what the sitemap in %s lists there", safe.OneLine(r.Part), r.Last.Dir)}
	}
	lines := []string{fmt.Sprintf("it would list %s URL%s, and the set that stands lists %s", prose.Thousands(r.Listed), prose.Plural(r.Listed), prose.Thousands(r.Last.Files.URLs))}
	if n := t.Of[guard.Carried]; n > 0 {
		lines = append(lines, fmt.Sprintf("%s of them could not be read now, and would stay for a while only", prose.Thousands(n)))
	}
	if n := t.Of[guard.Alike]; n > 0 && r.Reason() != guard.OneText { // the headline says it
		lines = append(lines, fmt.Sprintf("%s of them show one and the same %s now", prose.Thousands(n), r.SameWhat))
	}
	if n := r.Last.Files.URLs - t.URLs; n > 0 {
		lines = append(lines, fmt.Sprintf("%s of those that stand do not count: left out as you asked, or their loss is accepted", prose.Thousands(n)))
	}
	return lines
}

// stays says what is left in the folder.
func (r *Refusal) stays() string {
	if len(r.Last.Flaws) == 0 {
		return fmt.Sprintf("the sitemap in %s stays as it was: %s URLs", r.Last.Dir, prose.Thousands(r.Last.Files.URLs))
	}
	text := fmt.Sprintf("the sitemap in %s is left as it is, and that is not as it was published", r.Last.Dir)
	for _, f := range r.Last.Flaws {
		text += fmt.Sprintf("\n  %s: %s", f.Name, f.What)
	}
	return text
}

// Text tells all of it.
func (r *Refusal) Text() string {
	var b strings.Builder
	b.WriteString(r.headline())
	for _, line := range r.differs() {
		b.WriteString("\n" + line)
	}
	for _, line := range r.lines() {
		b.WriteString("\n  " + line)
	}
	if r.Reason() == guard.OneText && r.SameSays.Gate != "" {
		what, advice := standsBefore(r.SameSays.Gate, "them", r.Host)
		fmt.Fprintf(&b, "\n%s. %s", what, advice)
	}
	b.WriteString("\n" + r.stays())
	return b.String() + "\n" + r.toDecide()
}

// toDecide are the two commands, each on a line of its own to be copied. Where nothing would
// be listed, or nothing of it was read, no acceptance leads to a set.
func (r *Refusal) toDecide() string {
	fault, meant := r.commands()
	if r.closed() {
		return "Once it is open again:\n  " + fault + r.Hint
	}
	if r.Listed == r.Standing.Of[guard.Carried] && r.Part == "" {
		robots := ""
		if slices.ContainsFunc(r.Causes, func(c guard.Cause) bool { return c.WantsRobots() }) {
			robots = "\n(have robots.txt answer 200, or 404 where there is none; to crawl without it, if the owner of the site agrees: --ignore-robots)"
		}
		return r.ifFault() + "\n  " + fault + r.Hint + robots + "\n(if it is meant: a sitemap of nothing is not written; take the one that stands off the server by hand)"
	}
	if strings.Contains(meant, " REASON") {
		meant += "\n(REASON is for your own words: why the loss is meant. The summary repeats them)"
	}
	if len(r.Missing) > 0 {
		return "If an option was forgotten, with it:\n  " + fault + r.Hint + "\nIf it is meant:\n  " + meant
	}
	if r.Reason() == guard.OneText {
		return r.ifFault() + "\n  " + fault + r.Hint + "\nIf it is meant, and what shows that " + r.SameWhat + " is to stay listed:\n  " + meant +
			"\n(to take it out of the sitemap: 404 or 410, noindex, or --no-list PATTERN)"
	}
	return r.ifFault() + "\n  " + fault + r.Hint + "\nIf it is meant:\n  " + meant
}

// ifFault begins the command that crawls again.
func (r *Refusal) ifFault() string {
	if r.Reason() == guard.OneText && r.SameSays.Gate == page.GateLimit {
		return "If the server limits requests, more slowly:"
	}
	return "If it is a fault, mend it, then:"
}

// guardJSON is what --json tells of the comparison, nil if no set stood.
func (r *Outcome) guardJSON() any {
	c := r.Compared
	if c == nil {
		return nil
	}
	list, causes := []map[string]any{}, []guard.Cause{}
	if r.Refused != nil {
		causes = r.Refused.Causes
	}
	for _, cause := range causes {
		list = append(list, map[string]any{"pattern": cause.Pattern, "count": cause.Count, "of": cause.Of, "what": cause.What,
			"looks": string(cause.Looks), "carried": cause.Carried, "example": cause.Example, "accept": cause.Accept})
	}
	missing := []string{}
	for _, g := range r.Last.Missing() {
		missing = append(missing, cmdline.Word(g))
	}
	flaws, idle := []map[string]any{}, []string{}
	for _, f := range r.Last.Flaws {
		flaws = append(flaws, map[string]any{"file": f.Name, "what": f.What})
	}
	if r.Refused != nil {
		for _, i := range r.Refused.Idle {
			idle = append(idle, r.Refused.idleLine(i))
		}
	}
	t := c.Standing
	return map[string]any{"flaws": flaws, "idle_acceptances": idle, "refused": r.Refused != nil, "reason": c.Reason().String(), "before": t.URLs, "kept": t.Of[guard.Kept], "moved": t.Of[guard.Moved],
		"carried": t.Of[guard.Carried], "same_text": t.Of[guard.Alike], "unlinked": c.Unlinked, "lost": t.Left(), "noindex": c.NoIndex, "orphans": c.Orphans, "left_out": t.Of[guard.Own], "accepted": c.Accepted, "accepted_now": c.AcceptedNow, "acceptances": acceptedJSON(r.Accepted), "causes": list,
		"missing": missing}
}

// comparedRow counts what came of the URLs of the last set.
func comparedRow(b *strings.Builder, c *guard.Comparison) {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{
		{c.New(), newWhere(c)}, {c.Standing.Left(), "gone"}, {c.Standing.Of[guard.Moved], "moved to pages that are listed"},
		{c.Standing.Of[guard.Own], "left out as you asked"}, {c.AcceptedNow, "gone with your leave (--accept-loss)"},
		{c.AcceptedBefore, "accepted that had left before"},
	} {
		if p.n > 0 {
			parts = append(parts, prose.Counted(p.n, "URL")+" "+p.what)
		}
	}
	if n := c.LikeAccepted; n > 0 {
		prose.Row(b, "", "%s whose loss is not accepted, such as %s, show%s what most of the accepted ones show, and stay%s listed: is that meant?",
			prose.Counted(n, "URL"), safe.OneLine(c.LikeAcceptedURL), map[bool]string{true: "s"}[n == 1], map[bool]string{true: "s"}[n == 1])
	}
	if len(parts) > 0 {
		prose.Row(b, "", "against the last sitemap: %s", strings.Join(parts, ", "))
	}
}

// newWhere tells where most of the new URLs are, where they are many.
func newWhere(c *guard.Comparison) string {
	switch n := c.Grown.URLs; {
	case n == 0:
		return "new"
	case n == c.New():
		return "new, all in " + safe.OneLine(c.Grown.Pattern)
	default:
		return fmt.Sprintf("new (%s in %s)", prose.Thousands(n), safe.OneLine(c.Grown.Pattern))
	}
}

// changeRow tells how the set differs from the one before.
func (r *Outcome) changeRow(b *strings.Builder) {
	c := r.Compared
	if c == nil {
		return
	}
	comparedRow(b, c)
	r.acceptedRows(b)
	if c.ManyUnlinked() && r.Verdicts.Counts[audit.Listed] > 0 {
		prose.Row(b, "", "%s of the %s URLs in the last sitemap: nothing on the site leads there now; they answer, and stay listed. %s",
			prose.Thousands(c.Unlinked), prose.Thousands(c.Standing.URLs), unlinkedWhy(c))
	}
	for _, line := range missingLines(r.Last.Missing()) {
		prose.Row(b, "", "%s", line)
	}
}

// unlinkedWhy says where the links lead instead, or what to look at.
func unlinkedWhy(c *guard.Comparison) string {
	origin, n := c.Elsewhere()
	if origin == "" {
		return "Are menus and links as they should be?"
	}
	return fmt.Sprintf("Links lead to %s of them on %s instead: are links, and <base href>, as they should be?", prose.Thousands(n), safe.OneLine(origin))
}

// noIndexRow names pages that leave the sitemap by a noindex, where they are too
// few for a person to have to decide: that is how an accident goes unseen.
func (r *Outcome) noIndexRow(b *strings.Builder) {
	if r.Published == nil || r.Compared == nil || r.Compared.NoIndex == 0 {
		return
	}
	n := r.Compared.NoIndex
	prose.Row(b, "Noindex", "%s of the last sitemap say%s noindex now, and left it, such as %s. If that is a mistake, take the noindex away, and run the same command again. Which: portolan diff %s",
		prose.Counted(n, "URL"), map[bool]string{true: "s"}[n == 1], safe.OneLine(r.Compared.NoIndexURL), safe.ShellQuote(r.Folder.Dir))
}

// pastDoor says what leads past a page that stands before others.
func pastDoor(url, host string) string {
	if gate := stored.GateAt(url); gate != "" {
		_, advice := standsBefore(gate, "the site", host)
		return advice
	}
	return "Try --cookies " + host + ", or --cookie-file with a browser's export"
}

// wallRows tell where many URLs of the last sitemap are sent to: to a page that
// stands before the site, or because they are gone.
func (r *Outcome) wallRows(b *strings.Builder) {
	if r.Compared == nil {
		r.wallRow(b)
		return
	}
	for _, w := range r.Compared.Walls {
		what := "page"
		if w.Host {
			what = "host"
		}
		stands, advice := "a login, consent or country "+what+" stands before the site, and is not listed", pastDoor(w.URL, r.Scope.Host)
		if gate := stored.GateOn(r.Store, w.URL); gate != "" {
			stands, advice = standsBefore(gate, "the site", r.Scope.Host)
		}
		prose.Row(b, "Wall", "%s of the %s URLs in the sitemap redirect to %s: %s. %s", prose.Thousands(w.From), prose.Thousands(w.Of), safe.OneLine(w.URL), stands, advice)
	}
	r.oneTextRow(b)
	for _, w := range r.Compared.Sent {
		prose.Row(b, "Sent on", "mass-redirect: %s of the %s URLs in the last sitemap redirect to %s, which it lists, too, and which has not changed. %s",
			prose.Thousands(w.From), prose.Thousands(w.Of), safe.OneLine(w.URL), "Five of them count as moved, the others as gone; the page stays listed")
	}
	if len(r.Compared.Walls) == 0 {
		r.wallRow(b)
	}
}

// oneTextRow names what stands before the site where all of it shows one text.
func (r *Outcome) oneTextRow(b *strings.Builder) {
	c := r.Compared
	if c.Reason() != guard.OneText {
		return
	}
	alike := c.Standing.Of[guard.Alike]
	if 2*alike <= c.Standing.URLs && c.SameSays.Gate == "" {
		prose.Row(b, "One text", "%s of the %s URLs in the sitemap show what %s does. Where they are gone, have them answer 404 or 410",
			prose.Thousands(alike), prose.Thousands(c.Standing.URLs), safe.OneLine(c.SameText))
		return
	}
	them := "the site"
	if 2*alike <= c.Standing.URLs {
		them = "them"
	}
	what, advice := standsBefore(c.SameSays.Gate, them, r.Scope.Host)
	prose.Row(b, "Wall", "%s of the %s URLs in the sitemap show what %s does: %s. %s",
		prose.Thousands(alike), prose.Thousands(c.Standing.URLs), safe.OneLine(c.SameText), what, advice)
}
