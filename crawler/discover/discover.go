// Package discover finds URLs of a site in places other than its links: in
// sitemaps and feeds, each with the file and line that names it.
//
// It is pure: it reads what was fetched and says where to look; it opens no
// socket and no file.
package discover

import (
	"io"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap"
)

// Limits of what is read of one file. The protocol allows a file 50,000 URLs
// and 52,428,800 bytes; some sites exceed that, and engines read part of it.
const (
	MaxBytes   = 52_428_800 // of the file as it is fetched, and unpacked
	maxEntries = 200_000
)

// URL is a page that a file names.
type URL struct {
	canonical.Result        // of the URL as written; valid until the next one
	Raw              string // as written, trimmed, non-ASCII escaped
	LastMod          string // W3C date as written, "" if there is none
	Line             int    // from 1
	// Alternates are the page in other languages, itself included, as written.
	Alternates []sitemap.Alternate
}

// Child is a sitemap that an index or a robots.txt names.
type Child struct {
	URL  string // canonical form
	Line int
	// Foreign children lie on another host than the index; the protocol does
	// not let an index list them.
	Foreign bool
}

// File is what a sitemap or feed was found to be.
type File struct {
	Kind     sitemap.Kind
	URLs     int   // pages with a usable URL
	Bytes    int64 // unpacked, as many as were read
	Children []Child
	Errors   int    // problems that break the protocol
	Problem  string // the first of them: its code, and its line if it has one
	Flaws    []Flaw // errors and warnings by kind
	Dates    Dates  // of a sitemap
	Cut      bool   // too large or too long: the rest was not read
	Broken   bool   // its gzip ends early: there may be more of it
}

// Sitemap reports whether the file is one, or a feed: something that can name
// pages. A web page that is served under a sitemap's URL is none.
func (f *File) Sitemap() bool {
	switch f.Kind {
	case sitemap.KindURLSet, sitemap.KindIndex, sitemap.KindRSS, sitemap.KindAtom:
		return true
	case sitemap.KindText:
		return f.URLs > 0
	}
	return false
}

// maxChildren is how many sitemaps an index can list.
const maxChildren = 50_000

// Read reads a sitemap or feed that was fetched from at, the canonical form of
// its URL, and calls each for every page that it names, in the order of the
// file. namedBy is the robots.txt that names the file, or the index that lists
// it; "" if none does. forms gives the canonical forms. What is wrong with the
// file is told in the File; an error is one of in, or of each.
func Read(in io.Reader, at, namedBy string, forms *canonical.Resolver, each func(*URL) error) (*File, error) {
	f := &File{}
	var u URL
	days := days{}
	o := sitemap.ReadOptions{At: at, NamedBy: namedBy, MaxBytes: MaxBytes, MaxEntries: maxEntries, MaxExamples: 1}
	rep, err := sitemap.Read(in, o, func(it sitemap.Item) error {
		form := forms.Resolve([]byte(it.Loc))
		if it.Sitemap {
			if form.Reason == canonical.OK && len(f.Children) < maxChildren {
				f.Children = append(f.Children, Child{URL: string(form.URL), Line: it.Line, Foreign: !it.InScope})
			}
			return nil
		}
		days.add(it.LastMod)
		u = URL{Result: form, Raw: it.Loc, LastMod: it.LastMod, Line: it.Line, Alternates: it.Alternates}
		return each(&u)
	})
	if rep == nil {
		return f, err
	}
	f.Dates = days.most()
	f.Kind, f.URLs, f.Bytes, f.Cut, f.Broken = rep.Kind, rep.URLs, rep.Bytes, rep.Cut, rep.Count(sitemap.GzipTruncated) > 0
	counted := map[sitemap.Code]bool{}
	for _, p := range rep.Problems {
		if counted[p.Code] {
			continue
		}
		counted[p.Code] = true
		fatal := rep.Severity(p.Code) == sitemap.Error
		f.Flaws = append(f.Flaws, Flaw{p.Code.String(), rep.Count(p.Code), p.Line, p.Detail, fatal})
		if !fatal {
			continue
		}
		if f.Errors == 0 {
			f.Problem = place(p.Code.String(), p.Line)
		}
		f.Errors += rep.Count(p.Code)
	}
	return f, err
}

// Flaw is one kind of what is wrong with a file. Its texts may be the file's.
type Flaw struct {
	Code   string `json:"code"` // as sitemap.Code has it
	N      int    `json:"n"`
	Line   int    `json:"line,omitempty"` // of the first; 0 = the whole file
	Detail string `json:"detail,omitempty"`
	Error  bool   `json:"error,omitempty"` // it breaks the protocol
}

// place is a name with the line that it stands in.
func place(name string, line int) string {
	if line == 0 {
		return name
	}
	return name + ":" + strconv.Itoa(line)
}

// Detail is how a page's place in a file is noted: the file's URL and the
// line, and behind a blank the date that the file gives.
func Detail(file string, u *URL) string {
	detail := place(file, u.Line)
	if u.LastMod != "" {
		detail += " " + u.LastMod
	}
	return detail
}

// FileOf gives the file's URL of a Detail.
func FileOf(detail string) string {
	file, _, _ := strings.Cut(detail, " ") // a canonical form holds no blank
	if bare := strings.TrimRight(file, "0123456789"); strings.HasSuffix(bare, ":") {
		file = bare[:len(bare)-1]
	}
	return file
}
