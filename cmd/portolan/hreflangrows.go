package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// alternateRows tells how many translations were written, and why others were
// not. dir is the site folder.
func alternateRows(b *strings.Builder, crawl frontier.Crawl, dir string, a *audit.Alternates) {
	if a == nil {
		return
	}
	if n := a.Len(); n > 0 {
		summaryRow(b, "Translations", "%s page%s in %s group%s of translations", thousands(a.Pages()), plural(a.Pages()), thousands(n), plural(n))
	} else {
		summaryRow(b, "Translations", "NONE WRITTEN (--hreflang): no two listed pages name each other by rel=alternate hreflang")
	}
	example := ""
	for _, why := range audit.AlternateFaults() {
		left := a.Left(why)
		if left.Count == 0 {
			continue
		}
		from, to := urlOf(crawl, left.From), urlOf(crawl, left.To)
		summaryRow(b, "", "%s left out: %s, such as %q at %s on %s", thousands(left.Count), why, quoted(left.Lang), quoted(to), quoted(from))
		if host := otherHost(crawl, left.To); host != "" && why != audit.AlternateLanguage {
			summaryRow(b, "", "to count pages on that host: --hreflang-hosts %s", host)
		}
		if example == "" {
			example = from
		}
	}
	if example != "" {
		summaryRow(b, "", "page by page: portolan explain %s %s", shellQuote(dir), shellQuote(oneLine(example)))
	}
}

// alternatesOut is what was written of translations, for programs.
type alternatesOut struct {
	Groups int             `json:"groups"`
	Pages  int             `json:"pages"`
	Left   []alternateLeft `json:"left"`
}

// alternateLeft counts what was left out for one reason; From, To and Lang are
// those of the first.
type alternateLeft struct {
	Why   string `json:"why"`
	Count int    `json:"count"`
	From  string `json:"from"`
	To    string `json:"to"`
	Lang  string `json:"lang"`
}

// alternatesJSON is nil where no translations were asked for.
func alternatesJSON(crawl frontier.Crawl, a *audit.Alternates) *alternatesOut {
	if a == nil {
		return nil
	}
	out := &alternatesOut{a.Len(), a.Pages(), []alternateLeft{}}
	for _, why := range audit.AlternateFaults() {
		if l := a.Left(why); l.Count > 0 {
			out.Left = append(out.Left, alternateLeft{why.String(), l.Count, urlOf(crawl, l.From), urlOf(crawl, l.To), l.Lang})
		}
	}
	return out
}

func urlOf(crawl frontier.Crawl, id frontier.ID) string {
	if row, err := crawl.Row(id); err == nil && row != nil {
		return row.URL
	}
	return fmt.Sprintf("URL %d", id)
}

// otherHost gives the host of a URL that is out of scope for its host, "" for
// any other.
func otherHost(crawl frontier.Crawl, id frontier.ID) string {
	row, err := crawl.Row(id)
	if err != nil || row == nil || row.Reason != frontier.ScopeHost {
		return ""
	}
	_, host, _, _ := canonical.Split([]byte(row.URL))
	return string(host)
}

// alternateFaults tells of each page that this one names by rel=alternate
// hreflang whether it is written as its translation, and if not, why.
func (e *explainer) alternateFaults(x *explanation, row *frontier.Row) error {
	if len(e.alternates) == 0 {
		return nil
	}
	var hosts []string
	asked, err := frontier.List[frontier.TranslationHost](e.crawl.Meta(frontier.MetaTranslationHosts))
	if err != nil {
		return err
	}
	for _, h := range asked {
		hosts = append(hosts, h.Host)
	}
	var found *audit.Alternates
	if e.crawl.Counts().Settled <= explainWays {
		if found, err = audit.ReadAlternates(e.ctx, e.crawl, hosts); err != nil {
			return err
		}
	}
	for _, named := range e.alternates {
		if named.to == row.ID || slices.ContainsFunc(x.Translations, func(t explainTranslation) bool { return t.id == named.to }) {
			continue
		}
		t, err := e.alternateFault(x, row, named, found)
		if err != nil {
			return err
		}
		x.Translations = append(x.Translations, t)
	}
	return nil
}

// alternateFault judges one reference. Without the groups of all pages, only
// the two pages can be compared.
func (e *explainer) alternateFault(x *explanation, row *frontier.Row, named hreflang, found *audit.Alternates) (explainTranslation, error) {
	to, err := e.crawl.Row(named.to)
	if err != nil || to == nil {
		return explainTranslation{}, err
	}
	t := explainTranslation{URL: to.URL, Lang: named.lang, id: named.to}
	if to.Page != nil {
		t.Status = to.Page.Status
	}
	v, err := e.crawl.VerdictOf(named.to)
	if err != nil {
		return t, err
	}
	tag, known := audit.LanguageTag(named.lang)
	code := audit.Code(v.Code)
	switch {
	case !known:
		t.Fault = audit.AlternateLanguage.String()
	case x.Verdict.State != audit.ListedInFile.String():
		t.Fault, t.Detail = "this page is not listed itself", x.Verdict.Verdict
	case to.Reason == frontier.ScopeHost:
		t.Fault, t.Detail = "it is on another host", "to ask there: --hreflang-hosts "+otherHost(e.crawl, named.to)
	case code.State() != audit.ListedInFile:
		t.Fault, t.Detail = audit.AlternateUnlisted.String(), code.String()
	default:
		t.Fault, err = e.returned(row, named, found, audit.Alternate{Lang: tag, URL: to.URL})
	}
	t.Counts = t.Fault == ""
	return t, err
}

// returned says what is wrong between two listed pages, "" if nothing is.
func (e *explainer) returned(row *frontier.Row, named hreflang, found *audit.Alternates, want audit.Alternate) (string, error) {
	if slices.Contains(found.Of(row.ID), want) {
		return "", nil
	}
	back := false
	for edge, err := range e.crawl.LinksFrom(e.ctx, named.to) {
		if err != nil {
			return "", err
		}
		_, known := audit.LanguageTag(edge.Anchor)
		back = back || known && edge.To == row.ID && edge.Flags.Kind() == frontier.LinkAlternate
	}
	switch {
	case !back:
		return audit.AlternateUnreturned.String(), nil
	case found != nil:
		return audit.AlternateDisputed.String(), nil
	}
	return "", nil
}

// hreflang is a rel=alternate with a language.
type hreflang struct {
	to   frontier.ID
	lang string
}
