package option

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/failon"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
)

// FailOn is the flag --fail-on: what is too much.
type FailOn struct {
	kinds []string
	most  string // the kinds in words, where there are many
	Rules []failon.Rule
	text  string
}

// DeclareFailOn declares the flag for a command that counts these kinds, which
// most says in words.
func DeclareFailOn(fs *pflag.FlagSet, f *FailOn, kinds []string, most, example string) {
	f.kinds, f.most = kinds, most
	fs.Var(f, "fail-on", "exit 1 if there is one of a `KIND`, or more than N or N% of them: \""+example+"\"; may be repeated")
}

// String implements pflag.Value.
func (f *FailOn) String() string { return f.text }

// Type implements pflag.Value.
func (f *FailOn) Type() string { return ruleType }

const ruleType = "rule" // of flags

// Set implements pflag.Value.
func (f *FailOn) Set(text string) error {
	rules, err := failon.Parse(text, f.kinds)
	if unknown, ok := errors.AsType[*failon.UnknownKindError](err); ok {
		near := spelling.DidYouMean(unknown.Kind, "", f.kinds)
		if near == "" {
			near = "; kinds are " + f.most
		}
		return fmt.Errorf("%w%s", err, near)
	}
	if err != nil {
		return err
	}
	f.Rules, f.text = append(f.Rules, rules...), strings.TrimPrefix(f.text+","+text, ",")
	return nil
}

// FailKinds are what commands count that compare crawls.
func FailKinds() []string {
	kinds := append([]string(nil), diff.Kinds()...)
	for _, name := range audit.Names() {
		if name != "" {
			kinds = append(kinds, name)
		}
	}
	return kinds
}

// Failure is the error of a command some of whose rules are broken, or cannot
// be judged; nil if all hold.
func Failure(broken, unknown []failon.Result) error {
	var lines []string
	for _, r := range broken {
		line := fmt.Sprintf("--fail-on %s: %s of %s", r.Rule, prose.Thousands(r.N), prose.Thousands(r.Of))
		if r.What != "" {
			line = fmt.Sprintf("--fail-on %s: %s, of %s", r.Rule, prose.Counted(r.N, r.What), prose.Counted(r.Of, "URL"))
		}
		lines = append(lines, line)
		for _, name := range r.Examples {
			lines = append(lines, "  "+safe.OneLine(name))
		}
	}
	for _, r := range unknown {
		lines = append(lines, fmt.Sprintf("--fail-on %s cannot be judged: %s", r.Rule, r.Unknown))
	}
	switch err := errors.New(strings.Join(lines, "\n")); {
	case len(broken) > 0:
		return &exit.Error{Code: exit.Found, Err: err}
	case len(unknown) > 0:
		return &exit.Error{Code: exit.Failed, Err: err}
	}
	return nil
}

// OfPart says that rules are judged by a part of the site, "" where there are none
// or the crawl is complete.
func (f *FailOn) OfPart(incomplete string) string {
	if len(f.Rules) == 0 || incomplete == "" {
		return ""
	}
	return "--fail-on is judged by the pages that were read; the crawl is not complete: " + incomplete
}
