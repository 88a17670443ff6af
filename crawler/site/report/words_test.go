package report_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// fixedTexts are all texts of the document that do not come from the site:
// those of the templates and of the code, of rules and verdicts.
func fixedTexts(t *testing.T) (texts []string) {
	t.Helper()
	said := regexp.MustCompile(`\b(?:tr|nn)\b[ (](?:[^"\n}]*?[ ,)])??("(?:[^"\\]|\\.)*")(?:,? ("(?:[^"\\]|\\.)*"))?`)
	files, err := filepath.Glob("*.[gt]*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range said.FindAllStringSubmatch(string(data), -1) {
			for _, quoted := range m[1:] {
				if text, err := strconv.Unquote(quoted); err == nil {
					texts = append(texts, text)
				}
			}
		}
	}
	for _, r := range findings.Rules() {
		texts = append(texts, r.Title, r.When, r.Why, r.Fix)
	}
	for _, c := range audit.Codes() {
		texts = append(texts, c.Meaning(), c.State().String())
	}
	for s := findings.Notice; s <= findings.Error; s++ {
		texts = append(texts, s.String())
	}
	texts = append(texts, findings.IdleWords()...)
	texts = append(texts, report.NamedTexts()...)
	slices.Sort(texts)
	return slices.DeleteFunc(slices.Compact(texts), func(text string) bool { return text == "" })
}

// No text lacks a language, and no language has texts that nobody says, or
// other verbs than the English text.
func TestLanguages(t *testing.T) {
	texts := fixedTexts(t)
	if len(texts) < 300 {
		t.Fatalf("%d texts: they are not found in the sources any more", len(texts))
	}
	verbs := regexp.MustCompile(`%[sd%]|\{\w+\}`)
	for _, code := range report.LanguageCodes() {
		if code == report.English {
			continue
		}
		data, err := os.ReadFile(filepath.Join("lang", code+".tsv"))
		if err != nil {
			t.Fatal(err)
		}
		table := map[string]string{}
		for line := range strings.Lines(string(data)) {
			if text, said, found := strings.Cut(strings.TrimRight(line, "\r\n"), "\t"); found && !strings.HasPrefix(line, "#") {
				table[text] = said
			}
		}
		for _, text := range texts {
			said, found := table[text]
			a, b := verbs.FindAllString(text, -1), verbs.FindAllString(said, -1)
			if slices.Sort(a); true {
				slices.Sort(b)
			}
			switch {
			case !found || said == "":
				t.Errorf("%s lacks %q", code, text)
			case !slices.Equal(a, b):
				t.Errorf("%s says %q with %q for %q", code, said, b, a)
			}
			delete(table, text)
		}
		for text := range table {
			if !strings.HasPrefix(text, "number:") {
				t.Errorf("%s has a text that nobody says: %q", code, text)
			}
		}
	}
}

// What findings say is said in German: numbers as Germans write them, text of
// the site as it is, parts that are texts themselves, too.
func TestDetails(t *testing.T) {
	german, err := report.DetailsIn("de")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"1,668,894 bytes":                                                          "1.668.894 Bytes",
		"it stopped at its limit, --max-pages 30":                                  "er endete an seiner Grenze, --max-pages 30",
		"12 of 2,000 addresses were not read":                                      "12 von 2.000 Adressen wurden nicht gelesen",
		"it answers 404; listed in http://a.example/m":                             "antwortet mit 404; gelistet in http://a.example/m",
		"by 301; 12 pages link to it":                                              "mit 301; 12 Seiten verlinken sie",
		"the title of 2 pages: it answers 404":                                     "der Titel von 2 Seiten: it answers 404",
		"7 characters: 100 %s %d":                                                  "7 Zeichen: 100 %s %d",
		"its path has a blank (%20)":                                               "ihr Pfad hat ein Leerzeichen (%20)",
		"it redirects to http://b.example/, which answers 410, to HEAD and to GET": "leitet weiter zu http://b.example/, was mit 410 antwortet, auf HEAD und auf GET",
	} {
		if said, known := german(text); said != want || !known {
			t.Errorf("%q: %q, %v", text, said, known)
		}
	}
	if said, known := german("no language has this"); known || said != "no language has this" {
		t.Errorf("%q, %v", said, known)
	}
	english, _ := report.DetailsIn("en")
	if said, known := english("it answers 404"); !known || said != "it answers 404" {
		t.Errorf("%q, %v", said, known)
	}
}

// Each reason for which no sitemap is published is said.
func TestWhyNothingIsPublished(t *testing.T) {
	kinds := []string{stored.NothingToList, stored.NotLive, stored.ForeignFile}
	for r := guard.Wall; r <= guard.Flood; r++ {
		kinds = append(kinds, r.String())
	}
	for _, s := range []guard.Shut{{}, {Same: true}, {Failed: true}, {Denied: true}, {NoIndex: true}, {Canonical: true}, {Missing: true}, {Only: true}} {
		kinds = append(kinds, s.Kind())
	}
	for _, kind := range kinds {
		if r := (report.Report{Unpublished: stored.Unpublished{Why: kind}}); r.Why() == "" {
			t.Errorf("nothing is said of %q", kind)
		}
	}
}
