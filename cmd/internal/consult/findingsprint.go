package consult

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/failon"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/query/lines"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// findingsOutput prints findings.
type findingsOutput struct {
	p     *console.Program
	w     *lines.Writer[query.Finding]
	ids   []string // in a table, each finding of these kinds; without any, a line for each kind
	count bool     // a line for each kind in any form
	by    string   // for each kind and template, or segment
	parts map[countedPart]int
	whole bool // in JSON, all of a finding
	limit int
	shown map[string][]shownFinding // by rule, for the table: what most come to first
	begun bool
	crawl *stored.Crawl
}

func (o *findingsOutput) take(f *query.Finding) error {
	switch {
	case o.by != "" && f.Ignored == "" && (len(o.ids) == 0 || slices.Contains(o.ids, f.Rule.ID)):
		o.addPart(f)
		return nil
	case o.count, len(o.ids) > 0 && !slices.Contains(o.ids, f.Rule.ID):
		return nil
	case o.w.Format == "jsonl" && o.whole:
		return o.object(f)
	case o.w.Format != "table":
		if !o.begun {
			o.begun = true
			if err := o.w.Begin(); err != nil {
				return err
			}
		}
		return o.w.Row(f)
	case len(o.ids) == 0 || o.p.Quiet:
		return nil
	}
	o.show(f)
	return nil
}

// shownFinding is one in the table, with what puts it in its place.
type shownFinding struct {
	clicks, pages int
	text          string
}

// show keeps a finding for the table, if it is among those to be shown: those with
// most clicks, then those to which most pages link, then those found first.
func (o *findingsOutput) show(f *query.Finding) {
	if o.shown == nil {
		o.shown = map[string][]shownFinding{}
	}
	list, x := o.shown[f.Rule.ID], shownFinding{clicks: f.Clicks(), pages: f.Pages}
	if n := len(list); o.limit > 0 && n == o.limit {
		if x.compare(list[n-1]) >= 0 {
			return
		}
		list = list[:n-1]
	}
	x.text = o.text(f)
	if list = append(list, x); o.limit > 0 {
		slices.SortStableFunc(list, shownFinding.compare)
	}
	o.shown[f.Rule.ID] = list
}

func (x shownFinding) compare(y shownFinding) int {
	return cmp.Or(cmp.Compare(y.clicks, x.clicks), cmp.Compare(y.pages, x.pages))
}

// object prints a finding as an object of its own shape.
func (o *findingsOutput) object(f *query.Finding) error {
	line, err := safe.JSON(f.Shape())
	if err == nil {
		_, err = o.w.Out.Write(line)
	}
	return err
}

// text is one finding in the table.
func (o *findingsOutput) text(f *query.Finding) string {
	var b strings.Builder
	mark := ""
	if f.Ignored != "" {
		mark = "ignored (" + safe.OneLine(f.Ignored) + "): "
	} else if f.Severity != f.Rule.Severity {
		mark = f.Severity.String() + ": "
	}
	if f.Likely {
		mark += "likely: "
	}
	fmt.Fprintf(&b, "  %s\n", cmp.Or(safe.OneLine(f.URL), "the site"))
	fmt.Fprintf(&b, "    %s%s\n", mark, safe.OneLine(f.Detail))
	if to := f.TargetURL(); to != "" {
		fmt.Fprintf(&b, "    see %s\n", safe.OneLine(to))
	}
	if from := f.FromURL(); from != "" {
		fmt.Fprintf(&b, "    on  %s%s\n", safe.OneLine(from), prose.AndMore(max(0, f.Pages-1)))
	}
	return b.String()
}

// end prints what comes after the findings.
func (o *findingsOutput) end(sum *findings.Summary, _ []failon.Result) error {
	sum = query.OnlyOf(sum, o.ids)
	switch {
	case o.by != "":
		return errors.Join(o.countParts(), o.tellWithheld(sum))
	case o.count:
		return o.counts(sum)
	case o.w.Format != "table":
		if !o.begun && o.w.Format != "jsonl" {
			if err := o.w.Begin(); err != nil {
				return err
			}
		}
		return errors.Join(o.w.End(), o.tellWithheld(sum))
	case o.p.Quiet:
		return nil
	}
	var b strings.Builder
	if len(o.ids) > 0 {
		o.sections(&b, sum)
	} else {
		o.table(&b, sum)
	}
	_, err := o.p.Out.Write([]byte(b.String()))
	return err
}

// tellWithheld says on standard error what rows of findings cannot show: what
// could not be told.
func (o *findingsOutput) tellWithheld(sum *findings.Summary) error {
	ids, why := []string(nil), ""
	for _, c := range sum.Counts {
		if c.Withheld != "" {
			ids, why = append(ids, c.Rule.ID), c.Withheld
		}
	}
	if ids != nil {
		o.p.Log.Warn("not told: " + strings.Join(ids, ", ") + ": " + safe.OneLine(why))
	}
	return nil
}

// sections prints the findings of each kind, below its name.
func (o *findingsOutput) sections(b *strings.Builder, sum *findings.Summary) {
	if len(sum.Counts) == 0 {
		b.WriteString("Nothing was found.\n")
		o.seenRow(b, sum)
	}
	o.refusedRow(b)
	for i, c := range sum.Counts {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "%s %s: %s\n", c.Rule.Severity, c.Rule.ID, countWords(&c))
		for _, line := range prose.Wrap(c.Rule.Title+". "+c.Rule.Fix, prose.Width-2) {
			fmt.Fprintf(b, "  %s\n", line)
		}
		list := o.shown[c.Rule.ID]
		slices.SortStableFunc(list, shownFinding.compare)
		for _, x := range list {
			b.WriteString(x.text)
		}
		if more := c.N - len(o.shown[c.Rule.ID]); more > 0 {
			fmt.Fprintf(b, "  and %s more: --limit 0, or --format csv\n", prose.Thousands(more))
		}
	}
}

// countWords says how often a rule fired, or why it did not.
func countWords(c *findings.Count) string {
	text := prose.Thousands(c.N)
	switch {
	case c.Withheld != "":
		return "not told: " + safe.OneLine(c.Withheld)
	case c.Likely == c.N && c.N > 0:
		text += ", likely"
	case c.Likely > 0:
		text += fmt.Sprintf(", %s of them likely", prose.Thousands(c.Likely))
	}
	if c.Ignored > 0 {
		text += fmt.Sprintf(", and %s ignored", prose.Thousands(c.Ignored))
	}
	if c.Unverified > 0 {
		text += fmt.Sprintf(", and %s unverified", prose.Thousands(c.Unverified))
	}
	return text
}

// seenRow tells of a crawl that is not complete, or held URLs back, and of pages that showed
// one text in the stead of their own.
func (o *findingsOutput) seenRow(b *strings.Builder, sum *findings.Summary) {
	if sum.Seen.Unread+sum.Seen.Held > 0 || sum.Seen.Ended != "" || sum.Seen.Doubt != "" {
		prose.Row(b, "Complete?", "%s", query.SeenText(sum.Seen))
	}
	u := stored.UnpublishedOf(o.crawl)
	if u.Text == "" {
		return
	}
	which := []string{safe.OneLine(u.Page)}
	for _, w := range u.Where {
		which = append(which, fmt.Sprintf("%s of %s in %s", prose.Thousands(w.URLs), prose.Thousands(w.Of), safe.OneLine(w.Pattern)))
	}
	prose.Row(b, "One text", "%s: \"%s\"", strings.Join(which, ", "), prose.Cut(safe.OneLine(u.Text), 2*prose.Width))
}

// refusedRow tells of a crawl whose sitemap was refused what its findings are about.
func (o *findingsOutput) refusedRow(b *strings.Builder) {
	if text := refusedText(o.crawl); text != "" {
		prose.Row(b, "Refused", "%s", text)
	}
}

// refusedText says so, "" of other crawls.
func refusedText(crawl *stored.Crawl) string {
	why := crawl.Refused()
	if why == "" {
		return ""
	}
	u, of := stored.UnpublishedOf(crawl), "the site as it was then, which may have been broken"
	switch {
	case u.Instead():
		of = "what stood before the site, and not of its pages: " + stored.GateText(u.Gate) + ". " + stored.OfHost(stored.GateAdvice(u.Gate), crawl.Options.Scope.Host)
	case u.Behind():
		of = "refusals and errors, and of few of its pages"
	}
	return fmt.Sprintf("%s: the sitemap of this crawl was not published. Its findings tell of %s", why, of)
}

const titleWidth = prose.Width - 46 // of what stands behind an ID

// table is a line for each kind, the gravest first, then the most.
func (o *findingsOutput) table(b *strings.Builder, sum *findings.Summary) {
	fmt.Fprintf(b, "%s, %s, %s\n", prose.Counted(sum.Totals[findings.Error], "error"), prose.Counted(sum.Totals[findings.Warning], "warning"), prose.Counted(sum.Totals[findings.Notice], "notice"))
	o.refusedRow(b)
	o.seenRow(b, sum)
	list, why := query.ByGravity(sum.Counts), ""
	for severity := findings.Error; severity >= findings.Notice; severity-- {
		kinds := slices.DeleteFunc(slices.Clone(list), func(c findings.Count) bool { return c.By[severity] == 0 })
		slices.SortStableFunc(kinds, func(x, y findings.Count) int { return cmp.Compare(y.By[severity], x.By[severity]) })
		for _, c := range kinds {
			likely := ""
			if c.Likely == c.N {
				likely = "likely: "
			}
			fmt.Fprintf(b, "%-7s %7s  %-27s  %s\n", severity, prose.Thousands(c.By[severity]), c.Rule.ID, prose.Cut(likely+c.Rule.Title, titleWidth))
		}
	}
	for _, c := range list {
		if c.Withheld != "" {
			why = c.Withheld
			fmt.Fprintf(b, "%-7s %7s  %-27s  %s\n", c.Rule.Severity, "?", c.Rule.ID, prose.Cut(c.Rule.Title, titleWidth))
		}
	}
	ignored := 0
	for _, c := range list {
		ignored += c.Ignored
	}
	if ignored > 0 {
		fmt.Fprintf(b, "%s ignored, as --ignore says: portolan findings FOLDER --ignored --format csv\n", prose.Thousands(ignored))
	}
	if why != "" {
		for _, line := range prose.Wrap("? not told, since the crawl has not seen the whole site: "+safe.OneLine(why), prose.Width) {
			fmt.Fprintln(b, line)
		}
	}
	b.WriteString("\nURLs of one kind: portolan findings FOLDER ID; what it means: portolan rules ID")
	if hasBefore(o.crawl) {
		b.WriteString(";\nwhat is new since the last crawl: --where since_last=new")
	}
	b.WriteString("\n")
}

// hasBefore tells that there is a complete crawl with which one can be compared.
func hasBefore(crawl *stored.Crawl) bool {
	before, err := query.Before(crawl, nil)
	return err == nil && before != nil && before.Close() == nil
}
