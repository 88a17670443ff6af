package sqlite

import (
	"database/sql/driver"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// pageColumns are those of table page p but for its id, in the order
// of pageValues and pageScan.
const pageColumns = `outcome, err, err_text, status, tries, fetched_at, ttfb_us, total_us, wire,
	inflated, p.flags, content_type, etag, last_modified, date, location, robots_header,
	type, charset, title, description, h1, h1_second, lang, robots_meta, meta_robots,
	header_robots, canonical, text_hash, sketch, content, content_own, print, places, words, modified, images, videos, article, notes, extracted, links_cut, read_at, changed_at, location_id, canonical_id`

// shownColumns are id and pageColumns.
var shownColumns = "id, " + strings.ReplaceAll(pageColumns, "p.", "")

// The bits of page.flags; from flagProblems on they are record.Facts.Problems.
const (
	flagTruncated = 1 << iota
	flagHTML
	flagFrameset
	flagPlaceLinks

	flagProblems = 8
)

// pageValues appends the values of a row of page. What is zero is stored as
// NULL, which takes no room, but for the numbers that people look for.
func pageValues(values []driver.Value, t *texts, id frontier.ID, r *record.Page, location, canonical frontier.ID) []driver.Value {
	t.at = 0
	flags := int64(0)
	for i, set := range [...]bool{r.Truncated, r.HTML, r.Frameset, r.PlaceLinks} {
		if set {
			flags |= 1 << i
		}
	}
	flags |= int64(r.Facts.Problems) << flagProblems
	return append(values, int64(id), int64(r.Outcome), int64(r.Err), t.box(r.ErrText), int64(r.Status),
		int64(r.Tries), milli(r.FetchedAt), r.TTFB.Microseconds(), r.Total.Microseconds(), r.Wire,
		r.Inflated, flags, t.box(r.ContentType), t.box(r.ETag), t.box(r.LastModified),
		t.box(r.Date), t.box(r.Location), t.box(r.RobotsHeader),
		t.box(r.Type), t.box(r.Charset), t.box(r.Title), t.box(r.Description), t.box(r.H1[0]), t.box(r.H1[1]),
		t.box(r.Lang), t.box(r.RobotsMeta), number(int64(r.MetaRobots)), number(int64(r.HeaderRobots)),
		number(int64(r.Canonical)), number(int64(r.TextHash)), number(int64(r.Sketch)), number(int64(r.Content)), number(ownContent(r)), t.box(string(r.Print)), t.box(string(r.Places)), number(int64(r.Words)), t.box(r.Modified), t.box(r.Images), t.box(r.Videos), t.box(r.Article), t.box(r.Notes), t.box(r.Extracted), number(int64(r.LinksCut)),
		milli(r.ReadAt), milli(r.ChangedAt),
		idOrNull(location), idOrNull(canonical))
}

// pageCount is the number of values that pageValues appends.
var pageCount = strings.Count(pageColumns, ",") + 2

// pageRow is where a row of page is scanned to.
type pageRow struct {
	id                                                                  idCol
	outcome, err, status, tries, fetchedAt, ttfb, total, wire, inflated intCol
	flags, metaRobots, headerRobots, state, textHash, sketch, words     intCol
	linksCut, content, contentOwn, readAt, changedAt                    intCol
	errText, contentType, etag, lastModified, date, location            textCol
	robotsHeader, mediaType, charset, title, description, h1, h1Second  textCol
	lang, robotsMeta, modified, images, videos, article, notes          textCol
	extracted, print, places                                            textCol
	locationID, canonicalID                                             idCol
}

// dest gives the places for id and pageColumns.
func (p *pageRow) dest() []any {
	return []any{&p.id, &p.outcome, &p.err, &p.errText, &p.status, &p.tries, &p.fetchedAt, &p.ttfb, &p.total, &p.wire,
		&p.inflated, &p.flags, &p.contentType, &p.etag, &p.lastModified, &p.date, &p.location, &p.robotsHeader,
		&p.mediaType, &p.charset, &p.title, &p.description, &p.h1, &p.h1Second, &p.lang, &p.robotsMeta, &p.metaRobots,
		&p.headerRobots, &p.state, &p.textHash, &p.sketch, &p.content, &p.contentOwn, &p.print, &p.places, &p.words, &p.modified, &p.images, &p.videos, &p.article, &p.notes, &p.extracted, &p.linksCut, &p.readAt, &p.changedAt, &p.locationID, &p.canonicalID}
}

// record gives the row as a page record.
func (p *pageRow) record(r *record.Page) {
	r.Exchange = record.Exchange{
		Outcome: record.Outcome(p.outcome), Err: record.ErrClass(p.err), ErrText: string(p.errText),
		Status: int(p.status), Tries: int(p.tries), FetchedAt: p.fetchedAt.time(),
		TTFB: time.Duration(p.ttfb) * time.Microsecond, Total: time.Duration(p.total) * time.Microsecond,
		Wire: int64(p.wire), Inflated: int64(p.inflated), Truncated: p.flags&flagTruncated != 0,
		ContentType: string(p.contentType), ETag: string(p.etag), LastModified: string(p.lastModified),
		Date: string(p.date), Location: string(p.location), RobotsHeader: string(p.robotsHeader),
	}
	r.Facts = record.Facts{
		Type: string(p.mediaType), Charset: string(p.charset), HTML: p.flags&flagHTML != 0,
		Frameset: p.flags&flagFrameset != 0, Problems: record.Problems(p.flags >> flagProblems), Title: string(p.title), Description: string(p.description),
		H1: [2]string{string(p.h1), string(p.h1Second)}, Lang: string(p.lang), RobotsMeta: string(p.robotsMeta),
		MetaRobots: robots.Directives(p.metaRobots), HeaderRobots: robots.Directives(p.headerRobots),
		Canonical: record.CanonicalState(p.state), TextHash: uint64(p.textHash), Sketch: record.Sketch(p.sketch), Print: record.Print(p.print), Places: record.Places(p.places), PlaceLinks: p.flags&flagPlaceLinks != 0, Words: int(p.words),
		Content: uint64(p.content), ContentOwn: contentOwn(uint64(p.content), uint64(p.contentOwn)),
		Modified: string(p.modified), Images: string(p.images), Videos: string(p.videos), Article: string(p.article), Notes: string(p.notes), Extracted: string(p.extracted), LinksCut: int(p.linksCut),
	}
	r.History = record.History{ReadAt: p.readAt.time(), ChangedAt: p.changedAt.time()}
}

// ownContent is what is stored of ContentOwn, contentOwn its inverse.
func ownContent(r *record.Page) int64 {
	if r.ContentOwn == r.Content {
		return 0
	}
	return int64(r.ContentOwn)
}

func contentOwn(content, stored uint64) uint64 {
	if stored == 0 {
		return content
	}
	return stored
}

func text(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// texts are those of the row before, by their place in it: what a server says
// alike of all its pages is made a value once, not once a page.
type texts struct {
	last []any
	at   int // of the next text
}

// box is text for the next text of a row.
func (t *texts) box(s string) any {
	if t.at == len(t.last) {
		t.last = append(t.last, nil)
	}
	last := &t.last[t.at]
	t.at++
	if was, ok := (*last).(string); !ok || was != s {
		*last = text(s)
	}
	return *last
}

func number(n int64) any {
	if n == 0 {
		return nil
	}
	return n
}

func blob(b []byte) any {
	if len(b) == 0 {
		return nil
	}
	return b
}

func idOrNull(id frontier.ID) any {
	if id == frontier.NoID {
		return nil
	}
	return int64(id)
}

func depthOrNull(d uint16) any {
	if d == frontier.NoDepth {
		return nil
	}
	return int64(d)
}

// milli gives a time as it is stored, NULL for the zero time.
func milli(t time.Time) any { return number(max(0, t.UnixMilli())) }
