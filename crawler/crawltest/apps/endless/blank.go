package endless

import (
	"iter"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// blank shows the same page everywhere, and has nothing that has to be listed.
type blank struct{ page apps.View }

// Look tells what a URL shows: of its home page nobody can say whether it
// belongs in the sitemap.
func (b blank) Look(u apps.URL) apps.View {
	v := b.page
	if u.String() == "/" {
		v.Word, v.Kind = apps.Ambiguous, "home"
	}
	return v
}

// Required gives nothing.
func (blank) Required() iter.Seq[string] { return func(func(string) bool) {} }
