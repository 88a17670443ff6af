package page_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/page"
)

// Videos are taken where JSON-LD describes them in full, wherever in it.
func TestVideos(t *testing.T) {
	const full = `"@type":"VideoObject","name":" A\n <b> ","description":"d","thumbnailUrl":"/t.png","contentUrl":"v.mp4"`
	want := page.Video{Title: "A <b>", Description: "d", Thumbnail: "/t.png", Content: "v.mp4"}
	all := want
	all.Player, all.Duration, all.Published, all.Expires = "/p", 3723, "2026-01-02T03:04:05Z", "2027-01-01"
	for _, c := range []struct {
		name, script string
		want         []page.Video
	}{
		{"alone", `{` + full + `}`, []page.Video{want}},
		{"everything", `{` + full + `,"embedUrl":"/p","duration":"PT1H2M3.5S","uploadDate":"2026-01-02T03:04:05Z","expires":"2027-01-01"}`, []page.Video{all}},
		{"array", `[{` + full + `},{` + full + `}]`, []page.Video{want, want}},
		{"graph", `{"@context":"https://schema.org","@graph":[{"@type":"Article","video":{` + full + `}}]}`, []page.Video{want}},
		{"several types", `{"@type":["Clip","https://schema.org/VideoObject"],` + strings.TrimPrefix(full, `"@type":"VideoObject",`) + `}`, []page.Video{want}},
		{"several thumbnails", `{` + strings.Replace(full, `"/t.png"`, `["","/t.png","/u.png"]`, 1) + `}`, []page.Video{want}},
		{"player alone", `{` + strings.Replace(full, "contentUrl", "embedUrl", 1) + `}`, []page.Video{{Title: "A <b>", Description: "d", Thumbnail: "/t.png", Player: "v.mp4"}}},
		{"no description", `{` + strings.Replace(full, "description", "about", 1) + `}`, nil},
		{"no thumbnail", `{` + strings.Replace(full, "thumbnailUrl", "image", 1) + `}`, nil},
		{"neither file nor player", `{` + strings.Replace(full, "contentUrl", "url", 1) + `}`, nil},
		{"wrong kinds of values", `{"@type":"VideoObject","name":{},"description":1,"thumbnailUrl":[[]],"contentUrl":null}`, nil},
		{"not a video", `{"@type":"Movie","description":"VideoObject"}`, nil},
		{"broken", `{` + full, nil},
		{"too deep", strings.Repeat(`[`, 50) + `{` + full + `}` + strings.Repeat(`]`, 50), nil},
		{"too long", `[{` + full + `},"` + strings.Repeat("x", 256<<10) + `"]`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := `<head><script type="application/ld+json">` + c.script + `</script></head>`
			p := parse(page.Options{Videos: true}, 200, body, "Content-Type: text/html")
			if diff := cmp.Diff(c.want, p.Videos); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if p = parse(page.Options{}, 200, body, "Content-Type: text/html"); p.Videos != nil {
				t.Error("videos that nobody wants")
			}
		})
	}
	many := `<script type=application/ld+json>[` + strings.Repeat(`{`+full+`},`, 60) + `0]</script>`
	if got := len(parse(page.Options{Videos: true}, 200, many, "Content-Type: text/html").Videos); got != 50 {
		t.Errorf("%d videos", got)
	}
	dated := `<script type=application/ld+json>{"dateModified":"2026-01-02"}</script><script type=application/ld+json>{` + full + `,"dateModified":"2026-03-04"}</script>`
	if p := parse(page.Options{Videos: true}, 200, dated, "Content-Type: text/html"); len(p.Videos) != 1 || p.Modified != "2026-01-02" {
		t.Errorf("%d videos, modified %s", len(p.Videos), p.Modified)
	}
}

func TestVideoDuration(t *testing.T) {
	for text, want := range map[string]int{"PT90S": 90, "PT2M": 120, "P1DT1S": 86401, "PT0,5S": 0, "PT": 0, "90": 0, "P1Y": 0, "PT99999999S": 0, "pt1s": 0} {
		body := `<script type=application/ld+json>{"@type":"VideoObject","name":"n","description":"d","thumbnailUrl":"t","embedUrl":"e","duration":"` + text + `"}</script>`
		p := parse(page.Options{Videos: true}, 200, body, "Content-Type: text/html")
		if len(p.Videos) != 1 || p.Videos[0].Duration != want {
			t.Errorf("%s: %+v, want %d", text, p.Videos, want)
		}
	}
}

// FuzzMedia reads any JSON-LD and any srcset: what is taken is whole, and
// small.
func FuzzMedia(f *testing.F) {
	f.Add(`{"@type":"VideoObject","name":"n","description":"d","thumbnailUrl":["t"],"embedUrl":"e","duration":"PT1S"}`, "a 1x, b,c 2.5x")
	f.Add(`{"@graph":[{"@type":"NewsArticle","headline":"h","datePublished":"2026-01-01","inLanguage":"de"}]}`, "")
	f.Fuzz(func(t *testing.T, script, srcset string) {
		body := "<script type=application/ld+json>" + script + "</script><img srcset=\"" + srcset + "\">"
		p := parse(page.Options{Images: true, Videos: true, Articles: true}, 200, body, "Content-Type: text/html;charset=utf-8")
		if a := p.Article; a != nil {
			for _, s := range []string{a.Title, a.Published, a.Lang} {
				if len(s) > 400 || !utf8.ValidString(s) {
					t.Errorf("a text of %d bytes: %.80q", len(s), s)
				}
			}
		}
		for _, v := range p.Videos {
			if v.Title == "" || v.Description == "" || v.Thumbnail == "" || v.Content+v.Player == "" || v.Duration < 0 {
				t.Errorf("incomplete: %+v", v)
			}
			for _, s := range []string{v.Title, v.Description, v.Thumbnail, v.Content, v.Player, v.Published, v.Expires} {
				if len(s) > 8192 || !utf8.ValidString(s) {
					t.Errorf("a text of %d bytes: %.80q", len(s), s)
				}
			}
		}
		for _, l := range p.Links {
			if l.Kind == page.KindImage && len(l.Href) == 0 {
				t.Errorf("image %q", l.Href)
			}
		}
	})
}
