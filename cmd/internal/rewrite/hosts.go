package rewrite

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/frontier"
)

// hasHosts refuses to write translations on hosts that the crawl has not asked.
func (r *rewriter) hasHosts(dir string) error {
	asked, err := frontier.List[frontier.TranslationHost](r.crawl.Meta(frontier.MetaTranslationHosts))
	if err != nil {
		return exit.Failf("%w", err)
	}
	for _, typed := range r.opts.Hosts {
		if !slices.ContainsFunc(asked, func(h frontier.TranslationHost) bool { return h.Host == typed }) {
			again, hint := cmdline.Again(r.crawl, dir, "--hreflang-hosts "+safe.ShellQuote(strings.Join(r.opts.OtherHosts, ",")))
			return exit.Usagef("--hreflang-hosts: the crawl in %s has not asked %s; crawl again: %s%s", dir, typed, again, hint)
		}
	}
	return nil
}
