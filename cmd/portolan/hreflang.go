package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/summary"
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
				return exit.Usagef("--hreflang-hosts %q: it is a host such as www.example.de", typed)
			}
			if !slices.Contains(p.Hosts, string(host)) {
				p.Hosts = append(p.Hosts, string(host))
			}
		}
	}
	p.Hreflang = p.publishFlags.hreflang || len(p.Hosts) > 0
	return nil
}

// hasHosts refuses to write translations on hosts that the crawl has not asked.
func (r *rewriter) hasHosts(dir string) error {
	asked, err := frontier.List[frontier.TranslationHost](r.crawl.Meta(frontier.MetaTranslationHosts))
	if err != nil {
		return exit.Failf("%w", err)
	}
	for _, typed := range r.opts.Hosts {
		if !slices.ContainsFunc(asked, func(h frontier.TranslationHost) bool { return h.Host == typed }) {
			again, hint := cmdline.Again(r.crawl, dir, "--hreflang-hosts "+safe.ShellQuote(strings.Join(r.opts.otherHosts, ",")))
			return exit.Usagef("--hreflang-hosts: the crawl in %s has not asked %s; crawl again: %s%s", dir, typed, again, hint)
		}
	}
	return nil
}

// otherHosts is nil if no other host was to be asked.
func (r *outcome) otherHosts() *summary.HostAnswers {
	a, err := summary.OtherHosts(r.Store)
	if err != nil {
		r.log.Warn(err.Error())
	}
	return a
}

// translationRows tells which pages on other hosts count as translations, and
// why the others do not.
func (r *outcome) translationRows(b *strings.Builder) {
	a := r.otherHosts()
	if a == nil {
		return
	}
	prose.Row(b, "Translations", "%s of %s page%s on other hosts count", prose.Thousands(a.Counted), prose.Thousands(a.Asked), prose.Plural(a.Asked))
	for _, fault := range slices.SortedFunc(maps.Keys(a.Faults), func(x, y string) int {
		if a.Faults[x] != a.Faults[y] {
			return a.Faults[y] - a.Faults[x]
		}
		return strings.Compare(x, y)
	}) {
		example := ""
		if row, err := r.Store.Row(a.Examples[fault]); err == nil && row != nil {
			example = ", such as " + safe.OneLine(row.URL)
		}
		prose.Row(b, "", "%s: %s%s", prose.Thousands(a.Faults[fault]), safe.OneLine(fault), example)
	}
	for _, h := range a.Hosts {
		if h.Left > 0 {
			prose.Row(b, "", "%s: %s or more not asked for: %s", safe.OneLine(h.Host), prose.Thousands(h.Left), h.Why)
		}
	}
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
