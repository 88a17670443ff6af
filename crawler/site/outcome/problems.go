package outcome

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// problemCodes are the verdicts that call for a repair of the site.
var problemCodes = [...]audit.Code{audit.HTTP5xx, audit.HTTP4xx, audit.NetworkError, audit.RedirectLoop}

// problemRows names up to five broken URLs, some of each kind, and for each
// the page that first linked to it.
func (r *Outcome) problemRows(b *strings.Builder) {
	const most = 5
	var share [len(problemCodes)]int
	for total, more := 0, true; more && total < most; {
		more = false
		for i, c := range problemCodes {
			if total < most && share[i] < len(r.Verdicts.Examples[c]) {
				share[i]++
				total++
				more = true
			}
		}
	}
	label := "Top problems"
	for i, c := range problemCodes {
		for _, e := range r.Verdicts.Examples[c][:share[i]] {
			r.problemRow(b, label, c, e)
			label = ""
		}
	}
	if label == "" {
		b.WriteString("\n")
	}
}

func (r *Outcome) problemRow(b *strings.Builder, label string, code audit.Code, e audit.Example) {
	what := fmt.Sprint(e.Status)
	switch {
	case code == audit.RedirectLoop:
		what = "loop"
	case e.Status == 0 || e.Err != record.ErrNone && code == audit.NetworkError:
		what = e.Err.String()
	}
	const room = prose.Width - 28
	fmt.Fprintf(b, "%-*s%9s  %s\n", prose.LabelWidth, label, what, prose.Cut(r.shortURL(e.URL), room))
	if where := r.whereFrom(e); where != "" {
		fmt.Fprintf(b, "%*s%s\n", prose.LabelWidth+11, "", prose.Cut(where, room))
	}
}

// whereFrom names the page that first linked to a URL, or else the sitemap
// that lists it.
func (r *Outcome) whereFrom(e audit.Example) string {
	if e.Via != frontier.NoID {
		if via, err := r.Store.Row(e.Via); err == nil && via != nil {
			return "on " + r.shortURL(via.URL)
		}
	}
	sources, err := r.Store.Sources(e.ID)
	if err != nil {
		return ""
	}
	for _, s := range sources {
		if s.Source == frontier.FromSitemap {
			return "in " + r.shortURL(s.Detail)
		}
	}
	return ""
}

// shortURL gives a URL for people: without the scheme and host of the scope.
func (r *Outcome) shortURL(url string) string {
	if path, ok := strings.CutPrefix(url, r.Scope.Scheme+"://"+r.Scope.Host); ok && strings.HasPrefix(path, "/") {
		url = path
	}
	return safe.OneLine(url)
}
