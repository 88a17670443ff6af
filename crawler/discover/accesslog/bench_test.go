package accesslog_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/portolan-seo/portolan/crawler/discover/accesslog"
	"github.com/portolan-seo/portolan/crawler/discover/input"
)

// traffic makes lines as a shop's server writes them: some thousand pages, of
// which a few have most of the requests, bots, and queries.
func traffic(n int, line func(w io.Writer, ip string, at time.Time, target string, status int, agent string)) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	agents := []string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
		"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
	}
	var b bytes.Buffer
	at := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	for i := range n {
		page := int(float64(20_000) * r.Float64() * r.Float64() * r.Float64())
		target := fmt.Sprintf("/shop/category-%d/product-with-a-name-%d.html", page%50, page)
		if i%10 == 0 {
			target += fmt.Sprintf("?color=%d&page=%d", r.IntN(10), r.IntN(5))
		}
		agent := agents[r.IntN(len(agents))]
		if i%3 == 0 {
			agent = fmt.Sprintf("%s Edition/%d", agents[0], r.IntN(3000))
		}
		status := 200
		if i%20 == 0 {
			status = 404
		}
		line(&b, fmt.Sprintf("%d.%d.%d.%d", 1+r.IntN(220), r.IntN(256), r.IntN(256), r.IntN(256)), at.Add(time.Duration(i)*50*time.Millisecond), target, status, agent)
	}
	return b.Bytes()
}

func combinedLine(w io.Writer, ip string, at time.Time, target string, status int, agent string) {
	fmt.Fprintf(w, "%s - - [%s] \"GET %s HTTP/2.0\" %d 18211 \"https://shop.example/\" \"%s\"\n", ip, at.Format("02/Jan/2006:15:04:05 -0700"), target, status, agent)
}

func jsonLine(w io.Writer, ip string, at time.Time, target string, status int, agent string) {
	fmt.Fprintf(w, `{"time_iso8601":"%s","remote_addr":"%s","remote_user":"","request_method":"GET","request_uri":"%s","server_protocol":"HTTP/2.0","status":"%d","body_bytes_sent":"18211","http_referer":"https://shop.example/","http_user_agent":"%s","request_time":"0.003","host":"shop.example","scheme":"https"}`+"\n",
		at.Format(time.RFC3339), ip, target, status, agent)
}

func packed(b testing.TB, text []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(text); err != nil {
		b.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

const benchLines = 300_000

// benchRead measures the CPU time of a million lines, and how many times that
// of cutting the same bytes into lines with bufio.Scanner it is.
func benchRead(b *testing.B, text []byte) {
	var spent, floor time.Duration
	for b.Loop() {
		start := cpuTime()
		urls := 0
		o := accesslog.Options{Files: []string{"-"}, Input: input.Options{Stdin: bytes.NewReader(text)}, Site: site, Form: form(b)}
		for _, err := range accesslog.Seeds(context.Background(), o) {
			if err != nil {
				b.Fatal(err)
			}
			urls++
		}
		spent += cpuTime() - start
		if urls < 1000 {
			b.Fatalf("%d URLs", urls)
		}
		start = cpuTime()
		s := bufio.NewScanner(bytes.NewReader(text))
		for s.Scan() {
		}
		floor += cpuTime() - start
	}
	b.ReportMetric(spent.Seconds()/float64(b.N)*1e6/benchLines, "s-cpu/million-lines")
	b.ReportMetric(spent.Seconds()/max(floor.Seconds(), 1e-9), "x-scanner")
	b.ReportMetric(0, "ns/op")
}

func BenchmarkCombined(b *testing.B) { benchRead(b, traffic(benchLines, combinedLine)) }
func BenchmarkJSON(b *testing.B)     { benchRead(b, traffic(benchLines, jsonLine)) }
func BenchmarkGzip(b *testing.B)     { benchRead(b, packed(b, traffic(benchLines, combinedLine))) }

// BenchmarkDistinct reads a log in which every line asks for another URL.
func BenchmarkDistinct(b *testing.B) {
	n := 0
	benchRead(b, traffic(benchLines, func(w io.Writer, ip string, at time.Time, target string, status int, agent string) {
		n++
		combinedLine(w, ip, at, fmt.Sprintf("/p/%d%s", n, target), status, agent)
	}))
}
