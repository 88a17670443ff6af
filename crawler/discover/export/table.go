package export

import (
	"fmt"
	"hash/maphash"
	"io"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/input"
	"github.com/portolan-seo/portolan/crawler/discover/spill"
	"github.com/portolan-seo/portolan/crawler/discover/table"
)

// table reads one file of a delivery and gives its seeds.
func (r *reading) table(m member, a about) error {
	f, err := m.open()
	if err != nil {
		return err
	}
	defer f.Close()
	s := &sheet{r: r, about: a, seed: maphash.MakeSeed(), flags: [2]int{-1, -1}}
	s.m = discover.Import{Source: discover.Export, File: f.Name}
	s.m.Broken.Why = "no URL in its column"
	text, encoding := f.Text()
	start, err := text.Peek(sampleBytes)
	if err != nil && err != io.EOF {
		return r.failed(f, err)
	}
	if err := s.recognise(start, err == io.EOF, encoding); err != nil {
		return err
	}
	if s.k == nil {
		r.told(&s.m)
		return nil
	}
	s.rows = spill.New(r.o.Memory, r.o.Temp)
	defer s.rows.Close()
	if s.k == &feedKind {
		err = s.feed(text)
	} else {
		s.contested()
		err = s.scan(text)
		if s.contests != nil && err == nil {
			err = s.contests.settle(s)
		}
	}
	if err != nil {
		return r.failed(f, err)
	}
	if f.Cut != "" {
		s.m.Cut = f.Cut
	}
	s.m.RowLimit = s.k.limit(s.m.Lines)
	s.about.tell(&s.m)
	if s.l.drillDown() && s.about.reason == "" && s.k != &feedKind {
		s.m.Notes = append(s.m.Notes, "the reason for which these pages are listed is in the Metadata.csv of the same export; give both, or the archive")
	}
	r.told(&s.m)
	return s.fold()
}

// recognise finds out what a file is; of one that gives nothing it leaves the
// reason.
func (s *sheet) recognise(start []byte, whole bool, encoding string) error {
	switch what := input.What(start); {
	case what == "XML":
		s.k, s.l = &feedKind, feedLayout()
		s.m.What = s.k.what
		return nil
	case what == "JSON":
		s.m.Cut = "it is JSON; save it as CSV, a row for every page"
		return nil
	case what != "":
		s.m.Cut = "it is no export but " + what
		return nil
	}
	sample, ok := table.Sniff(start, whole)
	if !ok {
		s.m.Cut = "it is no table: no comma, semicolon or tab parts its lines into columns"
		return nil
	}
	s.about.comments(sample.Before)
	s.l = s.r.layout(sample, start, whole)
	if s.l.url < 0 {
		s.m.Cut = "it is " + without(s.l) + ", and none of them holds URLs; export the table of pages, or give the whole archive"
		return nil
	}
	s.k = kindOf(s.l)
	s.flags = [2]int{s.column("nofollow", "flagnofollow"), s.column("lost", "flagdeleted", "date lost")}
	s.m.What = s.k.what
	if encoding != "UTF-8" {
		s.m.What += " (" + encoding + ")"
	}
	if c := &sample.Columns[s.l.url]; c.Counts[table.Path] > 0 && s.r.o.Host == "" {
		s.m.Notes = append(s.m.Notes, fmt.Sprintf("its paths have no host and are taken as of %s", s.r.o.Site))
	}
	return nil
}

// column gives the column of one of some names, -1 if there is none.
func (s *sheet) column(names ...string) int {
	for i := range s.l.sample.Columns {
		for _, name := range names {
			if discover.MeasureName(s.l.sample.Columns[i].Name) == discover.MeasureName(name) {
				return i
			}
		}
	}
	return -1
}
