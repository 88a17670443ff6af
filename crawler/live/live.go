// Package live asks for the URLs that sitemaps list, as a crawl does, and tells
// of each what a search engine finds there.
package live

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Options say how a host is asked.
type Options struct {
	// Crawl holds NewFetcher, and what else is to be as in a crawl: Politeness,
	// Robots, Limits of tries, Log, Progress, Drain. What decides which URLs are
	// asked for is set by Ask.
	Crawl crawler.Options
	Temp  string // folder for the answers, which are left nowhere; "" = the system's
}

// Answer is what a listed URL was found to be.
type Answer struct {
	URL    string
	Code   audit.Code
	Reason string // what shows it, in a few words; may hold any byte of the site's
	Target string // where it redirects to, or what it names as canonical; "" if nothing
	// TargetCode is what the URL that it names as canonical was found to be,
	// NoVerdict where it was not asked for: on another host.
	TargetCode audit.Code
	// Same is how many URLs show the same text and title, where it is more than half of all that are pages; else 0.
	Same int
}

// ErrInterrupted is the error of Ask after a drain.
var ErrInterrupted = site.ErrInterrupted

// Ask asks for the URLs of one origin, each once, and for no other but its
// robots.txt, where they redirect to, and what they name as canonical. It calls answer for each of them, in the
// order in which they were added, and gives the error that answer returns.
func Ask(ctx context.Context, urls *Host, o Options, answer func(Answer) error) error {
	run, done, err := crawl(ctx, options(urls, o), o.Temp)
	if err != nil {
		return err
	}
	defer done()
	void, err := voidCanonicals(ctx, run, options(urls, o), o.Temp)
	if err != nil {
		return err
	}
	return tell(ctx, run, void, answer)
}

// crawl makes a crawl and gives verdicts; done removes it.
func crawl(ctx context.Context, o site.Options, temp string) (run *site.Run, done func(), err error) {
	if o.Dir, err = os.MkdirTemp(temp, "portolan-live-"); err != nil {
		return nil, nil, fmt.Errorf("make a folder for the answers: %w", err)
	}
	remove := func() { os.RemoveAll(o.Dir) }
	if run, err = site.Open(o); err != nil {
		remove()
		return nil, nil, err
	}
	done = func() { run.Close(); remove() }
	if err = run.Crawl(ctx); err == nil && run.Result.End == crawler.Interrupted {
		err = ErrInterrupted
	}
	if err == nil {
		err = run.Judge(ctx)
	}
	if err != nil {
		done()
	}
	return run, done, err
}

// options are those of a crawl that follows no link.
func options(urls *Host, o Options) site.Options {
	c := o.Crawl
	c.Start, c.Scope = urls.first, urls.scope
	c.Identity = identity
	c.NoLearn, c.Effects = true, true
	c.Limits.Depth = -1
	c.Sitemaps = crawler.Sitemaps{}
	c.Seeds = urls.mentions
	c.Listed = func([]byte) bool { return true } // nothing is left aside
	return site.Options{Options: stored.Options{Crawl: c, ListTypes: nil}, Anew: true, FitDisk: true}
}

// tell gives the answers from the crawl file.
func tell(ctx context.Context, run *site.Run, void map[frontier.ID]audit.Code, answer func(Answer) error) error {
	crawl, err := stored.Read(run.Store)
	if err != nil {
		return err
	}
	options, err := crawl.AuditOptions()
	if err != nil {
		return err
	}
	judge, err := audit.NewJudge(ctx, run.Store, options)
	if err != nil {
		return err
	}
	same, n, err := oneLook(ctx, run)
	if err != nil {
		return err
	}
	doubt := func(a *Answer, row *frontier.Row) { a.doubt(row, same, n) }
	for row, err := range run.Store.Rows(ctx) {
		if err == nil && row.Sources&frontier.FromList == 0 {
			continue // robots.txt aside, where one of them redirects to
		}
		if err == nil {
			err = told(judge, row, void, doubt, answer)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// told gives the answer for one URL.
func told(judge *audit.JudgeCrawl, row *frontier.Row, void map[frontier.ID]audit.Code, doubt func(*Answer, *frontier.Row), answer func(Answer) error) error {
	reasons, err := judge.Explain(row)
	if err != nil {
		return err
	}
	a := Answer{URL: row.URL, Code: reasons[0].Code}
	if a.Code == audit.CanonicalElsewhere && void[row.Canonical] != audit.NoVerdict {
		a.Code, a.TargetCode = audit.Listed, void[row.Canonical]
	}
	if a.Code.State() == audit.ListedInFile || a.Code == audit.CanonicalElsewhere {
		if err := a.follow(judge, row); err != nil {
			return err
		}
	}
	if doubt(&a, row); a.Kind() == Good || a.Target != "" || a.Reason != "" {
		return answer(a)
	}
	var words []string
	for _, e := range reasons[0].Evidence {
		text := e.Text
		if e.Note != "" {
			text += ", " + e.Note
		}
		words = append(words, strings.TrimPrefix(text, ", "))
	}
	a.Reason = strings.Join(words, "; ")
	if t := reasons[0].Target; t != nil {
		a.Target = t.URL
	}
	return answer(a)
}

// follow tells of the URL that a page names as its canonical one.
func (a *Answer) follow(judge *audit.JudgeCrawl, row *frontier.Row) error {
	if row.Page == nil || row.Page.Canonical != record.CanonicalOther {
		return nil
	}
	named, err := judge.Known(row.Canonical)
	if err != nil || named == nil {
		return err
	}
	a.Target = named.URL
	if kind := (Answer{Code: named.Code}).Kind(); kind != Untold && kind != OffSite {
		a.TargetCode = named.Code
	}
	a.Reason = "it names " + a.Target + " as canonical"
	if told := a.TargetText(); told != "" {
		a.Reason += ", which no engine would index: " + told
	}
	return nil
}

// TargetText says why the URL that it names as canonical is none to be indexed,
// "" if it may be, or where nothing is known of it.
func (a Answer) TargetText() string {
	if a.TargetCode == audit.NoVerdict || (Answer{Code: a.TargetCode}).Kind() == Good {
		return ""
	}
	return a.TargetCode.Meaning()
}
