package crawltest

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"strings"

	"github.com/klauspost/compress/flate"
)

// chunk is a piece of a page. What many pages share is compressed once; each
// piece ends on a byte, so the pieces of a page make one gzip member (RFC
// 1951 3.2.4, RFC 1952 2.3).
type chunk struct {
	plain    []byte
	deflated []byte // nil: compressed when it is sent
}

func deflated(plain []byte) chunk {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.DefaultCompression) // a valid level: no error
	_, _ = w.Write(plain)                                 // a Buffer takes everything
	_ = w.Flush()
	return chunk{plain, b.Bytes()}
}

func join(chunks []chunk) []byte {
	size := 0
	for _, c := range chunks {
		size += len(c.plain)
	}
	body := make([]byte, 0, size)
	for _, c := range chunks {
		body = append(body, c.plain...)
	}
	return body
}

func joinGzip(chunks []chunk) []byte {
	var b bytes.Buffer
	b.Grow(12 << 10)
	b.WriteString("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff")
	sum, size := uint32(0), 0
	for _, c := range chunks {
		sum = crc32.Update(sum, crc32.IEEETable, c.plain)
		size += len(c.plain)
		if c.deflated == nil {
			_ = flate.StatelessDeflate(&b, c.plain, false, nil) // a Buffer takes everything
			continue
		}
		b.Write(c.deflated)
	}
	b.WriteString("\x03\x00") // a last block, empty
	var end [8]byte
	binary.LittleEndian.PutUint32(end[:4], sum)
	binary.LittleEndian.PutUint32(end[4:], uint32(size))
	b.Write(end[:])
	return b.Bytes()
}

const paragraphs = 3 // shared ones in a page

// makeProse writes paragraphs for the pages to share. They repeat themselves
// as much as real pages do: gzip leaves a quarter.
func makeProse(seed uint64) []chunk {
	rnd := rand.New(rand.NewPCG(seed, 0))
	phrases := make([]string, 400)
	for i := range phrases {
		for range 3 {
			phrases[i] += " " + vocabulary[rnd.IntN(len(vocabulary))]
		}
	}
	prose := make([]chunk, 48)
	for i := range prose {
		var b strings.Builder
		for b.Len() < 5500 {
			b.WriteString("<p class=\"prose\">The")
			for range 20 + rnd.IntN(20) {
				b.WriteString(phrases[min(rnd.IntN(400), rnd.IntN(400))])
			}
			b.WriteString(".</p>\n")
		}
		prose[i] = deflated([]byte(b.String()))
	}
	return prose
}

// withSession puts a session id of its own into every link of an answer that
// leads to the site.
func (g *Generated) withSession(html []byte, n int) []byte {
	id := g.sessionID(n, g.answers.Add(1)<<16)
	var out bytes.Buffer
	for {
		before, after, ok := bytes.Cut(html, []byte(" href=\""))
		out.Write(before)
		if !ok {
			return out.Bytes()
		}
		href, rest, _ := bytes.Cut(after, []byte("\""))
		if bytes.HasSuffix(before, []byte("<link rel=\"canonical\"")) || !g.internal(string(href)) {
			out.WriteString(" href=\"" + string(href))
		} else {
			out.WriteString(" href=\"" + addParam(string(href), g.EveryLink, id))
		}
		html = append([]byte{'"'}, rest...)
	}
}

// internal reports links to the site itself, other than to a place in the
// same page.
func (g *Generated) internal(href string) bool {
	return !strings.HasPrefix(href, "#") && !strings.Contains(href, "//elsewhere.example")
}

// addParam puts a parameter into a reference: to the path if its name begins
// with a semicolon, else to the query.
func addParam(href, name, value string) string {
	href, fragment, hasFragment := strings.Cut(href, "#")
	path, query, hasQuery := strings.Cut(href, "?")
	switch {
	case strings.HasPrefix(name, ";"):
		path += name + "=" + value
	case hasQuery:
		query += "&amp;" + name + "=" + value
	default:
		query, hasQuery = name+"="+value, true
	}
	if hasQuery {
		path += "?" + query
	}
	if hasFragment {
		path += "#" + fragment
	}
	return path
}

// vocabulary is what generated pages talk of.
var vocabulary = strings.Fields(`
anchor ballast barge beacon berth bilge binnacle boom bowline brig buoy cabin
cable caique canvas capstan cargo chandler chart cleat coaster compass cordage
cutter davit dinghy dock dory draught drifter ebb estuary fathom fender ferry
flotsam foghorn freight frigate galley gangway gunwale halyard harbour hatch
haven hawser helm hull jetsam jetty keel ketch knot lagoon lantern lateen
leeway lighter lighthouse log longboat lugger mainsail mast mizzen mooring
oakum oar packet pennant pier pilot piling pinnace plank pontoon portolan
quay rigging rope rudder sailcloth schooner sextant shoal shroud skiff slipway
sloop sounding spar spinnaker starboard stern tackle tar thwart tide tiller
topsail trawler trim tugboat wake warp wharf winch windlass yard yawl`)
