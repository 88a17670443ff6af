package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// checkHosts reads --hreflang-hosts, which stands for --hreflang, too.
func (p *publishing) checkHosts() error {
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		return err
	}
	for _, typed := range p.otherHosts {
		for _, scheme := range [...]string{"http", "https"} { // for the default port of each
			form := rules.Canonical(scheme + "://" + strings.TrimSpace(typed) + "/")
			_, host, path, query := canonical.Split(form.URL)
			if form.Reason != canonical.OK || string(path) != "/" || len(query) > 0 || strings.ContainsAny(typed, "/?#@") {
				return usagef("--hreflang-hosts %q: it is a host such as www.example.de", typed)
			}
			if !slices.Contains(p.hosts, string(host)) {
				p.hosts = append(p.hosts, string(host))
			}
		}
	}
	p.hreflang = p.hreflang || len(p.hosts) > 0
	return nil
}

// translations gives the pages on other hosts that the crawl has to ask for.
func (r *crawlRun) translations(ctx context.Context) crawler.Translations {
	hosts := r.opts.publishing.hosts
	if len(hosts) == 0 {
		return crawler.Translations{}
	}
	return crawler.Translations{Hosts: hosts, Candidates: func(yield func(frontier.ID, error) bool) {
		defer debug.FreeOSMemory() // of the references
		options, err := r.auditOptions()
		if err != nil {
			yield(frontier.NoID, err)
			return
		}
		for id, err := range audit.Elsewhere(ctx, r.store, options, hosts) {
			if errors.Is(err, audit.ErrTooManyAlternates) {
				r.p.log.Warn("other hosts are not asked for translations", "cause", err)
				return
			}
			if !yield(id, err) {
				return
			}
		}
	}}
}

// hasHosts refuses to write translations on hosts that the crawl has not asked.
func (r *rewriter) hasHosts(dir string) error {
	asked, err := frontier.List[frontier.TranslationHost](r.crawl.Meta(frontier.MetaTranslationHosts))
	if err != nil {
		return failf("%w", err)
	}
	for _, typed := range r.opts.hosts {
		if !slices.ContainsFunc(asked, func(h frontier.TranslationHost) bool { return h.Host == typed }) {
			return usagef("--hreflang-hosts: the crawl in %s has not asked %s; crawl again: %s",
				dir, typed, r.crawl.command(dir, "--hreflang-hosts "+shellQuote(strings.Join(r.opts.otherHosts, ","))))
		}
	}
	return nil
}

// hostAnswers sums up what pages on other hosts answered.
type hostAnswers struct {
	Asked   int            `json:"asked"`
	Counted int            `json:"counted"`
	Faults  map[string]int `json:"faults"`
	Left    int            `json:"left"`

	examples map[string]frontier.ID // of each fault the first
	hosts    []frontier.TranslationHost
}

// hostAnswers is nil if no other host was to be asked.
func (r *crawlRun) hostAnswers() *hostAnswers {
	pages, _, err := frontier.Translations(r.store.Meta)
	hosts, listErr := frontier.List[frontier.TranslationHost](r.store.Meta(frontier.MetaTranslationHosts))
	if err = errors.Join(err, listErr); err != nil {
		r.p.log.Warn(err.Error())
	}
	if len(hosts) == 0 {
		return nil
	}
	a := &hostAnswers{Asked: len(pages), Faults: map[string]int{}, examples: map[string]frontier.ID{}, hosts: hosts}
	for _, h := range hosts {
		a.Left += h.Left
	}
	for _, p := range pages {
		if p.Fault == "" {
			a.Counted++
			continue
		}
		if a.Faults[p.Fault]++; a.Faults[p.Fault] == 1 {
			a.examples[p.Fault] = p.ID
		}
	}
	return a
}

// translationRows tells which pages on other hosts count as translations, and
// why the others do not.
func (r *crawlRun) translationRows(b *strings.Builder) {
	a := r.hostAnswers()
	if a == nil {
		return
	}
	summaryRow(b, "Translations", "%s of %s page%s on other hosts count", thousands(a.Counted), thousands(a.Asked), plural(a.Asked))
	for _, fault := range slices.SortedFunc(maps.Keys(a.Faults), func(x, y string) int {
		if a.Faults[x] != a.Faults[y] {
			return a.Faults[y] - a.Faults[x]
		}
		return strings.Compare(x, y)
	}) {
		example := ""
		if row, err := r.store.Row(a.examples[fault]); err == nil && row != nil {
			example = ", such as " + oneLine(row.URL)
		}
		summaryRow(b, "", "%s: %s%s", thousands(a.Faults[fault]), oneLine(fault), example)
	}
	for _, h := range a.hosts {
		if h.Left > 0 {
			summaryRow(b, "", "%s: %s or more not asked for: %s", oneLine(h.Host), thousands(h.Left), h.Why)
		}
	}
}

// explainTranslation is a page that may be a translation.
type explainTranslation struct {
	URL    string `json:"url"`
	Status int    `json:"status"` // 0 where no answer came, or none was asked for
	Counts bool   `json:"counts"` // it counts as a translation, of this page if it is a page of the site
	Fault  string `json:"fault"`
	Detail string `json:"detail"`
	Lang   string `json:"lang"` // as the page writes it, "" where it is that page itself

	id frontier.ID
}

// translations tells what was found of the pages on other hosts that this one
// names, or of this one if it is such a page.
func (e *explainer) translations(x *explanation, row *frontier.Row) error {
	pages, _, err := frontier.Translations(e.crawl.Meta)
	if err != nil {
		return err
	}
	for _, p := range pages {
		at := slices.IndexFunc(e.alternates, func(h hreflang) bool { return h.to == p.ID })
		if p.ID != row.ID && at < 0 {
			continue
		}
		page, err := e.crawl.Row(p.ID)
		if err != nil || page == nil {
			return err
		}
		t := explainTranslation{URL: page.URL, Status: p.Status, Fault: p.Fault, Detail: p.Detail, id: p.ID}
		if at >= 0 {
			t.Lang = e.alternates[at].lang
		}
		names := func(n frontier.TranslationName) bool { return n.To == row.ID }
		if p.Fault == "" && p.ID != row.ID && !slices.ContainsFunc(p.Names, names) {
			t.Fault = "it does not name this page"
		}
		t.Counts = t.Fault == ""
		x.Translations = append(x.Translations, t)
	}
	return nil
}

// translationRows tells of pages that may be translations.
func (x *explanation) translationRows(b *strings.Builder) {
	label := "Translations"
	for _, t := range x.Translations {
		said := "it counts"
		if !t.Counts {
			said = t.Fault
		}
		if t.Detail != "" {
			said += fmt.Sprintf(": %s", t.Detail)
		}
		if t.URL == x.URL {
			row(b, label, "asked for as a page on another host: %s", said)
		} else {
			row(b, label, "%s %s: %s", t.Lang, t.URL, said)
		}
		label = ""
	}
}
