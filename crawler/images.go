package crawler

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

const (
	maxImages      = 1000     // of a page: as many as a sitemap may list
	maxImagesBytes = 64 << 10 // of their URLs
)

// imagesOf gives the URLs of a page's pictures in canonical form, each once,
// joined by newlines. They are no URLs of the crawl: they may lie anywhere,
// and nothing is fetched. Those that are candidates alone come last, with a TAB
// before them.
func (w *worker) imagesOf(p *page.Page) string {
	var list strings.Builder
	seen := map[string]bool{}
	for _, candidate := range [...]bool{false, true} {
		for i := range p.Links {
			l := &p.Links[i]
			if l.Kind != page.KindImage || l.Candidate != candidate {
				continue
			}
			url := w.Resolver.Resolve(l.Href)
			if url.Reason != canonical.OK || seen[string(url.URL)] {
				continue
			}
			if len(seen) == maxImages || list.Len()+len(url.URL)+1 >= maxImagesBytes {
				break
			}
			if list.Len() > 0 {
				list.WriteByte('\n')
			}
			if candidate {
				list.WriteByte('\t')
			}
			seen[string(url.URL)] = true
			list.Write(url.URL)
		}
	}
	return list.String()
}
