// Package workload makes up a big site and drives a frontier through it: the
// store step of a crawl without network and pages, by which stores are
// measured.
package workload

import (
	"encoding/binary"
	"math/bits"
	"strconv"
	"time"

	"github.com/dchest/siphash"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Site is a made-up big site: 70 links a page
// (40 of the menu, 3.5 to new URLs while there are any, the rest to known
// ones: a third popular, a third near, a third anywhere), URLs of 75 bytes,
// records of some 300 bytes. What a page says depends on its number and the
// size of the site alone.
type Site struct {
	urls   int
	k0, k1 uint64
	text   []byte
	links  []frontier.Link
	bounds [][4]int // of the links' URLs and anchors in text
	menu   [menuLinks][]byte
}

const (
	linksPerPage = 70
	menuLinks    = 40
	popularURLs  = 5000
	nearURLs     = 500
)

// New makes a site of so many URLs, whose links carry keys under a
// crawl's key.
func New(urls int, key [16]byte) *Site {
	w := &Site{urls: urls}
	w.k0, w.k1 = binary.LittleEndian.Uint64(key[:8]), binary.LittleEndian.Uint64(key[8:])
	for i := range w.menu {
		w.menu[i] = appendURL(nil, w.Target(0, i))
	}
	return w
}

// Start gives the batch that makes the site's first page known.
func (w *Site) Start() *frontier.Batch {
	url := appendURL(nil, 0)
	return &frontier.Batch{Seeds: []frontier.Seed{{Key: siphash.Hash(w.k0, w.k1, url), URL: url, Source: frontier.FromStart}}}
}

// Fill makes b the batch that settles leased URLs. It is valid until the
// next call.
func (w *Site) Fill(b *frontier.Batch, items []frontier.Item) {
	w.text, w.links, w.bounds = w.text[:0], w.links[:0], w.bounds[:0]
	b.Pages = b.Pages[:0]
	for _, it := range items {
		for i := range linksPerPage {
			w.add(w.Target(it.ID, i), it.ID, i)
		}
		b.Pages = append(b.Pages, frontier.Settled{ID: it.ID, Record: Record(it.ID), Location: -1, Canonical: -1})
	}
	for i, at := range w.bounds { // text has its place now
		l := &w.links[i]
		l.URL, l.Anchor = w.text[at[0]:at[1]], w.text[at[2]:at[3]]
		l.Key = siphash.Hash(w.k0, w.k1, l.URL)
	}
	for i := range b.Pages {
		b.Pages[i].Links = w.links[i*linksPerPage : (i+1)*linksPerPage]
	}
}

func (w *Site) add(to, from frontier.ID, i int) {
	var at [4]int
	at[0] = len(w.text)
	if i < menuLinks {
		w.text = append(w.text, w.menu[i]...)
	} else {
		w.text = appendURL(w.text, to)
	}
	at[1] = len(w.text)
	at[2] = at[1]
	w.text = append(w.text, Anchor(to, from, i)...)
	at[3] = len(w.text)
	w.bounds = append(w.bounds, at)
	w.links = append(w.links, frontier.Link{})
}

// known is the number of URLs known before page n is settled.
func (w *Site) known(n frontier.ID) int {
	if n == 0 {
		return 1
	}
	return min(w.urls, menuLinks+1+int(n)*7/2)
}

// Target gives the number of the URL to which link i of a page leads.
func (w *Site) Target(n frontier.ID, i int) frontier.ID {
	if i < menuLinks {
		return frontier.ID(min(i, w.urls-1))
	}
	known := w.known(n)
	if to := max(known, menuLinks) + i - menuLinks; to < w.known(n+1) {
		return frontier.ID(to)
	}
	r := mix(uint64(n)<<8 | uint64(i))
	pick := func(from, size int) frontier.ID {
		hi, _ := bits.Mul64(r, uint64(max(1, size)))
		return frontier.ID(from + int(hi))
	}
	switch i % 3 {
	case 0:
		return pick(0, min(known, popularURLs))
	case 1:
		from := max(0, int(n)-nearURLs)
		return pick(from, min(known-from, 2*nearURLs))
	}
	return pick(0, known)
}

// mix spreads a number's bits (the finalizer of SplitMix64).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// URL gives the text of a URL by its number.
func URL(n frontier.ID) string { return string(appendURL(nil, n)) }

func appendURL(b []byte, n frontier.ID) []byte {
	h := mix(uint64(n))
	b = append(b, "https://www.example.com/catalogue/"...)
	b = appendHex(b, h, 6)
	b = append(b, "/articles-and-reviews/"...)
	b = appendHex(b, h>>24, 4)
	b = append(b, '-')
	return strconv.AppendUint(b, uint64(n), 10)
}

func appendHex(b []byte, n uint64, digits int) []byte {
	for range digits {
		b = append(b, "0123456789abcdef"[n&15])
		n >>= 4
	}
	return b
}

var otherAnchors = [...]string{"Read more", "Details", "next", "Show all reviews of this article", "buy now", "comments", "42", ""}

// Anchor gives the text of a link: mostly the target's own, now and then one
// that says little.
func Anchor(to, from frontier.ID, i int) string {
	if r := mix(uint64(from)<<16 | uint64(i)<<3 | 1); i >= menuLinks && r%8 == 0 {
		return otherAnchors[r>>32%8]
	}
	return titles[to%frontier.ID(len(titles))]
}

// titles are shared by some targets, as they are on sites.
var titles = func() (t [4096]string) {
	for i := range t {
		t[i] = "Article " + strconv.Itoa(int(mix(uint64(i))%100_000)) + " of the catalogue"
	}
	return t
}()

// dates are those of the pages' last changes: some time in the year before.
var dates = func() (t [4096]string) {
	for i := range t {
		t[i] = epoch.Add(-time.Duration(mix(uint64(i))%(365*24*3600)) * time.Second).Format("Mon, 02 Jan 2006 15:04:05 GMT")
	}
	return t
}()

// epoch is when the first page was fetched.
var epoch = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// Record gives the record of a page.
func Record(n frontier.ID) record.Page {
	title := titles[n%frontier.ID(len(titles))]
	return record.Page{
		Exchange: record.Exchange{
			Status: 200, Tries: 1, FetchedAt: epoch.Add(time.Duration(n) * time.Millisecond), TTFB: 87 * time.Millisecond,
			Total: 213 * time.Millisecond, Wire: 9_000 + int64(n%5000), Inflated: 31_000 + int64(n%9000),
			ContentType: "text/html; charset=utf-8", ETag: `"5f3c-5d1a2b3c4d5e6"`, LastModified: dates[n%frontier.ID(len(dates))],
			Date: "Sat, 21 Nov 2026 12:00:00 GMT",
		},
		Facts: record.Facts{
			Type: "text/html", Charset: "utf-8", HTML: true, Title: title + " | The Example Company, makers of examples",
			Description: "All about " + title + ", with pictures, reviews and prices.", H1: [2]string{title}, Lang: "en",
			TextHash: mix(uint64(n)), Sketch: record.Sketch(mix(uint64(n) + 1)), Content: mix(uint64(n) + 2), ContentOwn: mix(uint64(n) + 3), Words: 350 + int(n%400),
		},
	}
}
