package check

import (
	"fmt"
	"io"
	"strings"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/sitemap"
)

// maxCheckExamples is how many examples of a problem people are shown.
const maxCheckExamples = 3

// Line is what programs are told of one file.
type Line struct {
	File     string            `json:"file"`
	Kind     sitemap.Kind      `json:"kind"`
	Valid    bool              `json:"valid"`
	URLs     int               `json:"urls"`
	Sitemaps int               `json:"sitemaps"`
	First    string            `json:"first"`
	Problems []sitemap.Problem `json:"problems"`
}

// LineOf gives it.
func LineOf(name string, rep *sitemap.Report) *Line {
	return &Line{name, rep.Kind, rep.Valid(), rep.URLs, rep.Sitemaps, rep.First, append([]sitemap.Problem{}, rep.Problems...)}
}

// Describe tells people of one file: what it is, then its problems, errors
// first, each with its examples and the way out.
func Describe(out io.Writer, name string, rep *sitemap.Report) {
	verdict := "valid"
	switch {
	case !rep.Valid():
		verdict = "NOT VALID"
	case len(rep.Problems) > 0:
		verdict = "valid, with warnings"
	}
	fmt.Fprintf(out, "%s: %s\n  %s\n", safe.OneLine(name), verdict, contents(rep))
	unseen := 0
	for _, level := range []sitemap.Severity{sitemap.Error, sitemap.Warning} {
		for _, code := range codesOf(rep) {
			if rep.Severity(code) == level {
				describeCode(out, rep, code, level)
				if !code.SchemaSees() {
					unseen++
				}
			}
		}
	}
	if unseen > 0 {
		fmt.Fprintln(out, "  * a validator with the protocol's schema does not see this")
	}
	fmt.Fprintln(out)
}

// contents says what a file holds, in a line.
func contents(rep *sitemap.Report) string {
	names := map[sitemap.Kind]string{
		sitemap.KindURLSet: "sitemap " + rep.Version.String(), sitemap.KindIndex: "sitemap index " + rep.Version.String(),
		sitemap.KindText: "text sitemap", sitemap.KindRSS: "RSS feed", sitemap.KindAtom: "Atom feed",
		sitemap.KindRobots: "robots.txt", sitemap.KindHTML: "web page", sitemap.KindUnknown: "unknown kind of file",
	}
	parts := []string{names[rep.Kind]}
	if rep.URLs > 0 || rep.Kind == sitemap.KindURLSet || rep.Kind == sitemap.KindText {
		parts = append(parts, prose.Counted(rep.URLs, "URL"))
	}
	if rep.Sitemaps > 0 || rep.Kind == sitemap.KindIndex || rep.Kind == sitemap.KindRobots {
		parts = append(parts, prose.Counted(rep.Sitemaps, "sitemap"))
	}
	parts = append(parts, prose.Counted(int(rep.Bytes), "byte"))
	if rep.Cut {
		parts = append(parts, "not read to its end")
	}
	return strings.Join(parts, ", ")
}

// codesOf are the codes of a report in the order of their first problem.
func codesOf(rep *sitemap.Report) []sitemap.Code {
	var list []sitemap.Code
	have := map[sitemap.Code]bool{}
	for _, p := range rep.Problems {
		if !have[p.Code] {
			have[p.Code] = true
			list = append(list, p.Code)
		}
	}
	return list
}

// describeCode tells of all problems of one code.
func describeCode(out io.Writer, rep *sitemap.Report, code sitemap.Code, level sitemap.Severity) {
	letter, star := "W", ""
	if level == sitemap.Error {
		letter = "E"
	}
	if !code.SchemaSees() {
		star = " *"
	}
	count := ""
	if n := rep.Count(code); n > 1 {
		count = " (" + prose.Thousands(n) + ")"
	}
	fmt.Fprintf(out, "\n  %s %s%s%s\n", letter, code, count, star)
	for _, line := range prose.Wrap(code.Summary()+". "+code.Advice(), 76) {
		fmt.Fprintln(out, "    "+line)
	}
	shown := 0
	for _, p := range rep.Problems {
		if p.Code != code || shown == maxCheckExamples {
			continue
		}
		shown++
		where := "    file: "
		if p.Line > 0 {
			where = fmt.Sprintf("    line %d: ", p.Line)
		}
		fmt.Fprintln(out, where+safe.OneLine(strings.TrimSpace(p.Detail)))
	}
	if n := rep.Count(code) - shown; n > 0 {
		fmt.Fprintf(out, "    and %s more\n", prose.Thousands(n))
	}
}
