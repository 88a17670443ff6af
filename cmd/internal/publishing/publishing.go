// Package publishing has what commands do around the writing of a set.
package publishing

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/crawlopt"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/delta"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/news"
	"github.com/portolan-seo/portolan/crawler/site/outcome"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// NotPublished is the outcome of writing a set: nil, or why it does not stand.
func NotPublished(p *console.Program, scope canonical.Scope, err error, refused *outcome.Refusal, whyNothing func() string) error {
	var foreign *publish.ForeignFileError
	switch {
	case err == nil:
		return nil
	case refused != nil:
		return &exit.Error{Code: exit.NotPublished, Err: fmt.Errorf("sitemap of %s not published: %s", scope, refused.Text())}
	case errors.Is(err, site.ErrNothingRead):
		return exit.Failf("sitemap of %s not written: the crawl has read nothing of what would stay in it; the one that stands is as it was", scope)
	case errors.Is(err, publish.ErrNothingToList):
		return exit.Failf("sitemap of %s not written: there is nothing to list%s", scope, whyNothing())
	case errors.As(err, &foreign):
		return &exit.Error{Code: exit.NotPublished, Err: fmt.Errorf("sitemap of %s not published: %w\nto overwrite it: --force", scope, err)}
	}
	return err
}

// WriteDelta writes the sitemap of what has changed, where one is asked for.
// That it cannot be written does not undo the full one.
func WriteDelta(ctx context.Context, p *console.Program, o *crawlopt.Publishing, f *folder.Folder, crawl *stored.Crawl, full *listing.Set) *delta.Result {
	if o.DeltaFor == 0 {
		return nil
	}
	res, err := delta.Write(ctx, f, crawl, full, o.DeltaFor, p.Skipped)
	if err != nil {
		p.Log.Warn(err.Error())
		return &delta.Result{Why: err.Error()}
	}
	return res
}

// WriteNews writes the news sitemap, where one is asked for. That it cannot be
// written does not undo the full one.
func WriteNews(ctx context.Context, p *console.Program, o *crawlopt.Publishing, full *listing.Set) *news.Result {
	if o.News == "" {
		return nil
	}
	res, err := news.Write(ctx, full, o.News)
	if err != nil {
		p.Log.Warn(err.Error())
		return &news.Result{Why: err.Error()}
	}
	return res
}

// WithFolderFlag names the flag that gives the site folder another name, where
// a file has that name.
func WithFolderFlag(dir string, err error) error {
	if info, statErr := os.Stat(dir); err != nil && statErr == nil && !info.IsDir() {
		return fmt.Errorf("%w (-o DIR)", err)
	}
	return err
}
