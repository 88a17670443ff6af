package audit_test

import (
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// translated is a judged crawl of pages a line: "NAME: LANG=TARGET ...". A
// name in brackets is not listed.
func translated(t *testing.T, site string) *frontier.Memory {
	t.Helper()
	m := frontier.NewMemory()
	keys := map[string]uint64{}
	key := func(name string) uint64 {
		if _, ok := keys[name]; !ok {
			keys[name] = uint64(len(keys) + 1)
		}
		return keys[name]
	}
	var names []string
	var codes []audit.Code
	links := map[string][]frontier.Link{}
	batch := &frontier.Batch{}
	for line := range strings.SplitSeq(strings.TrimSpace(site), "\n") {
		name, refs, _ := strings.Cut(strings.TrimSpace(line), ":")
		code := audit.Listed
		if bare, ok := strings.CutPrefix(name, "["); ok {
			name, code = strings.TrimSuffix(bare, "]"), audit.NoIndexMeta
		}
		names, codes = append(names, name), append(codes, code)
		batch.Seeds = append(batch.Seeds, frontier.Seed{Key: key(name), URL: []byte("https://a.example/" + name), Source: frontier.FromList})
		for ref := range strings.FieldsSeq(refs) {
			lang, to, _ := strings.Cut(ref, "=")
			links[name] = append(links[name], frontier.Link{Key: key(to), URL: []byte("https://a.example/" + to), Flags: frontier.LinkAlternate, Anchor: []byte(lang)})
		}
	}
	if err := m.Settle(batch); err != nil {
		t.Fatal(err)
	}
	items, _, err := m.Lease(len(names), frontier.LastRank, asked)
	if err != nil {
		t.Fatal(err)
	}
	batch = &frontier.Batch{}
	for _, item := range items {
		name := strings.TrimPrefix(item.URL, "https://a.example/")
		batch.Pages = append(batch.Pages, frontier.Settled{ID: item.ID, Record: record.Page{Exchange: record.Exchange{Status: 200}}, Links: links[name], Location: -1, Canonical: -1})
	}
	if err := m.Settle(batch); err != nil {
		t.Fatal(err)
	}
	var verdicts iter.Seq2[frontier.Verdict, error] = func(yield func(frontier.Verdict, error) bool) {
		for id := range m.Counts().Known {
			code := audit.Pending
			if id < len(codes) {
				code = codes[id]
			}
			if !yield(frontier.Verdict{ID: frontier.ID(id), Code: uint8(code)}, nil) {
				return
			}
		}
	}
	if err := m.PutVerdicts(t.Context(), "", verdicts); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAlternates(t *testing.T) {
	tests := []struct {
		name, site string
		want       []string // "NAME: LANG=TARGET ..." of each page in a cluster
	}{
		{"two that name each other", "en: en=en de=de\nde: en=en de=de", []string{"en: de=de en=en", "de: de=de en=en"}},
		{"self is included, though it names itself nowhere", "en: de=de\nde: en=en", []string{"en: de=de en=en", "de: de=de en=en"}},
		{"no return link", "en: en=en de=de\nde: de=de", nil},
		{"a page that is not listed", "en: en=en de=de fr=fr\n[de]: en=en de=de fr=fr\nfr: en=en de=de fr=fr", []string{"en: en=en fr=fr", "fr: en=en fr=fr"}},
		{"x-default shares a page and comes last", "en: x-default=en en=en de=de\nde: x-default=en en=en de=de", []string{"en: de=de en=en x-default=en", "de: de=de en=en x-default=en"}},
		{"one that only some name leaves", "en: en=en de=de fr=fr\nde: en=en de=de\nfr: en=en fr=fr de=de", []string{"en: de=de en=en", "de: de=de en=en"}},
		{"a language that two pages claim is nobody's", "a: en=a en=b de=c\nb: en=a en=b de=c\nc: en=a en=b de=c", nil},
		{"the others of such a cluster stay", "a: en=a en=b de=c fr=d\nb: en=a en=b de=c fr=d\nc: en=a en=b de=c fr=d\nd: en=a en=b de=c fr=d", []string{
			"c: de=c fr=d", "d: de=c fr=d"}},
		{"two clusters", "en: en=en de=de\nde: en=en de=de\nen2: en=en2 de=de2\nde2: en=en2 de=de2", []string{
			"en: de=de en=en", "de: de=de en=en", "en2: de=de2 en=en2", "de2: de=de2 en=en2"}},
		{"codes that engines do not know", "en: english=en de=de xx-yyy-zz=en\nde: english=en de=de", nil},
		{"spelling of codes", "a: EN-us=a zh-hant-tw=b\nb: en-US=a ZH-Hant-TW=b", []string{"a: en-US=a zh-Hant-TW=b", "b: en-US=a zh-Hant-TW=b"}},
		{"a page that names itself alone", "en: en=en", nil},
		{"a target that is not known", "en: en=en de=none", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := translated(t, tt.site)
			found, err := audit.ReadAlternates(t.Context(), m, nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for row, err := range m.Rows(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				if cluster := found.Of(row.ID); cluster != nil {
					line := strings.TrimPrefix(row.URL, "https://a.example/") + ":"
					for _, a := range cluster {
						line += fmt.Sprintf(" %s=%s", a.Lang, strings.TrimPrefix(a.URL, "https://a.example/"))
					}
					got = append(got, line)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("clusters (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLanguageTag(t *testing.T) {
	for text, want := range map[string]string{
		"de": "de", " DE-at ": "de-AT", "zh-HANS": "zh-Hans", "sr-latn-rs": "sr-Latn-RS", "X-Default": "x-default",
		"": "", "english": "", "de_AT": "", "de-": "", "e1": "", "de-AT-x": "", "en-UK-Latn": "", "eng": "", "ü-": "",
	} {
		if got, ok := audit.LanguageTag(text); got != want && ok || ok != (want != "") {
			t.Errorf("%q is read as %q, %t; want %q", text, got, ok, want)
		}
	}
}

// What is not written is counted, with the reason.
func TestAlternatesLeft(t *testing.T) {
	for _, tt := range []struct{ name, site, want string }{
		{"all is well", "en: en=en de=de\nde: en=en de=de", ""},
		{"no return link", "en: en=en de=de\nde: de=de", "unreturned 1 en de"},
		{"a target that names nothing", "en: de=de\nde:", "unreturned 1 en de"},
		{"a target that is not listed", "en: en=en de=de\n[de]: en=en", "unlisted 1 en de"},
		{"nobody asks what a page that is not listed names", "en: en=en\n[de]: en=en de=de", ""},
		{"a code that engines do not know", "en: english=en de=de\nde: english=en de=de", "language 2 en en; unreturned 1 en de"},
		{"a language that two pages claim", "a: en=a en=b\nb: en=a en=b", "disputed 2 a b"},
		{"one that only some name", "en: en=en de=de fr=fr\nde: en=en de=de\nfr: en=en fr=fr de=de", "unreturned 1 fr de; disputed 2 en fr"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := translated(t, tt.site)
			found, err := audit.ReadAlternates(t.Context(), m, nil)
			if err != nil {
				t.Fatal(err)
			}
			name := func(id frontier.ID) string {
				row, err := m.Row(id)
				if err != nil {
					t.Fatal(err)
				}
				return strings.TrimPrefix(row.URL, "https://a.example/")
			}
			var got []string
			for _, why := range []struct {
				fault audit.AlternateFault
				name  string
			}{
				{audit.AlternateLanguage, "language"}, {audit.AlternateUnlisted, "unlisted"},
				{audit.AlternateUnreturned, "unreturned"}, {audit.AlternateDisputed, "disputed"},
			} {
				if left := found.Left(why.fault); left.Count > 0 {
					got = append(got, fmt.Sprintf("%s %d %s %s", why.name, left.Count, name(left.From), name(left.To)))
				}
			}
			if got := strings.Join(got, "; "); got != tt.want {
				t.Errorf("left out: %q, want %q", got, tt.want)
			}
		})
	}
}
