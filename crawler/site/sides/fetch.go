package sides

import (
	"context"
	"fmt"
	"io"

	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/diff/states"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/crawler/visiting"
	"github.com/portolan-seo/portolan/sitemap"
)

// maxDiffSitemaps is how many files of a sitemap are fetched.
const maxDiffSitemaps = 50_001

// sitemapAt reads the sitemap at a URL, with all that it lists.
func (r *Reader) sitemapAt(ctx context.Context, arg string) (*diff.State, error) {
	at, login, err := typedurl.TakeLogin(arg)
	if err != nil {
		return nil, err
	}
	if r.visitor == nil {
		if r.visitor, err = r.Visitor(); err != nil {
			return nil, err
		}
	}
	var visit *visiting.Visit
	if typedurl.IsURL(at) {
		visit, err = r.visitor.Visit(ctx, at, at, login)
	} else {
		var site *visiting.Found
		if site, err = r.visitor.Find(ctx, at, login); err == nil {
			at, visit = site.URL, site.Visit
		}
	}
	if err != nil {
		return nil, err
	}
	all := states.NewSitemaps(r.options(at))
	if err := r.fetchAll(ctx, visit, all, at); err != nil {
		all.State.Close()
		return nil, err
	}
	return all.State, nil
}

// fetchAll reads the sitemap at a URL and what it lists. A file of an index
// that cannot be had is missing; the first one is an error.
func (r *Reader) fetchAll(ctx context.Context, visit *visiting.Visit, all *states.Sitemaps, at string) error {
	queue, seen := []string{at}, map[string]bool{at: true}
	for n := 0; n < len(queue); n++ {
		if n > 0 {
			r.Voice.Inform(fmt.Sprintf("Reading %s (%d of %d)", queue[n], n+1, len(queue)), "reading a sitemap", "url", queue[n])
		}
		var children []string
		err := visit.Sitemap(ctx, queue[n], n > 0, func(body io.Reader, final string) (err error) {
			children, err = all.Read(body, final, sitemap.ReadOptions{At: final})
			return err
		})
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && n == 0:
			return err
		case err != nil:
			all.Lacks(err.Error())
		}
		for _, child := range children {
			if !seen[child] && len(seen) < maxDiffSitemaps {
				seen[child] = true
				queue = append(queue, child)
			} else if !seen[child] {
				all.Lacks(fmt.Sprintf("it lists more than %s files", prose.Thousands(maxDiffSitemaps-1)))
			}
		}
	}
	return nil
}
