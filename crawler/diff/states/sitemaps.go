package states

import (
	"fmt"
	"io"

	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap"
)

// Sitemaps gathers what the files of a sitemap list, into one state.
type Sitemaps struct {
	State *diff.State
	form  func(string) canonical.Result
}

// NewSitemaps gives a sitemap without files.
func NewSitemaps(o Options) *Sitemaps {
	return &Sitemaps{State: diff.NewState(o.Name, o.Memory, o.Temp), form: o.Form}
}

// Read reads one file and gives the sitemaps that it names: those of an index
// or of a robots.txt. What is no sitemap is an error; one that is not read to
// its end makes the state incomplete.
func (s *Sitemaps) Read(in io.Reader, name string, o sitemap.ReadOptions) (children []string, err error) {
	rep, err := sitemap.Read(in, o, func(it sitemap.Item) error {
		if it.Sitemap {
			children = append(children, it.Loc)
			return nil
		}
		form := s.form(it.Loc)
		if form.Reason != canonical.OK {
			return nil // it can be no page
		}
		return s.State.Add(&diff.Page{URL: string(form.URL), Listed: true})
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case rep.Kind == sitemap.KindHTML:
		return nil, fmt.Errorf("%s is a web page, no sitemap", name)
	case rep.URLs == 0 && rep.Sitemaps == 0 && rep.Kind != sitemap.KindURLSet && rep.Kind != sitemap.KindIndex && rep.Kind != sitemap.KindRobots:
		return nil, fmt.Errorf("%s is no sitemap; what is wrong with it: portolan check", name)
	case rep.Cut:
		s.Lacks(name + " is too large to be read to its end")
	case rep.Count(sitemap.Truncated)+rep.Count(sitemap.Malformed)+rep.Count(sitemap.GzipTruncated)+rep.Count(sitemap.GzipCRC) > 0:
		s.Lacks(name + " is damaged")
	}
	return children, nil
}

// Lacks notes why the sitemap is not all there. The first reason stands.
func (s *Sitemaps) Lacks(why string) {
	if s.State.Incomplete == "" {
		s.State.Incomplete = why
	}
}
