package sitemap

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"
	"time"
)

// Kind is what a file is.
type Kind string

// The kinds.
const (
	KindURLSet  Kind = "urlset"
	KindIndex   Kind = "sitemapindex"
	KindText    Kind = "text"
	KindRSS     Kind = "rss"
	KindAtom    Kind = "atom"
	KindRobots  Kind = "robots"
	KindHTML    Kind = "html"
	KindUnknown Kind = "unknown"
)

// ReadOptions say what is known about a file, and bound the work.
type ReadOptions struct {
	// At is the URL from which the file is served. It gives the location rule
	// and the file's name. "" = not known: no location rule.
	At string
	// NamedBy is the URL of a robots.txt that names the file, or the index that
	// lists it: the file may list any page of that host, too (sitemaps.org,
	// "Sitemaps & Cross Submits").
	NamedBy string
	// Name is the file's name where At is not known.
	Name string
	// Now is the time against which lastmod is held; zero = no such test.
	Now time.Time

	// InScope, where given, replaces the location rule for pages. HasSession
	// reports a session id in a URL. Both get the URL as First has it.
	InScope    func(url string) bool
	HasSession func(url string) bool

	MaxBytes    int64 // unpacked bytes that are read; 0 = 256 MiB
	MaxEntries  int   // entries that are read; 0 = 1,000,000
	MaxExamples int   // problems of one code that are kept; 0 = 100

	sorted bool // entries are known to be unique: no duplicate test
}

// Item is one entry that was read.
type Item struct {
	Entry
	Sitemap bool // an entry of an index or a robots.txt line, not a page
	InScope bool // by the location rule, of a sitemap: on the host; true where no place is known
	Line    int  // of its URL, from 1
}

// Report is what a file was found to be.
type Report struct {
	Kind     Kind
	Version  Version // of a urlset or index
	URLs     int     // pages with a usable absolute http or https URL
	Sitemaps int     // the same, of an index or robots.txt
	First    string  // the first of them: decoded, trimmed, non-ASCII escaped
	Bytes    int64   // unpacked
	Cut      bool    // MaxBytes or MaxEntries was reached; the rest was not read
	Problems []Problem

	found problems
}

// Valid reports that the file follows the protocol of its version: no problem
// is an Error.
func (r *Report) Valid() bool { return r.found.valid() }

// Severity is that of a code in this file: a relative URL in a robots.txt is
// no more than a warning.
func (r *Report) Severity(c Code) Severity { return r.found.severity(c) }

// Count is how many problems of a code there are, kept or not.
func (r *Report) Count(c Code) int { return r.found.counts[c] }

// Add appends a problem that showed itself outside of the file, such as
// NestedIndex.
func (r *Report) Add(c Code, line int, detail string) {
	r.found.add(c, line, detail)
	r.Problems = append(r.Problems, Problem{c, line, detail})
}

// Read reads one file, whatever it is, and calls each (which may be nil) for
// every entry that is complete, in the order of the file. Nothing in the file
// is an error: faults are problems in the report. An error is one of r, or of
// each. Memory does not depend on the file; time is linear. Nothing is fetched
// and no entity expanded.
func Read(r io.Reader, o ReadOptions, each func(Item) error) (*Report, error) {
	return read(r, o, func(it *item) error {
		if each == nil {
			return nil
		}
		return each(Item{
			Entry: Entry{Loc: string(it.loc), LastMod: string(it.lastmod),
				ChangeFreq: string(it.changefreq), Priority: string(it.priority), Alternates: it.alternates()},
			Sitemap: it.sitemap, InScope: it.inScope, Line: it.line,
		})
	})
}

// item is an entry whose slices hold until the next one.
type item struct {
	loc, lastmod, changefreq, priority []byte
	sitemap, inScope                   bool
	line                               int
	others                             []otherText
	texts                              []byte
}

// reader is the reading of one file.
type reader struct {
	o      ReadOptions
	rep    *Report
	p      *problems
	place  location
	named  location // of the robots.txt that names the file
	seen   *seenSet
	each   func(*item) error
	err    error // of each; ends the reading
	item   item
	locBuf []byte
}

func read(r io.Reader, o ReadOptions, each func(*item) error) (*Report, error) {
	if o.MaxBytes <= 0 {
		o.MaxBytes = 256 << 20
	}
	if o.MaxEntries <= 0 {
		o.MaxEntries = 1_000_000
	}
	if o.MaxExamples <= 0 {
		o.MaxExamples = 100
	}
	rep := &Report{Kind: KindUnknown}
	rep.found.max = o.MaxExamples
	rd := &reader{o: o, rep: rep, p: &rep.found, place: newLocation(o.At), named: newLocation(o.NamedBy), each: each}
	if !o.sorted {
		rd.seen = newSeenSet()
	}
	src, in := openSource(r, rd.name(), o.MaxBytes, rd.p)
	w := newWindow(in, rd.p, src.utf8)
	rd.dispatch(w)
	if rd.err == nil && (rep.Cut || rep.Kind == KindUnknown) {
		src.measure(V09.Limits().Bytes)
	}
	rep.Bytes = src.bytes
	rep.Cut = rep.Cut || src.cut
	if src.cut {
		rd.p.drop(Truncated) // the cut is ours
	}
	rd.checkTotals()
	rep.Problems = rep.found.finish()
	switch {
	case rd.err != nil:
		return rep, rd.err
	case src.raw.err != nil:
		return rep, fmt.Errorf("read sitemap: %w", src.raw.err)
	case w.err != nil:
		return rep, fmt.Errorf("decode sitemap: %w", w.err)
	}
	return rep, nil
}

// name is the file's name, as far as it is known.
func (rd *reader) name() string {
	if rd.o.At == "" {
		return rd.o.Name
	}
	s, _, _ := strings.Cut(rd.o.At, "?")
	s, _, _ = strings.Cut(s, "#")
	return path.Base(s)
}

// dispatch looks at the start of the text and reads it as what it is.
func (rd *reader) dispatch(w *window) {
	atStart := !w.skipBlank()
	start := w.rest()
	trimmed := bytes.TrimLeft(start, " \t\r\n")
	if len(trimmed) == 0 && w.eof {
		if strings.EqualFold(rd.name(), "robots.txt") {
			rd.rep.Kind = KindRobots // says nothing, which is its right
			return
		}
		if rd.p.counts[GzipTruncated]+rd.p.counts[GzipCRC] == 0 {
			rd.p.add(Empty, 0, "the file has no content")
		}
		return
	}
	begin, isXML := xmlBegin(trimmed)
	switch {
	case isXML:
		blank := len(start) - len(trimmed)
		if begin > 0 {
			rd.p.addText(GarbageBeforeXML, w.lineAt(w.r+blank), trimmed[:min(begin, maxDetail)])
		}
		w.r += blank + begin
		rd.readXML(newTokenizer(w, atStart && blank+begin == 0))
	case looksHTML(trimmed):
		rd.rep.Kind = KindHTML
		rd.p.add(HTMLNotXML, 1, "the file is a web page")
	default:
		rd.readLines(w, trimmed)
	}
}

// checkTotals holds the file against the protocol's limits.
func (rd *reader) checkTotals() {
	rep := rd.rep
	if rep.Bytes > V09.Limits().Bytes {
		rd.p.add(TooLarge, 0, fmt.Sprintf("%d bytes unpacked%s", rep.Bytes, cutNote(rep.Cut)))
	}
	if rep.Version == V084 {
		if rep.Bytes > V084.Limits().Bytes {
			rd.p.add(TooLarge084, 0, fmt.Sprintf("%d bytes unpacked%s", rep.Bytes, cutNote(rep.Cut)))
		}
		if rep.Kind == KindIndex && rep.Sitemaps > V084.Limits().Sitemaps {
			rd.p.add(TooManySitemaps084, 0, fmt.Sprintf("%d sitemaps", rep.Sitemaps))
		}
	}
	if rep.URLs > V09.Limits().URLs {
		rd.p.add(TooManyURLs, 0, fmt.Sprintf("%d URLs%s", rep.URLs, cutNote(rep.Cut)))
	}
	if rep.Kind == KindIndex && rep.Sitemaps > V09.Limits().Sitemaps {
		rd.p.add(TooManySitemaps, 0, fmt.Sprintf("%d sitemaps%s", rep.Sitemaps, cutNote(rep.Cut)))
	}
}

func cutNote(cut bool) string {
	if cut {
		return "; reading stopped there"
	}
	return ""
}

// emit passes on one entry whose loc has been accepted.
func (rd *reader) emit(it *item) {
	if rd.rep.First == "" {
		rd.rep.First = string(it.loc)
	}
	if it.sitemap {
		rd.rep.Sitemaps++
	} else {
		rd.rep.URLs++
	}
	if rd.err == nil {
		rd.err = rd.each(it)
	}
	if rd.rep.URLs+rd.rep.Sitemaps >= rd.o.MaxEntries {
		rd.rep.Cut = true
	}
}

// stopped reports that nothing more is to be read.
func (rd *reader) stopped() bool { return rd.err != nil || rd.rep.Cut }
