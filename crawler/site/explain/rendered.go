package explain

import (
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/opinions"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/robots"
)

// Rendered tells of a page that was read with its scripts run. Content is what
// both opinions amount to; Sent is what was sent.
type Rendered struct {
	At       time.Time `json:"at"`
	Kept     bool      `json:"kept"`              // in an earlier crawl, not in this one
	Failure  string    `json:"failure,omitempty"` // why it could not be
	Detail   string    `json:"detail,omitempty"`
	Differs  []string  `json:"differs"` // in what the two differ
	Script   bool      `json:"script_redirect"`
	Links    int       `json:"links_only_rendered"`
	Marks    []string  `json:"marks"`
	Blocked  []string  `json:"blocked"`     // what robots.txt kept from it
	Hashes   []string  `json:"hash_routes"` // references that are no URLs
	Sent     Sent      `json:"sent"`
	Document Document  `json:"document"`
}

// Sent is a page before its scripts ran.
type Sent struct {
	Title      string `json:"title"`
	Words      int    `json:"words"`
	Canonical  string `json:"canonical"`
	Directives string `json:"directives"`
}

// Document is what the rendered document says by itself.
type Document struct {
	Canonical  string `json:"canonical"`
	Directives string `json:"directives"`
}

// rendered tells of the page's scripts, if they were run.
func (e *explainer) rendered(x *Explanation, row *frontier.Row) error {
	r, err := e.crawl.RenderingOf(row.ID)
	if err != nil || r == nil {
		return err
	}
	how := &r.Rendering
	x.Rendered = &Rendered{
		At: how.At.UTC(), Kept: strings.Contains(how.Marks, opinions.MarkKept), Failure: how.Failure, Detail: how.Detail,
		Differs: append([]string{}, opinions.Of(r).Names()...), Script: how.Script, Links: how.Links,
		Marks: append([]string{}, strings.Fields(how.Marks)...), Blocked: linesOf(how.Blocked), Hashes: linesOf(how.Hashes),
		Sent:     Sent{r.Sent.Title, r.Sent.Words, canonicalStates[r.Sent.Canonical], directives(r.Sent.MetaRobots)},
		Document: Document{canonicalStates[how.Canonical], directives(how.Robots)},
	}
	return nil
}

func directives(d robots.Directives) string { return d.String() }
