package report

import (
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit/causes"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// languages are the fixed texts of the document: a file a language, named after
// its code. A line is an English text, a TAB, and its translation; # begins a
// comment. What findings say is in files with the ending details.
//
//go:embed lang/*.tsv lang/*.details
var languages embed.FS

// English is the language in which the texts are written.
const English = "en"

// LanguageCodes are those that a report can be in.
func LanguageCodes() []string {
	codes := []string{English}
	files, _ := fs.Glob(languages, "lang/*.tsv") // the pattern is right
	for _, f := range files {
		codes = append(codes, strings.TrimSuffix(strings.TrimPrefix(f, "lang/"), ".tsv"))
	}
	slices.Sort(codes)
	return codes
}

// words say the texts of the document in one language.
type words struct {
	code    string
	table   map[string]string // nil for English
	details []detail          // what findings say
	lacked  map[string]bool   // texts that had no translation
}

// wordsOf reads a language; "" is English.
func wordsOf(code string) (*words, error) {
	w := &words{code: code, lacked: map[string]bool{}}
	if code == "" || code == English {
		w.code = English
		return w, nil
	}
	data, err := languages.ReadFile("lang/" + code + ".tsv")
	if err != nil {
		return nil, fmt.Errorf("there is no report in the language %q; there are %s", code, strings.Join(LanguageCodes(), ", "))
	}
	w.table = map[string]string{}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if text, said, found := strings.Cut(line, "\t"); found && !strings.HasPrefix(line, "#") {
			w.table[text] = said
		}
	}
	w.details, err = detailsOf(code)
	return w, err
}

// tr says a text; args fill its verbs.
func (w *words) tr(text string, args ...any) string {
	if w.table != nil && text != "" {
		said, found := w.table[text]
		switch {
		case found:
			text = said
		case strings.Trim(text, "0123456789") != "":
			w.lacked[text] = true
		}
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// nn says how often something is: one where it is once, else many with the
// number.
func (w *words) nn(n int, one, many string) string {
	if n == 1 {
		return w.tr(one)
	}
	return w.tr(many, w.count(n))
}

// when says what a rule takes.
func (w *words) when(r *findings.Rule) string {
	return w.numbers(r.Filled(w.tr(r.When)))
}

// numbers writes the numbers of a text, such as 1,000,000, as the language does.
func (w *words) numbers(text string) string {
	return thousands.ReplaceAllStringFunc(text, func(n string) string { return strings.ReplaceAll(n, ",", w.mark("number:,")) })
}

// thousands are numbers with marks.
var thousands = regexp.MustCompile(`\b[0-9]{1,3}(?:,[0-9]{3})+\b`)

// count writes a number as people do: 48,213.
func (w *words) count(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + w.mark("number:,") + text[i:]
	}
	return text
}

// mark gives what stands between the digits of numbers.
func (w *words) mark(key string) string {
	if said, found := w.table[key]; found {
		return said
	}
	return strings.TrimPrefix(key, "number:")
}

// share gives a part of a whole as 94.6 %; "-" of nothing.
func (w *words) share(n, of int) string {
	switch {
	case of == 0:
		return "-"
	case n == of:
		return "100 %"
	case n*1000 < of && n > 0:
		return "< 0" + w.mark("number:.") + "1 %"
	}
	tenths := min((n*2000+of)/(2*of), 999) // never rounded up to 100
	return strings.Replace(fmt.Sprintf("%.1f %%", float64(tenths)/10), ".", w.mark("number:."), 1)
}

// date writes a time in UTC.
func (w *words) date(t time.Time) string {
	t = t.UTC()
	return w.tr("%d %s %d, %s UTC", t.Day(), w.tr(t.Month().String()), t.Year(), t.Format("15:04"))
}

// capital gives a text that begins a line.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

// NamedTexts are the texts of tables in this package, for whoever translates
// them.
func NamedTexts() (texts []string) {
	for _, d := range dateNames {
		texts = append(texts, d.name)
	}
	for i := range originNames {
		texts = append(texts, originNames[i])
	}
	for _, c := range checks {
		texts = append(texts, c.expect)
	}
	for _, why := range unpublished {
		texts = append(texts, why)
	}
	for _, g := range glossary {
		texts = append(texts, g.Word, g.Meaning)
	}
	texts = slices.Concat(texts, crawler.ReceiptTexts(), findings.SeenTexts(), stored.GateTexts(), []string{meantSo})
	for m := time.January; m <= time.December; m++ {
		texts = append(texts, m.String())
	}
	for _, by := range []string{"site", "template", "target", "line", "page"} {
		texts = append(texts, (&Cause{Cause: causes.Cause{By: by}}).Words())
	}
	return slices.Concat(texts, statusNames[:], diff.Kinds(), sightNames, []string{noLink, deepest, sawWall, sawNothing, sawOne, sawRefusals, "new", "open", "back", sharedWith, sharedLike, allOver})
}
