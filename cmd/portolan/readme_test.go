package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "rewrite expectations")

// TestReadmeOptions compares the README's list of options with the flags.
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
	var f crawlFlags
	flags := pflag.NewFlagSet("crawl", pflag.ContinueOnError)
	f.add(flags)
	flags.VisitAll(func(fl *pflag.Flag) {
		if fl.Hidden {
			return
		}
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
	})
	return b.String()
}

// TestReadmeDemo compares what the README shows of the demo with the demo.
func TestReadmeDemo(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var out, errOut bytes.Buffer
	if code := run(t.Context(), []string{"demo", "-o", t.TempDir()}, strings.NewReader(""), &out, &errOut); code != exitDone {
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
