package ci

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
)

// quality is an entry of GitLab's Code Quality report
// (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format).
type quality struct {
	Description string   `json:"description"`
	Check       string   `json:"check_name"`
	Fingerprint string   `json:"fingerprint"`
	Severity    string   `json:"severity"`
	Location    location `json:"location"`
}

type location struct {
	Path  string `json:"path"`
	Lines lines  `json:"lines"`
}

type lines struct {
	Begin int `json:"begin"`
}

var qualities = [...]string{findings.Error: "major", findings.Warning: "minor", findings.Notice: "info"}

// gitlab writes a list of findings. GitLab compares it with that of the target
// branch by fingerprints, and shows which are new.
func (r *Run) gitlab(to io.Writer) error {
	list := []quality{}
	for _, c := range r.fired() {
		found := r.of(c.Rule.ID)
		for i := range found {
			f := &found[i]
			list = append(list, quality{
				c.Rule.Title + ": " + f.text() + ". " + c.Rule.Fix, c.Rule.ID, f.fingerprint(c.Rule.ID), qualities[f.Severity],
				location{pathOf(f.subject(r)), lines{1}},
			})
		}
		if more := c.N - len(found); more > 0 {
			rest := Found{URL: "rest"}
			list = append(list, quality{
				fmt.Sprintf("%s: %d more. %s", c.Rule.Title, more, c.Rule.Fix), c.Rule.ID, rest.fingerprint(c.Rule.ID), qualities[c.Severity],
				location{pathOf(r.Site), lines{1}},
			})
		}
	}
	return writeJSON(to, list)
}

func writeJSON(to io.Writer, v any) error {
	enc := json.NewEncoder(to)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// pathOf gives a URL as a relative path, host first: readers look for files,
// and take no address.
func pathOf(text string) string {
	_, rest, found := strings.Cut(text, "://")
	if !found {
		return url.PathEscape(text)
	}
	host, path, _ := strings.Cut(rest, "/")
	return strings.ReplaceAll(host, ":", "%3A") + "/" + path
}
