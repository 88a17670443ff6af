package crawler

import "github.com/portolan-seo/portolan/frontier"

// linksCut counts the pages of which not all links were kept.
type linksCut struct {
	frontier.LinksCut
	noted int // pages
}

// cutExamples is how many of them are named.
const cutExamples = 5

// open goes on from what earlier runs have counted.
func (l *linksCut) open(store frontier.Store) error {
	before, err := frontier.List[frontier.LinksCut](store.Meta(frontier.MetaLinksCut))
	if err == nil && len(before) > 0 {
		l.LinksCut, l.noted = before[0], before[0].Pages
	}
	return err
}

func (l *linksCut) add(o *outcome) {
	cut := o.page.Record.LinksCut
	if cut == 0 {
		return
	}
	l.Pages++
	l.Links += cut
	if len(l.Examples) < cutExamples {
		l.Examples = append(l.Examples, o.seen.URL)
	}
}

// note adds what is new to the meta of a batch.
func (l *linksCut) note(meta map[string]string) {
	if l.Pages > l.noted {
		l.noted = l.Pages
		meta[frontier.MetaLinksCut] = frontier.ListText([]frontier.LinksCut{l.LinksCut})
	}
}
