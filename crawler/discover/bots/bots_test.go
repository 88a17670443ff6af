package bots_test

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/portolan-seo/portolan/crawler/discover/bots"
)

const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"

func TestAgents(t *testing.T) {
	agents, date := bots.Agents()
	if _, err := time.Parse(time.DateOnly, date); err != nil || len(agents) < 50 {
		t.Fatalf("%d agents of %q", len(agents), date)
	}
	seen := map[string]bool{}
	for _, a := range agents {
		if seen[a.Token] || a.Token != strings.ToLower(a.Token) || a.Operator == "" || a.Class == bots.People {
			t.Errorf("%+v", a)
		}
		seen[a.Token] = true
	}
}

func TestClasses(t *testing.T) {
	c := bots.New(bots.Options{})
	for header, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36": "people ",
		"Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36":                    "people ",
		"Opera/9.80 (Windows NT 6.1) Presto/2.12": "people ",
		googlebot: "search googlebot",
		"Mozilla/5.0 (Linux; Android 6.0.1) Chrome/130 Mobile (compatible; Googlebot/2.1; +http://www.google.com/bot.html)": "search googlebot",
		"Googlebot-Image/1.0": "search googlebot-image",
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/1": "search bingbot",
		"Mozilla/5.0%20(compatible;%20bingbot/2.0)":                                                  "search bingbot",
		"Mozilla%2F5.0%2520(compatible;%2520GPTBot%2F1.2)":                                           "ai gptbot",
		"Mozilla/5.0+(compatible;+YandexBot/3.0)":                                                    "search yandexbot",
		"Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@x)":                                      "ai claudebot",
		"Mozilla/5.0 (compatible; Baiduspider-render/2.0; +http://www.baidu.com/search/spider.html)": "search baiduspider",
		"Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)":                         "other ahrefsbot",
		"Mozilla/5.0 (compatible; SomeNewBot/1.0)":                                                   "other ",
		"curl/8.5.0": "other ", "": "other ", "-": "other ", "python-requests/2.31": "other ", "Go-http-client/1.1": "other ",
	} {
		who := c.Who(context.Background(), []byte(header), netip.Addr{})
		if got := who.Class.String() + " " + who.Agent; got != want || who.Verdict != bots.Claimed {
			t.Errorf("%s: %s %s, want %s", header, got, who.Verdict, want)
		}
	}
}

func file(data string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(data)} }

// folder holds ranges as they are published, and files that are none.
var folder = fstest.MapFS{
	"googlebot.json":               file(`{"creationTime":"2026-11-01T23:00:13.000000","prefixes":[{"ipv4Prefix":"66.249.64.0/27"},{"ipv6Prefix":"2001:4860:4801:10::/64"}]}`),
	"user-triggered-fetchers.json": file(`{"creationTime":"2026-11-01T23:00:13","prefixes":[{"ipv4Prefix":"66.249.64.0/20"}]}`),
	"gptbot.json":                  file(`{"formatVersion":"1.0","creationTime":"2026-10-01","prefixes":[{"ipv4Prefix":"20.171.206.0/24"}]}`),
	"newer.json":                   file(`{"formatVersion":"2.0","prefixes":[{"ipv4Prefix":"1.0.0.0/8"}]}`),
	"bingbot.json":                 file(`{"prefixes":[{"ipv4Prefix":"1.0.0.0/8","ipv6Prefix":"::/1"}]}`),
	"applebot.json":                file(`{"prefixes":[{"ipv4Prefix":"1.0.0.0/99"}]}`),
	"ccbot.json":                   file(`[]`),
	"stranger.json":                file(`{"prefixes":[{"ipv4Prefix":"1.0.0.0/8"}]}`),
	"readme.txt":                   file(`hello`),
}

func TestRanges(t *testing.T) {
	r, err := bots.ReadRanges(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Files) != 3 || r.Files[0].Name != "googlebot.json" && r.Files[1].Name != "googlebot.json" || len(r.Ignored) != 5 {
		t.Errorf("%+v, ignored %q", r.Files, r.Ignored)
	}
	for _, f := range r.Files {
		if f.Date.Year() != 2026 {
			t.Errorf("%s is of %s", f.Name, f.Date)
		}
	}
	c := bots.New(bots.Options{Ranges: r})
	for _, tt := range []struct {
		header, addr string
		want         bots.Verdict
	}{
		{googlebot, "66.249.64.7", bots.Verified},
		{googlebot, "::ffff:66.249.64.7", bots.Verified},
		{googlebot, "2001:4860:4801:10::1", bots.Verified},
		{googlebot, "66.249.65.7", bots.Fake}, // in a wider range of another list
		{googlebot, "203.0.113.7", bots.Fake},
		{googlebot, "10.0.0.1", bots.Unknown},
		{googlebot, "", bots.Unknown},
		{"FeedFetcher-Google", "66.249.65.7", bots.Verified},
		{"FeedFetcher-Google", "66.249.64.7", bots.Fake}, // the most specific range is googlebot's
		{"GPTBot/1.2", "20.171.206.9", bots.Verified},
		{"bingbot/2.0", "203.0.113.7", bots.Claimed},
	} {
		addr, _ := netip.ParseAddr(tt.addr)
		if got := c.Who(context.Background(), []byte(tt.header), addr).Verdict; got != tt.want {
			t.Errorf("%s from %q: %s, want %s", tt.header, tt.addr, got, tt.want)
		}
	}
	if _, err := bots.ReadRanges(fstest.MapFS{"readme.txt": file("x")}); err == nil {
		t.Error("a folder without ranges is taken")
	}
	if _, err := bots.ReadRanges(fstest.MapFS{"stranger.json": folder["stranger.json"]}); err == nil || !strings.Contains(err.Error(), "no known list") {
		t.Errorf("%v", err)
	}
}

// zone answers as DNS does.
type zone struct {
	names map[string][]string
	addrs map[string][]string
	err   error
	asked int
}

func (z *zone) LookupAddr(_ context.Context, addr string) ([]string, error) {
	z.asked++
	if z.err != nil {
		return nil, z.err
	}
	if n := z.names[addr]; n != nil {
		return n, nil
	}
	return nil, &net.DNSError{IsNotFound: true}
}

func (z *zone) LookupHost(_ context.Context, host string) ([]string, error) {
	if a := z.addrs[host]; a != nil {
		return a, nil
	}
	return nil, &net.DNSError{IsNotFound: true}
}

func TestDNS(t *testing.T) {
	z := &zone{
		names: map[string][]string{
			"66.249.99.1": {"crawl-66-249-99-1.googlebot.com."},
			"203.0.113.1": {"crawl-66-249-99-1.googlebot.com."}, // anybody's own pointer
			"203.0.113.2": {"evilgooglebot.com."},
			"180.76.15.1": {"baiduspider-180-76-15-1.crawl.baidu.com."},
			"2001:db8::1": {"x.search.msn.com."},
		},
		addrs: map[string][]string{"crawl-66-249-99-1.googlebot.com": {"66.249.99.1"}, "evilgooglebot.com": {"203.0.113.2"}, "x.search.msn.com": {"2001:db8:0::1"}},
	}
	c := bots.New(bots.Options{DNS: z})
	for _, tt := range []struct {
		header, addr string
		want         bots.Verdict
	}{
		{googlebot, "66.249.99.1", bots.Verified}, {googlebot, "203.0.113.1", bots.Fake}, {googlebot, "203.0.113.2", bots.Fake}, {googlebot, "203.0.113.3", bots.Fake},
		{"bingbot/2.0", "2001:db8::1", bots.Verified}, {"Baiduspider/2.0", "180.76.15.1", bots.Claimed}, {"Baiduspider/2.0", "203.0.113.1", bots.Fake},
		{"GPTBot/1.2", "203.0.113.1", bots.Claimed}, // which has no names
	} {
		for range 2 {
			if got := c.Who(context.Background(), []byte(tt.header), netip.MustParseAddr(tt.addr)).Verdict; got != tt.want {
				t.Errorf("%s from %s: %s, want %s", tt.header, tt.addr, got, tt.want)
			}
		}
	}
	if z.asked != 7 {
		t.Errorf("%d look-ups, want 7: answers are remembered", z.asked)
	}
}

// TestSilentDNS asks no more where nobody answers.
func TestSilentDNS(t *testing.T) {
	z := &zone{err: errors.New("i/o timeout")}
	c := bots.New(bots.Options{DNS: z})
	for i := range 50 {
		if who := c.Who(context.Background(), []byte(googlebot), netip.AddrFrom4([4]byte{203, 0, 113, byte(i)})); who.Verdict != bots.Unknown {
			t.Errorf("%s", who.Verdict)
		}
	}
	if z.asked != 10 || c.Gap() == "" {
		t.Errorf("%d look-ups, %q", z.asked, c.Gap())
	}
}
