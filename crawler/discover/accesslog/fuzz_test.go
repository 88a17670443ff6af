package accesslog_test

import (
	"os"
	"strings"
	"testing"
	"unicode"
)

// FuzzLogLine: whatever a log holds, URLs are canonical forms of the site,
// texts can be shown, counts add up.
func FuzzLogLine(f *testing.F) {
	for _, name := range []string{"combined", "vhost", "json"} {
		data, err := os.ReadFile("testdata/nginx-" + name + ".log")
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			f.Add(line, "")
		}
	}
	f.Add("#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status cs(User-Agent)\n2025-10-10 13:55:36 203.0.113.7 GET /a x=1 200 Mozilla\n", "")
	f.Add("h2 2025-10-10T13:55:36Z lb 203.0.113.7:1 10.0.0.1:80 0 0 0 200 200 1 1 \"GET https://shop.example:443/a HTTP/2.0\" \"x\"\n", "")
	f.Add("\"_raw\",\"_time\"\n\"1.2.3.4 - - [10/Oct/2025:13:55:36 +0200] \"\"GET /a HTTP/1.1\"\" 200 2\",x\n", "")
	f.Add("200|GET|https://shop.example/a|x|\n", "$status|$request_method|$scheme://$host$request_uri|$http_user_agent|")
	f.Add("1.2.3.4 [10/Oct/2025:13:55:36 +0200] GET /a?b 200\n", "%h %t %m %U%q %>s")
	f.Add("||\n", "$status|$x|$uri$x")
	forms := form(f)
	f.Fuzz(func(t *testing.T, log, pattern string) {
		o := text(log)
		o.Pattern, o.Form = pattern, forms
		r := read(t, o)
		if r.err != nil {
			printable(t, strings.ReplaceAll(r.err.Error(), pattern, ""))
			return
		}
		named, lines := 0, 0
		for _, m := range r.files {
			named += m.Named
			lines += m.Named + m.Broken.Count
			for _, s := range m.Skipped {
				lines += s.Count
			}
			if lines != m.Lines {
				t.Errorf("%d lines, %d accounted for", m.Lines, lines)
			}
			for _, s := range append(m.Skipped, m.Broken) {
				for _, e := range s.Examples {
					printable(t, e.Text)
				}
			}
		}
		for _, s := range r.seeds {
			if again := forms([]byte(s.URL)); s.Held == "" && (again.Reason != 0 || string(again.URL) != s.URL || again.Key != s.Key) {
				t.Errorf("%q is no canonical form of the site: %q", s.URL, again.URL)
			}
			if !strings.HasPrefix(s.URL, site+"/") {
				t.Errorf("%q", s.URL)
			}
			printable(t, s.URL)
			named -= s.Count
		}
		if named != 0 {
			t.Errorf("%d requests are in no seed", named)
		}
	})
}

func printable(t *testing.T, text string) {
	for _, r := range text {
		if !unicode.IsPrint(r) {
			t.Errorf("%q holds %q", text, r)
		}
	}
}
