package recheck

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// answers are what URLs of a crawl answer when they are asked for again, by their
// IDs in that crawl. A site that is shut, or shows one text at all addresses, has
// no finding any more, and has mended nothing.
type answers struct {
	start frontier.ID
	shut  map[string]string          // why a robots.txt could not be had, by its origin
	codes map[frontier.ID]audit.Code // of then
	then  map[frontier.ID]*frontier.Row
	now   map[frontier.ID]*answer

	unknown *lookalike.Answers // to addresses that cannot exist, of then
}

type answer struct {
	row  *frontier.Row // nil: it was not asked for
	code audit.Code
	end  *frontier.Row // where redirects lead to, as it was then if it was not asked for now; row itself without one
	one  string        // another URL that now shows the same text, and did not then

	leads, names string // where it redirects now, and what it names as canonical; "" if nowhere

	to map[frontier.ID]bool // what its page links to, redirects to or names now, by the IDs of then
}

func readAnswers(ctx context.Context, crawl, before *stored.Crawl, rows []*frontier.Row, start frontier.ID) (*answers, error) {
	files, err := crawl.Robots()
	if err != nil {
		return nil, err
	}
	a := &answers{start: start, shut: map[string]string{}, then: map[frontier.ID]*frontier.Row{}, now: map[frontier.ID]*answer{}, codes: map[frontier.ID]audit.Code{}}
	for _, file := range files {
		if file.Status == 0 && file.Note != "" {
			a.shut[file.Origin] = ": " + file.Note
		}
	}
	unknown, err := frontier.List[frontier.Unknown](before.Meta(frontier.MetaUnknown))
	if err != nil {
		return nil, err
	}
	a.unknown = lookalike.ReadAnswers(unknown)
	ids, err := idsNow(crawl, rows)
	if err != nil {
		return nil, err
	}
	texts := map[uint64]*frontier.Row{} // the first that shows a text now
	for _, row := range rows {
		a.then[row.ID] = row
		was, err := before.VerdictOf(row.ID)
		if err != nil {
			return nil, err
		}
		a.codes[row.ID] = audit.Code(was.Code)
		now, err := answerOf(ctx, crawl, before, row.URL, ids)
		if err != nil {
			return nil, err
		}
		a.now[row.ID] = now
		if row.Page == nil || !isWell(now.row) {
			continue // what it showed then, or shows now, is not known
		}
		hash := now.row.Page.TextHash
		if other := texts[hash]; other == nil {
			texts[hash] = row
		} else if !isWell(other) || !isWell(row) || other.Page.TextHash != row.Page.TextHash {
			now.one, a.now[other.ID].one = other.URL, row.URL
		}
	}
	return a, nil
}

// answerOf reads what a URL answers now.
func answerOf(ctx context.Context, crawl, before *stored.Crawl, url string, ids map[frontier.ID]frontier.ID) (*answer, error) {
	now := &answer{}
	known, err := crawl.Find(url)
	if err != nil || known == nil {
		return now, err
	}
	copied := *known
	v, err := crawl.VerdictOf(copied.ID)
	if err != nil {
		return nil, err
	}
	now.row, now.code = &copied, audit.Code(v.Code)
	if now.to, err = linksOf(ctx, crawl, &copied, ids); err != nil {
		return nil, err
	}
	if now.leads, err = urlOf(crawl, copied.Location); err != nil {
		return nil, err
	}
	if now.names, err = urlOf(crawl, copied.Canonical); err != nil {
		return nil, err
	}
	now.end, err = endOf(crawl, before, &copied)
	return now, err
}

// endOf gives where the redirects of a URL lead to, as it was then if it was not asked for now; nil if nowhere.
func endOf(crawl, before *stored.Crawl, end *frontier.Row) (*frontier.Row, error) {
	for hops := 0; end.Location != frontier.NoID; hops++ {
		next, err := crawl.Row(end.Location)
		if err != nil || next == nil || hops == maxHops {
			return nil, err
		}
		copied := *next
		end = &copied
	}
	if end.Page != nil {
		return end, nil
	}
	was, err := before.Find(end.URL) // no redirect of now is followed
	if err != nil || was == nil {
		return end, err
	}
	copied := *was
	return &copied, nil
}

// unknownEnds gives where redirects lead to that was not asked for, then or now.
func (a *answers) unknownEnds() (urls []string) {
	for _, now := range a.now {
		if now.end != nil && now.end.Page == nil && now.end != now.row && now.end.Reason == frontier.Undecided && !slices.Contains(urls, now.end.URL) {
			urls = append(urls, now.end.URL)
		}
	}
	slices.Sort(urls)
	return urls
}

// idsNow gives the IDs of then by those that the same URLs have now.
func idsNow(crawl *stored.Crawl, rows []*frontier.Row) (map[frontier.ID]frontier.ID, error) {
	ids := map[frontier.ID]frontier.ID{}
	for _, row := range rows {
		known, err := crawl.Find(row.URL)
		if err != nil {
			return nil, err
		}
		if known != nil {
			ids[known.ID] = row.ID
		}
	}
	return ids, nil
}

// linksOf gives what a page leads to of the URLs that were asked for.
func linksOf(ctx context.Context, crawl *stored.Crawl, row *frontier.Row, ids map[frontier.ID]frontier.ID) (map[frontier.ID]bool, error) {
	to := map[frontier.ID]bool{}
	for _, id := range []frontier.ID{row.Location, row.Canonical} {
		if then, is := ids[id]; is {
			to[then] = true
		}
	}
	for e, err := range crawl.LinksFrom(ctx, row.ID) {
		if err != nil {
			return nil, err
		}
		if then, is := ids[e.To]; is {
			to[then] = true
		}
	}
	return to, nil
}

// urlOf gives the URL of a number, "" for none.
func urlOf(crawl frontier.Crawl, id frontier.ID) (string, error) {
	if id == frontier.NoID {
		return "", nil
	}
	row, err := crawl.Row(id)
	if err != nil || row == nil {
		return "", err
	}
	return strings.Clone(row.URL), nil
}

// idOf gives the ID of then of a URL that was asked for, NoID of another.
func (a *answers) idOf(url string) frontier.ID {
	for id, row := range a.then {
		if row.URL == url {
			return id
		}
	}
	return frontier.NoID
}

// isWell tells of a URL that answers for itself, and well.
func isWell(row *frontier.Row) bool {
	return row != nil && row.Page != nil && row.Page.Outcome == record.Answered && row.Page.Status == 200 && row.Location == frontier.NoID
}

// untold says why it does not count that a finding is not there any more, "" if
// it does: then its URL is still a page that answers well, and so is what it names; or a page
// that led there was read and leads there no more.
func (a *answers) untold(m member) string {
	rule := findings.RuleOf(m.rule)
	switch now := a.now[m.id]; {
	case now == nil || now.row == nil || now.row.Page == nil || now.code.State() == audit.Deferred || now.one != "" || a.leadsHome(now):
	case rule != nil && rule.MendedUnnamed() && m.from != m.id && a.isUnnamed(m.from, m.id):
		return ""
	}
	if why := a.left(rule, m.id); why != "" {
		return why
	}
	then := a.then[m.target]
	if then == nil || then.Page == nil || m.target == m.id || a.now[m.id].row.Location == frontier.NoID && !a.now[m.id].to[m.target] {
		return "" // it names it no more
	}
	if why := a.left(nil, m.target); why != "" {
		return "it leads to " + then.URL + ": " + why
	}
	return ""
}

// isUnnamed tells of a page that was read, and leads to a URL no more.
func (a *answers) isUnnamed(from, id frontier.ID) bool {
	return from != frontier.NoID && a.unwell(from) == "" && !a.now[from].to[id]
}

// left says why a URL is no page any more that a rule looks at, "" if it is; without
// a rule, none that search may have.
func (a *answers) left(rule *findings.Rule, id frontier.ID) string {
	if why := a.unwell(id); why != "" {
		return why
	}
	if now := a.now[id]; rule == nil && findings.HasLeft(a.codes[id], now.code) || rule != nil && rule.Hidden(a.codes[id], now.code) {
		return now.code.Meaning() + ": it is not looked at any more"
	}
	return ""
}

// unwell says why an answer tells nothing, "" if it does.
func (a *answers) unwell(id frontier.ID) string {
	now, then := a.now[id], a.then[id]
	switch {
	case now == nil || now.row == nil:
		return "it was not asked for"
	case now.one != "":
		return "it shows the same as " + now.one + ", which it did not"
	case now.code == audit.RedirectWall || now.code == audit.Challenged:
		return now.code.Meaning()
	case saysNone(now.end) && !saysNone(then):
		if now.end != now.row {
			return "it leads to " + now.end.URL + ", which says that there is no such page"
		}
		return "it answers 200, and says that there is no such page"
	case isWell(now.row):
		return ""
	case now.end != nil && now.end != now.row && page.IsWall(now.row.URL, now.end.URL):
		return audit.RedirectWall.Meaning()
	case a.leadsHome(now):
		return "it leads to the start page, as addresses do that hold nothing"
	case now.code == audit.RobotsUnavailable:
		return now.code.Meaning() + a.shut[canonical.Origin(now.row.URL)]
	case now.row.Location == frontier.NoID || now.row.Page == nil || now.code.State() == audit.Deferred || isWell(then) || !isWell(now.end):
		return now.code.Meaning()
	}
	return ""
}

// instead says of a page that shows what another one does, and did not then, such as a login, that it was not this page
// that was looked at; "" of others.
func (a *answers) instead(id frontier.ID) string {
	if now := a.now[id]; now == nil || now.one == "" {
		return ""
	}
	return a.unwell(id)
}

// leadsHome tells of a redirect to the start page.
func (a *answers) leadsHome(now *answer) bool {
	home := a.now[a.start]
	return now.end != nil && now.row != now.end && home != nil && home.row != nil && now.end.URL == home.row.URL
}

// beyond says why the answers of then alone do not show a finding, and those of
// now cannot show that it is gone.
func (a *answers) beyond(id frontier.ID) string {
	why := "the finding rests on other pages, or on a sitemap, too: crawl the site again"
	if now := a.now[id]; now != nil && now.row != nil && now.row.Page != nil && now.row.Page.Status != 0 {
		return fmt.Sprintf("it answers %d now; %s", now.row.Page.Status, why)
	}
	return why
}
