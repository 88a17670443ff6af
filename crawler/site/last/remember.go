package last

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

const (
	referenceSets = 10
	referenceFor  = 90 * 24 * time.Hour
)

// Remember gives what keeps what a set that is published lists, if it is to be the
// reference (publish.Options.Remember). That it cannot does not undo the sitemap. A nil s
// stands for no set before, and c is nil then.
func (s *Set) Remember(ctx context.Context, now Judged, w *listing.Set, c *guard.Comparison, n *Notices) func(*publish.Result, string) {
	return func(done *publish.Result, dir string) {
		if s != nil && done.URLs > growth*s.Files.URLs {
			n.warn("the sitemap has more than doubled", "before", s.Files.URLs, "now", done.URLs, "most_new_in", c.Grown.Pattern)
		}
		if err := s.remember(ctx, now, w, done, dir, c); err != nil {
			n.warn(err.Error() + "; small losses of many crawls may not be noticed")
		}
	}
}

// growth is how many times as many URLs are worth a warning: a trap may be the
// cause.
const growth = 2

// remember makes the set that is published the reference, written into dir, if it is the
// largest of late, or a person has accepted it. c is nil where no set stood
// before.
func (s *Set) remember(ctx context.Context, now Judged, w *listing.Set, done *publish.Result, dir string, c *guard.Comparison) error {
	fresh := publish.Reference{Made: now.Began, Set: done.Digest(), Options: typedOptions(now.Crawl)}
	complete := now.End == crawler.Complete
	var old *publish.Reference
	if s != nil {
		old = s.Reference
	}
	if old == nil {
		if !complete {
			return nil
		}
		return publish.WriteReference(dir, fresh, w.URLs(ctx))
	}
	kept := *old
	kept.Sets++
	late := kept.Sets > referenceSets && fresh.Made.Sub(old.Made) > referenceFor
	switch other := askedAnew(now.Crawl, old.Options, fresh.Options); {
	case complete && c.SameAsReference():
		fresh.URLs, fresh.SHA256 = old.URLs, old.SHA256
		return publish.WriteReference(dir, fresh, nil)
	case now.By.Forced || late || complete && (other || c.Replaces()):
		return publish.WriteReference(dir, fresh, w.URLs(ctx))
	case c.Changes():
		kept.Set = ""
		return publish.WriteReference(dir, kept, c.StillExpected())
	}
	return publish.WriteReference(dir, kept, nil)
}

// typedOptions are what a reference remembers of the options of its set.
func typedOptions(now *stored.Crawl) map[string]string {
	typed := map[string]string{}
	for _, options := range [][]string{identityOptions, robotsOptions, {"follow-effects", "follow-nofollow", "list-types", "collapse-duplicates", "no-list", "no-list-pagination", "include/--exclude"}} {
		for _, o := range options {
			typed[o] = brief(now.Option(o))
		}
	}
	return typed
}

// askedAnew tells whether an option is given that is another than it was.
func askedAnew(now *stored.Crawl, was, is map[string]string) bool {
	for o, value := range is {
		if was[o] != value && now.IsGiven(o) {
			return true
		}
	}
	return false
}

// brief gives a value that may be long, such as a robots.txt, as its hash.
func brief(value string) string {
	if len(value) <= sha256.Size*2 {
		return value
	}
	sum := sha256.Sum256([]byte(value))
	return hex.EncodeToString(sum[:])
}
