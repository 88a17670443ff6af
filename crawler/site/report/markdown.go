package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Markdown writes the summary and the findings for tickets, and for programs
// that read text (CommonMark with GitHub's tables).
func (r *Report) Markdown(to io.Writer) error {
	out := bufio.NewWriter(to)
	title := r.Title
	if title == "" {
		title = "Site report"
	}
	fmt.Fprintf(out, "# %s\n\n%s, crawled on %s UTC by portolan %s.\n\n", plain(title), literal(r.Site), r.Began.UTC().Format("2 January 2006, 15:04"), plain(r.Version))
	if r.Incomplete != "" {
		fmt.Fprintf(out, "> The crawl has not seen the whole site: %s. Numbers are at least so many.\n\n", plain(r.Incomplete))
	}
	fmt.Fprintf(out, "| Figure | Value |\n|---|---:|\n| URLs known | %s |\n| Listed in the sitemap | %s |\n| Excluded | %s |\n| Deferred | %s |\n| Offered and indexable | %s (%s of %s) |\n| Errors | %s |\n| Warnings | %s |\n| Notices | %s |\n",
		count(r.Known), count(r.Listed), count(r.Excluded), count(r.Deferred), share(r.Indexable, r.Offered), count(r.Indexable), count(r.Offered),
		count(r.Totals[3]), count(r.Totals[2]), count(r.Totals[1]))
	for i, c := range r.Causes {
		if i == 0 {
			fmt.Fprint(out, "\n## Do first\n\n")
		}
		where := ""
		if c.What != "" {
			where = ", " + strings.TrimSpace(c.Words()+" "+literal(c.What))
		}
		fmt.Fprintf(out, "%d. **%s** (%s%s): %s\n", i+1, plain(c.Rule.Title), times(c.N, "finding", "findings"), where, plain(c.Rule.Fix))
	}
	if b := r.Before; b != nil {
		fmt.Fprintf(out, "\nLast time (%s): %s listed, %s offered and indexable; %s mended since, %s new.\n", b.Began.UTC().Format("2 January 2006"), count(b.Listed), share(b.Indexable, b.Offered),
			times(r.Mended, "cause", "causes"), times(r.fresh(), "finding", "findings"))
	}
	fmt.Fprint(out, "\n## Verdicts\n\n| State | Verdict | URLs | Meaning |\n|---|---|---:|---|\n")
	for _, v := range r.Verdicts {
		fmt.Fprintf(out, "| %s | %s | %s | %s |\n", v.Code.State(), v.Code, count(v.URLs), plain(v.Code.Meaning()))
	}
	r.markdownGroups(out)
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

func (r *Report) markdownGroups(out *bufio.Writer) {
	fmt.Fprint(out, "\n## Findings\n")
	for _, g := range r.Groups {
		likely, fresh := "", ""
		if g.Likely == g.N {
			likely = ", likely"
		}
		if g.New > 0 {
			fresh = ", " + count(g.New) + " of them new"
		}
		fmt.Fprintf(out, "\n### %s: %s (%s%s%s)\n\n%s\n\n**What to do:** %s\n\n", plain(g.Rule.Title), count(g.N), g.Severity, likely, fresh, plain(g.Rule.Why), plain(g.Rule.Fix))
		for _, t := range g.Templates {
			fmt.Fprintf(out, "- %s: %s\n", literal(t.Pattern), count(t.N))
		}
		fmt.Fprint(out, "\n| URL | What was found | Linked from |\n|---|---|---|\n")
		for _, e := range g.Examples[:min(len(g.Examples), perTemplate)] {
			detail := plain(e.Detail)
			if e.Target != "" {
				detail += " → " + literal(e.Target)
			}
			fmt.Fprintf(out, "| %s | %s | %s |\n", literal(e.URL), detail, literal(e.From))
		}
	}
	if len(r.Groups) == 0 {
		fmt.Fprint(out, "\nNone.\n")
	}
	for i, g := range r.Withheld {
		if i == 0 {
			fmt.Fprint(out, "\n### Not told\n\n")
		}
		fmt.Fprintf(out, "- %s: %s\n", plain(g.Rule.Title), plain(g.Withheld))
	}
}

// plain escapes text so that none of it is markup (CommonMark 2.4).
func plain(text string) string {
	var b strings.Builder
	for _, r := range visible(text) {
		if strings.ContainsRune("\\`*_{}[]<>()#+-.!|~&", r) && r != '.' && r != '-' && r != '(' && r != ')' || r == '@' || r == '$' {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// literal gives a text as code, which nothing ends: of a row of backquotes as
// long as the longest in it and one more (CommonMark 6.1). In tables a bar ends
// even that.
func literal(text string) string {
	text = strings.ReplaceAll(visible(text), "|", "\\|")
	if text == "" {
		return ""
	}
	most, run := 0, 0
	for _, r := range text {
		if run++; r != '`' {
			run = 0
		}
		most = max(most, run)
	}
	fence := strings.Repeat("`", most+1)
	if most > 0 {
		return fence + " " + text + " " + fence
	}
	return fence + text + fence
}
