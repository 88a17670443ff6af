package page_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/record"
)

func encode(t *testing.T, label, text string) string {
	t.Helper()
	enc, err := htmlindex.Get(label)
	if err != nil {
		t.Fatal(err)
	}
	s, err := enc.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCharset(t *testing.T) {
	const typ = "Content-Type: text/html"
	head := func(meta, text string) string {
		return "<html><head>" + meta + "<title>" + text + "</title></head><body><a href='/" + text + "?q=" + text + "'>" + text + "</a>"
	}
	meta := func(label string) string { return `<meta charset="` + label + `">` }
	for _, c := range []struct {
		name, header, body string
		charset, text      string
	}{
		{"header", typ + "; charset=windows-1251", encode(t, "windows-1251", head("", "Карта")), "windows-1251", "Карта"},
		{"header in quotes", typ + `; charset="CP1251"`, encode(t, "windows-1251", head("", "Карта")), "windows-1251", "Карта"},
		{"meta", typ, encode(t, "shift_jis", head(meta("Shift_JIS"), "海図")), "shift_jis", "海図"},
		{"meta of old", typ, encode(t, "gbk", head(`<META http-equiv="Content-Type" content="text/html; charset=gb2312">`, "海图")), "gbk", "海图"},
		{"header wins", typ + "; charset=utf-8", head(meta("windows-1251"), "Карта"), "utf-8", "Карта"},
		{"unknown header", typ + "; charset=klingon", encode(t, "koi8-r", head(meta("koi8-r"), "Карта")), "koi8-r", "Карта"},
		{"mark wins", typ + "; charset=iso-8859-1", "\uFEFF" + head(meta("koi8-r"), "é"), "utf-8", "é"},
		{"UTF-16 little", typ, "\xFF\xFE" + encode(t, "utf-16le", head("", "Карта")), "utf-16le", "Карта"},
		{"UTF-16 big", typ + "; charset=utf-8", "\xFE\xFF" + encode(t, "utf-16be", head("", "Карта")), "utf-16be", "Карта"},
		{"UTF-16 by header", typ + "; charset=utf-16", encode(t, "utf-16le", head("", "Карта")), "utf-16le", "Карта"},
		{"UTF-16 by meta cannot be", typ, head(meta("utf-16"), "Карта"), "utf-8", "Карта"},
		{"none, UTF-8", typ, head("", "Größe"), "utf-8", "Größe"},
		{"none, not UTF-8", typ, encode(t, "windows-1252", head("", "Größe €")), "windows-1252", "Größe €"},
		{"latin1 is windows-1252", typ + "; charset=ISO-8859-1", encode(t, "windows-1252", head("", "€")), "windows-1252", "€"},
		{"meta in a comment", typ, head("<!-- "+meta("koi8-r")+" -->", "é"), "utf-8", "é"},
		{"meta too late", typ, head(strings.Repeat(" ", 1100)+meta("koi8-r"), "é"), "utf-8", "é"},
		{"EUC-KR", typ, encode(t, "euc-kr", head(meta("euc-kr"), "해도")), "euc-kr", "해도"},
		{"Big5", typ, encode(t, "big5", head(meta("big5"), "海圖")), "big5", "海圖"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(page.Options{}, 200, c.body, c.header)
			if p.Charset != c.charset || p.Title != c.text {
				t.Errorf("charset %q, title %q", p.Charset, p.Title)
			}
			if len(p.Links) != 1 || string(p.Links[0].Href) != "/"+c.text+"?q="+c.text || string(p.Links[0].Anchor) != c.text {
				t.Errorf("links %q", show(p.Links))
			}
		})
	}
}

func TestCharsetProblems(t *testing.T) {
	for _, c := range []struct {
		header, body string
		want         record.Problems // as a page record has them
	}{
		{"text/html; charset=utf-8", `<meta charset=koi8-r><p>e`, 1 << record.CharsetConflict},
		{"text/html; charset=nosuch", "<p>e", 1 << record.CharsetUnknown},
		{"text/html", "<p>é", 1 << record.CharsetUndeclared},
		{"text/html", "<p>e", 0},
		{"text/html; charset=latin1", `<meta charset=iso-8859-1><p>e`, 0},
	} {
		p := parse(page.Options{}, 200, c.body, "Content-Type: "+c.header)
		if p.Facts.Problems != c.want || len(p.Problems) > 1 {
			t.Errorf("%s %s: %v", c.header, c.body, p.Problems)
		}
	}
}

// TestCutCharacter reads a page cut inside a character: it is UTF-8 still.
func TestCutCharacter(t *testing.T) {
	body := []byte("<title>Größe</title><p>日本")
	for _, truncated := range []bool{true, false} {
		p := page.NewParser(page.Options{}).Parse(page.Input{Status: 200, Header: map[string][]string{"Content-Type": {"text/html"}}, Body: body[:len(body)-1], Truncated: truncated})
		if (p.Charset == "utf-8") != truncated {
			t.Errorf("truncated %v: %s", truncated, p.Charset)
		}
	}
}

func FuzzCharset(f *testing.F) {
	f.Add("shift_jis", []byte("<meta charset=gbk>\x81\x40<a href=\xff>"))
	f.Add("", []byte("\xFF\xFE<\x00a\x00"))
	f.Fuzz(func(t *testing.T, label string, body []byte) {
		p := parse(page.Options{}, 200, string(body), "Content-Type: text/html; charset="+label)
		if p.HTML && p.Charset == "" {
			t.Error("no charset")
		}
	})
}
