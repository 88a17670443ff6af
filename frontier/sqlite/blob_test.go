package sqlite

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// manyIDs is beyond any block of IDs, and a set of so many takes 2 MB.
const manyIDs = 1 << 24

func TestBlobRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := frontier.ID(rapid.OneOf(rapid.Uint32Range(1, manyIDs), rapid.Uint32Range(1, 1<<32-2)).Draw(t, "limit"))
		links := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) outLink {
			l := outLink{to: frontier.ID(rapid.Uint32Range(0, uint32(limit)-1).Draw(t, "to"))}
			if rapid.Bool().Draw(t, "unusual") {
				l.flags = frontier.LinkFlags(rapid.Uint16Range(0, 4095).Draw(t, "flags"))
				if l.mode = uint8(rapid.IntRange(0, 2).Draw(t, "mode")); l.mode == anchorByID {
					l.anchor = rapid.Uint32().Draw(t, "anchor")
				}
			}
			return l
		}), 0, 99).Draw(t, "links")
		blob, _ := encodeLinks(nil, links, nil)
		got, err := decodeLinks(blob, limit, nil)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(links, func(a, b outLink) int { return int(int64(a.to) - int64(b.to)) })
		if !slices.Equal(links, got) {
			t.Fatalf("got %+v, want %+v", got, links)
		}
		sameFlags(t, got, blob, limit)
		sameOfKinds(t, got, blob, limit)
		if n := len(links); n > 0 {
			if links[n-1].to < manyIDs {
				sameLinksTo(t, got, blob, limit, links[n/2].to)
				sameLinksTo(t, got, blob, limit, links[0].to, links[n/2].to, links[n-1].to)
			}
			if _, err := decodeLinks(blob, links[n-1].to, nil); err == nil {
				t.Fatal("a target beyond the last URL is taken")
			}
		}
	})
}

func sameFlags(t interface{ Fatalf(string, ...any) }, links []outLink, blob []byte, limit frontier.ID) {
	var got, want []outLink
	middle := frontier.ID(0)
	if len(links) > 0 {
		middle = links[len(links)/2].to
	}
	for _, part := range [][2]frontier.ID{{0, middle}, {middle, limit}} {
		_, err := eachFlags(blob, part[0], part[1], limit, nil, func(to frontier.ID, flags frontier.LinkFlags) { got = append(got, outLink{to: to, flags: flags}) })
		if err != nil {
			t.Fatalf("flags: %v", err)
		}
	}
	for _, l := range links {
		want = append(want, outLink{to: l.to, flags: l.flags.In(record.RegionUnknown)})
	}
	if !slices.Equal(want, got) {
		t.Fatalf("flags %v, want %v", got, want)
	}
}

// The usual links of a page cost little more than the differences of ids.
func TestBlobSize(t *testing.T) {
	var links []outLink
	for i := range 70 {
		links = append(links, outLink{to: frontier.ID(i * 97)})
	}
	links[12].flags = frontier.LinkA | frontier.NoFollow
	links[40].mode, links[40].anchor = anchorByID, 77
	links[69].mode = anchorEmpty
	if blob, _ := encodeLinks(nil, links, nil); len(blob) > 80 {
		t.Errorf("70 links take %d bytes", len(blob))
	}
	for i := range links {
		links[i].flags = links[i].flags.In(record.Region(1 + i%7))
	}
	if blob, _ := encodeLinks(nil, links, nil); len(blob) > 80+27 {
		t.Errorf("70 links with their regions take %d bytes", len(blob))
	}
}

func FuzzBlob(f *testing.F) {
	blob, _ := encodeLinks(nil, []outLink{{to: 3}, {to: 3, flags: frontier.LinkRedirect}, {to: 900, mode: anchorByID, anchor: 8}, {to: 5, mode: anchorEmpty}}, nil)
	f.Add(blob, uint32(1000))
	blob, _ = encodeLinks(nil, []outLink{{to: 3, flags: frontier.LinkA.In(record.RegionNav)}, {to: 4, flags: frontier.LinkRedirect}, {to: 9, flags: frontier.LinkArea.In(record.RegionBody)}}, nil)
	f.Add(blob, uint32(1000))
	f.Add([]byte{1, 2, 0, 0, 0, 0, 0}, uint32(1))
	f.Add([]byte{blobPlain, 1, 0, 0, 0x80, 0x40}, uint32(1)) // a region where none is written
	f.Add([]byte{1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, uint32(9))
	f.Fuzz(func(t *testing.T, blob []byte, limit uint32) {
		links, err := decodeLinks(blob, frontier.ID(limit), nil)
		if err != nil {
			return
		}
		for i, l := range links {
			if uint32(l.to) >= limit || i > 0 && l.to < links[i-1].to {
				t.Fatalf("link %d of %+v", i, links)
			}
		}
		sameFlags(t, links, blob, frontier.ID(limit))
		sameOfKinds(t, links, blob, frontier.ID(limit))
		for id := range frontier.ID(min(limit, 70)) {
			sameLinksTo(t, links, blob, frontier.ID(limit), id, id+7)
		}
	})
}

// sameOfKinds compares the links of each kind with those of all that are of it.
func sameOfKinds(t interface{ Fatalf(string, ...any) }, links []outLink, blob []byte, limit frontier.ID) {
	for kind := frontier.LinkA + 1; kind <= frontier.LinkPlace; kind++ {
		got, _, err := decodeKind(blob, limit, kind, nil, nil)
		if err != nil {
			t.Fatalf("links of kind %d: %v", kind, err)
		}
		want := slices.DeleteFunc(slices.Clone(links), func(l outLink) bool { return l.flags.Kind() != kind })
		if !slices.Equal(want, got) {
			t.Fatalf("links of kind %d: %+v, want %+v", kind, got, want)
		}
	}
}

// sameLinksTo compares the links to some targets with those of all that lead there.
func sameLinksTo(t interface{ Fatalf(string, ...any) }, links []outLink, blob []byte, limit frontier.ID, ids ...frontier.ID) {
	got, err := newTargets(ids).linksTo(blob, limit, nil)
	if err != nil {
		t.Fatalf("links to %d: %v", ids, err)
	}
	want := slices.DeleteFunc(slices.Clone(links), func(l outLink) bool { return !slices.Contains(ids, l.to) })
	if !slices.Equal(want, got) {
		t.Fatalf("links to %d: %+v, want %+v", ids, got, want)
	}
}
