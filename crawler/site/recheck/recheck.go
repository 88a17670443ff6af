// Package recheck asks a site again for a sample of what one cause of findings is
// about, and tells whether the cause is mended. What it fetches it judges as a
// crawl does, and leaves nowhere.
package recheck

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit/causes"
	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// Options say how the site is asked.
type Options struct {
	// Crawl holds NewFetcher, and what else is to be as in a crawl: Politeness,
	// Limits of tries, Log, Progress, Drain. What decides which URLs are asked for
	// is set by Cause.
	Crawl crawler.Options
	Temp  string // folder for the answers, which are left nowhere; "" = the system's
}

// ErrInterrupted is the error of Cause after a drain.
var ErrInterrupted = site.ErrInterrupted

// Result is what came of a sample.
type Result struct {
	Cause  *causes.Cause
	Sample int      // URLs that had to be found well to be sure
	Asked  int      // of them, those whose answer tells something
	Broken []Answer // of those, where the finding is still there
	Untold []Answer // could not be read now
}

// Answer is one URL of the sample.
type Answer struct {
	URL    string
	Detail string // of the finding as it is now, or why it could not be told; may hold any text of the site
}

// Mended tells whether nothing was found of as many URLs as it takes to be sure.
func (r *Result) Mended() bool { return len(r.Broken) == 0 && r.Asked >= r.Sample }

const (
	sure  = 0.95 // that a cause is mended
	still = 0.05 // share of its URLs that may still be broken then
	first = 5    // URLs that are asked for before all others: most causes show there
)

// SampleSize gives how many of n URLs, drawn at random, have to be found well to
// be 95 % sure that fewer than one in twenty is not (n - k over n, and so on:
// drawn without being put back). For endless many it is 59.
func SampleSize(n int) int {
	broken := int(math.Ceil(still * float64(n)))
	doubt := 1.0
	for drawn := range n {
		if doubt <= 1-sure {
			return drawn
		}
		doubt *= float64(max(0, n-broken-drawn)) / float64(n-drawn)
	}
	return n
}

// Cause asks for a sample of the URLs of a cause of a crawl, by its ID. It stops
// at the first ones that are not mended, and asks for some once more before it
// tells that all are. An error that the caller can mend is a
// mistake.Error.
func Cause(ctx context.Context, crawl *stored.Crawl, id string, o Options) (*Result, error) {
	cause, members, err := membersOf(ctx, crawl, id)
	if err != nil {
		return nil, err
	}
	s := &sample{crawl: crawl, rules: []string{cause.Rule.ID}, o: o, also: frontier.NoID}
	if err := s.learnRules(); err != nil {
		return nil, err
	}
	r := &Result{Cause: cause, Sample: SampleSize(len(members))}
	for at := 0; at < len(members) && r.Asked < r.Sample && len(r.Broken) == 0 && len(r.Untold) <= r.Sample; {
		n := min(first, r.Sample)
		if at > 0 {
			n = r.Sample - r.Asked
		}
		part := members[at:min(at+n, len(members))]
		at += len(part)
		if err := s.ask(ctx, part, r); err != nil {
			return r, err
		}
	}
	if !r.Mended() {
		return r, nil
	}
	return r, s.askAgain(ctx, members[:min(first, len(members))], r)
}

// askAgain asks for the first URLs once more, where all were found well: what comes
// and goes from one answer to the next is not mended.
func (s *sample) askAgain(ctx context.Context, part []member, r *Result) error {
	var again Result
	if err := s.ask(ctx, part, &again); err != nil {
		return err
	}
	r.Broken = again.Broken
	for _, u := range again.Untold {
		if !slices.ContainsFunc(r.Untold, func(x Answer) bool { return x.URL == u.URL }) {
			r.Untold, r.Asked = append(r.Untold, u), r.Asked-1
		}
	}
	return nil
}

// wantsCrawl tells of a rule of which single pages can tell nothing: it looks at
// the whole site, at a host or a file.
func wantsCrawl(cause *causes.Cause, subjects int) error {
	r := cause.Rule
	switch r.ID {
	case "external-link-broken":
		return mistake.Errorf("%s is about links to other hosts, which a recheck does not ask for: crawl the site again with --check-external, and look at portolan causes", r.ID)
	case "image-broken", "image-heavy":
		return mistake.Errorf("%s is about pictures, which a recheck does not ask for: crawl the site again with --check-images, and look at portolan causes", r.ID)
	}
	if subjects > 0 && tellsAlone(r) {
		return nil
	}
	return mistake.Errorf("%s is about the whole site, a host or a file (portolan rules %s): single pages cannot tell whether it is mended. Crawl the site again, and look at portolan causes",
		r.ID, r.ID)
}

func noCause(crawl *stored.Crawl, id string) error {
	return mistake.Errorf("there is no cause %q in the crawl %s; portolan causes tells the IDs of all", fmt.Sprintf("%.40s", id), filepath.Base(crawl.Path()))
}
