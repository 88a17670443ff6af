package last

import (
	"context"
	"hash/maphash"
	"slices"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// keySet holds URLs, eight bytes each, and of each whether it was met.
type keySet struct {
	seed maphash.Seed
	keys []uint64 // sorted
	met  []bool
}

func (k *keySet) find(url string) (int, bool) {
	return slices.BinarySearch(k.keys, maphash.String(k.seed, url))
}

// ReadKeys gathers the URLs of the set.
func (s *Set) ReadKeys(ctx context.Context) error {
	if s.keys != nil {
		return nil
	}
	k := &keySet{seed: maphash.MakeSeed(), keys: make([]uint64, 0, s.Files.URLs)}
	for url, err := range s.urls(ctx) {
		if err != nil {
			return err
		}
		k.keys = append(k.keys, maphash.String(k.seed, url))
	}
	slices.Sort(k.keys)
	s.keys = k
	return nil
}

// Lists reports a URL of the set, whose keys are read. It may be called from
// any goroutine.
func (s *Set) Lists(url []byte) bool {
	_, found := slices.BinarySearch(s.keys.keys, maphash.Bytes(s.keys.seed, url))
	return found
}

// Unread gives the URLs of the set that a crawl, whose links are exhausted or
// which has ended, knows nothing certain of, those that have left the sitemap of
// late: they may be well again, and those that were read and may be views, marked so.
func (s *Set) Unread(ctx context.Context, crawl frontier.Crawl) crawler.Mentions {
	return func(yield func(crawler.Mention, error) bool) {
		if err := s.meet(ctx, crawl); err != nil {
			yield(crawler.Mention{}, err)
			return
		}
		for l, err := range s.members(ctx) {
			if err != nil {
				yield(crawler.Mention{}, err)
				return
			}
			at, listed := s.keys.find(l.url)
			read := listed && s.keys.met[at]
			if read && !crawler.MayBeView(l.url) {
				continue
			}
			m := l.mention(s)
			m.Read = read
			if !yield(m, nil) {
				return
			}
		}
		for m, err := range s.leftOfLate(ctx) {
			if !yield(m, err) || err != nil {
				return
			}
		}
	}
}

// mention makes a URL of the set known to the crawl at hand.
func (l *member) mention(s *Set) crawler.Mention {
	return crawler.Mention{URL: l.url, Source: frontier.FromPrevious, Detail: l.previous.Next(s.began).String()}
}

// meet tells of each key of the set whether the crawl has read its URL, or
// knows already that the set lists it.
func (s *Set) meet(ctx context.Context, crawl frontier.Crawl) error {
	if err := s.ReadKeys(ctx); err != nil {
		return err
	}
	s.keys.met = make([]bool, len(s.keys.keys))
	for row, err := range crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if at, listed := s.keys.find(row.URL); listed && (readWell(row) || row.Sources&frontier.FromPrevious != 0) {
			s.keys.met[at] = true
		}
	}
	return nil
}

// readWell reports a URL about which this crawl can speak: what it answered is
// neither a failure nor a refusal.
func readWell(row *frontier.Row) bool {
	p := row.Page
	switch {
	case row.Reason != frontier.Undecided:
		return true
	case p == nil || p.Err != record.ErrNone:
		return false
	case p.Outcome == record.Answered:
		return p.Status < 400 || p.Status == 404 || p.Status == 410
	}
	return p.Outcome != record.NoAnswer && p.Outcome != record.Challenged && p.Outcome != record.Fault
}

// leftOfLate gives the URLs that an earlier sitemap lists and the last one
// does not, as long as they are asked for.
func (s *Set) leftOfLate(ctx context.Context) crawler.Mentions {
	return func(yield func(crawler.Mention, error) bool) {
		if s.left == nil {
			return
		}
		for found, err := range s.left.FoundIn(ctx, frontier.FromPrevious) {
			if err != nil {
				yield(crawler.Mention{}, err)
				return
			}
			p, ok := audit.ParsePrevious(found.Detail)
			if _, listed := s.keys.find(found.URL); !ok || listed || p.Left && !p.AskedAgain() {
				continue
			}
			again := audit.Previous{Verified: p.Verified, Runs: 1, Left: true}
			if p.Left {
				again.Runs = p.Runs + 1
			}
			if !yield(crawler.Mention{URL: found.URL, Source: frontier.FromPrevious, Detail: again.String()}, nil) {
				return
			}
		}
	}
}
