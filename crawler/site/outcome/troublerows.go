package outcome

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// troubleRows tells what kept the crawl from parts of the site.
func (r *Outcome) troubleRows(b *strings.Builder) {
	n := b.Len()
	for _, w := range r.Firewalls() {
		label := "Firewall"
		if maybeDown(w) {
			label = "Host down"
		}
		prose.Row(b, label, "%s", safe.OneLine(FirewallText(w, r.Told.UserAgent)))
	}
	for _, d := range r.Downs() {
		prose.Row(b, "Host down", "%s", safe.OneLine(downText(d)))
	}
	r.wallRows(b)
	r.doorRows(b)
	r.shownLoginRow(b)
	r.quarantineRows(b)
	r.answeredAlikeRows(b)
	r.linksCutRow(b)
	if b.Len() > n {
		b.WriteString("\n")
	}
}

// downText says what a host did until it was given up (crawler/pace).
func downText(d frontier.Down) string {
	if d.Status > 0 {
		return fmt.Sprintf("%s answered twenty URLs with an error of the server (%d), and no page between them, and so the page that had answered last, at once and 2 and 6 minutes later", d.Host, d.Status)
	}
	return fmt.Sprintf("%s did not answer ten times in a row (%s), nor 1, 3 and 7 minutes later", d.Host, d.Err)
}

// FirewallText says what has answered, and what its operator has to allow.
func FirewallText(w frontier.Firewall, userAgent string) string {
	who := strings.TrimSpace(w.Vendor + " " + w.Proof)
	if w.Vendor != "" && w.Proof != "" {
		who = w.Vendor + " (" + w.Proof + ")"
	}
	if maybeDown(w) {
		return fmt.Sprintf("%s answers every request with status 503: it may be down, or closed for maintenance; run the same command again once it is up. If visitors see the site, a firewall keeps the crawler out: "+
			"have the operator allow the user agent %q from this machine's address, or lower --rate and --concurrency.", w.Host, userAgent)
	}
	if who == "" {
		who = "something"
	}
	return fmt.Sprintf("%s answers %s with status %d instead of pages. To let the crawl in, have the operator allow the user agent %q from this machine's address, "+
		"or lower --rate and --concurrency; then run the same command again.", who, w.Host, w.Status, userAgent)
}

// maybeDown tells of refusals that sites give, too, which are closed for a while.
func maybeDown(w frontier.Firewall) bool {
	return w.Vendor == "" && w.Proof == "" && w.Status == http.StatusServiceUnavailable
}

// wallRow tells of a page that stands before the site, and what leads past it.
func (r *Outcome) wallRow(b *strings.Builder) {
	n, examples := r.Verdicts.Counts[audit.RedirectWall], r.Verdicts.Examples[audit.RedirectWall]
	examples = slices.DeleteFunc(slices.Clone(examples), func(e audit.Example) bool { return e.Status == 200 }) // the wall itself
	if n == 0 || len(examples) == 0 {
		return
	}
	target := "another page"
	if row, err := r.Store.Find(examples[0].URL); err == nil && row != nil && row.Location != frontier.NoID {
		if to, err := r.Store.Row(row.Location); err == nil && to != nil {
			target = to.URL
		}
	}
	at, _ := page.WayBack(target, "")
	if slices.ContainsFunc(r.Verdicts.Doors, func(d audit.Door) bool { return d.URL == at }) {
		return
	}
	what, advice := "a login, consent or country page stands before the site", "Try --cookies "+r.Scope.Host+", or --cookie-file with a browser's export"
	if gate := r.gateOn(target); gate != "" {
		what, advice = standsBefore(gate, "the site", r.Scope.Host)
	}
	prose.Row(b, "Wall", "%s redirects to %s: %s (%s URL%s). %s",
		safe.OneLine(examples[0].URL), safe.OneLine(target), what, prose.Thousands(n), prose.Plural(n), advice)
}

// gateOn tells what a page seems to be to which others redirect.
func (r *Outcome) gateOn(url string) page.Gate {
	if r.Shut != nil && r.Shut.Page == url && r.Shut.Gate != "" {
		return r.Shut.Gate
	}
	return stored.GateOn(r.Store, url)
}

// doorRows tell of logins to which a part of the site redirects.
func (r *Outcome) doorRows(b *strings.Builder) {
	for i, d := range r.Verdicts.Doors {
		if i == 3 {
			prose.Row(b, "", "%d more: portolan findings %s redirect-wall", len(r.Verdicts.Doors)-i, safe.ShellQuote(r.Folder.Dir))
			return
		}
		addresses := map[bool]string{true: "address redirects", false: "addresses redirect"}[d.From == 1]
		prose.Row(b, "Login", "%s %s to a login or consent page, %s: it is not listed, what lies behind it is not read. Try --cookie-file with a browser's export",
			prose.Thousands(d.From), addresses, safe.OneLine(d.URL))
	}
}

// loginRule finds logins that pages show with status 200.
const loginRule = "login-instead"

// shownLoginRow tells of them, unless the whole site shows one.
func (r *Outcome) shownLoginRow(b *strings.Builder) {
	if n := r.found(loginRule); n > 0 && r.Shut == nil && (r.Compared == nil || r.Compared.Reason() != guard.OneText) {
		prose.Row(b, "Login", "%s listed show a login in the place of a page, such as %s: they are listed, since they answer 200 and may be indexed. If everybody is to see these pages, mend that; "+
			"else have them answer 401, or redirect to the login. To read what is behind it: --cookie-file, --header", prose.Counted(n, "URL"), safe.OneLine(r.Found.Of(loginRule).Examples[0].URL))
	}
}

// quarantineRows tells of the patterns that are not fetched any further.
func (r *Outcome) quarantineRows(b *strings.Builder) {
	list := r.Quarantines()
	const shown = 5
	for i, q := range list {
		if i == shown {
			prose.Row(b, "", "%d more patterns", len(list)-shown)
			break
		}
		label := "Quarantine"
		if q.Kind == audit.KindBudget {
			label = "Budget"
		}
		prose.Row(b, label, "%s: %s", q.Kind, safe.OneLine(q.Pattern))
		prose.Row(b, "", "%s", r.quarantineText(&q))
		for _, url := range q.Examples {
			prose.Row(b, "", "  %s", safe.OneLine(url))
		}
		if n := r.listedIn(q.Expr); n > 0 {
			prose.Row(b, "", "in the sitemap: %s of it, which --exclude takes out as well", prose.Counted(n, "URL"))
		}
		// Flags to copy stand on a line of their own, however long it is. The
		// expression holds no quotation mark.
		fmt.Fprintf(b, "  to confirm:    --exclude 're:%s'\n", safe.OneLine(q.Expr))
		fmt.Fprintf(b, "  to take back:  --allow-pattern 're:%s'\n", safe.OneLine(q.Expr))
	}
}

// listedIn counts the listed URLs that an expression matches; 0 where they cannot be read.
func (r *Outcome) listedIn(expr string) (n int) {
	match, err := regexp.Compile(expr)
	if err != nil {
		return 0
	}
	for row, err := range r.Store.Listed(context.Background(), audit.InState(audit.ListedInFile)) {
		if err != nil {
			return 0
		}
		if match.MatchString(row.URL) {
			n++
		}
	}
	return n
}

// linksCutRow tells of pages whose links were not all kept.
func (r *Outcome) linksCutRow(b *strings.Builder) {
	for _, l := range r.LinksCut() {
		prose.Row(b, "Links cut", "%s pages have more links, or longer ones, than are kept: %s links were not followed. The first page: %s",
			prose.Thousands(l.Pages), prose.Thousands(l.Links), prose.Cut(safe.OneLine(cmp.Or(l.Examples...)), 2*prose.Width))
	}
}

func (r *Outcome) quarantineText(q *frontier.Quarantine) string {
	text := fmt.Sprintf("%s pages fetched; of the last %d, %d had a text of their own, %d say that they may be indexed, %d new URLs elsewhere",
		prose.Thousands(q.Fetched), q.Window, q.NewTexts, q.Indexable, q.Opened)
	switch q.Kind {
	case frontier.KindStack:
		text = fmt.Sprintf("%s pages whose folders repeat lead to the same folder once more, below themselves: relative links that stack up", prose.Thousands(q.Fetched))
		if q.Rest != "" {
			text += "; what stands in front of these folders says nothing, and each page is listed at its shortest address"
		}
	case audit.KindBudget:
		text = fmt.Sprintf("%s pages fetched, as many as --max-per-directory allows", prose.Thousands(q.Fetched))
	}
	if row, err := r.Store.Row(q.Opener); q.Opener != frontier.NoID && err == nil && row != nil {
		text += "; opened by " + safe.OneLine(row.URL)
	}
	return text
}

// receiptRow tells the site's operators how gentle the run was.
func (r *Outcome) receiptRow(b *strings.Builder) {
	prose.Row(b, "Politeness", "%s", safe.OneLine(r.receiptText()))
}

func (r *Outcome) receiptText() string {
	_, host, _ := strings.Cut(r.ServedAt(), "://")
	return r.Result.Receipt.Text(host, r.Told.UserAgent, r.Result.Took)
}
