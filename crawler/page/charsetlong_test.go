package page_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/page"
)

// A long document in another encoding is read to its end, however much longer
// it is in UTF-8. It has 300,000 letters, and three million where PORTOLAN_TEST_ALL
// is set.
func TestLongDocuments(t *testing.T) {
	words := 30
	if os.Getenv("PORTOLAN_TEST_ALL") != "" {
		words = 300
	}
	tests := []struct{ charset, letter, end string }{
		{"windows-1252", "\x80", ""},      // one byte becomes three
		{"windows-1251", "\xe0", ""},      // two
		{"windows-1252", "a", ""},         // one
		{"shift_jis", "\x82\xa0", ""},     // two bytes become three
		{"shift_jis", "\x82\xa0", "\x82"}, // cut in a character
		{"gbk", "\x80\xff", ""},           // no character at all
	}
	for _, tt := range tests {
		t.Run(tt.charset+" "+tt.letter, func(t *testing.T) {
			text := strings.Repeat(strings.Repeat(tt.letter, 10_000)+" ", words)
			body := "<title>Long</title><p>" + text + "<a href=\"/last\">last</a>" + tt.end
			got := page.NewParser(page.Options{}).Parse(page.Input{
				URL: "https://a.example/", Status: 200, Body: []byte(body),
				Header: http.Header{"Content-Type": {"text/html; charset=" + tt.charset}},
			})
			if len(got.Links) != 1 || string(got.Links[0].Href) != "/last" || got.Title != "Long" {
				t.Errorf("title %q, %d links: the end was not read", got.Title, len(got.Links))
			}
		})
	}
}
