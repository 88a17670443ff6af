package explain

import (
	"cmp"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// fetchRows tells what was asked for, and what came.
func (x *explanation) fetchRows(b *strings.Builder) {
	if r := x.Retry; r != nil {
		row(b, "Tried", "%d time%s; the next try is due at %s", r.Tries, prose.Plural(r.Tries), r.Due.Format(time.RFC3339))
	}
	f := x.Fetch
	switch {
	case x.Checked != nil:
		x.checkedRows(b)
		return
	case f == nil:
		word := "no"
		if x.Verdict.State == audit.Deferred.String() {
			word = "not yet"
		}
		row(b, "Fetched", "%s", word)
		return
	case f.Tries == 0:
		row(b, "Fetched", "no; decided at %s", f.At.Format(time.RFC3339))
		return
	case f.Status == 0:
		row(b, "Fetched", "at %s: no answer to %d request%s: %s", f.At.Format(time.RFC3339), f.Tries, prose.Plural(f.Tries),
			strings.TrimSpace(f.Error+" "+f.ErrorText))
		return
	}
	row(b, "Fetched", "at %s: HTTP %d in %d request%s; first byte after %d ms, all after %d ms", f.At.Format(time.RFC3339), f.Status, f.Tries,
		prose.Plural(f.Tries), f.FirstByteMS, f.TotalMS)
	if f.UnchangedSince != nil {
		row(b, "", "unchanged since %s, said the server (304): the content is of then", f.UnchangedSince.Format(time.RFC3339))
	}
	if f.ChangedAt != nil {
		row(b, "", "its content changed before %s", f.ChangedAt.Format(time.RFC3339))
	}
	if f.Error != "" {
		row(b, "", "%s %s", f.Error, f.ErrorText)
	}
	for _, h := range [][2]string{{"Location", f.Location}, {"Last-Modified", f.LastModified}, {"ETag", f.ETag}} {
		if h[1] != "" {
			row(b, "", "%s: %s", h[0], h[1])
		}
	}
}

// checkedRows tells what came of asking for a URL of another host.
func (x *explanation) checkedRows(b *strings.Builder) {
	c := x.Checked
	switch {
	case c.Why != "":
		row(b, "Checked", "no: %s", c.Why)
	case c.Status == 0:
		row(b, "Checked", "no answer to %d request%s: %s", c.Requests, prose.Plural(c.Requests), c.Error)
	default:
		row(b, "Checked", "HTTP %d in %d request%s (--check-external)", c.Status, c.Requests, prose.Plural(c.Requests))
	}
	if c.End != "" {
		row(b, "", "at the end of its redirects: %s", c.End)
	}
}

func (x *explanation) contentRows(b *strings.Builder) {
	c, f := x.Content, x.Fetch
	if c == nil {
		b.WriteString("\n")
		return
	}
	row(b, "Content", "%s; %s, %s on the wire", strings.TrimSpace(cmp.Or(c.Type, "no type")+" "+c.Charset), prose.Bytes(f.Bytes), prose.Bytes(f.WireBytes))
	if f.Truncated {
		row(b, "", "cut at the size limit; judged by what was read")
	}
	if f.LinksCut > 0 {
		row(b, "", "%s links were not kept: the page has too many, or too long ones", prose.Thousands(f.LinksCut))
	}
	for _, problem := range c.Problems {
		row(b, "  problem", "%s: %s", problem.Code, problem.Words)
	}
	if c.HTML {
		row(b, "", "%d word%s; language: %s", c.Words, prose.Plural(c.Words), cmp.Or(c.Lang, "not said"))
		row(b, "  title", "%s", cmp.Or(c.Title, "-"))
		row(b, "  description", "%s", cmp.Or(c.Description, "-"))
		for _, h := range c.H1 {
			row(b, "  h1", "%s", h)
		}
		where := ""
		if len(c.CanonicalIn) > 0 {
			where = " (by " + strings.Join(c.CanonicalIn, " and ") + ")"
		}
		row(b, "  canonical", "%s%s", c.Canonical, where)
		if t := c.CanonicalTarget; t != nil && c.Canonical == "other" {
			row(b, "", "%s (%s)", t.URL, t.Verdict)
		}
	}
	for _, line := range c.RobotsMeta {
		row(b, "  robots meta", "%s", line)
	}
	for _, line := range c.RobotsHeader {
		row(b, "  X-Robots-Tag", "%s", line)
	}
	b.WriteString("\n")
}

// robotsRows tells what robots.txt says to each agent.
func (x *explanation) robotsRows(b *strings.Builder) {
	label := "robots.txt"
	for _, r := range x.Robots {
		word := "allowed to"
		if !r.Allow {
			word = "forbidden to"
		}
		switch {
		case r.Line > 0:
			row(b, label, "%s %s by line %d: %s", word, r.Agent, r.Line, r.Rule)
		case !r.Allow && r.Status == 0:
			row(b, label, "%s %s: no answer came to the request for the file", word, r.Agent)
		case !r.Allow:
			row(b, label, "%s %s: the file could not be had (%d)", word, r.Agent, r.Status)
		case r.Status >= 300:
			row(b, label, "%s %s: the host has no robots.txt (%d)", word, r.Agent, r.Status)
		default:
			row(b, label, "%s %s: no rule matches", word, r.Agent)
		}
		label = ""
	}
}

func (x *explanation) hostRows(b *strings.Builder) {
	label := "Learned of host"
	for _, r := range x.Rules {
		row(b, label, "%s: %s", canonical.Rule{Kind: canonical.RuleKind(r.Kind), Name: r.Name, Path: r.Path, Value: r.Value}, r.Proof)
		label = ""
	}
	label = "Folded on host"
	for i, f := range x.Folds {
		if i == 3 && len(x.Folds) > 4 {
			row(b, "", "and by %d more rules (--json tells all)", len(x.Folds)-i)
			break
		}
		row(b, label, "%s spelling%s by %s %s", prose.Thousands(f.Count), prose.Plural(f.Count), f.Kind, f.Name)
		label = ""
	}
}
