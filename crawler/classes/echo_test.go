package classes_test

import (
	"fmt"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

func alike(id, via frontier.ID, url string) *frontier.Row {
	row := &frontier.Row{ID: id, Via: via, URL: url, Location: frontier.NoID, Page: &record.Page{}}
	row.Page.Outcome, row.Page.Status, row.Page.HTML, row.Page.ContentOwn = record.Answered, 200, true, 7
	return row
}

// ask takes the questions about pages with the URLs of TestEchoesNeedProof.
func ask(t *testing.T, e *classes.Echoes) []classes.Question {
	t.Helper()
	asked, err := e.Ask(func(id frontier.ID) (string, error) { return fmt.Sprintf("http://a.example/p/%d-lamp", id-1), nil },
		func(string) uint64 { return 1 })
	if err != nil {
		t.Fatal(err)
	}
	return asked
}

// Pages that are alike and found on each other raise a question; without a
// proof all of them are followed, however many there are.
func TestEchoesNeedProof(t *testing.T) {
	e := classes.NewEchoes()
	var asked []classes.Question
	for id := range frontier.ID(1000) {
		e.See(alike(id+1, id, fmt.Sprintf("http://a.example/p/%d-lamp", id)))
		asked = append(asked, ask(t, e)...)
	}
	if len(asked) != 1 || asked[0].URL != "http://a.example/p/portolan-0000000000000001" {
		t.Fatalf("asked %+v", asked)
	}
	if e.Holds(9000, 500, "http://a.example/p/1001-lamp") {
		t.Error("what a page leads to that is like many others is held without proof")
	}
	e.Told(asked[0].Proof)
	e.See(alike(2000, 500, "http://a.example/p/2000-lamp"))
	for _, via := range []frontier.ID{2000, 500} { // after the proof, and before
		held := 0
		for n := range 100 {
			if e.Holds(9000, via, fmt.Sprintf("http://a.example/p/%d-lamp", 3000+n)) {
				held++
			}
		}
		if held < 90 || held == 100 {
			t.Errorf("%d of 100 URLs are held that only page %d leads to, which is the same at any address; want all but one in fifty", held, via)
		}
	}
	proofs, err := classes.ReadProofs(classes.ProofsText([]classes.Proof{asked[0].Proof}))
	if err != nil || len(proofs) != 1 || proofs[0] != asked[0].Proof {
		t.Errorf("proofs %+v, %v", proofs, err)
	}
	other := classes.NewEchoes(proofs...)
	other.See(alike(1, 0, "http://a.example/p/1-lamp"))
	if !other.Any() {
		t.Error("the run that goes on has forgotten the proof")
	}
}

// Pages that an index leads to raise no question.
func TestEchoesOfAnIndex(t *testing.T) {
	e := classes.NewEchoes()
	for id := range frontier.ID(1000) {
		e.See(alike(id+1, 0, fmt.Sprintf("http://a.example/p/%d-lamp", id)))
	}
	if asked := ask(t, e); len(asked) > 0 {
		t.Errorf("asked %+v", asked)
	}
}

// A folder in which nothing but a page was read that comes at any address is closed, whatever leads there; another page in it opens it.
func TestEchoesCloseFolders(t *testing.T) {
	e := classes.NewEchoes(classes.Proof{Text: 7})
	held := func(format string) (n int) {
		for i := range 1000 {
			if e.Holds(9000, 8000, fmt.Sprintf(format, i)) {
				n++
			}
		}
		return n
	}
	real := alike(8000, frontier.NoID, "http://a.example/")
	real.Page.ContentOwn = 8
	e.See(real)
	for id := range frontier.ID(200) {
		if n := held("http://a.example/offer/%d"); n > 0 {
			t.Fatalf("%d of 1000 are held after %d pages", n, id)
		}
		e.See(alike(id+1, 8000, fmt.Sprintf("http://a.example/offer/1%d", id)))
	}
	if n := held("http://a.example/offer/%d"); n < 900 || n == 1000 {
		t.Errorf("%d of 1000 are held, want all but one in fifty", n)
	}
	if n := held("http://a.example/offers/%d"); n > 0 {
		t.Errorf("%d are held in another folder", n)
	}
	other := alike(300, 8000, "http://a.example/offer/300")
	other.Page.ContentOwn = 9
	if e.See(other); held("http://a.example/offer/%d") > 0 {
		t.Error("the folder is closed though another page lies in it")
	}
}
