package crawler

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/opinions"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

const (
	maxSoft404    = 5   // requests a host for URLs that cannot exist
	maxTopFolders = 256 // that are told apart
)

// soft404 finds out what a host answers to URLs that cannot exist: pages that
// look like that answer are no pages, whatever their status is. It asks at the
// end of a crawl: once in the root and once in each of the largest top
// directories; where the first answer of status 200 comes from once more, to
// see what changes in it by itself.
type soft404 struct {
	s        *scheduler
	pages    map[string]int // of status 200, by origin and top directory
	asked    []string       // directories
	answers  []frontier.Unknown
	texts    []*lookalike.Text // of answers, nil where it is no page
	rechecks pageRechecks

	begun, wanted bool // all else is exhausted; and there is something to ask
	asking        bool // a request is under way
	given         bool // it is given up
	done          bool // all is asked
}

func newSoft404(s *scheduler) *soft404 {
	u := &soft404{s: s}
	u.rechecks.probes = u
	return u
}

func (u *soft404) busy() bool { return u.wanted && !u.given && u.folder() != "" }

// off tells whether nothing is asked in this run: where the limit of pages has
// left some aside, too.
func (u *soft404) off() bool { return u.s.c.opts.NoLearn || u.given || len(u.s.leased.queue) > 0 }

func (u *soft404) begin(ctx context.Context) (more bool) {
	if u.off() || u.begun {
		return false
	}
	u.begun, u.wanted = true, u.countPages(ctx)
	return u.busy()
}

func (u *soft404) next(_ time.Time, offer func(task) bool) (wait time.Duration) {
	for u.busy() && !u.asking {
		folder := u.folder()
		key := u.s.c.rules.Load().Key(fmt.Appendf(nil, "%sunknown%d", folder, len(u.asked)))
		if !offer(&soft404Probe{folder: folder, address: folder + fmt.Sprintf("portolan-%016x", key)}) {
			break
		}
	}
	return forever
}

func (u *soft404) granted(t task, _ *origin) bool {
	u.asked, u.asking = append(u.asked, t.(*soft404Probe).folder), true
	return true
}

func (u *soft404) refused(t task, _ string) { u.asked = append(u.asked, t.(*soft404Probe).folder) }

func (u *soft404) giveUp() {
	u.given = true
	u.done = u.done || len(u.answers) > 0
}

// found gives what was found out, for Meta, once all is asked.
func (u *soft404) found() map[string]string {
	if !u.done {
		return nil
	}
	return map[string]string{
		frontier.MetaUnknown:    frontier.ListText(u.answers),
		frontier.MetaSecondLook: frontier.ListText(u.rechecks.results),
		frontier.MetaShut:       frontier.ListText(u.rechecks.shut),
	}
}

// topFolder gives origin and first directory of a URL's path, with a slash at
// the end.
func topFolder(url string) string {
	root := len(canonical.Origin(url))
	path, _, _ := strings.Cut(url[root:], "?")
	if i := strings.IndexByte(strings.TrimPrefix(path, "/"), '/'); i >= 0 {
		return url[:root+i+2]
	}
	return url[:root] + "/"
}

// saw takes a page of status 200.
func (u *soft404) saw(url string) {
	if u.pages == nil {
		u.pages = map[string]int{}
	}
	folder := topFolder(url)
	if _, known := u.pages[folder]; known {
		u.pages[folder]++
	} else if len(u.pages) < maxTopFolders {
		u.pages[strings.Clone(folder)] = 1
	}
}

// folder gives the directory to ask about, "" if all is asked: that of the
// first page that came as an answer, the root of an origin, then the directory
// with most pages.
func (u *soft404) folder() string {
	if len(u.asked) >= maxSoft404 {
		return ""
	}
	if i := slices.IndexFunc(u.texts, func(t *lookalike.Text) bool { return t != nil }); i >= 0 {
		first := u.answers[i].Prefix
		if at := slices.Index(u.asked, first); !slices.Contains(u.asked[at+1:], first) {
			return first
		}
	}
	var folders []string
	for folder := range u.pages {
		if !slices.Contains(u.asked, folder) {
			folders = append(folders, folder)
		}
	}
	if len(folders) == 0 {
		return ""
	}
	return slices.MinFunc(folders, func(a, b string) int {
		if rootA, rootB := a == canonical.Origin(a)+"/", b == canonical.Origin(b)+"/"; rootA != rootB {
			if rootA {
				return -1
			}
			return 1
		}
		return cmp.Or(u.pages[b]-u.pages[a], strings.Compare(a, b))
	})
}

// countPages reports whether there is anything to ask: not where nothing has
// come to what an earlier run has asked about. The pages of earlier runs are
// counted.
func (u *soft404) countPages(ctx context.Context) (wanted bool) {
	s := u.s
	if s.pages.before == 0 {
		return true
	}
	if s.pages.fetched == 0 && s.c.meta(frontier.MetaUnknown) != "" {
		return false
	}
	u.pages = nil
	s.eachRow(ctx, func(row *frontier.Row) {
		if row.Page != nil && record.IsPage(row.Page.Status) {
			u.saw(row.URL)
		}
	})
	return true
}

// eachRow reads all known URLs. An error fails the crawl, but for one of ctx.
func (s *scheduler) eachRow(ctx context.Context, see func(*frontier.Row)) {
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	err := s.c.guarded("read known URLs", func() error {
		for row, err := range s.c.store.Rows(ctx) {
			if err != nil {
				return err
			}
			see(row)
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		s.c.fail(err)
	}
}

// soft404Probe asks for a URL that cannot exist.
type soft404Probe struct {
	folder, address string
	answer          frontier.Unknown
	text            *lookalike.Text // nil where it is no page
	shell           bool            // a browser has to say what it is
}

func (t *soft404Probe) url() string { return t.address }
func (t *soft404Probe) purpose() string {
	return "probe of what the site answers to URLs that cannot exist"
}

func (t *soft404Probe) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	o, x := w.get(ctx, t.address)
	t.text, t.shell = w.textOf(t.address)
	t.answer = frontier.Unknown{Prefix: t.folder, URL: t.address, Status: w.Res.Status}
	return o, x
}

func (t *soft404Probe) answered(s *scheduler, x *pace.Exchange, _ time.Time) {
	u := s.soft404
	if x.Err == record.ErrCanceled {
		u.asking = false
		return
	}
	if t.shell && s.renders.usable() {
		s.renders.lookAt(t.address, func(text *lookalike.Text) { u.take(t, text) })
		return
	}
	if was, found := s.c.opts.Before.Unknown(t.folder); t.shell && found {
		u.asking = false
		u.answers, u.texts = append(u.answers, was), append(u.texts, nil)
		return
	}
	u.take(t, t.text)
}

// take takes the text of an answer, nil where it is no page.
func (u *soft404) take(t *soft404Probe, text *lookalike.Text) {
	u.asking = false
	if text != nil {
		t.answer.TextHash, t.answer.Title, t.answer.Text = text.Hash, text.Title, text.Head
	}
	u.answers, u.texts = append(u.answers, t.answer), append(u.texts, text)
}

// textOf gives the text of the answer at hand, nil if it is no page, and whether
// scripts put it there.
func (w *worker) textOf(url string) (text *lookalike.Text, shell bool) {
	if w.Res.Outcome != record.Answered || !record.IsPage(w.Res.Status) {
		return nil, false
	}
	parser := page.NewParser(page.Options{ListAgent: w.c.opts.ListAgent, Text: true})
	parsed := parser.Parse(page.Input{URL: url, Status: w.Res.Status, Header: w.Res.Header, Body: w.Res.Body, Truncated: w.Res.Truncated, Now: w.Res.FetchedAt})
	if !parsed.HTML {
		return nil, false
	}
	return lookalike.NewText(url, parsed), opinions.IsShell(&parsed.Facts)
}
