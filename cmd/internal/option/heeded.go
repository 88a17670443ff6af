package option

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

// Heeded are flags that only some forms of the output heed.
type Heeded struct{ Flags, Forms []string }

// Unheeded is the error for the first flag that was given, and that none of the
// chosen forms heeds; nil if there is none. flag is the one that chooses them.
func Unheeded(flag string, chosen []string, list []Heeded, given func(flag string) bool) error {
	for _, x := range list {
		if slices.ContainsFunc(chosen, func(form string) bool { return slices.Contains(x.Forms, form) }) {
			continue
		}
		if at := slices.IndexFunc(x.Flags, given); at >= 0 {
			return exit.Usagef("--%s is for %s %s", x.Flags[at], flag, strings.Join(x.Forms, ", "))
		}
	}
	return nil
}

// Heeded tells which forms heed the flags of a look.
func (f *Look) Heeded() []Heeded {
	return []Heeded{
		{[]string{f.prefix + "title", f.prefix + "lang"}, []string{"html", "md"}},
		{[]string{f.prefix + "logo"}, []string{"html"}},
	}
}
