package classes_test

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
)

// A crawl file can say anything of its views of pages: what it says is a view that
// there may be, with a class that can be told, or nothing.
func FuzzReadBook(f *testing.F) {
	f.Add(`{"classes":[{"Pattern":"http://a.example/*","Param":"q","Relation":2,"Known":4,"Same":3}],"paths":false}`, uint64(1<<32|1<<4|1), 9)
	f.Add(`{"classes":[{"Relation":200}],"paths":true}`, uint64(1<<4|1), 9)
	f.Add(`{"classes":[{"Known":-1}]}`, uint64(1<<4|15), 0)
	f.Add(`null`, ^uint64(0), -1)
	f.Fuzz(func(t *testing.T, text string, entry uint64, known int) {
		book, sound := classes.ReadBook(text, known)
		if !sound {
			return
		}
		for i := range book.Classes {
			tell(t, book.Classes[i])
		}
		book.IsPage("http://a.example/p?q=1")
		view, told := book.View(entry)
		if !told {
			return
		}
		if view.Target != frontier.NoID && int(view.Target) >= known {
			t.Errorf("entry %x leads to the URL %d of %d", entry, view.Target, known)
		}
		if c, found := view.Class(); found {
			tell(t, c)
		} else if view.ByParam() {
			t.Errorf("entry %x has no class", entry)
		}
	})
}

// tell puts a class into the words that explain and classes print.
func tell(t *testing.T, c classes.Class) {
	if c.Relation.String() == "" || c.Words() == "" || c.Known < 0 {
		t.Errorf("%+v", c)
	}
}
