package robots_test

import (
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/robots"
)

var noon = time.Date(2026, time.June, 15, 12, 0, 0, 0, time.UTC)

func TestParseHeader(t *testing.T) {
	const (
		none      = robots.None
		noindex   = robots.NoIndex
		nofollow  = robots.NoFollow
		malformed = robots.Malformed
		expired   = robots.Expires | robots.NoIndex
	)
	for _, c := range []struct {
		value string
		want  robots.Directives
	}{
		{"", 0},
		{"noindex", noindex},
		{"NoIndex", noindex},
		{" noindex , nofollow ", none},
		{"none", none},
		{"all", robots.Index | robots.Follow},
		{"index, follow", robots.Index | robots.Follow},
		{"index, noindex", robots.Index | noindex},
		{"noarchive, nosnippet, noimageindex, notranslate", robots.NoArchive | robots.NoSnippet | robots.NoImageIndex | robots.NoTranslate},
		{"nocache", robots.NoArchive},
		{"noindex, indexifembedded", noindex | robots.IndexIfEmbedded},
		{"noodp, noydir, nositelinkssearchbox", 0},
		{"bogus", robots.Unknown},

		// values
		{"max-snippet:50, max-image-preview:large, max-video-preview:-1", 0},
		{"max-image-preview: none, nofollow", nofollow},
		{"max-image-preview:none", 0},
		{"max-snippet: 0", robots.NoSnippet},
		{"max-snippet:, noindex", noindex | malformed},

		// crawlers
		{"googlebot: noindex", noindex},
		{"GoogleBot: noindex, nofollow", none},
		{"googlebot/2.1: noindex", noindex},
		{"otherbot: noindex, nofollow", 0},
		{"googlebot-news: noindex", 0},
		{"otherbot: bogus", 0},
		{"noindex, otherbot: nofollow, nosnippet", noindex},
		{"googlebot: nofollow, otherbot: noindex, nofollow", nofollow},
		{"otherbot: noindex, googlebot: nofollow", nofollow},
		{"otherbot: noindex, robots: nofollow", nofollow},
		{"otherbot: unavailable_after: 25 Jun 2020 15:00:00 PST, googlebot: nofollow", nofollow},

		// not as they should be
		{"noindex nofollow", none | malformed},
		{"noindex; nofollow", none | malformed},
		{"noindex|nofollow", none | malformed},
		{"noindex,,nofollow", none | malformed},
		{"noindex,nofollow,", none},
		{`"noindex"`, noindex | malformed},
		{"noindex: true", noindex | malformed},
		{"noindex=1, nofollow", none | malformed},
		{"noindex:nofollow", none | malformed},
		{": noindex", noindex | malformed},
		{"noindex\u00a0nofollow", none | malformed},
		{"no-index", robots.Unknown},
		{"\xff\xfe, noindex", robots.Unknown | noindex},

		// unavailable_after
		{"unavailable_after: 25 Jun 2026 15:00:00 PST", robots.Expires},
		{"unavailable_after: 25 Jun 2025 15:00:00 PST", expired},
		{"unavailable_after: 15 Jun 2026 15:00:00 PST", robots.Expires},
		{"unavailable_after: 15 Jun 2026 13:00:00 +0200, nofollow", expired | nofollow},
		{"unavailable_after: 15 Jun 2026 13:00:00 GMT, nofollow", robots.Expires | nofollow},
		{"Unavailable_After: Monday, 15-Jun-26 11:59:59 GMT, nofollow", expired | nofollow},
		{"unavailable_after: Mon, 15 Jun 2026 11:59:59 GMT", expired},
		{"nofollow, unavailable_after: Monday, June 15, 2026, 11:00 UTC, noarchive", expired | nofollow | robots.NoArchive},
		{"unavailable_after: 2026-06-15T11:59:59Z", expired},
		{"unavailable_after: 2026-06-15T12:00:01+00:00, noarchive", robots.Expires | robots.NoArchive},
		{"unavailable_after: 2026-06-15", robots.Expires},
		{"unavailable_after: 2026-06-14", expired},
		{"googlebot: unavailable_after: 25 Jun 2010 15:00:00 PST", expired},
		{"unavailable_after: 14 Jun 2026 15:00:00 GMT; nofollow", expired | nofollow | malformed},
		{"unavailable_after: soon", robots.BadDate},
		{"unavailable_after: soon, noindex", robots.BadDate | noindex},
		{"unavailable_after: 31 Jun 2026, otherbot: noindex", robots.BadDate},
		{"unavailable_after:", robots.BadDate},
		{"unavailable_after", robots.BadDate},
	} {
		if got := robots.ParseHeader(c.value, "googlebot", noon); got != c.want {
			t.Errorf("X-Robots-Tag: %s\n got %b %q\nwant %b %q", c.value, got, got, c.want, c.want)
		}
	}
}

func TestParseMeta(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          robots.Directives
		applies       bool
	}{
		{"robots", "noindex, nofollow", robots.None, true},
		{" ROBOTS ", "NOINDEX", robots.NoIndex, true},
		{"googlebot", "noindex", robots.NoIndex, true},
		{"GoogleBot", "none", robots.None, true},
		{"googlebot-news", "noindex", 0, false},
		{"bingbot", "noindex", 0, false},
		{"description", "noindex", 0, false},
		{"", "noindex", 0, false},
		{"robots", "", 0, true},
		{"robots", "googlebot: noindex", robots.Unknown | robots.NoIndex | robots.Malformed, true},
		{"robots", "unavailable_after: Wednesday, 25-Jun-25 15:00:00 GMT, nofollow", robots.Expires | robots.None, true},
		{"robots", "noindex\n,\tnofollow", robots.None, true},
	} {
		got, applies := robots.ParseMeta(c.name, c.content, "Googlebot", noon)
		if got != c.want || applies != c.applies {
			t.Errorf("<meta name=%q content=%q>\n got %b %q %t\nwant %b %q %t", c.name, c.content, got, got, applies, c.want, c.want, c.applies)
		}
	}
}

// Dates of unavailable_after, one moment in the forms that people write.
func TestUnavailableAfterForms(t *testing.T) {
	at := time.Date(2026, time.June, 25, 15, 0, 0, 0, time.UTC)
	for _, form := range []string{
		"25 Jun 2026 15:00:00 GMT", "25 Jun 2026 15:00 UT", "25 June 2026 15:00:00", "25 Jun 26 15:00:00 Z",
		"Thu, 25 Jun 2026 15:00:00 GMT", "Thu, 25 Jun 2026 15:00:00 +0000", "Thursday, 25-Jun-26 15:00:00 GMT",
		"Thu, 25-Jun-2026 15:00:00 UTC", "25-Jun-2026 17:00:00 CEST", "Thu Jun 25 15:00:00 2026",
		"25 Jun 2026 07:00:00 PST", "25 Jun 2026 08:00:00 PDT", "25 Jun 2026 10:00:00 -0500", "25 Jun 2026 18:30:00 +03:30",
		"Thursday, June 25, 2026 3:00 PM", "June 25th 2026 3pm", "25 Jun 2026 17:00 GMT+2", "25 Jun 2026 13:00 GMT-2",
		"2026-06-25T15:00:00Z", "2026-06-25T15:00Z", "2026-06-25t15:00:00.250z", "2026-06-25T17:00:00+02:00",
		"2026-06-25T08:00:00-0700", "2026-06-25 15:00:00", "2026-06-25 15:00:00 UTC", "2026-06-25 10:00:00 -05:00",
	} {
		value := "unavailable_after: " + form + ", nofollow"
		before := robots.ParseHeader(value, "googlebot", at.Add(-time.Second))
		after := robots.ParseHeader(value, "googlebot", at.Add(time.Second))
		if before != robots.Expires|robots.NoFollow || after != robots.Expires|robots.None {
			t.Errorf("%s: a second before %q %b, a second after %q %b", form, before, before, after, after)
		}
	}
}

func TestDirectivesCombine(t *testing.T) {
	meta, _ := robots.ParseMeta("robots", "index, follow", "googlebot", noon)
	header := robots.ParseHeader("googlebot: noindex", "googlebot", noon)
	all := meta | header
	if all.Indexable() || !all.Followable() || !all.Conflict() || meta.Conflict() || !meta.Indexable() {
		t.Errorf("meta %q and header %q give %q", meta, header, all)
	}
	if got, want := all.String(), "noindex, index, follow"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
}

func FuzzDirectives(f *testing.F) {
	for _, s := range []string{
		"noindex, nofollow", "googlebot: noindex, otherbot: none", "unavailable_after: Wednesday, 25-Jun-26 15:00:00 GMT, none",
		"max-snippet:-1, unavailable_after=2026-06-25T15:00:00+02:00", ":,=;|\u00a0'\"", "unavailable_after: 3pm June 1st 2026",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d := robots.ParseHeader(s, "googlebot", noon)
		if !strings.ContainsAny(s, ":=") {
			if named := robots.ParseHeader("googlebot: "+s, "googlebot", noon); named != d {
				t.Errorf("%q says %q, to the agent by name %q", s, d, named)
			}
			if other := robots.ParseHeader("otherbot: "+s, "googlebot", noon); other != 0 {
				t.Errorf("%q to another agent says %q to ours", s, other)
			}
		}
		if robots.ParseHeader("noindex, "+s, "googlebot", noon).Indexable() {
			t.Errorf("noindex is lost before %q", s)
		}
		robots.ParseMeta("robots", s, "googlebot", noon)
	})
}

func BenchmarkParseHeader(b *testing.B) {
	for _, value := range []string{
		"noindex, nofollow", "googlebot: noindex, otherbot: nofollow, max-snippet:50",
		"unavailable_after: Thursday, 25-Jun-26 15:00:00 PST",
	} {
		b.Run(strings.Fields(value)[0], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				robots.ParseHeader(value, "googlebot", noon)
			}
		})
	}
}
