package export_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/discover/export"
	"github.com/portolan-seo/portolan/crawler/discover/input"
)

// benchRead reads an export and the same bytes with encoding/csv: how many
// times as long does it take?
func benchRead(b *testing.B, text []byte, rows int) {
	var ours, theirs time.Duration
	for b.Loop() {
		start := cpuTime()
		o := export.Options{Files: []string{"-"}, Input: input.Options{Stdin: bytes.NewReader(text)}, Site: site, Form: form(b)}
		for _, err := range export.Seeds(context.Background(), o) {
			if err != nil {
				b.Fatal(err)
			}
		}
		middle := cpuTime()
		for r := csv.NewReader(bytes.NewReader(text)); ; {
			if _, err := r.Read(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
		ours += middle - start
		theirs += cpuTime() - middle
	}
	b.ReportMetric(float64(ours)/float64(b.N)/float64(rows), "ns-cpu/row")
	b.ReportMetric(float64(ours)/float64(max(theirs, 1)), "x-csv")
	b.ReportMetric(0, "ns/op")
}

func BenchmarkPerformance(b *testing.B) {
	const rows = 100_000
	var text bytes.Buffer
	text.WriteString("page,query,clicks,impressions,ctr,position\n")
	for i := range rows {
		fmt.Fprintf(&text, "https://shop.example/category-%d/product-%d,some words %d,%d,%d,%.3f,%.1f\n", i%50, i%20_000, i, i%7, i%700, 0.01, 3.5)
	}
	benchRead(b, text.Bytes(), rows)
}

func BenchmarkCrawler(b *testing.B) {
	const rows = 10_000
	var text bytes.Buffer
	text.WriteString(`"Address","Content Type","Status Code","Status","Indexability"`)
	for i := range 60 {
		fmt.Fprintf(&text, `,"Column %d"`, i)
	}
	for i := range rows {
		fmt.Fprintf(&text, "\n\"https://shop.example/category-%d/product-%d\",\"text/html; charset=UTF-8\",\"200\",\"OK\",\"Indexable\"", i%50, i)
		text.WriteString(strings.Repeat(`,"A title of some words, as they are","123","2026-10-30 10:11:12","",""`, 12))
	}
	benchRead(b, text.Bytes(), rows)
}
