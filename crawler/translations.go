package crawler

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/robots"
)

// Translations says which pages on other hosts of the site are asked whether
// they are translations of its pages. Each is asked for once, when all else is
// exhausted: by the robots.txt and at a pace of its own host, without following
// redirects. What came of it is kept in Meta (frontier.Translations), so that
// a crawl that goes on asks for none of them again.
type Translations struct {
	Hosts []string // as written in URLs: with the port if it is not the default
	// Candidates gives URLs of these hosts by number. It is called once, while
	// nothing else uses the frontier. Nil gives none.
	Candidates iter.Seq2[frontier.ID, error]
}

// MaxTranslations is how many pages on other hosts one crawl asks for at most.
const MaxTranslations = 100_000

const (
	translationLump = 100 // pages in one value of Meta
	// maxRefusals is how many failures and refusals in a row end the asking
	// on a host.
	maxRefusals = 8 // before the host would be left alone for minutes
	tooMany     = "no more than 100,000 pages on other hosts are asked for"
	// maxNames is how many references to translations a crawl keeps of pages on
	// other hosts, in about as many times ten bytes.
	maxNames = 4_000_000
)

// elsewhere reports an origin that is asked for translations alone: what the
// user says of the site's robots.txt does not hold there.
func (o *Options) elsewhere(origin string) bool {
	host := canonical.Host(origin)
	return host != o.Scope.Host && slices.Contains(o.Translations.Hosts, host)
}

// translations asks for pages on other hosts. It belongs to the scheduler.
type translations struct {
	s       *scheduler
	state   translationState
	hosts   []*translationHost
	running int
	fresh   []frontier.Translation // not in Meta yet
	lump    int                    // number of the next lump
	names   int                    // references kept in this run
	changed bool                   // hosts have something to note
}

type translationState uint8

const (
	translationsIdle translationState = iota
	translationsAsking
	translationsDone
)

// translationHost is what is left to ask of one host.
type translationHost struct {
	frontier.TranslationHost
	queue    []translation
	refusals int // in a row

	rules   *robots.Rules // of the origin asked last
	listing *robots.Agent // of them, for the listing agent
}

// translation is a page to ask for.
type translation struct {
	id   frontier.ID
	url  string
	host *translationHost
}

func (q *translations) busy() bool { return q.state == translationsAsking }

func (q *translations) begin(ctx context.Context) (more bool) {
	if q.state != translationsIdle || q.s.c.opts.Translations.Candidates == nil {
		return false
	}
	q.state = translationsAsking
	if err := q.fill(); err != nil && ctx.Err() == nil {
		q.s.c.fail(fmt.Errorf("look for translations on other hosts: %w", err))
	}
	return true
}

func (q *translations) fill() error {
	s := q.s
	known, err := q.earlier()
	if err != nil {
		return err
	}
	total := len(known)
	for id, err := range s.c.opts.Translations.Candidates {
		if err != nil {
			return err
		}
		if known[id] {
			continue
		}
		row, err := s.c.store.Row(id)
		if err != nil {
			return err
		}
		if row == nil {
			continue
		}
		h := q.host(canonical.Host(row.URL))
		if h == nil {
			continue
		}
		if total == MaxTranslations {
			h.Left, h.Why = h.Left+1, tooMany
			break // counting the rest would take as long as asking for some
		}
		total++
		h.queue = append(h.queue, translation{id, strings.Clone(row.URL), h})
	}
	s.c.opts.Log.Info("pages on other hosts are asked whether they are translations", "pages", total-len(known))
	return nil
}

// earlier gives the pages that earlier runs of the crawl have
// asked for, and sets up the hosts, theirs included.
func (q *translations) earlier() (known map[frontier.ID]bool, err error) {
	s := q.s
	for _, host := range s.c.opts.Translations.Hosts {
		q.hosts = append(q.hosts, &translationHost{TranslationHost: frontier.TranslationHost{Host: host}})
	}
	hosts, err := frontier.List[frontier.TranslationHost](s.c.meta(frontier.MetaTranslationHosts))
	if err != nil {
		return nil, err
	}
	for _, h := range hosts {
		if q.host(h.Host) == nil {
			q.hosts = append(q.hosts, &translationHost{TranslationHost: h})
		}
	}
	done, lumps, err := frontier.Translations(s.c.meta)
	known = make(map[frontier.ID]bool, len(done))
	for _, t := range done {
		known[t.ID] = true
	}
	q.lump, q.changed = lumps, true
	return known, err
}

func (q *translations) host(name string) *translationHost {
	for _, h := range q.hosts {
		if h.Host == name {
			return h
		}
	}
	return nil
}

// next offers the next page of each host, so that each is asked at its own
// pace.
func (q *translations) next(_ time.Time, offer func(task) bool) (wait time.Duration) {
	if !q.busy() {
		return forever
	}
	left := 0
	for _, h := range q.hosts {
		for len(h.queue) > 0 && offer(&translationTask{translation: h.queue[0]}) {
		}
		left += len(h.queue)
	}
	if left > 0 || q.running > 0 {
		return forever
	}
	q.state = translationsDone
	q.save()
	return 0
}

func (q *translations) granted(t task, o *origin) bool {
	page := t.(*translationTask).translation
	if opts := &q.s.c.opts; o.rules != nil && !opts.Robots.Advisory {
		if d := page.host.agent(o.rules, opts.ListAgent).Test(page.url); !d.Allow {
			q.refused(t, forbidden(d, opts.ListAgent))
			return false
		}
	}
	page.host.queue = page.host.queue[1:]
	q.running++
	return true
}

func (q *translations) refused(t task, why string) {
	page := t.(*translationTask).translation
	page.host.queue = page.host.queue[1:]
	q.note(frontier.Translation{ID: page.id, Fault: "not asked for", Detail: why})
}

func (q *translations) giveUp() {
	for _, h := range q.hosts {
		h.leave("no answer came for 30 s")
	}
}

// leave asks for no more pages of the host.
func (h *translationHost) leave(why string) {
	if len(h.queue) > 0 {
		h.Left, h.Why, h.queue = h.Left+len(h.queue), why, nil
	}
}

// agent gives what robots.txt says to the listing agent: a page that it may
// not fetch is no translation to list.
func (h *translationHost) agent(rules *robots.Rules, name string) *robots.Agent {
	if h.rules != rules {
		h.rules, h.listing = rules, rules.Agent(name, robots.RFC9309)
	}
	return h.listing
}
