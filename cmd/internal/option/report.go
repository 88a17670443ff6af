package option

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/site/handover"
	"github.com/portolan-seo/portolan/crawler/site/report"
)

// Look are the flags by which a report looks as whoever hands it over wants it.
type Look struct {
	prefix            string // of the flags' names
	title, logo, lang string
}

func (f *Look) Declare(fs *pflag.FlagSet, prefix string) {
	f.prefix = prefix
	fs.StringVar(&f.title, prefix+"title", "", "`TEXT` at the top of the report, instead of \"Site report\"")
	fs.StringVar(&f.lang, prefix+"lang", report.English, "`LANGUAGE` of its fixed texts: "+strings.Join(report.LanguageCodes(), ", ")+"; tables and JSONL stay in English")
	fs.StringVar(&f.logo, prefix+"logo", "", "picture at its top, a PNG or JPEG `FILE` of at most 500 KB")
}

// Check reads the flags.
func (f *Look) Check() (report.Look, error) {
	if known := report.LanguageCodes(); !slices.Contains(known, f.lang) {
		return report.Look{}, exit.Usagef("--%slang %q: it is %s", f.prefix, f.lang, strings.Join(known, ", "))
	}
	logo, err := readLogo("--"+f.prefix+"logo", f.logo)
	return report.Look{Title: f.title, Logo: logo, Lang: f.lang}, err
}

const maxLogo = 500_000

func readLogo(flag, name string) ([]byte, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, exit.Usagef("%s: %w", flag, err)
	}
	defer file.Close() // read only
	var data bytes.Buffer
	if _, err := data.ReadFrom(io.LimitReader(file, maxLogo+1)); err != nil {
		return nil, exit.Usagef("%s: %w", flag, err)
	}
	switch {
	case data.Len() > maxLogo:
		return nil, exit.Usagef("%s %s: it has more than 500 KB, and is in the report as a whole", flag, name)
	case !report.IsLogo(data.Bytes()):
		return nil, exit.Usagef("%s %s: it is neither PNG nor JPEG", flag, strings.TrimSpace(name))
	}
	return data.Bytes(), nil
}

// CheckForms looks at the forms of a report; more are words that may stand
// there, too.
func CheckForms(flag string, names []string, more ...string) error {
	known := append(handover.FormNames(), more...)
	if len(names) == 0 {
		return exit.Usagef("%s is empty: it is %s", flag, strings.Join(known, ", "))
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return exit.Usagef("%s %q: it is %s%s", flag, name, strings.Join(known, ", "), spelling.DidYouMean(name, "", known))
		}
	}
	return nil
}
