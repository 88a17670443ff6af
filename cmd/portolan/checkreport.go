package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/portolan-seo/portolan/sitemap"
)

// maxCheckExamples is how many examples of a problem people are shown.
const maxCheckExamples = 3

// checkLine is the JSON line of one file.
type checkLine struct {
	File     string            `json:"file"`
	Kind     sitemap.Kind      `json:"kind"`
	Valid    bool              `json:"valid"`
	URLs     int               `json:"urls"`
	Sitemaps int               `json:"sitemaps"`
	First    string            `json:"first"`
	Problems []sitemap.Problem `json:"problems"`
}

// report prints what one file was found to be.
func (c *checker) report(name string, rep *sitemap.Report) error {
	c.files++
	if !rep.Valid() {
		c.invalid++
	}
	out := bufio.NewWriter(c.p.out)
	if c.p.json {
		line := checkLine{name, rep.Kind, rep.Valid(), rep.URLs, rep.Sitemaps, rep.First, rep.Problems}
		if line.Problems == nil {
			line.Problems = []sitemap.Problem{}
		}
		data, err := encodeJSON(line)
		if err != nil {
			return failf("write the report: %w", err)
		}
		out.Write(data)
	} else if !c.p.quiet || !rep.Valid() {
		describe(out, name, rep)
	}
	if err := out.Flush(); err != nil {
		return failf("write the report: %w", err)
	}
	return nil
}

// describe tells people of one file: what it is, then its problems, errors
// first, each with its examples and the way out.
func describe(out io.Writer, name string, rep *sitemap.Report) {
	verdict := "valid"
	switch {
	case !rep.Valid():
		verdict = "NOT VALID"
	case len(rep.Problems) > 0:
		verdict = "valid, with warnings"
	}
	fmt.Fprintf(out, "%s: %s\n  %s\n", oneLine(name), verdict, contents(rep))
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
		parts = append(parts, counted(rep.URLs, "URL"))
	}
	if rep.Sitemaps > 0 || rep.Kind == sitemap.KindIndex || rep.Kind == sitemap.KindRobots {
		parts = append(parts, counted(rep.Sitemaps, "sitemap"))
	}
	parts = append(parts, counted(int(rep.Bytes), "byte"))
	if rep.Cut {
		parts = append(parts, "not read to its end")
	}
	return strings.Join(parts, ", ")
}

func counted(n int, what string) string {
	return thousands(n) + " " + what + plural(n)
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
		count = " (" + thousands(n) + ")"
	}
	fmt.Fprintf(out, "\n  %s %s%s%s\n", letter, code, count, star)
	for _, line := range wrap(code.Summary()+". "+code.Advice(), 76) {
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
		fmt.Fprintln(out, where+oneLine(strings.TrimSpace(p.Detail)))
	}
	if n := rep.Count(code) - shown; n > 0 {
		fmt.Fprintf(out, "    and %s more\n", thousands(n))
	}
}

// total sums up several files for people.
func (c *checker) total() error {
	if c.p.json || c.p.quiet || c.files < 2 {
		return nil
	}
	line := fmt.Sprintf("%s checked: %d valid, %d not", counted(c.files, "file"), c.files-c.invalid, c.invalid)
	if c.unread > 0 {
		line += fmt.Sprintf(", %d could not be read", c.unread)
	}
	if _, err := fmt.Fprintln(c.p.out, line); err != nil {
		return failf("write the report: %w", err)
	}
	return nil
}
