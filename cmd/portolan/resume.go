package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// Keys of the crawl file's meta that this command writes: the options under
// which URLs were gathered. A crawl goes on only under the same ones.
const (
	metaScope   = "scope"
	metaSitemap = "sitemap"
	metaVersion = "version"
	metaOption  = "option." // + name
	// metaConcluded is set once the last run's end has been acted upon: a
	// complete crawl without it still owes its sitemap.
	metaConcluded = "concluded"
)

// Options that verdicts depend on and that may change on resuming.
const (
	optionNoList     = "no-list"
	optionListTypes  = "list-types"       // media types, blanks between
	optionRobotsFile = "robots-file.name" // "" where the live files were obeyed
	optionAcceptLoss = "accept-loss"      // one a line
	optionForce      = "force"
	optionCollapse   = "collapse-duplicates"
)

const resumeWithin = 7 * 24 * time.Hour

// fixedOptions are the options that a crawl cannot change on the way, by the
// name of their flag.
func (r *crawlRun) fixedOptions() map[string]string {
	o := r.opts
	return map[string]string{
		"include/--exclude": o.filter.String(),
		"follow-nofollow":   fmt.Sprint(o.noFollowToo),
		"follow-effects":    fmt.Sprint(o.followEffects),
		"strip-param":       strings.Join(o.stripParam, " "),
		"keep-param":        strings.Join(o.keepParam, " "),
		"no-tracking-rules": fmt.Sprint(o.noTracking),
		"no-session-rules":  fmt.Sprint(o.noSessionRule),
		"prefer-scheme":     o.preferScheme,
		"prefer-host":       o.hostForm,
		"as":                strings.TrimSpace(o.asOrigin + " " + r.staging),
		"staging":           fmt.Sprint(o.staging),
		"user-agent":        o.userAgent,
		"cookies":           strings.Join(o.cookies, " "),
		"cookie-file":       o.cookieFile,
		"robots-agent":      o.robotsAgent,
		"robots-file":       string(o.robotsText),
		"ignore-robots":     fmt.Sprint(o.noRobots),
		"list-agent":        o.listAgent,
		"images":            fmt.Sprint(o.images),
		"videos":            fmt.Sprint(o.videos),
	}
}

// openCrawl goes on with the newest crawl of the folder if it is unfinished
// and the options still fit, else it begins a new one.
func (r *crawlRun) openCrawl() error {
	names, err := r.folder.crawlFiles()
	if err != nil {
		return err
	}
	newest := true
	for _, name := range slices.Backward(names) {
		r.store, err = r.goOn(name, newest)
		if !unreadable(err) {
			break
		}
		r.p.skipped(name, err)
		newest = false
	}
	if err != nil && !unreadable(err) || r.store != nil {
		return err
	}
	if r.file, err = r.folder.newCrawlFile(time.Now()); err != nil {
		return err
	}
	if r.store, err = sqlite.Create(r.file, sqlite.Options{Durable: r.opts.durable, Meta: r.lastingMeta()}); err != nil {
		return failf("begin crawl file %s: %w", r.file, err)
	}
	return nil
}

// unreadable reports a crawl file with which nothing can be done: a new crawl
// begins beside it.
func unreadable(err error) bool {
	return slices.ContainsFunc([]error{sqlite.ErrDamaged, sqlite.ErrNotCrawl, sqlite.ErrVersion, fs.ErrPermission},
		func(known error) bool { return errors.Is(err, known) })
}

// goOn opens a crawl file to go on with it, if it is the newest. It gives nil
// if a new crawl is to begin.
func (r *crawlRun) goOn(name string, newest bool) (*sqlite.Store, error) {
	last, err := sqlite.OpenReadOnly(name)
	if err != nil {
		return nil, err
	}
	meta := last.Meta
	scope, end := meta(metaScope), crawler.End(meta(crawler.MetaEnd))
	why := r.whyNew(name, last)
	if !newest {
		why = "the last one cannot be read"
	}
	if err := last.Close(); err != nil {
		return nil, failf("close crawl file %s: %w", name, err)
	}
	if scope != "" && scope != r.scope.String() {
		return nil, usagef("%s holds crawls of %s, not of %s; choose another folder: -o %s",
			r.folder.dir, scope, r.scope, suggestFolder(r))
	}
	if why != "" {
		if end != crawler.Complete {
			r.p.inform("A new crawl begins: "+why, "a new crawl begins: "+why)
		}
		return nil, nil
	}
	store, err := sqlite.Open(name, sqlite.Options{Durable: r.opts.durable})
	if err != nil {
		return nil, err
	}
	r.file = name
	r.resumed, _ = crawlTime(filepath.Base(name))
	began, n := r.resumed.Format(time.RFC3339), store.Counts()
	r.p.inform(fmt.Sprintf("Going on with the crawl of %s: %s URLs done, %s queued", began, thousands(n.Settled), thousands(n.Pending)),
		"going on with the crawl of "+began, "fetched", n.Settled, "pending", n.Pending)
	return store, nil
}

// suggestFolder gives a name for a folder of this run's scope that is not the
// one asked for.
func suggestFolder(r *crawlRun) string {
	if name := r.defaultFolder(); name != filepath.Clean(r.folder.dir) {
		return name
	}
	return r.defaultFolder() + "-2"
}

// crawlFileError puts a store's refusal, which names the file, into words.
func crawlFileError(name string, err error) error {
	if errors.Is(err, sqlite.ErrVersion) || errors.Is(err, sqlite.ErrDamaged) || errors.Is(err, sqlite.ErrNotCrawl) {
		return failf("%w\nnothing was changed; to begin anew, move %s away", err, name)
	}
	return failf("%w", err)
}

// whyNew gives the reason to begin a new crawl instead of going on, "" if
// there is none.
func (r *crawlRun) whyNew(name string, last *sqlite.Store) string {
	began, _ := crawlTime(filepath.Base(name))
	end := crawler.End(last.Meta(crawler.MetaEnd))
	switch {
	case end == crawler.Complete && last.Meta(metaConcluded) != "" && !r.takesBack(last):
		return "the last one is complete"
	case last.Older():
		return "an earlier version of portolan made the last one"
	case toCome(name, time.Now().Add(ahead)) == 1:
		return "the last one is named after a time to come"
	case r.opts.resume == "never":
		return "--resume=never"
	case time.Since(began) > resumeWithin:
		return "the unfinished one is older than 7 days"
	case last.Meta(metaScope) == "":
		return "the last one had not begun"
	case last.Meta(metaConcluded) != "" && r.sameLimit(end, last):
		return "the last one reached the same limit (" + string(end) + ")"
	}
	now := r.fixedOptions()
	names := make([]string, 0, len(now))
	for option := range now {
		names = append(names, option)
	}
	slices.Sort(names)
	for _, option := range names {
		if last.Meta(metaOption+option) != now[option] {
			return "--" + option + " differs from the unfinished one"
		}
	}
	return ""
}

// limits gives the limits of this run by the End that they cause.
func (r *crawlRun) limits() map[crawler.End]int64 {
	return map[crawler.End]int64{
		crawler.LimitPages:  int64(r.opts.maxPages),
		crawler.LimitDepth:  int64(r.depthLimit()),
		crawler.LimitMemory: int64(r.opts.memory),
		crawler.LimitDisk:   int64(r.opts.maxDisk),
		crawler.LimitPrefix: int64(r.opts.maxInDir),
	}
}

// sameLimit reports that the last crawl ended at a limit that would stop this
// run at the same place: going on would fetch nothing.
func (r *crawlRun) sameLimit(end crawler.End, last frontier.Crawl) bool {
	limit, isLimit := r.limits()[end]
	if end == crawler.LimitDisk {
		return limit != 0 && last.Disk() >= limit
	}
	return isLimit && limit != 0 && last.Meta(metaOption+string(end)) == fmt.Sprint(limit)
}

// lastingMeta is what the crawl is about, as its file has it from the first.
func (r *crawlRun) lastingMeta() map[string]string {
	meta := map[string]string{metaScope: r.scope.String(), metaVersion: versionString()}
	for name, value := range r.fixedOptions() {
		meta[metaOption+name] = value
	}
	return meta
}

// noteRun writes what may differ from run to run.
func (r *crawlRun) noteRun() error {
	meta := map[string]string{metaSitemap: r.mapURL, metaConcluded: "", metaCarried: ""}
	meta[metaOption+optionNoList] = r.opts.noList.String()
	meta[metaOption+optionListTypes] = strings.Join(r.opts.types, " ")
	meta[metaOption+optionRobotsFile] = r.opts.robotsFile
	meta[metaOption+optionAcceptLoss] = r.opts.acceptLoss.lines()
	meta[metaOption+optionForce] = fmt.Sprint(r.opts.force)
	meta[metaOption+optionCollapse] = fmt.Sprint(r.opts.collapse)
	for end, limit := range r.limits() {
		meta[metaOption+string(end)] = fmt.Sprint(limit)
	}
	return r.note(meta)
}

func (r *crawlRun) note(meta map[string]string) error {
	if err := r.store.Settle(&frontier.Batch{Meta: meta}); err != nil {
		return failf("write crawl file: %w\n%s run the same command again to go on", err, mendStore(r.crawlFile(), err))
	}
	return nil
}
