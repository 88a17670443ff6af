package report

import (
	_ "embed"
	"fmt"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/opinions"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

//go:embed scripts.tmpl
var scriptsText string

// Scripts tells which pages say something else once their scripts have run.
type Scripts struct {
	Lack      string // why there was no browser, "" if there was one
	Templates []Scripted
	More      int // further templates
}

// Scripted is a template of which pages may need a browser.
type Scripted struct {
	opinions.Decision
	Differs string // in what, in words, "" for nothing
	URL     string // one of its pages as both see it, "" for none
	Sights  []Sight

	sent, run int // words
}

// Sight is one thing of a page, as it was sent and with its scripts run.
type Sight struct{ Name, Sent, Run string }

// maxScripted are the templates that are shown.
const maxScripted = 10

// readScripts reads what was decided by samples, with a page of each template
// that shows it.
func (r *Report) readScripts(crawl *stored.Crawl) error {
	decisions, err := frontier.List[opinions.Decision](crawl.Meta(frontier.MetaRendering))
	if err != nil || len(decisions) == 0 {
		return err
	}
	s := &Scripts{Lack: crawl.Meta(frontier.MetaNoBrowser), More: max(0, len(decisions)-maxScripted)}
	for _, d := range decisions[:len(decisions)-s.More] {
		t := Scripted{Decision: d, Differs: opinions.Join(d.In)}
		if err := t.compare(crawl); err != nil {
			return fmt.Errorf("read how scripts change %s: %w", d.Proof, err)
		}
		s.Templates = append(s.Templates, t)
	}
	r.Scripts = s
	return nil
}

// compare puts both opinions on the page of proof side by side.
func (t *Scripted) compare(crawl *stored.Crawl) error {
	page, err := crawl.Find(t.Proof)
	if err != nil || page == nil {
		return err
	}
	row, err := crawl.RenderingOf(page.ID)
	if err != nil || row == nil || row.Page == nil {
		return err
	}
	sent, how := row.Sent, &row.Rendering
	t.URL, t.sent, t.run = t.Proof, sent.Words, row.Page.Words
	t.Sights = []Sight{
		{sightNames[0], sent.Title, row.Page.Title},
		{sightNames[1], sent.H1[0], row.Page.H1[0]},
		{sightNames[2], strconv.Itoa(sent.Words), strconv.Itoa(row.Page.Words)},
		{sightNames[3], "", fmt.Sprint(how.Links)},
		{sightNames[4], canonicals[sent.Canonical], canonicals[how.Canonical]},
		{sightNames[5], sent.MetaRobots.String(), how.Robots.String()},
	}
	if how.Script {
		t.Sights = append(t.Sights, Sight{sightNames[6], t.Proof, "another one, by script"})
	}
	return nil
}

// sightNames are what of a page both opinions are shown of.
var sightNames = []string{"Title", "Heading", "Words", "Links that only scripts make", "Canonical", "Robots", "Address"}

// canonicals are the states of a canonical, in words.
var canonicals = [...]string{
	record.CanonicalAbsent: "none", record.CanonicalSelf: "the page itself", record.CanonicalOther: "another page",
	record.CanonicalInvalid: "not valid", record.CanonicalConflict: "several that differ",
}

// Percent is the share of its words that the page has without scripts.
func (t *Scripted) Percent() int { return min(100, t.sent*100/max(1, t.run)) }
