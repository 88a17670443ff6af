package causes

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

const (
	scoreRounds  = 8
	scoreMoved   = 0.005 // of all that there is: a round that moves less is the last
	scoreDamping = 0.85
)

// linkScores gives each known URL its share of what links pass on: PageRank
// (Brin, Page: The anatomy of a large-scale hypertextual web search engine,
// 1998) over followed links that a reader can click and over redirects, eight
// rounds or until one moves next to nothing, a page's links to one URL counted once. It holds 12 bytes a known URL,
// and the links where they fit.
func linkScores(ctx context.Context, crawl frontier.Crawl) ([]float32, error) {
	known := crawl.Counts().Known
	if known == 0 {
		return nil, nil
	}
	out, kept := make([]uint32, known), votes{}
	if err := eachVote(ctx, crawl, known, func(from, to frontier.ID) {
		out[from]++
		kept.add(from, to)
	}); err != nil {
		return nil, err
	}
	score, next := slices.Repeat([]float32{1 / float32(known)}, known), make([]float32, known)
	for range scoreRounds {
		rest := 0.0 // by URLs without links: it goes to all
		for id, n := range out {
			if n == 0 {
				rest += float64(score[id])
			}
		}
		base := float32((1 - scoreDamping + scoreDamping*rest) / float64(known))
		for i := range next {
			next[i] = base
		}
		share := func(page frontier.ID) float32 { // of what it has, for each of its links
			return scoreDamping * score[page] / float32(out[page])
		}
		if !kept.pass(share, next) {
			if err := eachVote(ctx, crawl, known, func(from, to frontier.ID) { next[to] += share(from) }); err != nil {
				return nil, err
			}
		}
		if score, next = next, score; moved(score, next) < scoreMoved {
			break
		}
	}
	return score, nil
}

// moved sums up by how much scores differ.
func moved(a, b []float32) (sum float64) {
	for i := range a {
		sum += math.Abs(float64(a[i] - b[i]))
	}
	return sum
}

// eachVote gives the links that pass something on.
func eachVote(ctx context.Context, crawl frontier.Crawl, known int, do func(from, to frontier.ID)) error {
	lastFrom, lastTo := frontier.NoID, frontier.NoID
	for e, err := range crawl.Graph(ctx) {
		if err != nil {
			return err
		}
		counts := e.Flags.Clickable() && e.Flags&frontier.NoFollow == 0 || e.Flags.Kind() == frontier.LinkRedirect || e.Flags.Kind() == frontier.LinkFold
		if !counts || e.From == e.To || int(e.From) >= known || int(e.To) >= known || e.From == lastFrom && e.To == lastTo {
			continue
		}
		lastFrom, lastTo = e.From, e.To
		do(e.From, e.To)
	}
	return nil
}

// votes are links that pass something on, in order: for each the difference of
// its target to the one before, doubled; before the first of a page the
// difference of the page to the one before, doubled and one more.
type votes struct {
	chunks   [][]byte
	from, to frontier.ID // of the last one
	tooMany  bool
}

// maxVotes is how many bytes of links are kept, one to four a link: of a million
// pages with 60 each. Where they are more, each round reads them from the crawl.
const (
	maxVotes  = 192 << 20
	voteChunk = 1 << 20
)

// add takes the next link.
func (v *votes) add(from, to frontier.ID) {
	if v.tooMany {
		return
	}
	last := len(v.chunks) - 1
	if last < 0 || len(v.chunks[last]) > voteChunk-2*binary.MaxVarintLen64 {
		if last+1 == maxVotes/voteChunk {
			*v = votes{tooMany: true}
			return
		}
		v.chunks = append(v.chunks, make([]byte, 0, voteChunk))
		last++
	}
	b := v.chunks[last]
	if from != v.from || last == 0 && len(b) == 0 {
		b = binary.AppendUvarint(b, uint64(from-v.from)<<1|1)
		v.from, v.to = from, 0
	}
	v.chunks[last], v.to = binary.AppendUvarint(b, uint64(to-v.to)<<1), to
}

// pass adds to what the targets of all links have what each page passes on by
// one of its own, false where they were too many.
func (v *votes) pass(share func(page frontier.ID) float32, next []float32) bool {
	from, to, each := frontier.ID(0), frontier.ID(0), float32(0)
	for _, b := range v.chunks {
		for at := 0; at < len(b); {
			n := uint64(b[at])
			if at++; n >= 0x80 {
				var size int
				n, size = binary.Uvarint(b[at-1:])
				at += size - 1
			}
			if n&1 == 1 {
				from, to = from+frontier.ID(n>>1), 0
				each = share(from)
				continue
			}
			to += frontier.ID(n >> 1)
			next[to] += each
		}
	}
	return !v.tooMany
}
