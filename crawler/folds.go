package crawler

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// folds counts the spellings that one page folded into canonical forms, per
// host and rule.
type folds struct {
	counts map[foldKey]int // places in list
	list   []frontier.Fold
	first  [][]byte        // of list, the first spelling on the page
	shown  map[foldKey]int // examples given on earlier pages

	host    string // of the rule counted first on a page, last
	scratch []byte // of notes
}

type foldKey struct{ host, kind, name string }

const (
	foldExamples  = 5
	foldExample   = 300 // bytes
	maxFoldsAPage = 100 // rules a page may fire; a site cannot make more rows than that
	maxShown      = 1000
)

func (f *folds) add(r *canonical.Result, href []byte) {
	_, host, _, _ := canonical.Split(r.URL)
	for _, removed := range r.Removed {
		if removed.Kind == canonical.KindMade { // no two are the same
			removed.Name = canonical.MadeForm([]byte(removed.Name), nil)
		}
		at, known := f.counts[foldKey{string(host), removed.Kind, removed.Name}]
		if !known {
			if len(f.list) >= maxFoldsAPage {
				return
			}
			if f.counts == nil {
				f.counts, f.shown = map[foldKey]int{}, map[foldKey]int{}
			}
			at = len(f.list)
			if f.host != string(host) {
				f.host = string(host)
			}
			key := foldKey{f.host, removed.Kind, removed.Name}
			f.list = append(f.list, frontier.Fold{Host: key.host, Kind: key.kind, Name: key.name})
			f.first = append(f.first, href[:min(len(href), foldExample)])
			f.counts[key] = at
		}
		fold := &f.list[at]
		fold.Count++
		if f.shown[foldKey{fold.Host, fold.Kind, fold.Name}]+len(fold.Examples) < foldExamples {
			fold.Examples = append(fold.Examples, string(href[:min(len(href), foldExample)]))
		}
	}
}

// take appends what was counted to dst and begins anew. Five examples of a
// rule are enough of one worker, too.
func (f *folds) take(dst []frontier.Fold) []frontier.Fold {
	if len(f.shown) > maxShown {
		clear(f.shown)
	}
	for i := range f.list {
		fold := &f.list[i]
		if len(fold.Examples) > 0 {
			f.shown[foldKey{fold.Host, fold.Kind, fold.Name}] += len(fold.Examples)
		}
	}
	dst = append(dst, f.list...)
	clear(f.counts)
	clear(f.list)
	f.list, f.first = f.list[:0], f.first[:0]
	return dst
}

// notes are lines for the notes of a page (record.Facts) about the spellings
// that it folded into URLs of its own host: they stand for it where a later
// crawl is told that it has not changed.
func (f *folds) notes(url string) string {
	_, host, _, _ := canonical.Split([]byte(url))
	b := f.scratch[:0]
	for i := range f.list {
		fold := &f.list[i]
		if fold.Host != string(host) || hasControl(fold.Name) {
			continue
		}
		example := f.first[i]
		if bytes.ContainsFunc(example, isControl) {
			example = nil
		}
		b = append(append(append(b, "\n"+foldNote+"\t"...), fold.Kind...), '\t')
		b = append(strconv.AppendInt(b, int64(fold.Count), 10), '\t')
		b = append(append(append(b, fold.Name...), '\t'), example...)
	}
	f.scratch = b
	return string(b)
}

const foldNote = "fold"

func hasControl(text string) bool {
	return strings.ContainsFunc(text, isControl)
}

func isControl(r rune) bool { return r < ' ' }

// recalledFolds appends what the notes of a page of an earlier crawl tell of the
// spellings that it folds.
func recalledFolds(dst []frontier.Fold, url, notes string) []frontier.Fold {
	_, host, _, _ := canonical.Split([]byte(url))
	for line := range strings.SplitSeq(notes, "\n") {
		f := strings.SplitN(line, "\t", 5)
		if len(f) < 5 || f[0] != foldNote {
			continue
		}
		n, err := strconv.Atoi(f[2])
		if err != nil || n <= 0 {
			continue
		}
		fold := frontier.Fold{Host: string(host), Kind: f[1], Name: f[3], Count: n}
		if f[4] != "" {
			fold.Examples = []string{f[4]}
		}
		dst = append(dst, fold)
	}
	return dst
}
