package causes_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/audit/causes"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
)

// What is to be done first is the order of the causes; never a notice, and each of them counts, of one rule, too.
func TestFirst(t *testing.T) {
	cause := func(rule, what string, s findings.Severity, n, likely int) causes.Cause {
		return causes.Cause{Rule: findings.RuleOf(rule), What: what, Severity: s, N: n, Likely: likely}
	}
	var got []string
	for _, c := range causes.First([]causes.Cause{
		cause("soft-404", "guess", findings.Error, 3, 3), cause("client-error", "first", findings.Error, 5, 1), cause("client-error", "second", findings.Error, 9, 0),
		cause("orphan", "third", findings.Warning, 2, 0), cause("title-length", "notice", findings.Notice, 99, 0), cause("server-error", "a", findings.Warning, 1, 0),
		cause("title-missing", "b", findings.Warning, 1, 0), cause("heading-h1", "c", findings.Warning, 1, 0), cause("redirect-chain", "too many", findings.Warning, 1, 0),
	}) {
		got = append(got, fmt.Sprint(c.Rule.ID, " ", c.What))
	}
	if diff := cmp.Diff([]string{"soft-404 guess", "client-error first", "client-error second", "orphan third", "server-error a"}, got); diff != "" {
		t.Error(diff)
	}
	if got := causes.First([]causes.Cause{cause("soft-404", "guess", findings.Warning, 3, 3), cause("title-length", "notice", findings.Notice, 99, 0)}); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}
