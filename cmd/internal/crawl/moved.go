package crawl

import (
	"path/filepath"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// otherScope says what to do about a folder of another site, or of the same one
// where it stood before it moved to https, or to www.
func (r *crawlRun) otherScope(e *site.OtherScopeError) error {
	dir := r.suggestFolder(e.Dir)
	if !isTwin(e.Has, e.Wanted) {
		return exit.Usagef("%w: -o %s", e, dir)
	}
	command := cmdline.Crawl(r.Start.URL, dir, cmdline.Words(r.Told.Given, "output")...)
	fail := exit.Failf
	if strings.HasPrefix(r.Typed, canonical.Origin(e.Wanted)) {
		fail = exit.Usagef
	}
	return fail("the site has moved: it begins at %s now, and %s holds crawls of %s. The sitemap there stays as it was.\n"+
		"If the move is a fault, mend it. If it is meant, crawl the new address into a folder of its own, and serve its sitemap\nin place of the old one; what is compared with earlier crawls begins anew there:\n  %s%s",
		safe.OneLine(r.Start.URL), safe.OneLine(e.Dir), safe.OneLine(e.Has), command, cmdline.SecretHint(r.Told.Given))
}

// isTwin tells of scopes that differ by http or https and by www alone.
func isTwin(a, b string) bool { return withoutForm(a) == withoutForm(b) }

func withoutForm(scope string) string {
	_, rest, _ := strings.Cut(scope, "://")
	return strings.TrimPrefix(rest, "www.")
}

// suggestFolder gives a name for a folder of this run's scope that is not the
// one asked for, and stands beside it.
func (r *crawlRun) suggestFolder(not string) string {
	name := filepath.Join(filepath.Dir(not), filepath.Base(r.defaultFolder()))
	if name != filepath.Clean(not) {
		return name
	}
	return name + "-2"
}
