package report

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
)

// detail is one thing that findings say, in another language.
type detail struct {
	match *regexp.Regexp
	kinds []string // of its parts: %d, %s, %t
	said  string   // with %s in their places
}

var detailPart = regexp.MustCompile(`%[dst]`)

// detailsOf reads what findings say in a language; none for English.
func detailsOf(code string) (list []detail, err error) {
	data, err := fs.ReadFile(languages, "lang/"+code+".details")
	if err != nil {
		return nil, nil // it stays English
	}
	for line := range strings.Lines(string(data)) {
		text, said, found := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		kinds := detailPart.FindAllString(text, -1)
		if got := detailPart.FindAllString(said, -1); len(got) > len(kinds) {
			return nil, fmt.Errorf("the texts of %s: %q has parts that %q has not", code, said, text)
		}
		match := regexp.QuoteMeta(strings.ReplaceAll(text, "%%", "%"))
		match = strings.NewReplacer("%d", `([0-9][0-9,.]*)`, "%s", `(.*)`, "%t", `(.+?)`).Replace(match)
		list = append(list, detail{regexp.MustCompile("(?s)^" + match + "$"), kinds, detailPart.ReplaceAllString(said, "%s")})
	}
	return list, nil
}

// detail says what a finding says; where the language has no words for it, in
// English.
func (w *words) detail(text string) (said string, known bool) {
	for i := range w.details {
		d := &w.details[i]
		parts := d.match.FindStringSubmatch(text)
		if parts == nil {
			continue
		}
		args, whole := []any{}, true
		for at, part := range parts[1:] {
			switch d.kinds[at] {
			case "%d":
				part = w.numbers(part)
			case "%t":
				translated, known := w.detail(part)
				part, whole = translated, whole && known
			}
			args = append(args, part)
		}
		if whole {
			return fmt.Sprintf(d.said, args[:strings.Count(d.said, "%s")]...), true
		}
	}
	if said, known := w.table[text]; known { // the meaning of a verdict
		return said, true
	}
	return text, len(w.details) == 0
}

func (w *words) says(text string) string {
	said, _ := w.detail(text)
	return said
}

// seen answers whether the crawl is complete.
func (w *words) seen(s findings.Seen) string {
	text, args := s.Text()
	for i, arg := range args {
		switch arg := arg.(type) {
		case int:
			args[i] = w.count(arg)
		case string:
			args[i] = w.says(arg)
		}
	}
	return w.tr("Complete?") + " " + w.tr(text, args...)
}

// DetailsIn gives a function that says in a language what findings say, and
// tells whether the language has words for it.
func DetailsIn(code string) (func(text string) (said string, known bool), error) {
	w, err := wordsOf(code)
	if err != nil {
		return nil, err
	}
	return w.detail, nil
}
