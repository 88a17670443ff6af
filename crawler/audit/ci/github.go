package ci

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
)

// mostAnnotations are as many of each kind as GitHub shows of one step.
const mostAnnotations = 10

// github writes a workflow command for each rule that fired: its annotation,
// the gravest first
// (https://docs.github.com/actions/reference/workflow-commands-for-github-actions).
func (r *Run) github(to io.Writer) error {
	out := bufio.NewWriter(to)
	kinds := r.fired()
	var n, shown [findings.Error + 1]int
	for _, c := range kinds {
		n[c.Severity]++
	}
	most := [findings.Error + 1]int{findings.Error: mostAnnotations, findings.Warning: mostAnnotations, findings.Notice: mostAnnotations}
	if slices.Max(n[:]) > mostAnnotations {
		most[findings.Notice]-- // one tells of those that are left
	}
	left := 0
	for _, c := range kinds {
		if shown[c.Severity]++; shown[c.Severity] > most[c.Severity] {
			left++
			continue
		}
		text := fmt.Sprintf("%s on %s. %s\n%s", r.many(c.N), r.Site, advice(c.Rule), strings.TrimSuffix(r.lines(&c), "\n"))
		fmt.Fprintf(out, "::%s title=%s::%s\n", c.Severity, commandProperty(c.Rule.ID+": "+c.Rule.Title), commandData(text))
	}
	if left > 0 {
		fmt.Fprintf(out, "::notice title=portolan::%s\n", commandData(fmt.Sprintf("%d more kinds of findings: GitHub shows %d of each severity", left, mostAnnotations)))
	}
	return out.Flush()
}

// commandData and commandProperty escape as GitHub's own toolkit does
// (actions/toolkit, packages/core/src/command.ts).
func commandData(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

func commandProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(commandData(text))
}
