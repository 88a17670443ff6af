package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/causes"
)

// Markdown writes the summary and the findings for tickets, and for programs
// that read text (CommonMark with GitHub's tables).
func (r *Report) Markdown(to io.Writer) error {
	words, err := wordsOf(r.Lang)
	if err != nil {
		return err
	}
	m := &markdown{bufio.NewWriter(to), words, r}
	m.head()
	m.summary()
	m.causes()
	m.groups()
	if err := m.Flush(); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

type markdown struct {
	*bufio.Writer
	*words
	r *Report
}

func (m *markdown) head() {
	r, title, site := m.r, m.r.Title, literal(m.r.Site)
	if title == "" {
		title = m.tr("Site report")
	}
	if r.Segment != "" {
		site += ", " + plain(m.tr("only the segment")+" "+r.Segment)
	}
	fmt.Fprintf(m, "# %s\n\n%s, %s, portolan %s.\n\n", plain(title), site, plain(m.tr("crawled on %s", m.date(r.Began))), plain(r.Version))
	if u := r.Unbegun; u != nil {
		fmt.Fprintf(m, "> **%s** %s %s\n\n", plain(m.tr("The last run, of %s, could not begin: what follows is the state before.", m.date(u.At))), plain(m.tr("The reason:")), literal(u.Why))
	}
	if behind := r.Behind(); behind != "" {
		fmt.Fprintf(m, "> **%s**\n\n", plain(m.tr(behind)))
	}
	if r.Seen.Why() != "" {
		fmt.Fprintf(m, "> %s. %s\n\n", plain(m.seen(r.Seen)), plain(m.tr("What only the whole site could show is not claimed; numbers are at least so many.")))
	} else {
		fmt.Fprintf(m, "%s.\n\n", plain(m.seen(r.Seen)))
	}
	if r.Published && r.one != nil {
		fmt.Fprintf(m, "> %s.\n\n", plain(strings.Join(r.advice(m.words), ". ")))
	}
	if !r.Published {
		text := plain(m.tr("The crawl has not published its sitemap. What follows tells of the site as it was crawled, not of a sitemap that is served."))
		if why := r.Why(); why != "" {
			text += " " + plain(m.tr(why))
		}
		for _, said := range r.advice(m.words) {
			text += " " + plain(said) + "."
		}
		if page := r.Unpublished.Page; page != "" {
			text += " " + plain(m.tr("An example:")) + " " + literal(page)
		}
		if says := r.Unpublished.Text; says != "" {
			text += ". " + plain(m.tr("There it says:")) + " " + literal(says)
		}
		for i, w := range r.Unpublished.Where {
			text += []string{". " + plain(m.tr("So it is in")) + " ", ", "}[min(i, 1)] + literal(w.Pattern) + fmt.Sprintf(" (%s / %s)", m.count(w.URLs), m.count(w.Of))
		}
		fmt.Fprintf(m, "> %s\n\n", text)
	}
}

func (m *markdown) summary() {
	r, listed := m.r, m.tr("Listed in the sitemap")
	if !r.Published {
		listed = m.tr("To be listed")
	}
	indexable := fmt.Sprintf("%s (%s / %s)", m.share(r.Indexable, r.Offered), m.count(r.Indexable), m.count(r.Offered))
	if !r.OfferedKnown() {
		indexable = m.tr("not known")
	}
	fmt.Fprintf(m, "| %s | %s |\n|---|---:|\n", m.tr("Figure"), m.tr("Value"))
	for _, row := range [][2]string{
		{m.tr("URLs known"), m.count(r.Known)}, {listed, m.count(r.Listed)}, {m.tr("Excluded"), m.count(r.Excluded)}, {m.tr("Deferred"), m.count(r.Deferred)},
		{m.tr("Offered and indexable"), indexable},
		{m.tr("Errors"), m.count(r.Totals[3])}, {m.tr("Warnings"), m.count(r.Totals[2])}, {m.tr("Notices"), m.count(r.Totals[1])},
	} {
		fmt.Fprintf(m, "| %s | %s |\n", row[0], row[1])
	}
	for i, c := range r.Causes {
		if i == 0 {
			fmt.Fprintf(m, "\n## %s\n\n", m.tr("Do first"))
		}
		where := ""
		if c.What != "" {
			where = ", " + m.where(&c.Cause, c.Words())
		}
		fmt.Fprintf(m, "%d. **%s** (%s%s): %s%s `%s`\n", i+1, plain(m.tr(c.Rule.Title)), m.nn(c.N, "1 finding", "%s findings"), where, m.reach(&c), plain(m.tr(c.Rule.Fix)), c.ID)
	}
	if b := r.Before; b != nil {
		then := m.tr("%s URLs were listed then, and %s of what the site offers could be indexed.", m.count(b.Listed), m.share(b.Indexable, b.Offered))
		if b.Obscured != "" {
			then = m.tr("%s URLs were listed then.", m.count(b.Listed))
		}
		fmt.Fprintf(m, "\n## %s\n\n%s %s ", m.tr("Since last time"), plain(m.tr("The crawl before began on %s.", m.date(b.Began))), then)
		if r.LeftOut > 0 {
			fmt.Fprintf(m, "%s ", m.nn(r.LeftOut, "1 crawl since then is left out: it is not complete, or its sitemap was refused.", "%s crawls since then are left out: they are not complete, or their sitemaps were refused."))
		}
		if r.Unseen > 0 {
			fmt.Fprintf(m, "%s ", m.nn(r.Unseen, "1 cause could not be seen this time.", "%s causes could not be seen this time."))
		}
		if r.Gone > 0 {
			fmt.Fprintf(m, "%s ", m.nn(r.Gone, "1 cause is gone with its pages.", "%s causes are gone with their pages."))
		}
		if r.Mended > 0 {
			fmt.Fprintf(m, "%s ", m.nn(r.Mended, "1 cause is mended.", "%s causes are mended."))
		}
		fmt.Fprintf(m, "%s\n", strings.TrimSpace(m.nn(r.Fresh(), "1 finding is new.", "%s findings are new.")+" "+r.changed(m.words)))
		for i, c := range r.MendedFirst {
			if i == 0 {
				fmt.Fprintf(m, "\n%s\n\n", m.tr("Mended:"))
			}
			fmt.Fprintf(m, "- %s (%s) %s `%s`\n", plain(m.tr(c.Rule.Title)), m.nn(c.N, "1 finding", "%s findings"), m.where(&c.Cause, c.Words()), c.ID)
		}
		if n := r.MoreMended(); n > 0 {
			fmt.Fprintf(m, "- %s\n", m.nn(n, "and 1 more", "and %s more"))
		}
	}
	fmt.Fprintf(m, "\n## %s\n\n| %s | %s | %s | %s |\n|---|---|---:|---|\n", m.tr("Verdicts"), m.tr("State"), m.tr("Verdict"), m.tr("URLs"), m.tr("Meaning"))
	for _, v := range r.Verdicts {
		fmt.Fprintf(m, "| %s | %s | %s | %s |\n", m.tr(v.Code.State().String()), v.Code, m.count(v.URLs), plain(m.tr(v.Code.Meaning())))
	}
}

// causes lists what is to be mended, in the order of the command causes.
func (m *markdown) causes() {
	for i, c := range m.r.AllCauses {
		if i == 0 {
			fmt.Fprintf(m, "\n## %s\n\n| ID | %s | %s | %s | %s | %s |\n|---|---|---|---:|---|---|\n",
				m.tr("Causes"), m.tr("Severity"), m.tr("Finding"), m.tr("Findings"), m.tr("Where"), m.tr("State"))
		}
		title := plain(m.tr(c.Rule.Title))
		if c.Likely == c.N {
			title += ", " + m.tr("likely")
		}
		fmt.Fprintf(m, "| `%s` | %s | %s | %s | %s | %s |\n", c.ID, m.tr(c.Severity.String()), title, m.count(c.N), m.where(&c.Cause, c.Words()), m.state(c.State))
	}
	if n := m.r.MoreCauses; n > 0 {
		fmt.Fprintf(m, "\n%s\n", m.nn(n, "and 1 further cause", "and %s further causes"))
	}
	if len(m.r.AllCauses) > 0 {
		fmt.Fprintf(m, "\n%s\n", m.tr("Whether one is mended tells `portolan recheck FOLDER --cause ID`."))
	}
}

// where says what the findings of a cause have in common.
func (m *markdown) where(c *causes.Cause, words string) string {
	words = m.tr(words)
	return strings.TrimSpace(words + " " + literal(cmp.Or(c.Like(), c.What)))
}

// reach says who comes to what a cause is about, and from where.
func (m *markdown) reach(c *Cause) string {
	var said []string
	if c.Clicks > 0 {
		said = append(said, m.nn(c.Clicks, "1 click or visit led there.", "%s clicks or visits led there."))
	}
	if c.Links > 0 && c.Rule.Linked {
		said = append(said, m.nn(c.Links, "1 page links there.", "%s links lead there."))
	}
	if c.From != "" {
		text := m.tr("It is linked on a page like")
		if c.N > 1 {
			text = m.nn(c.FromN, "1 of the URLs is linked on a page like", "%s of the URLs are linked on pages like")
		}
		said = append(said, text+" "+literal(cmp.Or(c.FromPage, c.From))+".")
	}
	if len(said) == 0 {
		return ""
	}
	return strings.Join(said, " ") + " "
}

// state is that of a cause; there is none without a crawl before.
func (m *markdown) state(state string) string {
	if state == "" {
		return ""
	}
	return m.tr(state)
}

func (m *markdown) groups() {
	fmt.Fprintf(m, "\n## %s\n", m.tr("Findings"))
	for _, g := range m.r.Groups {
		likely, fresh := "", ""
		if g.Likely == g.N {
			likely = ", " + m.tr("likely")
		}
		switch {
		case g.New > 0 && g.New < g.N:
			fresh = ", " + m.tr("%s of them new", m.count(g.New))
		case g.New > 1:
			fresh = ", " + m.tr("all new")
		case g.New == 1:
			fresh = ", " + m.tr("new")
		}
		fmt.Fprintf(m, "\n### %s: %s (%s%s%s) `%s`\n\n%s\n\n**%s** %s\n\n", plain(m.tr(g.Rule.Title)), m.count(g.N), m.tr(g.Severity.String()), likely, fresh, g.Rule.ID,
			plain(m.tr(g.Rule.Why)), plain(m.tr("What to do:")), plain(m.tr(g.Rule.Fix)))
		for _, t := range g.Templates {
			fmt.Fprintf(m, "- %s: %s\n", literal(t.Pattern), m.count(t.N))
		}
		fmt.Fprintf(m, "\n| URL | %s | %s |\n|---|---|---|\n", m.tr("What was found"), m.tr("Linked from"))
		for _, e := range g.Examples[:min(len(g.Examples), perTemplate)] {
			detail := plain(m.says(e.Detail))
			if e.Target != "" {
				detail += " → " + literal(e.Target)
			}
			fmt.Fprintf(m, "| %s | %s | %s |\n", literal(e.URL), detail, literal(e.From))
		}
	}
	if len(m.r.Groups) == 0 {
		fmt.Fprintf(m, "\n%s\n", m.tr("None."))
	}
	for i, g := range m.r.Withheld {
		if i == 0 {
			fmt.Fprintf(m, "\n### %s\n\n", m.tr("Not told"))
		}
		fmt.Fprintf(m, "- %s: %s\n", plain(m.tr(g.Rule.Title)), plain(m.says(g.Withheld)))
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
