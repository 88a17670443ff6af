// Package sides reads the two sides of a comparison as they are typed: site
// folders, crawl files, sitemaps on disk or on the web, exports.
package sides

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/diff/states"
	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/crawler/visiting"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap"
)

// compared is one side of a comparison before it is read: a crawl, or what is
// no crawl.
type compared struct {
	arg   string
	crawl *stored.Crawl // nil if it is none
}

// Read reads the two sides: of one argument, a site folder, the newest two
// complete crawls in it. URLs of a side that is no crawl get the canonical
// form that the crawl on the other side gives them. What is wrong with an
// argument is a mistake.Error.
func (r *Reader) Read(ctx context.Context, args []string) (a, b *diff.State, err error) {
	sides, err := r.open(ctx, args)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		for _, s := range sides {
			if s.crawl != nil {
				s.crawl.Close() // read only
			}
		}
	}()
	if r.rules, err = formsOf(sides); err != nil {
		return nil, nil, err
	}
	defer r.close()
	if a, err = r.state(ctx, &sides[0]); err != nil {
		return nil, nil, err
	}
	if b, err = r.state(ctx, &sides[1]); err != nil {
		a.Close()
		return nil, nil, err
	}
	return a, b, nil
}

// open opens the crawls among the arguments.
func (r *Reader) open(ctx context.Context, args []string) (sides []compared, err error) {
	if len(args) == 1 {
		return r.lastTwo(args[0])
	}
	for _, arg := range args {
		s := compared{arg: arg}
		if info, err := os.Stat(filepath.Join(arg, folder.CrawlsDir)); err == nil && info.IsDir() {
			if s.crawl, err = stored.OpenComplete(arg, "", r.Skipped); err != nil {
				return nil, err
			}
			r.tellLeft(arg, stored.LeftOut(arg, s.crawl.Path(), ""))
			s.arg = s.crawl.Path()
		} else if stored.IsFile(arg) {
			if s.crawl, err = stored.OpenFile(arg); err != nil {
				return nil, err
			}
		}
		sides = append(sides, s)
	}
	return sides, ctx.Err()
}

// lastTwo opens the newest two complete crawls of a site folder.
func (r *Reader) lastTwo(dir string) ([]compared, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, mistake.Errorf("%s alone is nothing to compare: give a site folder, or two things%s", dir, cmdline.FoldersHere())
	}
	now, err := stored.OpenComplete(dir, "", r.Skipped)
	if err != nil {
		return nil, err
	}
	before, err := stored.OpenComplete(dir, now.Path(), r.Skipped)
	if err != nil {
		return nil, errors.Join(naming(err, dir, stored.LeftOut(dir, "", "")), now.Close())
	}
	r.tellLeft(dir, stored.LeftOut(dir, now.Path(), ""))
	if between := stored.LeftText(stored.Refused(stored.LeftOut(dir, before.Path(), now.Path()))); between != "" {
		r.Voice.Say(between)
	}
	return []compared{{before.Path(), before}, {now.Path(), now}}, nil
}

// naming adds to an error what is left out, and how it can be compared all the same.
func naming(err error, dir string, left []stored.Left) error {
	if len(left) == 0 {
		return err
	}
	return mistake.Errorf("%w\n%s%s", err, stored.LeftText(left), wayOut(dir))
}

// wayOut says how the newest crawl is compared all the same.
func wayOut(dir string) string {
	newest, err := stored.Open(dir)
	if err != nil {
		return ""
	}
	defer newest.Close() // read only
	text := "\nto compare it as it is: portolan diff OTHER " + safe.ShellQuote(newest.Path())
	if newest.WhyIncomplete() != "" {
		command, hint := cmdline.GoOn(newest, dir)
		text = "\nto go on with it: " + command + hint + text
	}
	return text
}

// tellLeft tells which crawls are left out though they are newer than what is compared,
// and of a run that could not begin.
func (r *Reader) tellLeft(dir string, left []stored.Left) {
	if u := folder.At(dir).Unbegun(); u != nil {
		r.Voice.Say(safe.OneLine(u.Text()))
	}
	if len(left) > 0 {
		r.Voice.Say(stored.LeftText(left) + wayOut(dir))
	}
}

// formsOf gives the rules of canonical forms: of the later crawl, else the
// ordinary ones.
func formsOf(sides []compared) (*canonical.Rules, error) {
	var identity canonical.Config
	for _, s := range sides {
		if s.crawl != nil {
			identity = s.crawl.Options.Identity
			identity.Rules = s.crawl.Rules()
		}
	}
	rules, err := canonical.New(identity)
	if err != nil {
		return nil, fmt.Errorf("read the rules of URLs: %w", err)
	}
	return rules, nil
}

// Reader reads the sides of comparisons.
type Reader struct {
	Voice   visiting.Voice
	Skipped func(file string, err error)      // of crawl files that cannot be read
	Visitor func() (*visiting.Visitor, error) // makes what asks for sitemaps on the web

	// Listed says of a crawl what its sitemap lists, where verdicts do not.
	Listed map[*stored.Crawl]func(url []byte) bool

	rules   *canonical.Rules
	visitor *visiting.Visitor // nil until something is fetched
}

func (r *Reader) close() {
	if r.visitor != nil {
		r.visitor.Close()
	}
}

func (r *Reader) options(name string) states.Options {
	return states.Options{Name: name, Form: r.rules.Canonical}
}

// state reads one side.
func (r *Reader) state(ctx context.Context, s *compared) (*diff.State, error) {
	address, _, loginErr := typedurl.TakeLogin(s.arg)
	info, err := os.Stat(s.arg)
	switch {
	case s.crawl != nil:
		return r.Crawl(ctx, s.crawl)
	case typedurl.IsURL(s.arg), errors.Is(err, fs.ErrNotExist) && loginErr == nil && typedurl.IsWebAddress(address):
		return r.sitemapAt(ctx, s.arg)
	case err != nil:
		return nil, mistake.Errorf("%w", typedurl.NotThere(s.arg, err))
	case info.IsDir():
		return r.sitemapFolder(s.arg)
	case !info.Mode().IsRegular():
		return nil, mistake.Errorf("%s is neither a file nor a folder: save into a file what it gives", s.arg)
	}
	return r.file(ctx, s.arg)
}

// Crawl reads a crawl, with verdicts of today's rules.
func (r *Reader) Crawl(ctx context.Context, crawl *stored.Crawl) (*diff.State, error) {
	r.Voice.Inform("Reading "+crawl.Path(), "reading a crawl", "file", crawl.Path(), "urls", crawl.Counts().Known)
	if _, err := crawl.Judge(ctx, stored.Instead{}); err != nil {
		return nil, fmt.Errorf("give verdicts: %w", err)
	}
	o := r.options(crawl.Path())
	o.Listed = r.Listed[crawl]
	s, err := states.Crawl(ctx, crawl, o)
	if err != nil {
		return nil, err
	}
	s.Incomplete, s.Refused = crawl.Unseen(), crawl.Refused()
	seen, err := crawl.Seen(ctx)
	if err != nil {
		return nil, fmt.Errorf("count what was read: %w", errors.Join(err, s.Close()))
	}
	s.Unread = seen.Why()
	if crawl.Older() {
		s.Fingerprints = "" // content was measured otherwise
	}
	return s, nil
}

// file reads a sitemap or an export.
func (r *Reader) file(ctx context.Context, name string) (*diff.State, error) {
	if states.LooksLikeSitemap(name) {
		return r.sitemapFiles(name, []string{name})
	}
	s, err := states.Export(ctx, name, r.options(name))
	if err != nil && ctx.Err() == nil {
		return nil, mistake.Errorf("%w", err)
	}
	return s, err
}

// sitemapFolder reads the sitemaps in a folder.
func (r *Reader) sitemapFolder(dir string) (*diff.State, error) {
	found, err := os.ReadDir(dir)
	if err != nil {
		return nil, mistake.Errorf("%w", err)
	}
	var names []string
	for _, d := range found {
		if d.Type().IsRegular() && typedurl.IsSitemap(d.Name()) {
			names = append(names, filepath.Join(dir, d.Name()))
		}
	}
	if len(names) == 0 {
		if site := folder.Holding(dir); site != "" {
			return nil, mistake.Errorf("%s has the crawl files of a site folder; give that one: %s", dir, site)
		}
		return nil, mistake.Errorf("%s is no site folder, and no sitemap is in it%s", dir, cmdline.FoldersHere())
	}
	return r.sitemapFiles(dir, names)
}

// sitemapFiles reads local files. What an index lists is read if it lies beside
// it; what does not is missing.
func (r *Reader) sitemapFiles(name string, files []string) (*diff.State, error) {
	all := states.NewSitemaps(r.options(name))
	seen := map[string]bool{}
	for len(files) > 0 {
		file := files[0]
		files = files[1:]
		if seen[file] {
			continue
		}
		seen[file] = true
		children, err := readLocal(all, file)
		if err != nil {
			all.State.Close()
			return nil, mistake.Errorf("%w", err)
		}
		for _, child := range children {
			beside := filepath.Join(filepath.Dir(file), typedurl.File(child))
			if _, err := os.Stat(beside); err != nil {
				all.Lacks(fmt.Sprintf("%s lists %s, which does not lie beside it", file, child))
				continue
			}
			files = append(files, beside)
		}
	}
	return all.State, nil
}

func readLocal(all *states.Sitemaps, name string) ([]string, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return all.Read(file, name, sitemap.ReadOptions{Name: filepath.Base(name)})
}
