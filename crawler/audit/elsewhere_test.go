package audit_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// abroad is a crawl of https://a.example/ of pages a line, "NAME: LANG=TARGET
// ...". Targets with a dot are on other hosts; a name in brackets is dead.
// Lines "HOST/NAME> LANG=TARGET ..." are pages on other hosts that were asked
// for and count, "HOST/NAME! FAULT" do not.
type abroad struct {
	*frontier.Memory
	options audit.Options
}

func urlNamed(name string) string {
	if strings.Contains(name, ".") {
		return "https://" + name
	}
	return "https://a.example/" + name
}

func newAbroad(t *testing.T, site string) *abroad {
	t.Helper()
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		t.Fatal(err)
	}
	scope := canonical.Scope{Scheme: "https", Host: "a.example", Dir: "/"}
	a := &abroad{Memory: frontier.NewMemory()}
	a.options = audit.Options{Rules: rules, Agent: "portolan", ListAgent: "googlebot", Left: audit.Pending, Decide: func(url []byte) frontier.Reason {
		if scope.Check(url) != canonical.OK {
			return frontier.ScopeHost
		}
		return frontier.Undecided
	}}
	seeds := &frontier.Batch{Decide: a.options.Decide}
	records := map[string]frontier.Settled{}
	var found []string
	for line := range strings.SplitSeq(strings.TrimSpace(site), "\n") {
		line = strings.TrimSpace(line)
		if strings.ContainsAny(line, ">!") {
			found = append(found, line)
			continue
		}
		name, refs, _ := strings.Cut(line, ":")
		s := frontier.Settled{Record: record.Page{Exchange: record.Exchange{Status: 200}, Facts: record.Facts{HTML: true}}, Location: -1, Canonical: -1}
		if bare, ok := strings.CutPrefix(name, "["); ok {
			name = strings.TrimSuffix(bare, "]")
			s.Record.Outcome, s.Record.Status = record.Answered, 404
		}
		for ref := range strings.FieldsSeq(refs) {
			lang, to, _ := strings.Cut(ref, "=")
			s.Links = append(s.Links, frontier.Link{Key: rules.Key([]byte(urlNamed(to))), URL: []byte(urlNamed(to)), Flags: frontier.LinkAlternate | frontier.Unlinked, Anchor: []byte(lang)})
		}
		url := []byte(urlNamed(name))
		seeds.Seeds = append(seeds.Seeds, frontier.Seed{Key: rules.Key(url), URL: bytes.Clone(url), Source: frontier.FromList})
		records[string(url)] = s
	}
	a.settle(t, seeds)
	items, _, err := a.Lease(1000, frontier.LastRank, asked)
	if err != nil {
		t.Fatal(err)
	}
	pages := &frontier.Batch{Decide: a.options.Decide}
	for _, item := range items {
		s := records[item.URL]
		s.ID = item.ID
		pages.Pages = append(pages.Pages, s)
	}
	a.settle(t, pages)
	a.answer(t, found)
	if _, err := audit.JudgeAll(t.Context(), a, a.options); err != nil {
		t.Fatal(err)
	}
	return a
}

func (a *abroad) settle(t *testing.T, b *frontier.Batch) {
	t.Helper()
	if err := a.Settle(b); err != nil {
		t.Fatal(err)
	}
}

func (a *abroad) id(t *testing.T, name string) frontier.ID {
	t.Helper()
	row, err := a.Find(urlNamed(name))
	if err != nil || row == nil {
		t.Fatalf("%s is not known: %v", name, err)
	}
	return row.ID
}

// answer notes what pages on other hosts answered.
func (a *abroad) answer(t *testing.T, lines []string) {
	t.Helper()
	var pages []frontier.Translation
	for _, line := range lines {
		at := strings.IndexAny(line, ">!")
		p := frontier.Translation{ID: a.id(t, line[:at]), Status: 200}
		if line[at] == '!' {
			p.Fault = strings.TrimSpace(line[at+1:])
		} else {
			for ref := range strings.FieldsSeq(line[at+1:]) {
				lang, to, _ := strings.Cut(ref, "=")
				p.Names = append(p.Names, frontier.TranslationName{To: a.id(t, to), Lang: lang})
			}
		}
		pages = append(pages, p)
	}
	a.settle(t, &frontier.Batch{Meta: map[string]string{frontier.TranslationLump(0): frontier.ListText(pages)}})
}

var otherHosts = []string{"a.de", "a.fr"}

// TestElsewhere: only pages on the hosts given are asked for, and only where
// all of a complete cluster name them.
func TestElsewhere(t *testing.T) {
	tests := []struct {
		name, site string
		want       string
	}{
		{"of a page alone", "en: en=en de=a.de/de", "a.de/de"},
		{"of a cluster", "en: en=en us=us de=a.de/x en-us=us\nus: en=en en-us=us de=a.de/x fr=a.fr/x", "a.de/x"},
		{"of pages that do not return the link", "en: en=en en-us=us de=a.de/x\nus: en-us=us de=a.de/y fr=a.fr/z", "a.de/x a.de/y a.fr/z"},
		{"once", "en: de=a.de/\nfr: de=a.de/\nit: x-default=a.de/", "a.de/"},
		{"of a host that is not given", "en: it=a.it/x de=b.a.de/x", ""},
		{"of a page that is not listed", "[en]: de=a.de/x", ""},
		{"with a language that engines do not know", "en: german=a.de/x", ""},
		{"none", "en: en=en", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := newAbroad(t, tt.site)
			var got []string
			for id, err := range audit.Elsewhere(t.Context(), a, a.options, otherHosts) {
				if err != nil {
					t.Fatal(err)
				}
				row, err := a.Row(id)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, strings.TrimPrefix(row.URL, "https://"))
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("to ask for: %q, want %q", got, tt.want)
			}
			for range audit.Elsewhere(t.Context(), a, a.options, otherHosts) {
				break // may be stopped
			}
		})
	}
}

// TestAlternatesElsewhere: a page on another host is in a cluster if it counts
// and names all others in it.
func TestAlternatesElsewhere(t *testing.T) {
	tests := []struct {
		name, site string
		want       []string
	}{
		{"that returns the link", "en: en=en de=a.de/x\na.de/x> en=en", []string{"en: de=https://a.de/x en=en"}},
		{"that does not", "en: en=en de=a.de/x\nus: de=a.de/x\na.de/x> en=us", []string{"us: de=https://a.de/x en=us"}},
		{"that has a fault", "en: en=en de=a.de/x\na.de/x! status 404", nil},
		{"that was not asked for", "en: en=en de=a.de/x", nil},
		{"two that do not name each other", "en: en=en de=a.de/x fr=a.fr/x\na.de/x> en=en fr=a.fr/x\na.fr/x> en=en", []string{"en: de=https://a.de/x en=en"}},
		{"two that do", "en: en=en de=a.de/x fr=a.fr/x\na.de/x> en=en fr=a.fr/x\na.fr/x> en=en de=a.de/x", []string{"en: de=https://a.de/x en=en fr=https://a.fr/x"}},
		{"on a host that is not given", "en: en=en it=a.it/x\na.it/x> en=en", nil},
		{"that calls two pages by one language", "en: en=en de=a.de/x\na.de/x> de=en de=a.de/x en=en", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := newAbroad(t, tt.site)
			clusters, err := audit.ReadAlternates(t.Context(), a, otherHosts)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for row, err := range a.Rows(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				cluster := clusters.Of(row.ID)
				if cluster == nil || row.Reason != frontier.Undecided {
					continue
				}
				line := strings.TrimPrefix(row.URL, "https://a.example/") + ":"
				for _, alternate := range cluster {
					line += fmt.Sprintf(" %s=%s", alternate.Lang, strings.TrimPrefix(alternate.URL, "https://a.example/"))
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("clusters (-want +got):\n%s", diff)
			}
			without, err := audit.ReadAlternates(t.Context(), a, nil)
			if err != nil || without.Len() > 0 {
				t.Errorf("%d clusters without other hosts, error %v", without.Len(), err)
			}
		})
	}
}
