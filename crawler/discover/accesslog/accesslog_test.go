package accesslog_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/accesslog"
	"github.com/portolan-seo/portolan/crawler/discover/bots"
	"github.com/portolan-seo/portolan/crawler/discover/input"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

var update = flag.Bool("update", false, "write the golden files anew")

const site = "https://shop.example"

// form takes what belongs to the site.
func form(t testing.TB) discover.Form {
	t.Helper()
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		t.Fatal(err)
	}
	scope, err := canonical.ScopeOf(site + "/sitemap.xml")
	if err != nil {
		t.Fatal(err)
	}
	return discover.InScope(rules.NewResolver(), &scope)
}

// reading is what came of some logs.
type reading struct {
	seeds []discover.Seed
	files []discover.Import
	err   error
}

// read reads logs; those of Options.Input.Stdin if no file is named.
func read(t testing.TB, o accesslog.Options) (r reading) {
	t.Helper()
	if o.Site = site; o.Form == nil {
		o.Form = form(t)
	}
	if o.Files == nil {
		o.Files = []string{input.Stdin}
	}
	o.Told = func(m discover.Import) { r.files = append(r.files, m) }
	for seed, err := range accesslog.Seeds(context.Background(), o) {
		if err != nil {
			r.err = err
			return r
		}
		r.seeds = append(r.seeds, seed)
	}
	return r
}

// text gives options to read a text.
func text(log string) accesslog.Options {
	return accesslog.Options{Input: input.Options{Stdin: strings.NewReader(log)}}
}

// show writes a seed in a line: what holds it, its URL, evidence and counts.
func show(s discover.Seed) string {
	line := strings.TrimPrefix(s.URL, site)
	if s.Held != "" {
		line = "(" + string(s.Held) + ") " + line
	}
	line += fmt.Sprintf(" <%s", s.Evidence())
	for _, m := range s.Measures {
		if m.Name != "hits" && m.Name != "last-hit" {
			line += fmt.Sprintf(" %s=%g", strings.TrimPrefix(m.Name, "hits-"), m.Value)
		}
	}
	return line
}

func showAll(r reading) string {
	var b strings.Builder
	for _, m := range r.files {
		fmt.Fprintf(&b, "# %s: %s; %d lines, %d of the site, %d broken; %s to %s %s\n", filepath.Base(m.File), m.What, m.Lines, m.Named, m.Broken.Count, m.From.Format("2006-01-02T15:04:05"), m.To.Format("15:04:05"), m.Cut)
		for _, s := range append(m.Skipped, m.Broken) {
			for _, e := range s.Examples {
				fmt.Fprintf(&b, "# %s (%d): %d: %s\n", s.Why, s.Count, e.Line, e.Text)
			}
		}
	}
	for _, s := range r.seeds {
		fmt.Fprintln(&b, strings.ReplaceAll(show(s), "testdata"+string(filepath.Separator), ""))
	}
	return b.String()
}

// ranges are those of the bots that the logs hold.
func ranges(t testing.TB) *bots.Ranges {
	t.Helper()
	r, err := bots.ReadRanges(fstest.MapFS{
		"googlebot.json": {Data: []byte(`{"creationTime":"2026-11-01T00:00:00","prefixes":[{"ipv4Prefix":"66.249.66.0/27"}]}`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestNginx reads logs that nginx wrote of the same requests in three formats.
func TestNginx(t *testing.T) {
	for _, name := range []string{"combined", "vhost", "json"} {
		t.Run(name, func(t *testing.T) {
			r := read(t, accesslog.Options{Files: []string{"testdata/nginx-" + name + ".log"}, Bots: bots.Options{Ranges: ranges(t)}})
			if r.err != nil {
				t.Fatal(r.err)
			}
			golden := "testdata/nginx-" + name + ".golden"
			got := showAll(r)
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestFormats reads a request of every format that is recognised.
func TestFormats(t *testing.T) {
	const chrome = "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0"
	tests := []struct{ name, log, what, want string }{
		{
			"Common", `2001:db8::7 - frank doe [10/Oct/2025:13:55:36 -0700] "GET /a.html HTTP/1.0" 200 2326` + "\n",
			"the Common format", "/a.html <standard input:1 2xx=1 other=1",
		},
		{
			"Combined with more behind", `203.0.113.7 - - [10/Oct/2025:13:55:36 +0200] "GET /a?x=\"1\" HTTP/3" 200 23 "-" "` + chrome + `" "198.51.100.1" 0.003` + "\n",
			"the Combined format", "(one-client) /a?x=*** <standard input:1 2xx=1 people=1",
		},
		{
			"virtual hosts", "shop.example:80 203.0.113.7 - - [10/Oct/2025:13:55:36 +0200] \"GET /a HTTP/1.1\" 200 23 \"-\" \"" + chrome + "\"\n" +
				"other.example:80 203.0.113.7 - - [10/Oct/2025:13:55:36 +0200] \"GET /b HTTP/1.1\" 200 23 \"-\" \"" + chrome + "\"\n",
			"the Combined format with virtual hosts", "/a <standard input:1 2xx=1 people=1",
		},
		{
			"virtual hosts, Common", "SHOP.example 203.0.113.7 - - [10/Oct/2025:13:55:36 +0200] \"GET /a HTTP/1.1\" 200 23\n",
			"the Common format with virtual hosts", "/a <standard input:1 2xx=1 other=1",
		},
		{
			"IIS", "#Software: Microsoft Internet Information Services 10.0\r\n#Version: 1.0\r\n#Date: 2025-10-10 13:55:36\r\n" +
				"#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken\r\n" +
				"2025-10-10 13:55:36 10.0.0.1 GET /my+page.aspx id=5 443 - 203.0.113.7 Mozilla/5.0+(Windows+NT+10.0) - 200 0 0 15\r\n" +
				"2025-10-10 13:55:37 10.0.0.1 GET /my+page.aspx id=5 443 - 203.0.113.8 Mozilla/5.0+(compatible;+bingbot/2.0) - 200 0 0 15\r\n",
			"the W3C extended format of IIS", "/my%20page.aspx?id=5 <standard input:5 and 1 more 2xx=2 people=1 search-claimed=1",
		},
		{
			"CloudFront", "#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol\n" +
				"2025-10-10\t13:55:36\tFRA2\t182\t203.0.113.7\tGET\td111.cloudfront.net\t/a%2520b.html\t200\t-\tMozilla/5.0%2520(Windows%2520NT)\t-\t-\tHit\tx\tshop.example\thttps\n",
			"the W3C extended format of CloudFront", "/a%20b.html <standard input:3 2xx=1 people=1",
		},
		{
			"ALB", `h2 2025-10-10T13:55:36.186641Z app/my-lb/50dc 203.0.113.7:2817 10.0.0.1:80 0.000 0.001 0.000 200 200 34 366 "GET https://shop.example:443/a?b=c HTTP/2.0" "` + chrome + `" ECDHE TLSv1.2 arn:aws:x "Root=1-58" "shop.example" "arn" 1 2025-10-10T13:55:36.364Z "forward" "-" "-" "10.0.0.1:80" "200" "-" "-"` + "\n" +
				`https 2025-10-10T13:55:37.186641Z app/my-lb/50dc [2001:db8::5]:2817 - -1 -1 -1 460 - 0 0 "- https://shop.example:443- -" "-" - - - "-" "-" "-" - 2025-10-10T13:55:36.364Z "-" "-" "-" "-" "-" "-" "-"` + "\n",
			"the format of Amazon's application load balancers", "(one-client) /a?b=*** <standard input:1 2xx=1 people=1",
		},
		{
			"Caddy", `{"level":"info","ts":1760104536.3,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"10.0.0.9","client_ip":"203.0.113.7","proto":"HTTP/2.0","method":"GET","host":"shop.example","uri":"/a","headers":{"User-Agent":["` + chrome + `"],"Accept":["*/*"]},"tls":{"resumed":false}},"bytes_read":0,"user_id":"","duration":0.0001,"size":11,"status":200}` + "\n",
			"JSON lines of Caddy", "/a <standard input:1 2xx=1 people=1",
		},
		{
			"Caddy on a terminal", "2025/10/10 13:55:36.300\tINFO\thttp.log.access\thandled request\t" + `{"request":{"remote_ip":"203.0.113.7","method":"GET","host":"shop.example","uri":"/a","headers":{"User-Agent":["` + chrome + `"]}},"status":200}` + "\n",
			"JSON lines of Caddy", "/a <standard input:1 2xx=1 people=1",
		},
		{
			"Traefik", `{"ClientAddr":"203.0.113.7:1234","ClientHost":"203.0.113.7","DownstreamStatus":200,"Duration":1,"RequestHost":"shop.example","RequestMethod":"HEAD","RequestPath":"/a","RequestProtocol":"HTTP/2.0","RequestScheme":"https","StartUTC":"2025-10-10T13:55:36.123456789Z","request_User-Agent":"` + chrome + `","time":"2025-10-10T13:55:36Z"}` + "\n",
			"JSON lines of Traefik", "/a <standard input:1 2xx=1 people=1",
		},
		{
			"Cloudflare", `{"ClientIP":"203.0.113.7","ClientRequestHost":"shop.example","ClientRequestMethod":"GET","ClientRequestURI":"/a?b=1","ClientRequestUserAgent":"` + chrome + `","EdgeResponseStatus":200,"EdgeStartTimestamp":1760104536000000000}` + "\n" +
				`{"ClientIP":"203.0.113.8","ClientRequestHost":"shop.example","ClientRequestMethod":"GET","ClientRequestURI":"/a?b=1","ClientRequestUserAgent":"` + chrome + `","EdgeResponseStatus":200,"EdgeStartTimestamp":"2025-10-10T13:55:36Z"}` + "\n",
			"JSON lines of Cloudflare", "/a?b=1 <standard input:1 and 1 more 2xx=2 people=2",
		},
		{
			"Google Cloud", `{"httpRequest":{"requestMethod":"GET","requestUrl":"https://shop.example/a","status":200,"userAgent":"` + chrome + `","remoteIp":"203.0.113.7","protocol":"HTTP/2"},"insertId":"1","timestamp":"2025-10-10T13:55:36.123Z","resource":{"type":"http_load_balancer"}}` + "\n",
			"JSON lines of Google Cloud", "/a <standard input:1 2xx=1 people=1",
		},
		{
			"Akamai", `{"version":1,"cliIP":"203.0.113.7","statusCode":"200","proto":"HTTPS","reqHost":"shop.example","reqMethod":"GET","reqPath":"a/b","queryStr":"-","UA":"Mozilla%2F5.0%20(X11)%20Chrome%2F130","reqTimeSec":"1760104536.12"}` + "\n",
			"JSON lines of Akamai", "/a/b <standard input:1 2xx=1 people=1",
		},
		{
			"Elastic Common Schema", `{"@timestamp":"2025-10-10T13:55:36.000Z","source":{"ip":"203.0.113.7"},"url":{"original":"/a"},"http":{"request":{"method":"GET"},"response":{"status_code":200}},"user_agent":{"original":"` + chrome + `"}}` + "\n",
			"JSON lines by the Elastic Common Schema", "/a <standard input:1 2xx=1 people=1",
		},
		{
			"Docker", `{"log":"203.0.113.7 - - [10/Oct/2025:13:55:36 +0200] \"GET /a HTTP/1.1\" 200 23 \"-\" \"` + chrome + `\"\n","stream":"stdout","time":"2025-10-10T11:55:36.1Z"}` + "\n",
			"JSON lines around lines of text", "/a <standard input:1 2xx=1 people=1",
		},
		{
			"Kibana", "\"@timestamp\",\"source.ip\",\"http.request.method\",\"url.original\",\"http.response.status_code\",\"user_agent.original\"\n" +
				"\"Oct 10, 2025 @ 13:55:36.000\",\"203.0.113.7\",GET,\"/a\",200,\"" + chrome + "\"\n",
			"a CSV table of Kibana", "/a <standard input:2 2xx=1 people=1",
		},
		{
			"Splunk", "_time,host,clientip,method,uri_path,uri_query,status,useragent\n2025-10-10T13:55:36.000+0200,web01,203.0.113.7,GET,/a,,200,\"" + chrome + "\"\n",
			"a CSV table of Splunk", "/a <standard input:2 2xx=1 people=1",
		},
		{
			"Splunk, raw", "\"_raw\",\"_time\"\n\"203.0.113.7 - - [10/Oct/2025:13:55:36 +0200] \"\"GET /a HTTP/1.1\"\" 200 23 \"\"-\"\" \"\"" + chrome + "\"\"\",2025-10-10\n",
			"a CSV table of Splunk", "/a <standard input:2 2xx=1 people=1",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := read(t, text(tt.log))
			if r.err != nil {
				t.Fatal(r.err)
			}
			if len(r.seeds) != 1 || show(r.seeds[0]) != tt.want {
				t.Errorf("got %s, want %q", showAll(r), tt.want)
			}
			m := r.files[0]
			if m.What != tt.what || m.Broken.Count > 0 {
				t.Errorf("read as %q, want %q; broken: %v", m.What, tt.what, m.Broken)
			}
			if day := m.From.Format("2006-01-02"); day != "2025-10-10" {
				t.Errorf("from %s", day)
			}
		})
	}
}

func TestUTF16(t *testing.T) {
	log := `203.0.113.7 - - [10/Oct/2025:13:55:36 +0200] "GET /a HTTP/1.1" 200 23 "-" "Mozilla/5.0"` + "\r\n"
	var wide bytes.Buffer
	wide.WriteString("\xff\xfe")
	for _, c := range []byte(log) {
		wide.Write([]byte{c, 0})
	}
	r := read(t, accesslog.Options{Input: input.Options{Stdin: &wide}})
	if len(r.seeds) != 1 || r.err != nil {
		t.Errorf("%v %v", r.seeds, r.err)
	}
}

// TestPatterns reads lines by formats that the user names.
func TestPatterns(t *testing.T) {
	const agent = "Mozilla/5.0 (X11)"
	tests := []struct{ pattern, line, want string }{
		{`$remote_addr [$time_iso8601] $host "$request" $status`, `203.0.113.7 [2025-10-10T13:55:36+00:00] shop.example "GET /a HTTP/2" 200`, "/a <standard input:1 2xx=1 other=1"},
		{`$status|$request_method|$scheme://$host$request_uri|$http_user_agent|`, `200|GET|https://shop.example/a|` + agent + `|`, "/a <standard input:1 2xx=1 people=1"},
		{`$msec $status $uri$is_args$args $request_method "$http_user_agent"`, `1760104536.123 200 /a HEAD "` + agent + `"`, "/a <standard input:1 2xx=1 people=1"},
		{`%h %t %m %U%q %>s`, `203.0.113.7 [10/Oct/2025:13:55:36 -0700] GET /a 200`, "/a <standard input:1 2xx=1 other=1"},
		{`%{X-Forwarded-For}i %t "%r" %s "%{User-Agent}i"`, `203.0.113.7, 10.0.0.1 [10/Oct/2025:13:55:36 -0700] "GET /a HTTP/1.1" 200 "` + agent + `"`, "/a <standard input:1 2xx=1 people=1"},
		{`%v %{c}a %{%s}t "%r" %>s %D %{User-Agent}i`, `shop.example 203.0.113.7 1760104536 "GET /a HTTP/1.1" 200 15 curl/8`, "/a <standard input:1 2xx=1 other=1"},
		{`LogFormat "%h \"%r\" %s" mine`, `203.0.113.7 "GET /a HTTP/1.1" 200`, "/a <standard input:1 2xx=1 other=1"},
		{"log_format main '$remote_addr \"$request\" '\n '$status \"$http_user_agent\"';", `203.0.113.7 "GET /a HTTP/1.1" 200 "` + agent + `"`, "/a <standard input:1 2xx=1 people=1"},
		{`$month $day $hour web nginx: $remote_addr "$request" $status`, `Oct 10 13:55:36 web nginx: 203.0.113.7 "GET /a HTTP/1.1" 200`, "/a <standard input:1 2xx=1 other=1"},
		{"combined", `203.0.113.7 - - [10/Oct/2025:13:55:36 +0200] "GET /a HTTP/1.1" 200 23 "-" "` + agent + `"`, "/a <standard input:1 2xx=1 people=1"},
	}
	for _, tt := range tests {
		o := text(tt.line + "\n")
		o.Pattern = tt.pattern
		r := read(t, o)
		if r.err != nil || len(r.seeds) != 1 || show(r.seeds[0]) != tt.want {
			t.Errorf("%s: got %s %v, want %s", tt.pattern, showAll(r), r.err, tt.want)
		}
	}
	for _, bad := range []string{"", "$remote_addr $status", `$remote_addr "$request"`, "$request$status", "%", "%{x %r", "$ $request"} {
		o := text("x\n")
		if o.Pattern = bad; bad == "" {
			continue
		}
		if r := read(t, o); r.err == nil || !strings.Contains(r.err.Error(), "log pattern") {
			t.Errorf("%q: %v", bad, r.err)
		}
	}
}

// TestFields names columns that portolan does not know.
func TestFields(t *testing.T) {
	tests := []struct {
		name   string
		fields []string
		log    string
	}{
		{"JSON", []string{"url=fastly.u", "status=code", "client=who", "agent=b"}, `{"fastly":{"u":"/a"},"code":"200","who":"203.0.113.7","b":"Mozilla/5.0"}` + "\n"},
		{"by number", []string{"client=2", "url=4", "status=5", "agent=6", "method=3"}, "x\t203.0.113.7\tGET\t/a\t200\tMozilla/5.0 (X11)\n"},
		{"by number, quoted", []string{"client=1", "request=3", "status=4", "agent=5"}, `203.0.113.7 [10/Oct/2025:13:55:36 +0200] "GET /a HTTP/1.1" 200 "Mozilla/5.0 (X11)"` + "\n"},
		{"CSV", []string{"url=Adresse", "status=Antwort", "agent=Programm"}, "Adresse;Antwort;Programm\n/a;200;Mozilla/5.0\n"},
	}
	for _, tt := range tests {
		o := text(tt.log)
		o.Fields = tt.fields
		if r := read(t, o); r.err != nil || len(r.seeds) != 1 || !strings.HasPrefix(show(r.seeds[0]), "/a") || !strings.Contains(show(r.seeds[0]), "people=1") {
			t.Errorf("%s: got %s %v", tt.name, showAll(r), r.err)
		}
	}
	o := text("x\n")
	o.Fields = []string{"colour=4"}
	if r := read(t, o); r.err == nil || !strings.Contains(r.err.Error(), "agent, client") {
		t.Errorf("an unknown field: %v", r.err)
	}
}

// line is a line of the Combined format.
func line(client, request string, status int, agent string) string {
	return fmt.Sprintf("%s - - [10/Oct/2025:13:55:36 +0200] \"%s\" %d 23 \"-\" \"%s\"\n", client, request, status, agent)
}

// TestHeld tells what becomes no seed, and that no secret is shown.
func TestHeld(t *testing.T) {
	const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
	tests := []struct {
		target, want string
		held         discover.Held
	}{
		{"/a", "/a", ""},
		{"/a?page=2", "/a?page=2", ""},
		{"/only-mine?page=7", "/only-mine?page=***", discover.HeldOneClient},
		{"/x?token=abc", "/x?token=***", discover.HeldSecret},
		{"/x?api_key=abc&page=1", "/x?api_key=***&page=1", discover.HeldSecret},
		{"/x?user%5Bemail%5D=me", "/x?user%5Bemail%5D=***", discover.HeldSecret},
		{"/x?q=jane%40mail.example", "/x?q=***", discover.HeldSecret},
		{"/x?v=" + jwt, "/x?v=***", discover.HeldSecret},
		{"/x?next=%2Flogin%3Ftoken%3Dabc", "/x?next=***", discover.HeldSecret},
		{"/x?keyword=shoes", "/x?keyword=shoes", ""},
		{"/invite/6f1ed002-ab56-4a2b-9d2c-0d2f5b7c9e11", "/invite/***", discover.HeldSecret},
		{"/articles/6f1ed002-ab56-4a2b-9d2c-0d2f5b7c9e11", "/articles/6f1ed002-ab56-4a2b-9d2c-0d2f5b7c9e11", ""},
		{"/people/jane@mail.example", "/people/***", discover.HeldSecret},
		{"/logout", "/logout", discover.HeldEffect},
		{"/account/reset-password", "/account/reset-password", discover.HeldEffect},
		{"/newsletter/abmelden", "/newsletter/abmelden", discover.HeldEffect},
		{"/blog/how-to-reset-a-router", "/blog/how-to-reset-a-router", ""},
		{"/index.php?action=unsubscribe", "/index.php?action=unsubscribe", discover.HeldEffect},
		{"/my-own-effect", "/my-own-effect", discover.HeldEffect},
	}
	var log strings.Builder
	for _, tt := range tests {
		log.WriteString(line("203.0.113.7", "GET "+tt.target+" HTTP/1.1", 200, "Mozilla/5.0"))
		if tt.held != discover.HeldOneClient {
			log.WriteString(line("203.0.113.8", "GET "+tt.target+" HTTP/1.1", 200, "Mozilla/5.0"))
		}
	}
	o := text(log.String())
	o.Effect = func(url []byte) bool { return bytes.HasSuffix(url, []byte("/my-own-effect")) }
	r := read(t, o)
	if r.err != nil {
		t.Fatal(r.err)
	}
	for _, tt := range tests {
		i := slices.IndexFunc(r.seeds, func(s discover.Seed) bool { return s.URL == site+tt.want && s.Held == tt.held })
		if i < 0 {
			t.Errorf("%s is not shown as %q and held as %q", tt.target, tt.want, tt.held)
		}
	}
	if all := showAll(r); strings.Contains(all, jwt[:20]) || strings.Contains(all, "abc") || strings.Contains(all, "jane") {
		t.Errorf("a secret is shown:\n%s", all)
	}
	if len(r.seeds) != len(tests) {
		t.Errorf("%d seeds, want %d", len(r.seeds), len(tests))
	}
}

// TestKey joins a masked URL with what is known of it elsewhere.
func TestKey(t *testing.T) {
	r := read(t, text(line("203.0.113.7", "GET /x?token=abc HTTP/1.1", 200, "Mozilla/5.0")))
	if want := form(t)([]byte(site + "/x?token=abc")).Key; len(r.seeds) != 1 || r.seeds[0].Key != want {
		t.Errorf("%+v, want the key %d", r.seeds, want)
	}
}

func TestStatusAndMethod(t *testing.T) {
	log := line("203.0.113.7", "POST /form HTTP/1.1", 200, "x") + line("203.0.113.7", "GET /gone HTTP/1.1", 404, "x") +
		line("203.0.113.7", "GET /same HTTP/1.1", 304, "x") + line("203.0.113.7", "HEAD /head HTTP/2", 200, "x")
	for _, tt := range []struct {
		status []int
		want   string
	}{{nil, "/head"}, {[]int{304, 200}, "/head /same"}, {[]int{404}, "/gone"}} {
		o := text(log)
		o.Status = tt.status
		var free []string
		for _, s := range read(t, o).seeds {
			if s.Held == "" {
				free = append(free, strings.TrimPrefix(s.URL, site))
			}
		}
		if got := strings.Join(free, " "); got != tt.want {
			t.Errorf("with %v: %s, want %s", tt.status, got, tt.want)
		}
	}
}

// TestFormatChanges reads a log whose format changed on the way.
func TestFormatChanges(t *testing.T) {
	common := "203.0.113.7 - - [10/Oct/2025:13:55:36 +0200] \"GET /old HTTP/1.1\" 200 5\n"
	r := read(t, text(strings.Repeat(line("203.0.113.7", "GET /new HTTP/1.1", 200, "x"), 20)+common+"garbage \x1b]0;x\x07 line\n"))
	if len(r.seeds) != 2 || r.files[0].Broken.Count != 1 || r.files[0].Broken.Examples[0].Text != `garbage \u001b]0;x\u0007 line` {
		t.Errorf("%s", showAll(r))
	}
}
