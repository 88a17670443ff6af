package crawler

import (
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// folds counts the spellings that one page folded into canonical forms, per
// host and rule.
type folds struct {
	counts map[foldKey]int // places in list
	list   []frontier.Fold
	shown  map[foldKey]int // examples given on earlier pages
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
		at, known := f.counts[foldKey{string(host), removed.Kind, removed.Name}]
		if !known {
			if len(f.list) >= maxFoldsAPage {
				return
			}
			if f.counts == nil {
				f.counts, f.shown = map[foldKey]int{}, map[foldKey]int{}
			}
			at = len(f.list)
			key := foldKey{string(host), removed.Kind, removed.Name}
			f.list = append(f.list, frontier.Fold{Host: key.host, Kind: key.kind, Name: key.name})
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
	f.list = f.list[:0]
	return dst
}
