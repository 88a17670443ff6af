package apps

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// Score is how good a list is.
type Score struct {
	Pages     int // that have to be listed
	Listed    int
	Ambiguous int               // listed, and it could be otherwise, too
	Copies    int               // listed, and another address of the same page is, too
	Missing   map[string]*Tally // pages that are not listed, by kind
	Others    map[string]*Tally // forbidden URLs that are listed, by kind
}

// Tally counts URLs of a kind.
type Tally struct {
	Count    int
	Examples []string // the first three, in order of bytes
}

const maxExamples = 3

// Score compares a list of absolute URLs, without doubles, with the truth.
func (a *App) Score(listed iter.Seq[string]) *Score {
	s := &Score{Missing: map[string]*Tally{}, Others: map[string]*Tally{}}
	have := map[string]bool{}
	for ref := range listed {
		s.Listed++
		path, ours := strings.CutPrefix(ref, a.Origin())
		u := ParseURL(path)
		t := Truth{Kind: "other host"}
		if ours {
			t = a.Look(u).Truth
		}
		page := cmp.Or(t.Page, u.String())
		switch {
		case t.Word == Ambiguous:
			s.Ambiguous++
		case t.Word == Forbidden:
			add(s.Others, t.Kind, ref)
		case have[page]:
			s.Copies++
			if a.Once {
				add(s.Others, "copy: "+t.Kind, ref)
			}
		default:
			have[page] = true
		}
	}
	for path := range a.Required() {
		s.Pages++
		u := ParseURL(path)
		t := a.Look(u).Truth
		if page := cmp.Or(t.Page, u.String()); !have[page] {
			add(s.Missing, t.Kind, a.Origin()+path)
		}
	}
	return s
}

func add(tallies map[string]*Tally, kind, url string) {
	t := tallies[kind]
	if t == nil {
		t = &Tally{}
		tallies[kind] = t
	}
	t.Count++
	at, _ := slices.BinarySearch(t.Examples, url)
	t.Examples = slices.Insert(t.Examples, at, url)
	t.Examples = t.Examples[:min(len(t.Examples), maxExamples)]
}

// Sum adds up tallies.
func Sum(tallies map[string]*Tally) int {
	n := 0
	for _, t := range tallies {
		n += t.Count
	}
	return n
}

// Faults tells in sentences where a crawl exceeded the limits of the
// application, nothing if it kept them.
func (a *App) Faults(s *Score, requests int) (faults []string) {
	if most := a.Limit.Requests(s.Pages); requests > most {
		faults = append(faults, fmt.Sprintf("%d requests for %d pages, at most %d are allowed", requests, s.Pages, most))
	}
	for kind, t := range byKind(s.Missing) {
		faults = append(faults, fmt.Sprintf("%d pages of kind %q are not listed: %s", t.Count, kind, strings.Join(t.Examples, " ")))
	}
	if most := a.OthersListed(s.Pages); Sum(s.Others) > most {
		for kind, t := range byKind(s.Others) {
			faults = append(faults, fmt.Sprintf("%d URLs of kind %q are listed, of all kinds at most %d may be: %s", t.Count, kind, most, strings.Join(t.Examples, " ")))
		}
	}
	return faults
}

func byKind(tallies map[string]*Tally) iter.Seq2[string, *Tally] {
	return func(yield func(string, *Tally) bool) {
		for _, kind := range slices.Sorted(maps.Keys(tallies)) {
			if !yield(kind, tallies[kind]) {
				return
			}
		}
	}
}
