package audit

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/sitemap"
)

// LastModSource says where the time of a page's last change is known from.
type LastModSource string

// The sources, the most trusted first. A sitemap of the site is none: what it
// says is often the time of its making.
const (
	LastModUnknown  LastModSource = ""
	LastModFeed     LastModSource = "feed"
	LastModPage     LastModSource = "page"     // JSON-LD dateModified, else article:modified_time
	LastModHeader   LastModSource = "header"   // Last-Modified
	LastModList     LastModSource = "list"     // that a list of the user gives
	LastModFile     LastModSource = "file"     // of the file in a web server's folder
	LastModHistory  LastModSource = "history"  // when a crawl first saw another content than the one before
	LastModPrevious LastModSource = "previous" // that of the last sitemap; the page could not be read
)

// LastMods finds the time of a page's last change, or none: a date that may be
// untrue makes engines distrust all others.
type LastMods struct {
	crawl  frontier.Crawl
	feeds  []string // URLs of feeds that were read, each with a colon
	shared sharedDates

	// Stated tells that sources of the user may date pages, and say how often
	// they change and how much they matter.
	stated bool

	carried []uint64 // a bit for each URL that is listed without having been read
}

// Bounds of the look for dates that most pages share: dated pages, and all
// pages, since there are sites that date none.
const (
	sample    = 20_000
	maxLooked = 1_000_000
)

// NewLastMods looks at the dates of the first pages, unless the crawl keeps what
// they share (MetaDates): one that most of them have is that of a deployment, not of
// a change. feeds are the feeds that the
// crawl has read URLs from; carried tells that some of its verdicts may be
// ListedCarried, stated that lists or folders of the user have named URLs.
func NewLastMods(ctx context.Context, crawl frontier.Crawl, feeds []string, carried, stated bool) (*LastMods, error) {
	m, err := newLastMods(ctx, crawl, feeds, carried, stated)
	if err == nil {
		err = m.readShared(ctx)
	}
	return m, err
}

// LastModOf is Of by NewLastMods for one URL. It looks at the dates of other pages
// if the URL has one.
func LastModOf(ctx context.Context, crawl frontier.Crawl, feeds []string, carried, stated bool, row *frontier.Row) (value string, source LastModSource, err error) {
	m, err := newLastMods(ctx, crawl, feeds, carried, stated)
	if p := row.Page; err == nil && (stated || p != nil && (p.Modified != "" || p.LastModified != "" || !p.ChangedAt.IsZero())) {
		err = m.readShared(ctx)
	}
	if err != nil {
		return "", LastModUnknown, err
	}
	return m.Of(row)
}

func newLastMods(ctx context.Context, crawl frontier.Crawl, feeds []string, carried, stated bool) (*LastMods, error) {
	m := &LastMods{crawl: crawl, stated: stated}
	if carried {
		if err := m.readCarried(ctx); err != nil {
			return nil, err
		}
	}
	for _, feed := range feeds {
		m.feeds = append(m.feeds, feed+":")
	}
	return m, nil
}

// look counts the dates of the first pages.
func (m *LastMods) look(ctx context.Context) error {
	crawl := m.crawl
	listed, err := whichListed(ctx, crawl)
	if err != nil {
		return err
	}
	looked := 0
	for row, err := range crawl.Rows(ctx) {
		if err != nil {
			return fmt.Errorf("read the dates of pages: %w", err)
		}
		if looked++; looked > maxLooked {
			break
		}
		if m.stated && row.Sources&frontier.FromDirectory != 0 && m.shared.File.Total < sample {
			s, _, err := m.Stated(row)
			if err != nil {
				return err
			}
			if at, ok := dateTime(s.LastMod); ok {
				m.shared.File.add(at)
			}
		}
		if row.Page == nil || !record.IsPage(row.Page.Status) {
			continue
		}
		if at, ok := headerTime(row.Page); ok {
			m.shared.Header.add(at)
		}
		if at, ok := dateTime(asW3C(row.Page.Modified)); ok {
			m.shared.Page.add(at)
		}
		if listed(row.ID) {
			m.shared.Changed.Total++
			if at := row.Page.ChangedAt; !at.IsZero() {
				m.shared.Changed.count(at)
			}
		}
		if m.shared.Header.Total+m.shared.Page.Total >= sample {
			break
		}
	}
	return nil
}

// whichListed gives a function that reports listed URLs; all, where there are no
// verdicts.
func whichListed(ctx context.Context, crawl frontier.Crawl) (func(frontier.ID) bool, error) {
	codes, err := crawl.Codes(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the verdicts: %w", err)
	}
	if !slices.ContainsFunc(codes, func(c uint8) bool { return Code(c).State() == ListedInFile }) {
		return func(frontier.ID) bool { return true }, nil
	}
	return func(id frontier.ID) bool { return int(id) < len(codes) && Code(codes[id]).State() == ListedInFile }, nil
}

// readCarried finds the URLs that are carried.
func (m *LastMods) readCarried(ctx context.Context) error {
	m.carried = make([]uint64, (m.crawl.Counts().Known+63)/64)
	for row, err := range m.crawl.Listed(ctx, 1<<ListedCarried) {
		if err != nil {
			return fmt.Errorf("read the listed URLs: %w", err)
		}
		m.carried[row.ID/64] |= 1 << (row.ID % 64)
	}
	return nil
}

// Carried reports a URL that is listed because the last sitemap lists it, and
// was not read.
func (m *LastMods) Carried(id frontier.ID) bool {
	return int(id/64) < len(m.carried) && m.carried[id/64]&(1<<(id%64)) != 0
}

// Of gives a W3C date with the precision that its source has, and the source;
// "" where no date can be trusted.
func (m *LastMods) Of(row *frontier.Row) (value string, source LastModSource, err error) {
	if value, err = m.feed(row); value != "" || err != nil {
		return value, LastModFeed, err
	}
	if m.Carried(row.ID) {
		return m.previous(row)
	}
	p := row.Page
	if p == nil {
		return m.byStatement(row)
	}
	modified := asW3C(p.Modified)
	if at, ok := dateTime(modified); ok && !m.shared.Page.untrue(at) && !at.After(p.FetchedAt.Add(tolerance)) {
		value, _ = sitemap.NormalizeLastMod(modified)
		return value, LastModPage, nil
	}
	if at, ok := headerTime(p); ok && !m.shared.Header.untrue(at) && at.Before(answered(p).Add(-clockSkew)) {
		return sitemap.LastMod(at), LastModHeader, nil
	}
	if value, source, err := m.byStatement(row); value != "" || err != nil {
		return value, source, err
	}
	if at := p.ChangedAt; !at.IsZero() && !m.shared.Changed.dayHas(at, changedShare) {
		return sitemap.LastMod(at), LastModHistory, nil
	}
	return "", LastModUnknown, nil
}

const (
	tolerance = 24 * time.Hour  // ahead of us, for zones and dates without time
	clockSkew = 5 * time.Second // between Date and Last-Modified of one answer
)

// answered gives the time of the answer by the server's own clock.
func answered(p *record.Page) time.Time {
	if date, ok := httpDate(p.Date); ok {
		return date
	}
	return p.FetchedAt
}

func headerTime(p *record.Page) (time.Time, bool) {
	at, ok := httpDate(p.LastModified)
	return at, ok && at.Year() >= 1991
}

// asW3C spells a date of a page as W3C does, where it says the same in another
// form of ISO 8601: an offset without colon, which is what PHP's DATE_ISO8601
// gives, or a blank for the T. What it cannot spell stays as it is.
func asW3C(text string) string {
	text = strings.TrimSpace(text)
	if len(text) < len("2006-01-02 15:04") || text[10] != 'T' && text[10] != ' ' {
		return text
	}
	date, clock := text[:10], text[11:]
	if n := len(clock) - len("+0100"); n > 0 && (clock[n] == '+' || clock[n] == '-') && !strings.Contains(clock[n:], ":") {
		clock = clock[:n+3] + ":" + clock[n+3:]
	}
	return date + "T" + clock
}

// DateOf gives a date of a page as a sitemap has it, and its instant; false for
// what is none.
func DateOf(text string) (value string, at time.Time, ok bool) {
	text = asW3C(text)
	if at, ok = dateTime(text); !ok {
		return "", at, false
	}
	value, _ = sitemap.NormalizeLastMod(text)
	return value, at, true
}

// dateTime reads a W3C date.
func dateTime(text string) (time.Time, bool) {
	value, ok := sitemap.NormalizeLastMod(text)
	if !ok {
		return time.Time{}, false
	}
	at, err := time.Parse(time.RFC3339, value)
	if err != nil {
		at, err = time.Parse(time.DateOnly, value)
	}
	return at, err == nil && at.Year() >= 1991
}

// feed gives the date of the entry in a feed that names the URL, the latest
// one of several.
func (m *LastMods) feed(row *frontier.Row) (string, error) {
	if len(m.feeds) == 0 {
		return "", nil
	}
	sources, err := m.crawl.Sources(row.ID)
	if err != nil {
		return "", fmt.Errorf("read the sources of %s: %w", row.URL, err)
	}
	var latest time.Time
	text := ""
	for _, s := range sources {
		place, date, _ := strings.Cut(s.Detail, " ")
		for _, feed := range m.feeds {
			if s.Source != frontier.FromSitemap || !strings.HasPrefix(place, feed) {
				continue
			}
			at, ok := dateTime(date)
			if ok && at.After(latest) && (row.Page == nil || !at.After(row.Page.FetchedAt.Add(tolerance))) {
				latest = at
				text, _ = sitemap.NormalizeLastMod(date)
			}
		}
	}
	return text, nil
}

// previous gives the date of the last sitemap for a URL that is carried.
func (m *LastMods) previous(row *frontier.Row) (string, LastModSource, error) {
	sources, err := m.crawl.Sources(row.ID)
	if err != nil {
		return "", LastModUnknown, fmt.Errorf("read the sources of %s: %w", row.URL, err)
	}
	if p, ok := PreviousOf(sources); ok && p.LastMod != "" {
		return p.LastMod, LastModPrevious, nil
	}
	return "", LastModUnknown, nil
}

// Stated gives what lists and folders of the user say of a page, zero where
// there are none. A list comes before a folder.
func (m *LastMods) Stated(row *frontier.Row) (s frontier.Stated, by frontier.Source, err error) {
	if !m.stated {
		return s, 0, nil
	}
	sources, err := m.crawl.Sources(row.ID)
	if err != nil {
		return s, 0, fmt.Errorf("read the sources of %s: %w", row.URL, err)
	}
	for _, from := range [...]frontier.Source{frontier.FromList, frontier.FromDirectory} {
		for _, d := range sources {
			if found := frontier.StatedIn(d.Detail); d.Source == from && found != (frontier.Stated{}) {
				return found, from, nil
			}
		}
	}
	return s, 0, nil
}

// byStatement gives the date that a list or a folder of the user gives, unless
// it lies ahead of the crawl.
func (m *LastMods) byStatement(row *frontier.Row) (string, LastModSource, error) {
	s, by, err := m.Stated(row)
	at, ok := dateTime(s.LastMod)
	if err != nil || !ok || row.Page != nil && at.After(row.Page.FetchedAt.Add(tolerance)) {
		return "", LastModUnknown, err
	}
	value, _ := sitemap.NormalizeLastMod(s.LastMod)
	switch {
	case by == frontier.FromDirectory && m.shared.File.untrue(at):
		return "", LastModUnknown, nil // the files were copied there together
	case by == frontier.FromDirectory:
		return value, LastModFile, nil
	}
	return value, LastModList, nil
}
