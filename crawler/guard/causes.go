package guard

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Looks is what a cause looks like.
type Looks string

const (
	LooksUnclear Looks = ""
	LooksMeant   Looks = "looks meant"
	LooksAFault  Looks = "looks like a fault"
)

// Cause is why URLs of a template would leave, or are only carried.
type Cause struct {
	Pattern   string // of their URLs, for people
	Count, Of int    // so many, of those of the pattern in both sets
	Earlier   int    // of Count those that had left the set that stands before
	What      string // what they do, "answer 410"; plural
	Looks     Looks
	Carried   bool // they stay for now
	Alike     bool // they show what many others do
	Example   string
	Door      string // the login or consent page, by its name, to which one of them redirects; "" if none does
	// Accept are the patterns that --accept-loss wants to match them. Besides are
	// URLs of the sets that they match, too.
	Accept  []string
	Besides int

	alike  narrow // of their URLs
	merged bool   // Accept matches those of other causes that do the same, and nothing else
}

// String gives the cause as a sentence without a stop.
func (c *Cause) String() string {
	count := fmt.Sprintf("%d of %d", c.Count, c.Of)
	if c.Count == c.Of {
		count = fmt.Sprintf("all %d", c.Count)
	}
	text := fmt.Sprintf("%s in %s %s", count, c.place(), c.What)
	if c.Looks != LooksUnclear {
		text += ": " + string(c.Looks)
	}
	switch {
	case c.Earlier == 0:
	case c.Earlier == c.Count:
		text += "; had left the sitemap before"
	default:
		text += fmt.Sprintf("; %d of them had left the sitemap before", c.Earlier)
	}
	return text
}

// place gives the pattern, with one of the URLs where it stands for those of a folder that
// have none of their own: it says nothing to people.
func (c *Cause) place() string {
	switch {
	case !strings.HasSuffix(c.Pattern, "/…") || c.Example == "":
		return c.Pattern
	case c.Count == 1:
		return fmt.Sprintf("%s (%s)", c.Pattern, pathOf(c.Example))
	}
	return fmt.Sprintf("%s (such as %s)", c.Pattern, pathOf(c.Example))
}

// WantsLogin tells of URLs that answer 401.
func (c *Cause) WantsLogin() bool { return c.What == wantsLogin }

const wantsLogin = "answer 401"

// WantsRobots tells of URLs that were not asked for since robots.txt could not be had.
func (c *Cause) WantsRobots() bool { return c.What == verdictWords[audit.RobotsUnavailable].what }

// maxCauses are told apart.
const maxCauses = 1000

type causeKey struct{ pattern, what string }

// Causes says by template why URLs would leave either set, those that are most
// first. It passes over the sets and the crawl once more.
func (c *Comparison) Causes(ctx context.Context) ([]Cause, error) {
	f := &finder{c: c, of: map[string]int{}, causes: map[causeKey]*Cause{}}
	for _, step := range []func(context.Context) error{f.readTemplates, f.readRows, f.readUnknown} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	list := f.list()
	if err := f.merge(list); err != nil {
		return nil, err
	}
	var wide []*Cause
	for i := range list {
		if !list[i].merged && len(wide) < MaxAccepts {
			wide = append(wide, &list[i])
		}
	}
	return list, f.tighten(wide)
}

// list gives what was found, those that are most first.
func (f *finder) list() (list []Cause) {
	for _, cause := range f.causes {
		cause.Of = f.of[cause.Pattern]
		list = append(list, *cause)
	}
	slices.SortFunc(list, func(a, b Cause) int {
		return cmp.Or(b.Count-a.Count, strings.Compare(a.Pattern, b.Pattern), strings.Compare(a.What, b.What))
	})
	for i := range list {
		short, wide := forPeople(list[i].Pattern)
		list[i].Pattern, list[i].Accept = short, []string{wide}
	}
	return list
}

type finder struct {
	c         *Comparison
	templates lookalike.Templates
	of        map[string]int // URLs of both sets by pattern
	causes    map[causeKey]*Cause
	targets   map[frontier.ID]string
	door      string // to which the URL at hand redirects, as Cause.Door
}

// gone tells whether a URL is lost or seems to be.
func (f *finder) gone(url string) (Fate, bool) {
	at, ok := f.c.book.find(url)
	if !ok || f.c.book.keys[at]&isAccepted != 0 {
		return Unknown, false
	}
	return f.c.fates[at], gone(f.c.fates[at])
}

// Leaving gives the URLs of both sets that are lost, or seem to be for now,
// those included whose loss is accepted, and those of them that show another text.
func (c *Comparison) Leaving() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		err := c.eachOld(func(url string, at int) bool {
			return !gone(c.fates[at]) && c.marks[at]&hasChanged == 0 || yield(url, nil)
		})
		if err != nil {
			yield("", err)
		}
	}
}

// eachOld calls do for the URLs of both sets, once for each, with their places in the
// book, until it gives false.
func (c *Comparison) eachOld(do func(url string, at int) bool) error {
	for i, set := range []URLs{c.o.Standing, c.o.Reference} {
		if set == nil {
			continue
		}
		for url, err := range set() {
			if err != nil {
				return err
			}
			at, ok := c.book.find(url)
			if ok && (i == 0 || c.book.keys[at]&inStanding == 0) && !do(url, at) {
				return nil
			}
		}
	}
	return nil
}

func (f *finder) readTemplates(context.Context) error {
	err := f.c.eachOld(func(url string, _ int) bool {
		f.templates.Add(url, false)
		return true
	})
	if err != nil {
		return err
	}
	return f.c.eachOld(func(url string, _ int) bool {
		f.of[f.templates.Of(url).Pattern]++
		return true
	})
}

func (f *finder) readRows(ctx context.Context) error {
	f.targets = map[frontier.ID]string{}
	for row, err := range f.c.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		fate, isGone := f.gone(row.URL)
		if !isGone {
			continue
		}
		f.door = ""
		what, looks, err := f.what(row, fate)
		if err != nil {
			return err
		}
		f.add(row.URL, what, looks, fate)
	}
	return nil
}

func (f *finder) readUnknown(context.Context) error {
	f.door = ""
	return f.c.eachOld(func(url string, at int) bool {
		if f.c.fates[at] == Unknown && f.c.book.keys[at]&isAccepted == 0 {
			f.add(url, "are not known to the crawl any more", LooksUnclear, Unknown)
		}
		return true
	})
}

func (f *finder) add(url, what string, looks Looks, fate Fate) {
	pattern := f.templates.Of(url).Pattern
	key := causeKey{pattern, what}
	cause := f.causes[key]
	if cause == nil {
		if len(f.causes) >= maxCauses {
			return
		}
		cause = &Cause{Pattern: pattern, What: what, Looks: looks, Carried: fate == Carried, Alike: fate == Alike, Example: strings.Clone(url)}
		f.causes[key] = cause
	}
	cause.Count++
	cause.Door = cmp.Or(cause.Door, f.door)
	cause.alike.add(url)
	if at, ok := f.c.book.find(url); ok && f.c.book.keys[at]&inStanding == 0 {
		cause.Earlier++
	}
	cause.Carried = cause.Carried && fate == Carried
	if looks != cause.Looks {
		cause.Looks = LooksUnclear
	}
}

// what says what a URL does now that it is not listed, or only carried.
func (f *finder) what(row *frontier.Row, fate Fate) (string, Looks, error) {
	code := f.c.code(row.ID)
	switch fate {
	case Alike:
		return "show one and the same " + f.c.SameWhat, LooksAFault, nil
	case Carried:
		v, err := f.c.crawl.VerdictOf(row.ID)
		if err != nil {
			return "", "", err
		}
		code = audit.CarriedFor(v)
	}
	if row.Location != frontier.NoID && row.Page != nil && row.Page.Outcome == record.Answered {
		return f.redirects(row, code)
	}
	what, looks := words(code, row)
	if code == audit.CanonicalElsewhere {
		named, err := f.named(row)
		if err != nil {
			return "", "", err
		}
		switch {
		case named != "" && originOf(named) != originOf(row.URL):
			what += ", on " + originOf(named)
		case isShorter(named, row.URL):
			what = "name as canonical " + shorter
		case isLonger(named, row.URL):
			what = "name as canonical " + longer
		case canonical.FolderMore(row.URL, named) != "":
			what = "name as canonical their own address below " + canonical.FolderMore(row.URL, named)
		case f.hasMerged(row.URL):
			what = "name as canonical pages that the sitemap lists beside them"
		}
	}
	if looks == LooksUnclear && 2*f.c.Standing.Gone() > f.c.Standing.URLs {
		looks = LooksAFault // more than half of a site does not go at once
	}
	return what, looks, nil
}

// named gives a page's canonical where that is another URL than its own, "" else.
func (f *finder) named(row *frontier.Row) (string, error) {
	v, err := f.c.crawl.VerdictOf(row.ID)
	if err != nil || v.Target == frontier.NoID {
		return "", err
	}
	return f.url(v.Target)
}

// shorter says where parts of a list lead that lead to its first one.
const shorter = "their own address without parameters"

// longer says what pages name or lead to that are listed under a plain address.
const longer = "their own address with a parameter more"

// isShorter tells of a URL that is another one without its parameters.
func isShorter(to, from string) bool { return to != from && to == withoutQuery(from) }

// hasMerged tells of a URL that another page of the set has taken up.
func (f *finder) hasMerged(url string) bool {
	at, ok := f.c.book.find(url)
	return ok && f.c.marks[at]&hasMerged != 0
}

// redirects says where redirects lead.
func (f *finder) redirects(row *frontier.Row, code audit.Code) (string, Looks, error) {
	if code == audit.RedirectLoop {
		return "redirect in a circle", LooksAFault, nil
	}
	end := f.c.standsAt(&away{id: row.ID, to: row.Location})
	to, err := f.url(end)
	if err != nil {
		return "", "", err
	}
	if page.IsWall(row.URL, to) {
		f.door = strings.Clone(withoutQuery(to))
	} else if answer, err := f.dead(end); err != nil || answer != "" {
		return "redirect to pages that " + answer, LooksAFault, err
	}
	forNow := audit.Temporary(row.Page.Status)
	for _, w := range slices.Concat(f.c.Walls, f.c.Sent) {
		if w.URL != withoutQuery(to) && !(w.Host && strings.HasPrefix(to, w.URL)) {
			continue
		}
		switch what := "redirect to " + shortened(w.URL, row.URL); {
		case !w.Known || 2*w.From > w.Of:
			return what, LooksAFault, nil
		case forNow: // who sends what is gone elsewhere does so for good
			return what + " for the time being", LooksAFault, nil
		default: // whether one page stands for so many others, nobody can tell from here
			return what, LooksUnclear, nil
		}
	}
	switch {
	case to == "":
		return "redirect", LooksUnclear, nil
	case f.door != "":
		return "redirect to a login or consent page", LooksAFault, nil
	case forNow:
		return "redirect for the time being", LooksUnclear, nil
	case originOf(to) != originOf(row.URL):
		return "redirect to " + originOf(to), LooksUnclear, nil
	case isLonger(to, row.URL):
		return "redirect to " + longer, LooksUnclear, nil
	case isShorter(to, row.URL) && f.c.code(end) == audit.Listed:
		return "redirect to " + shorter, LooksUnclear, nil
	case f.hasMerged(row.URL):
		return "redirect to pages that the sitemap lists beside them", LooksUnclear, nil
	}
	return "redirect to pages that are not listed, or too many to one", LooksUnclear, nil
}

// dead says what a URL answers that is not found, "" of any other.
func (f *finder) dead(id frontier.ID) (string, error) {
	if f.c.code(id) != audit.HTTP4xx {
		return "", nil
	}
	row, err := f.c.crawl.Row(id)
	if err != nil || row == nil || row.Page == nil {
		return "", err
	}
	return fmt.Sprintf("answer %d", row.Page.Status), nil
}

// url gives the URL of an ID. Those asked for first are remembered.
func (f *finder) url(id frontier.ID) (string, error) {
	if url, ok := f.targets[id]; ok {
		return url, nil
	}
	row, err := f.c.crawl.Row(id)
	if err != nil || row == nil {
		return "", err
	}
	if len(f.targets) < maxCauses {
		f.targets[id] = row.URL
	}
	return row.URL, nil
}

// shortened gives a URL without the origin that it shares with another.
func shortened(url, other string) string {
	if origin := originOf(other); strings.HasPrefix(url, origin) {
		return url[len(origin)-1:]
	}
	return url
}
