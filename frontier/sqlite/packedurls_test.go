package sqlite

import (
	"fmt"
	"testing"

	"github.com/portolan-seo/portolan/frontier"
)

// Rows come out as they went in, from lumps that are squeezed and others, from any row on.
func TestPackedURLs(t *testing.T) {
	row := func(id frontier.ID) urlRow {
		return urlRow{url: textCol(fmt.Sprintf("https://www.example.com/shelf-%d/book-%d.html", id%7, id)), via: idCol(id * 7919 % 1000), depth: depthCol(id % 40), reason: 3, flags: 129}
	}
	var p packedURLs
	for lump := range frontier.ID(3) {
		from := lump * lumpRows
		if !p.takes(from, from+lumpRows) || p.takes(from, from+lumpRows-1) || p.takes(from+lumpRows, from+2*lumpRows) {
			t.Fatalf("the rows from %d on are not taken next", from)
		}
		var k urlPacker
		for id := from; id < from+lumpRows; id++ {
			u := row(id)
			k.add(&u)
		}
		p.hold(&k)
		p.size += maxPlain / 2
	}
	if p.lumps[1].squeezed != nil || p.lumps[2].squeezed == nil || len(p.lumps[2].squeezed) > len(p.lumps[1].texts)/2 {
		t.Errorf("squeezed: %d, %d and %d bytes", len(p.lumps[0].squeezed), len(p.lumps[1].squeezed), len(p.lumps[2].squeezed))
	}
	var r packedReader
	var texts []textCol
	for from := frontier.ID(0); from < 3*lumpRows; from += 100 {
		if !p.open(from, &r) {
			t.Fatalf("row %d is not held", from)
		}
		for id := from; len(r.rows) > 0; id++ {
			var got urlRow
			if r.next(&got); got != row(id) {
				t.Fatalf("row %d: %+v, want %+v", id, got, row(id))
			}
			texts = append(texts, got.url)
		}
	}
	for i, text := range texts[:lumpRows] {
		if text != row(frontier.ID(i)).url {
			t.Fatalf("the text of row %d has become %s", i, text)
		}
	}
	if p.open(3*lumpRows, &r) {
		t.Error("there is a fourth lump")
	}
}
