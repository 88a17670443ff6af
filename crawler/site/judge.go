package site

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/site/last"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// Judge gives every URL its verdict, those of the set that stands included
// that the crawl has not come to, and compares the two. An error while ctx is
// at its end leaves the crawl file to the next run.
func (r *Run) Judge(ctx context.Context) error {
	if err := r.carry(ctx); err != nil {
		return err
	}
	if err := r.judge(ctx); err != nil {
		return err
	}
	if err := r.compare(ctx); err != nil {
		return err
	}
	if err := r.findOneAnswer(ctx); err != nil {
		return err
	}
	doubt, err := findings.Doubt(ctx, r.Store, stored.FrontOf(r.Store))
	if err != nil {
		return r.failedUnless(ctx, err)
	}
	notes := stored.Carried(r.Verdicts.Counts[audit.ListedCarried])
	notes[frontier.MetaDoubt] = doubt
	return r.note(notes)
}

// findOneAnswer notes the one answer that came in the place of many pages. Whoever reads the crawl
// goes by it: what shows it has no verdict for what it says, and is compared once more.
func (r *Run) findOneAnswer(ctx context.Context) error {
	var come *frontier.OneAnswer
	if r.Compared != nil && r.Compared.Reason() == guard.OneText && (r.Compared.One.TextHash|uint64(r.Compared.One.Sketch) != 0 || r.Compared.One.Title != "") {
		come = &r.Compared.One
	}
	one, err := findings.FindOneAnswer(ctx, r.Store, come, r.Last == nil)
	if err != nil {
		return r.failedUnless(ctx, err)
	}
	if one != nil && one.Gate == "" && come == nil {
		r.OneText, one = one, nil // a person may say what it is; pages may have no text of their own
	}
	if one.Text() == r.Store.Meta(frontier.MetaOneAnswer) {
		return nil
	}
	if err := r.note(map[string]string{frontier.MetaOneAnswer: one.Text()}); err != nil {
		return err
	}
	if err := r.judge(ctx); err != nil {
		return err
	}
	return r.compare(ctx)
}

// carry makes the URLs of the last set known that a crawl which is not
// complete, or reads its start page alone, has not come to, so that they keep their place in the sitemap.
func (r *Run) carry(ctx context.Context) error {
	if r.Last == nil || r.Options.Crawl.NoCrawl || r.Result.End == crawler.Complete && !r.Options.Crawl.Limits.StartAlone() {
		return nil
	}
	options := r.crawlerOptions()
	options.Mentions = r.Last.Unread(ctx, r.Store)
	if err := crawler.AddMentions(options, r.Store); err != nil {
		return fmt.Errorf("take over URLs of the last sitemap: %w", err)
	}
	return nil
}

// judge gives every known URL its verdict.
func (r *Run) judge(ctx context.Context) error {
	now, err := r.judged()
	if err != nil {
		return err
	}
	if r.Verdicts, err = audit.JudgeAll(ctx, r.Store, now.By); err != nil {
		return r.failedUnless(ctx, err)
	}
	notes := stored.Alike(r.Verdicts.AnsweredAlike)
	notes[audit.MetaViews] = r.Verdicts.ViewsText(now.By.Digest)
	if err := r.note(notes); err != nil {
		return err
	}
	if err := r.Store.BuildInLinks(ctx); err != nil {
		return r.failedUnless(ctx, err)
	}
	names, err := json.Marshal(audit.Names())
	if err != nil {
		return fmt.Errorf("write the names of verdicts: %w", err)
	}
	return r.note(map[string]string{frontier.MetaVerdictNames: string(names)})
}

// failedUnless tells a store that failed from a context that has ended.
func (r *Run) failedUnless(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return r.storeFailed(err)
}

// judged takes the options from the crawl file, so that explanations and sets
// that are made later come to the same verdicts.
func (r *Run) judged() (now last.Judged, err error) {
	if now.Crawl, err = stored.Read(r.Store); err == nil {
		now.By, err = now.AuditOptions()
	}
	return now, err
}

// compare says what becomes of the set that stands. What that brings to light
// is noted in the crawl file, and verdicts are given again where it counts.
func (r *Run) compare(ctx context.Context) error {
	if r.Last == nil {
		return nil
	}
	for again := true; again; {
		now, err := r.judged()
		if err != nil {
			return err
		}
		if r.Compared, err = r.Last.Compare(ctx, now, r.Options.notices()); err != nil {
			return err
		}
		if r.noted {
			return nil
		}
		r.noted = true
		if again, err = r.Last.Note(ctx, r.Compared, r.Store, r.crawlerOptions()); err != nil {
			return r.failedUnless(ctx, err)
		}
		if again {
			if err := r.judge(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}
