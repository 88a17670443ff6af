package report_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/site/report"
)

// Whoever pastes a command of the report into a shell runs curl with the
// address, and nothing that the site has written into it.
func TestCommandsRunNothingOfTheSite(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell to paste into")
	}
	script := `curl() { for last; do :; done; printf '<%s>\n' "$last"; }; grep() { cat; }` + "\n"
	urls := []string{
		"http://a.example/';touch owned;'", "http://a.example/$(touch owned)", "http://a.example/`touch owned`", "http://a.example/\ntouch owned\n",
		"http://a.example/?a=1&touch owned", "http://a.example/\\';touch owned #", "http://a.example/!!|touch owned>x*?~{a,b}", "http://a.example/\"\x1b[2J\"",
	}
	lines := 0
	for _, rule := range findings.Rules() {
		for _, url := range urls {
			g := &report.Group{Count: findings.Count{Rule: rule}}
			if d := g.Developers(report.Example{URL: url, From: url}); d != nil {
				script += d.Command + "\n"
				lines++
			}
		}
	}
	if lines < len(findings.Rules())*(len(urls)-1) {
		t.Fatalf("%d commands", lines)
	}
	cmd := exec.Command(sh)
	cmd.Dir, cmd.Stdin = t.TempDir(), strings.NewReader(script)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	said := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(said) != lines {
		t.Errorf("%d commands have said %d lines", lines, len(said))
	}
	for _, line := range said {
		if !strings.HasPrefix(line, "<http://a.example/") || !strings.HasSuffix(line, ">") {
			t.Fatalf("curl was given %q", line)
		}
	}
	if made, err := os.ReadDir(cmd.Dir); err != nil || len(made) > 0 {
		t.Errorf("the shell has made %v, %v", made, err)
	}
}
