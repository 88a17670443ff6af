package explain

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
)

// text tells an explanation to people, in 80 columns.
func (x *explanation) text() string {
	var b strings.Builder
	for _, line := range prose.Wrap(safe.OneLine(x.URL), prose.Width) {
		fmt.Fprintln(&b, line)
	}
	x.askedRows(&b)
	b.WriteString("\n")
	if x.Known {
		x.knownRows(&b)
	} else {
		x.unknownRows(&b)
	}
	x.robotsRows(&b)
	x.hostRows(&b)
	end := x.Crawl.End
	switch {
	case end == "":
		end = "still at work, or killed"
	case x.Crawl.Unread:
		end = "gone through to its end, but " + x.Crawl.Incomplete
	}
	row(&b, "Crawl", "%s, %s", x.Crawl.File, end)
	return b.String()
}

// row is summaryRow with arguments that may come from the site made safe.
func row(b *strings.Builder, label, format string, args ...any) {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = safe.Quoted(s)
		}
	}
	prose.Row(b, label, format, args...)
}

func (x *explanation) askedRows(b *strings.Builder) {
	if x.URL == x.Asked {
		return
	}
	row(b, "  asked as", "%s", x.Asked)
	for _, r := range x.Removed {
		row(b, "  removed", "%s (%s): %s", r.Name, r.Kind, r.Why)
	}
}

func (x *explanation) unknownRows(b *strings.Builder) {
	row(b, "Verdict", "none: this crawl does not know the URL")
	if x.Foresee == nil {
		row(b, "", "nothing forbids it: if it were linked, it would be fetched")
		return
	}
	row(b, "", "if it were linked: %s (%s): %s", x.Foresee.Verdict, x.Foresee.State, x.Foresee.Meaning)
	if x.Unless != "" {
		row(b, "", "unless %s", x.Unless)
	}
	evidenceRows(x.Foresee, b)
	x.sideRows(b)
}

func (x *explanation) knownRows(b *strings.Builder) {
	if x.Verdict.Verdict == x.Verdict.State {
		row(b, "Verdict", "%s: %s", x.Verdict.Verdict, x.Verdict.Meaning)
	} else {
		row(b, "Verdict", "%s (%s): %s", x.Verdict.Verdict, x.Verdict.State, x.Verdict.Meaning)
	}
	if x.Unwritten && x.Refused != "" {
		row(b, "", "but what this crawl lists was not published: %s", x.Refused)
	}
	evidenceRows(x.Verdict, b)
	x.sideRows(b)
	if x.Listed == nil && x.Standing != "" {
		row(b, "  sitemap", "not in the one that stands now, which was made of %s", x.Standing)
	}
	if x.Listed != nil {
		row(b, "  sitemap", "%s", x.Listed.File)
		if x.Standing != "" {
			row(b, "", "as it stands now: made of %s", x.Standing)
		}
		if l := x.Listed; l.LastMod != "" {
			row(b, "  lastmod", "%s, by %s", l.LastMod, l.LastModSource)
		}
	}
	if x.Unwritten && x.Refused == "" {
		row(b, "", "this crawl has published no sitemap")
	}
	label := "Also"
	for i := range x.Also {
		row(b, label, "%s: %s", x.Also[i].Verdict, x.Also[i].Meaning)
		evidenceRows(&x.Also[i], b)
		label = ""
	}
	x.endRows(b)
	x.findingRows(b)
	b.WriteString("\n")
	x.foundRows(b)
	x.linkRows(b)
	b.WriteString("\n")
	x.fetchRows(b)
	x.contentRows(b)
	x.scriptRows(b)
	x.translationRows(b)
}

// findingRows tells what is wrong with the URL.
func (x *explanation) findingRows(b *strings.Builder) {
	if x.Findings == nil {
		row(b, "Findings", "not looked for in a crawl of this size: portolan urls has them, --where url=... --columns findings")
		return
	}
	label := "Findings"
	for _, f := range x.Findings {
		likely := ""
		if f.Confidence == "likely" {
			likely = ", likely"
		}
		row(b, label, "%s (%s%s): %s", f.ID, f.Severity, likely, f.Detail)
		if f.Target != "" {
			row(b, "", "%s", f.Target)
		}
		label = ""
	}
}

// evidenceRows tells what a verdict rests on.
func evidenceRows(v *Verdict, b *strings.Builder) {
	for _, e := range v.Evidence {
		label := "  " + e.Kind
		for _, text := range []string{e.Text, e.Where, e.Note} {
			if text != "" {
				row(b, label, "%s", text)
				label = ""
			}
		}
	}
	if len(v.Hops) == 0 && v.Target != nil {
		row(b, "  leads to", "%s (%s)", v.Target.URL, cmp.Or(v.Target.Verdict, "not known"))
	}
	for i, h := range v.Hops {
		what := cmp.Or(h.Error, "not fetched")
		if h.Status != 0 {
			what = fmt.Sprint(h.Status)
		}
		if h.Again {
			what = "again: a circle"
		}
		row(b, fmt.Sprintf("  hop %d", i+1), "%s (%s, %s)", h.URL, what, h.Verdict)
	}
}

// previousText tells what the last sitemap's entry was, and since when.
func previousText(p *audit.Previous) string {
	text := "sitemap: last seen well at " + p.Verified.UTC().Format(time.RFC3339)
	switch {
	case p.Left:
		text += fmt.Sprintf("; it has left the sitemap, and was asked for again in %s", prose.Counted(p.Runs, "run"))
	case p.Runs > 1:
		text += fmt.Sprintf("; that was %s ago", prose.Counted(p.Runs, "run"))
	}
	if p.LastMod != "" {
		text += "; its lastmod was " + p.LastMod
	}
	return text
}

func (x *explanation) foundRows(b *strings.Builder) {
	label := "Known from"
	for _, s := range x.Found.Sources {
		if s.Source == "link" && x.Found.Via != nil {
			continue // told below
		}
		detail := s.Detail
		if p, previous := audit.ParsePrevious(detail); previous {
			detail = previousText(&p)
		}
		row(b, label, "%s", strings.TrimSpace(s.Source+" "+detail))
		label = ""
	}
	if v := x.Found.Via; v != nil {
		row(b, label, "first %s on %s", named(v), v.URL)
	}
	x.measureRows(b)
	x.pathRows(b)
	shortestRows(x.Found, b)
}

// measureRows tell what logs and exports measure of the URL.
func (x *explanation) measureRows(b *strings.Builder) {
	label := "Measured"
	for _, source := range slices.Sorted(maps.Keys(x.Found.Measures)) {
		facts := x.Found.Measures[source]
		var texts []string
		for _, name := range slices.Sorted(maps.Keys(facts)) {
			texts = append(texts, fmt.Sprintf("%s %v", name, facts[name]))
		}
		row(b, label, "%s: %s", source, strings.Join(texts, ", "))
		label = ""
	}
}

// pathRows tells the way by which the URL was found.
func (x *explanation) pathRows(b *strings.Builder) {
	if len(x.Found.Path) == 1 {
		return
	}
	switch depth := x.Found.Depth; {
	case depth == nil:
		row(b, "Path", "no followed link leads to it from the start; it was found by way of")
	case *depth >= x.Found.Steps:
		row(b, "Path", "%d clicks from the start by followed links; it was found before by way of", *depth)
	case *depth == 1:
		row(b, "Path", "1 click from the start")
	default:
		row(b, "Path", "%d clicks from the start", *depth)
	}
	for _, url := range x.Found.Path {
		row(b, "", "%s", url)
	}
}

// shortestRows tells of a way that takes fewer clicks than the one by which
// the URL was found.
func shortestRows(f *Found, b *strings.Builder) {
	s := f.Shortest
	if s == nil || f.Depth != nil && s.Clicks >= *f.Depth {
		return
	}
	row(b, "Shortest", "%d click%s, by links that were found later or are nofollow", s.Clicks, prose.Plural(s.Clicks))
	for _, url := range s.Path {
		row(b, "", "%s", url)
	}
}

// endRows tells where redirects lead in the end.
func (x *explanation) endRows(b *strings.Builder) {
	switch end := x.End; {
	case end == nil || end.Hops == 1:
	case end.Loop:
		row(b, "Ends at", "no page: the redirects run in a circle")
	default:
		row(b, "Ends at", "%s (%s), after %d redirects", end.URL, end.Verdict, end.Hops)
	}
}

// named tells what kind of link it is and what it says.
func named(l *Link) string {
	name := map[string]string{"a": "link"}[l.Kind]
	if name == "" {
		name = l.Kind
	}
	if l.Anchor != "" {
		name += fmt.Sprintf(" \"%s\"", l.Anchor)
	}
	if len(l.Rel) > 0 {
		name += " (" + strings.Join(l.Rel, ", ") + ")"
	}
	return name
}

func (x *explanation) linkRows(b *strings.Builder) {
	in := x.InLinks
	row(b, "In-links", "%s link%s on %s page%s, %s of them nofollow; %s other reference%s",
		prose.Thousands(in.Links), prose.Plural(in.Links), prose.Thousands(in.Pages), prose.Plural(in.Pages), prose.Thousands(in.NoFollow), prose.Thousands(in.References), prose.Plural(in.References))
	for _, l := range in.Examples {
		row(b, "", "%s on %s", named(&l), l.URL)
	}
	if more := in.Pages - len(in.Examples); more > 0 {
		row(b, "", "and on %s more", prose.Thousands(more))
	}
	if out := x.Out; out != nil && x.Content != nil && x.Content.HTML {
		row(b, "Links to", "%d URL%s by %d link%s, %d of them nofollow; %d other reference%s",
			out.URLs, prose.Plural(out.URLs), out.Links, prose.Plural(out.Links), out.NoFollow, out.References, prose.Plural(out.References))
	}
}
