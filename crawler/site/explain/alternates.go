package explain

import (
	"slices"
	"sync"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// alternateFaults tells of each page that this one names by rel=alternate
// hreflang whether it is written as its translation, and if not, why.
func (e *explainer) alternateFaults(x *Explanation, row *frontier.Row) error {
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
	found := sync.OnceValues(func() (*audit.Alternates, error) {
		if e.crawl.Counts().Settled > explainWays {
			return nil, nil
		}
		return audit.ReadAlternates(e.ctx, e.crawl, hosts)
	})
	for _, named := range e.alternates {
		if named.to == row.ID || slices.ContainsFunc(x.Translations, func(t Translation) bool { return t.id == named.to }) {
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

// alternateFault judges one reference. found reads the groups of all pages, which
// takes all links: it is asked where they decide alone. Without them, only the two
// pages can be compared.
func (e *explainer) alternateFault(x *Explanation, row *frontier.Row, named hreflang, found func() (*audit.Alternates, error)) (Translation, error) {
	to, err := e.crawl.Row(named.to)
	if err != nil || to == nil {
		return Translation{}, err
	}
	t := Translation{URL: to.URL, Lang: named.lang, id: named.to}
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
		t.Fault, t.Detail = "it is on another host", "to ask there: --hreflang-hosts "+otherHost(to)
	case code.State() != audit.ListedInFile:
		t.Fault, t.Detail = audit.AlternateUnlisted.String(), code.String()
	default:
		t.Fault, err = e.returned(row, named, found, audit.Alternate{Lang: tag, URL: to.URL})
	}
	t.Counts = t.Fault == ""
	return t, err
}

// returned says what is wrong between two listed pages, "" if nothing is.
func (e *explainer) returned(row *frontier.Row, named hreflang, read func() (*audit.Alternates, error), want audit.Alternate) (string, error) {
	found, err := read()
	if err != nil || slices.Contains(found.Of(row.ID), want) {
		return "", err
	}
	back := false
	for edge, err := range e.crawl.LinksFrom(e.ctx, named.to) {
		if err != nil {
			return "", err
		}
		_, known := audit.LanguageTag(edge.Anchor)
		back = back || known && edge.To == row.ID && edge.Flags.Kind() == frontier.LinkAlternate
	}
	if !back && e.annotated == nil {
		e.annotated, err = frontier.ReadSitemapTranslations(e.ctx, e.crawl)
	}
	for edge := range e.annotated.Of(named.to) {
		_, known := audit.LanguageTag(edge.Anchor)
		back = back || known && edge.To == row.ID
	}
	switch {
	case err != nil:
		return "", err
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

// otherHost gives the host of a URL that is out of scope for its host, "" for
// any other.
func otherHost(row *frontier.Row) string {
	_, host, _, _ := canonical.Split([]byte(row.URL))
	return string(host)
}
