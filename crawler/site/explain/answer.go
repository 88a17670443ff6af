package explain

import (
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

var outcomeNames = [...]string{
	record.Answered: "answered", record.NoAnswer: "no-answer", record.RobotsBlocked: "robots-blocked", record.Folded: "folded",
	record.PrivateTarget: "private-target", record.Challenged: "challenged", record.Fault: "fault",
}

var canonicalStates = [...]string{
	record.CanonicalAbsent: "absent", record.CanonicalSelf: "self", record.CanonicalOther: "other",
	record.CanonicalInvalid: "invalid", record.CanonicalConflict: "conflict",
}

// answer tells what came of the request, or what it waits for.
func (e *explainer) answer(x *Explanation, row *frontier.Row) error {
	if r := row.Retry; r != nil {
		x.Retry = &Retry{r.Tries, r.Due.UTC(), r.Status, r.Err.String()}
	}
	p := row.Page
	if p == nil {
		return nil
	}
	x.Fetch = &Fetch{
		Outcome: outcomeNames[p.Outcome], Status: p.Status, Error: p.Err.String(), ErrorText: p.ErrText, Tries: p.Tries,
		At: p.FetchedAt.UTC(), FirstByteMS: p.TTFB.Milliseconds(), TotalMS: p.Total.Milliseconds(),
		WireBytes: p.Wire, Bytes: p.Inflated, Truncated: p.Truncated, LinksCut: p.LinksCut,
		ContentType: p.ContentType, ETag: p.ETag, LastModified: p.LastModified, Location: p.Location,
		UnchangedSince: timeOrNil(p.ReadAt), ChangedAt: timeOrNil(p.ChangedAt),
	}
	if p.Outcome != record.Answered {
		return nil
	}
	c := &Content{
		Type: p.Type, HTML: p.HTML, Charset: p.Charset, Title: p.Title, Description: p.Description, H1: []string{},
		Lang: p.Lang, Words: p.Words, Canonical: canonicalStates[p.Canonical], CanonicalIn: append([]string{}, e.canonicalIn...),
		RobotsMeta: linesOf(p.RobotsMeta), RobotsHeader: linesOf(p.RobotsHeader), Directives: (p.MetaRobots | p.HeaderRobots).String(),
	}
	for _, h := range p.H1 {
		if h != "" {
			c.H1 = append(c.H1, h)
		}
	}
	for problem := range p.Facts.Problems.Each {
		c.Problems = append(c.Problems, Problem{problem.String(), problem.Words()})
	}
	x.Content = c
	if err := e.rendered(x, row); err != nil {
		return err
	}
	if row.Canonical == frontier.NoID {
		return nil
	}
	target, err := e.judge.Known(row.Canonical)
	c.CanonicalTarget = targetOf(target)
	return err
}

// checked tells what --check-external found at a URL of another host.
func (e *explainer) checked(x *Explanation, row *frontier.Row) error {
	if row.Page != nil {
		return nil
	}
	_, err := frontier.EachChecked(e.crawl.Meta, func(c *frontier.Checked) {
		if c.ID == row.ID && c.URL == "" {
			x.Checked = &Checked{c.Status, c.Err, c.End, c.Tries, c.Why}
		}
	})
	return err
}

func timeOrNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func linesOf(text string) []string {
	if text == "" {
		return []string{}
	}
	return strings.Split(text, "\n")
}
