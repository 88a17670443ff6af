package outcome

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
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
