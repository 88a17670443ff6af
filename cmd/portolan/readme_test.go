package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/crawlopt"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

var update = flag.Bool("update", false, "rewrite expectations")

// TestReadmeOptions compares the README's list of common options with the
// flags.
func TestReadmeOptions(t *testing.T) {
	const begin, end = "<!-- options -->\n", "<!-- /options -->"
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := bytes.Cut(readme, []byte(begin))
	have, after, closed := bytes.Cut(rest, []byte(end))
	if !found || !closed {
		t.Fatal("README.md has lost the marks around its options")
	}
	want := optionTable()
	if string(have) == want {
		return
	}
	if !*update {
		t.Fatalf("README.md does not list the flags of crawl as they are; run: go test ./cmd/portolan -run TestReadmeOptions -update\nwant:\n%s", want)
	}
	text := string(before) + begin + want + end + string(after)
	if err := os.WriteFile("../../README.md", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func optionTable() string {
	var b strings.Builder
	b.WriteString("| option | meaning |\n|---|---|\n")
	var f crawlopt.Flags
	flags := pflag.NewFlagSet("crawl", pflag.ContinueOnError)
	f.Add(flags)
	for _, name := range crawlopt.CommonFlags {
		fl := flags.Lookup(name)
		name, usage := pflag.UnquoteUsage(fl)
		option := "--" + fl.Name
		if fl.Shorthand != "" {
			option = "-" + fl.Shorthand + ", " + option
		}
		if name != "" {
			option += " " + name
		}
		if v := fl.DefValue; v != "" && v != "0" && v != "0s" && v != "false" && v != "[]" && fl.Name != "user-agent" {
			usage += " (default " + v + ")"
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", option, strings.ReplaceAll(usage, "|", "\\|"))
	}
	return b.String()
}

// TestReadmeFlags looks for each flag that the README names, of whatever
// command.
func TestReadmeFlags(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"help": true, "version": true}
	var gather func(cmd *cobra.Command)
	gather = func(cmd *cobra.Command) {
		for _, fs := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
			fs.VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
		}
		for _, sub := range cmd.Commands() {
			gather(sub)
		}
	}
	gather(rootCmd(console.New(nil, nil, nil, nil)))
	others := regexp.MustCompile(`(?m)^.*\b(docker|podman|systemctl)\b.*$|--userns=keep-id|--cap-drop=ALL|--read-only|--network=host|--security-opt|--user\b|` + "`--cpus`")
	named := regexp.MustCompile(`--([a-z][a-z0-9-]*)`).FindAllStringSubmatch(others.ReplaceAllString(string(readme), ""), -1)
	if len(named) < 30 {
		t.Fatalf("%d flags are named", len(named))
	}
	for _, m := range named {
		if !known[m[1]] {
			t.Errorf("README.md names --%s, which no command has", m[1])
		}
	}
}

// TestReadmeProgram looks for the lines of the README's program in the one that
// is run as a test.
func TestReadmeProgram(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("../../crawler/site/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "```go\n")
	program, _, closed := strings.Cut(rest, "```")
	if !closed || strings.Count(program, "\n") < 10 {
		t.Fatal("README.md has lost its program")
	}
	for line := range strings.Lines(program) {
		if !strings.Contains(string(example), strings.TrimSpace(line)) {
			t.Errorf("crawler/site/example_test.go does not have %q", strings.TrimSpace(line))
		}
	}
}

// TestHelpAll: --help-all has every flag of a crawl below one heading, --help
// explains the common ones, names the others, and comes without a URL.
func TestHelpAll(t *testing.T) {
	help := func(args ...string) string { return runQuietly(t, exit.Done, args...) }
	all, short := help("crawl", "--help-all"), help("crawl", "--help")
	for _, title := range []string{"What to crawl", "Pace", "Login", "Identity", "Sitemap", "Output"} {
		if !strings.Contains(all, "\n"+title) || !strings.Contains(short, "\n  "+title) {
			t.Errorf("no heading %q", title)
		}
	}
	if len(crawlopt.CommonFlags) != 10 {
		t.Errorf("%d common flags", len(crawlopt.CommonFlags))
	}
	flags := pflag.NewFlagSet("crawl", pflag.ContinueOnError)
	(&crawlopt.Flags{}).Add(flags)
	flags.VisitAll(func(f *pflag.Flag) {
		explained := regexp.MustCompile(`(?m)^ {2}.{4}--` + f.Name + ` `)
		if n := len(explained.FindAllString(all, -1)); n != 1 {
			t.Errorf("--help-all explains --%s %d times", f.Name, n)
		}
		if explained.MatchString(short) != slices.Contains(crawlopt.CommonFlags, f.Name) {
			t.Errorf("--help: --%s is not where it should be", f.Name)
		}
		if !regexp.MustCompile(`--` + f.Name + `\b`).MatchString(short) {
			t.Errorf("--help does not name --%s", f.Name)
		}
	})
	for _, args := range [][]string{{"--help-all"}, {"example.com", "--help-all"}, {"crawl", "--help", "--help-all"}} {
		if help(args...) != all {
			t.Errorf("portolan %s says something else", strings.Join(args, " "))
		}
	}
	for line := range strings.Lines(all + short) {
		if len(strings.TrimSpace(line)) > 82 { // pflag lets a short word hang over
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
}

// TestReadmeDemo compares what the README shows of the demo with the demo.
func TestReadmeDemo(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var out, errOut bytes.Buffer
	if code := run(t.Context(), []string{"demo", "-o", t.TempDir()}, strings.NewReader(""), &out, &errOut); code != exit.Done {
		t.Fatalf("demo: exit %d\n%s", code, errOut.String())
	}
	shown := strings.Join(strings.Fields(string(readme)), " ")
	for _, begin := range []string{"Known URLs", "Excluded"} {
		for line := range strings.Lines(out.String()) {
			if want := strings.Join(strings.Fields(line), " "); strings.HasPrefix(line, begin) && !strings.Contains(shown, want) {
				t.Errorf("README.md does not show %q", want)
			}
		}
	}
}
