package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/last"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// Refusal is the error of a set that is not published without a person's word:
// it would lose too much of the one that stands, which stays, or most of it would
// be what the site's own sitemaps alone know.
type Refusal struct {
	*guard.Comparison
	Causes []guard.Cause
	Idle   []stored.Idle // what was accepted in vain
	Last   *last.Set
	Part   string // the part of the site of which none stands; it is measured by that of the site, Last
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("the sitemap in %s was not replaced without a person's word: %s", r.Last.Dir, r.Reason())
}

// alike gives by pattern the URLs that show one text.
func (r *Refusal) alike() (list []stored.Places) {
	const most = 6
	for _, c := range r.Causes {
		if c.Alike && len(list) < most {
			list = append(list, stored.Places{Pattern: c.Pattern, URLs: c.Count, Of: c.Of})
		}
	}
	return list
}

// refuse gives what speaks against publishing, nil if nothing does.
func refuse(ctx context.Context, s *last.Set, c *guard.Comparison, now *stored.Crawl) error {
	switch c.Reason() {
	case guard.None:
		if c.AcceptedNow > 0 && c.Listed > 0 && c.Listed == c.Standing.Of[guard.Carried] {
			return ErrNothingRead
		}
		return nil
	case guard.Flood:
		return &Refusal{Comparison: c, Causes: c.OrphanCauses, Last: s}
	}
	causes, err := c.Causes(ctx)
	if err != nil {
		return fmt.Errorf("compare with the sitemap in %s: %w", s.Dir, err)
	}
	idle, err := now.Accept.Idle(now.Began, c.Leaving())
	if err != nil {
		return fmt.Errorf("compare with the sitemap in %s: %w", s.Dir, err)
	}
	return &Refusal{Comparison: c, Causes: causes, Idle: idle, Last: s}
}

// ErrNothingRead, a publish.ErrNothingToList, is the error of a set of which all is accepted to leave that would not
// be there unread: a sitemap of nothing.
var ErrNothingRead = fmt.Errorf("%w that was read", publish.ErrNothingToList)

// ShutError is the error of a first set that is not published without a
// person's word: the site did not let the crawl in.
type ShutError struct{ *guard.Shut }

func (e *ShutError) Error() string {
	return fmt.Sprintf("the site did not let the crawl in: %d URLs lead to %s, %d would be listed", e.From, e.Page, e.Listed)
}

// letIn gives an error for a crawl that was not let into its site.
func letIn(ctx context.Context, crawl frontier.Crawl) error {
	shut, err := guard.First(ctx, crawl, stored.FrontOf(crawl))
	if err == nil && shut != nil {
		err = &ShutError{shut}
	}
	return err
}

// ErrWhatIf is the error of a what-if in the folder of the live site: the set
// that stands, and the crawl that later ones are compared with, stay.
var ErrWhatIf = errors.New("a robots.txt that is not live was obeyed: the sitemap stays as it was")

// Publish writes the sitemap of a judged crawl. Errors are ErrWhatIf, Refusal, ShutError,
// those of publish.Publish, and of reading the crawl. Why nothing was published is noted
// at once: what is wrong with the site is not told by what stands before it.
func (r *Run) Publish(ctx context.Context) error {
	err := r.publish(ctx)
	if r.Unpublished = unpublished(err, r.Store); r.Unpublished.Why != "" {
		notes := stored.NotPublished(r.Unpublished)
		if r.Unpublished.Refused() != "" {
			maps.Copy(notes, stored.NthRefused(stored.Refusals(r.Folder.Dir, r.File)))
		}
		if err := r.note(notes); err != nil {
			return err
		}
	}
	return err
}

func (r *Run) publish(ctx context.Context) error {
	o := &r.Options
	if r.Last == nil && !o.Force {
		if err := letIn(ctx, r.Store); err != nil {
			return err
		}
	}
	if r.Last != nil && !o.Force && o.RobotsName != "" && (r.Last.Crawl == nil || !stored.WhatIf(r.Last.Crawl)) {
		if err := r.note(stored.SetAside()); err != nil {
			return err
		}
		return ErrWhatIf
	}
	now, err := r.judged()
	if err != nil {
		return err
	}
	if r.Compared != nil && !o.Force {
		if err := refuse(ctx, r.Last, r.Compared, now.Crawl); err != nil {
			return err
		}
	}
	if r.Accepted, err = accepted(r.Compared, now.Crawl); err != nil {
		return err
	}
	r.Written = &listing.Set{Options: o.Listing, Crawl: r.Store, Dir: r.Folder.Dir, URL: o.MapURL, Scope: o.Crawl.Scope, Rules: now.By, Now: time.Now()}
	if r.Last != nil {
		r.Written.Accepted = r.Last.Files.Accepted // this crawl, too, is compared with the one that was accepted
	}
	r.Written.Remember = r.Last.Remember(context.WithoutCancel(ctx), now, r.Written, r.Compared, o.notices())
	if r.Published, err = r.Written.Write(ctx); err != nil {
		r.Failed = !errors.Is(err, publish.ErrNothingToList)
		return writeError(r.Folder.Dir, err)
	}
	r.Behind = r.Last.Behind(r.Folder, o.Crawl.Scope)
	return nil
}

// writeError names the folder in errors that speak of nothing in it.
func writeError(dir string, err error) error {
	var refused *Refusal
	var foreign *publish.ForeignFileError
	if errors.Is(err, publish.ErrNothingToList) || errors.As(err, &foreign) || errors.As(err, &refused) {
		return err
	}
	return fmt.Errorf("write the sitemap into %s: %w", dir, err)
}

// unpublished tells why a set does not stand by the error of publishing it.
func unpublished(err error, crawl frontier.Crawl) (u stored.Unpublished) {
	var refused *Refusal
	var shut *ShutError
	var foreign *publish.ForeignFileError
	switch {
	case errors.As(err, &refused):
		switch u.Why, u.Unread = refused.Reason().String(), refused.MostUnread(); {
		case len(refused.Walls) > 0:
			u.Page = refused.Walls[0].URL
			u.Gate = stored.GateOn(crawl, u.Page)
		case refused.Reason() == guard.OneText && refused.Standing.Of[guard.Alike] <= refused.Standing.Of[guard.Kept]:
			u.Why = guard.Loss.String() // the site was seen, and some of its pages are one
		}
		if refused.Reason() == guard.OneText {
			u.Page, u.Text, u.Gate, u.Where = refused.SameText, refused.SameSays.Text, refused.SameSays.Gate, refused.alike()
		}
	case errors.As(err, &shut):
		u = stored.Unpublished{Why: shut.Kind(), Page: shut.Page, Text: shut.Says.Text, Gate: cmp.Or(shut.Gate, shut.Says.Gate)}
	case errors.Is(err, publish.ErrNothingToList):
		u.Why = stored.NothingToList
	case errors.Is(err, ErrWhatIf):
		u.Why = stored.NotLive
	case errors.As(err, &foreign):
		u.Why = stored.ForeignFile
	}
	return u
}

// Finish notes that the end of the crawl has been acted upon, closes the crawl
// file and removes old ones. A set that could not be written is still owed: the
// next run writes it.
func (r *Run) Finish() error {
	if !r.Failed {
		var dated map[string]int
		if r.Written != nil {
			dated = r.Written.LastModSources()
		}
		notes := stored.Concluded(r.Published, dated, r.Unpublished)
		if r.Published != nil {
			notes[audit.MetaDates] = r.Written.Dates.SharedText()
		}
		if err := r.note(notes); err != nil {
			return err
		}
	}
	if err := r.Store.Finish(); err != nil {
		return fmt.Errorf("close the crawl file: %w", err)
	}
	if err := r.Folder.Prune(r.Options.Keep, r.standingCrawls()...); err != nil {
		r.Options.Crawl.Log.Warn(err.Error())
	}
	return nil
}

// standingCrawls are the earlier crawl files that the set rests on that stands.
// Once another set is published the next crawls are compared with them where all others
// that are kept were refused, or stopped at a limit.
func (r *Run) standingCrawls() []string {
	if r.Last == nil || r.Published != nil && r.Options.Keep <= 1 && r.Result.End == crawler.Complete {
		return nil
	}
	return r.Last.Crawls()
}

// Rewritten is a set that was written again of a stored crawl.
type Rewritten struct {
	*publish.Result
	Compared *guard.Comparison // with the set that stood, nil if none did
	Accepted []stored.Accepted // what came of the losses that were accepted
	// Unmeasured: it was compared with nothing.
	Unmeasured bool
}

// Rewrite publishes a set of a stored crawl into a folder in the site folder,
// whose lock is held. Errors are those of Run.Publish.
func Rewrite(ctx context.Context, f *folder.Folder, crawl *stored.Crawl, set *listing.Set, n *last.Notices) (*Rewritten, error) {
	if err := os.MkdirAll(set.Dir, 0o777); err != nil {
		return nil, fmt.Errorf("make the folder of a sitemap: %w", err)
	}
	if err := publish.Recover(set.Dir); err != nil {
		return nil, fmt.Errorf("finish the sitemap that an earlier run left half moved in %s: %w", set.Dir, err)
	}
	standing, err := last.Open(f, crawl.Path(), set.Dir, set.URL, n)
	if err != nil {
		return nil, err
	}
	defer standing.Close()
	now, w := last.Judged{Crawl: crawl, By: set.Rules}, &Rewritten{}
	if standing == nil && !set.Force {
		if err = w.refuseFirst(ctx, f, now, set, n); err != nil {
			return nil, err
		}
	}
	if standing != nil {
		if set.Dir == f.Dir {
			w.Compared, err = standing.Compare(ctx, now, n)
		} else {
			w.Compared, err = standing.CompareIn(ctx, now, set.Scope, n)
		}
		if err != nil {
			return nil, err
		}
		if w.Accepted, err = accepted(w.Compared, crawl); err != nil {
			return nil, err
		}
		if !set.Force {
			set.Accept = func(int) error { return refuse(ctx, standing, w.Compared, crawl) }
		}
	}
	set.MadeOf = filepath.Base(crawl.Path())
	if crawl.End == crawler.Complete { // one that goes on would bring more than was accepted
		set.Accepted = set.MadeOf
	}
	set.Remember = standing.Remember(context.WithoutCancel(ctx), now, set, w.Compared, n)
	if w.Result, err = set.Write(ctx); err != nil {
		return nil, writeError(set.Dir, err)
	}
	return w, nil
}

// refuseFirst gives what speaks against a set where none stands: that of what the whole
// site's lists in its part too much would be lost; else that the site did not let the crawl
// in.
func (w *Rewritten) refuseFirst(ctx context.Context, f *folder.Folder, now last.Judged, set *listing.Set, n *last.Notices) error {
	w.Unmeasured = true
	if set.Dir == f.Dir {
		return letIn(ctx, now.Crawl)
	}
	whole, err := last.Open(f, now.Path(), f.Dir, now.MapURL, n)
	if err != nil {
		return err
	}
	defer whole.Close()
	if whole == nil {
		return letIn(ctx, now.Crawl)
	}
	c, err := whole.CompareIn(ctx, now, set.Scope, n)
	if err != nil || c.Reason() == guard.Flood { // that is of the whole site
		return err
	}
	w.Unmeasured = false
	err = refuse(ctx, whole, c, now.Crawl)
	if refused, is := errors.AsType[*Refusal](err); is {
		refused.Part = set.Scope.String()
	}
	if err == nil {
		w.Accepted, err = accepted(c, now.Crawl)
	}
	return err
}
