package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/filter"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// storedCrawl is a crawl that a run left in a site folder, opened for reading.
// All that its verdicts rest on is in its file.
type storedCrawl struct {
	*sqlite.Store
	file   string    // path of the crawl file
	began  time.Time // as its name says
	scope  canonical.Scope
	mapURL string      // where the sitemap is to be served
	end    crawler.End // of the last run, "" where it was killed or is still at work
	rules  crawler.Options
	noList crawler.Filter
	accept acceptances
	typed  map[string]string // options that were typed in the stead of the crawl's
}

// openStored opens the newest crawl of a site folder, one that is still at
// work or was interrupted included.
func openStored(dir string) (*storedCrawl, error) {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usagef("there is no folder %s; give one that a crawl has made%s", dir, siteFoldersHere())
	case err != nil:
		return nil, usagef("read site folder: %w", err)
	case !info.IsDir():
		return nil, usagef("%s is a file; give the site folder that a crawl has made", dir)
	}
	names, err := (&siteFolder{dir: dir}).crawlFiles()
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(names) == 0 {
		return nil, usagef("%s holds no crawl; begin one: portolan URL -o %s%s", dir, shellQuote(dir), siteFoldersHere())
	}
	if err != nil {
		return nil, err
	}
	for i := len(names) - 1; i >= 0; i-- {
		store, err := sqlite.OpenReadOnly(names[i])
		if err != nil {
			return nil, crawlFileError(names[i], err)
		}
		if i == 0 || store.Meta(metaScope) != "" { // one without a scope had not begun
			s, err := readStored(names[i], store)
			if err != nil {
				err = errors.Join(err, store.Close())
			}
			return s, err
		}
		if err := store.Close(); err != nil {
			return nil, failf("close crawl file: %w", err)
		}
	}
	return nil, usagef("%s holds no crawl", dir)
}

// readStored reads what the file of an open crawl says of the options it was
// made with.
func readStored(name string, store *sqlite.Store) (*storedCrawl, error) {
	s := &storedCrawl{Store: store, file: name, mapURL: store.Meta(metaSitemap), end: crawler.End(store.Meta(crawler.MetaEnd))}
	s.began, _ = crawlTime(filepath.Base(name)) // crawlFiles has read it once
	if err := s.readOptions(); err != nil {
		return nil, failf("read the options that %s was made with: %w", name, err)
	}
	return s, nil
}

// option gives an option of the crawl as its flag was given.
func (s *storedCrawl) option(name string) string {
	if value, typed := s.typed[name]; typed {
		return value
	}
	return s.Meta(metaOption + name)
}

func (s *storedCrawl) readOptions() (err error) {
	if s.Meta(metaScope) == "" {
		return errors.New("it holds none: the crawl had not begun")
	}
	if s.scope, err = canonical.ScopeOf(s.Meta(metaScope)); err != nil {
		return err
	}
	o := &s.rules
	o.Scope = s.scope
	o.Effects = s.option("follow-effects") == "true"
	if o.Filter, err = readFilter(s.option("include/--exclude")); err != nil {
		return err
	}
	if s.noList, err = readFilter(s.option(optionNoList)); err != nil {
		return err
	}
	if s.accept, err = readAcceptances(s.option(optionAcceptLoss)); err != nil {
		return err
	}
	o.Limits.Depth, _ = strconv.Atoi(s.option(string(crawler.LimitDepth))) // "" is no limit
	o.ListAgent = s.option("list-agent")
	o.Robots = crawler.Robots{Ignore: s.option("ignore-robots") == "true", Agent: s.option("robots-agent")}
	if s.option(optionRobotsFile) != "" {
		o.Robots.File = []byte(s.option("robots-file"))
	}
	o.Identity = canonical.Config{
		NoSessionRules:  s.option("no-session-rules") == "true",
		NoTrackingRules: s.option("no-tracking-rules") == "true",
		Strip:           strings.Fields(s.option("strip-param")),
		Keep:            strings.Fields(s.option("keep-param")),
		Key:             s.Key(),
	}
	return nil
}

// readFilter reads a filter as crawler.Filter.String writes it.
func readFilter(text string) (crawler.Filter, error) {
	var f crawler.Filter
	if text == "" {
		return f, nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		kind, pattern, _ := strings.Cut(line, " ")
		if err := f.Add(pattern, kind == "include"); err != nil {
			return f, err
		}
	}
	return f, nil
}

// auditOptions gives the options under which the crawl's verdicts are
// computed, as its last run did.
func (s *storedCrawl) auditOptions() (audit.Options, error) {
	identity := s.rules.Identity
	identity.Rules = s.Rules()
	rules, err := canonical.New(identity)
	if err != nil {
		return audit.Options{}, failf("read learned rules: %w", err)
	}
	return audit.Options{
		Decide:       s.rules.Decide,
		DecidedBy:    s.decidedBy,
		Rules:        rules,
		IgnoreRobots: s.rules.Robots.Ignore,
		Staging:      s.option("staging") == "true",
		Agent:        s.rules.Robots.Agent,
		ListAgent:    s.rules.ListAgent,
		RobotsFile:   s.rules.Robots.File,
		ListTypes:    strings.Fields(s.option(optionListTypes)),
		NoList:       noListed(&s.noList),
		NoListBy:     func(url []byte) string { return ruleText("--no-list", &s.noList, url) },
		MaxDepth:     s.rules.Limits.Depth,
		Left:         leftBy(s.end),
		LeftBy:       s.leftBy(),
		Accepted:     s.accept.at(s.began),
		Forced:       s.option(optionForce) == "true",

		CollapseDuplicates: s.option(optionCollapse) == "true",

		Digest: s.digest(),
	}, nil
}

// digest names what verdicts rest on: the rules of this version, the options
// and learned rules in the crawl file, and how much of it is settled. Verdicts
// that carry another one are stale.
func (s *storedCrawl) digest() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n%+v\n", audit.Edition, s.scope, s.end, s.Counts())
	for _, name := range optionsOfVerdicts {
		fmt.Fprintf(h, "%s %q\n", name, s.option(name))
	}
	for _, r := range s.Rules() {
		fmt.Fprintf(h, "%v %q %q %q %q\n", r.Kind, r.Host, r.Name, r.Path, r.Value)
	}
	for _, key := range [...]string{frontier.MetaQuarantine, frontier.MetaUnknown, frontier.MetaSecondLook, frontier.MetaFirewall, frontier.MetaDown} {
		fmt.Fprintf(h, "%s %q\n", key, s.Meta(key))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// optionsOfVerdicts are the options that auditOptions reads.
var optionsOfVerdicts = [...]string{
	"follow-effects", "include/--exclude", optionNoList, string(crawler.LimitDepth), "list-agent", "ignore-robots", "robots-agent", optionRobotsFile, "robots-file",
	"no-session-rules", "no-tracking-rules", "strip-param", "keep-param", "staging", optionListTypes, optionCollapse,
}

// leftBy names the limit at which the last run stopped, "" if it was none.
func (s *storedCrawl) leftBy() string {
	switch s.end {
	case crawler.LimitPages:
		return "--max-pages " + s.option(string(s.end))
	case crawler.LimitTime:
		return "--max-time"
	case crawler.LimitBytes:
		return "--max-bytes"
	case crawler.LimitMemory:
		n, _ := strconv.ParseInt(s.option(string(s.end)), 10, 64) // noted by every run
		size := byteSize(n)
		return "--memory " + size.String()
	case crawler.LimitDisk:
		n, _ := strconv.ParseInt(s.option(string(s.end)), 10, 64)
		size := byteSize(n)
		return "--max-disk " + size.String()
	}
	return ""
}

// noListed gives the test for URLs that are crawled and not listed, nil if
// there are none.
func noListed(f *crawler.Filter) func(url []byte) bool {
	if f.Empty() {
		return nil
	}
	return func(url []byte) bool {
		pass, number, _ := f.Pass(url)
		return !pass && number > 0
	}
}

// decidedBy tells in words what decides that a URL is not fetched: the
// boundary of the scope or the rule of a filter, with its number.
func (s *storedCrawl) decidedBy(url []byte) string {
	if s.scope.Check(url) != canonical.OK {
		return "the scope is " + s.scope.String()
	}
	if pass, _, _ := s.rules.Filter.Pass(url); !pass {
		return ruleText("--include/--exclude", &s.rules.Filter, url)
	}
	if part, found := filter.HasEffect(url); found && !s.rules.Effects {
		return fmt.Sprintf("built-in rule: a GET of %q changes something on the site (--follow-effects fetches it)", part)
	}
	return ""
}

// ruleText names the rule of a filter that decides about a URL.
func ruleText(flag string, f *crawler.Filter, url []byte) string {
	pass, number, rule := f.Pass(url)
	switch {
	case number > 0:
		return fmt.Sprintf("rule %d of %s: %s", number, flag, rule)
	case !pass:
		return flag + ": no --include rule matches"
	}
	return ""
}
