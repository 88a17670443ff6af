package crawler

import (
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// folds counts the spellings that one page folded into canonical forms, per
// host and rule.
type folds struct {
	counts map[foldKey]*frontier.Fold
}

type foldKey struct{ host, kind, name string }

const (
	foldExamples  = 5
	foldExample   = 300 // bytes
	maxFoldsAPage = 100 // rules a page may fire; a site cannot make more rows than that
)

func (f *folds) add(r *canonical.Result, href []byte) {
	_, host, _, _ := canonical.Split(r.URL)
	for _, removed := range r.Removed {
		key := foldKey{string(host), string(removed.Kind), removed.Name}
		fold := f.counts[key]
		if fold == nil {
			if len(f.counts) >= maxFoldsAPage {
				return
			}
			if f.counts == nil {
				f.counts = map[foldKey]*frontier.Fold{}
			}
			fold = &frontier.Fold{Host: key.host, Kind: key.kind, Name: key.name}
			f.counts[key] = fold
		}
		fold.Count++
		if len(fold.Examples) < foldExamples {
			fold.Examples = append(fold.Examples, string(href[:min(len(href), foldExample)]))
		}
	}
}

// take appends what was counted to dst and begins anew.
func (f *folds) take(dst []frontier.Fold) []frontier.Fold {
	for _, fold := range f.counts {
		dst = append(dst, *fold)
	}
	clear(f.counts)
	return dst
}
