package stored

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/filter"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// leftBy names the limit at which the last run stopped, "" if it was none.
func (s *Crawl) leftBy() string {
	switch s.End {
	case crawler.LimitPages:
		return "--max-pages " + s.Option(string(s.End))
	case crawler.LimitPrefix:
		return "--max-per-directory " + s.Option(string(s.End))
	case crawler.LimitTime:
		return "--max-time"
	case crawler.LimitBytes:
		return "--max-bytes"
	case crawler.LimitMemory:
		n, _ := strconv.ParseInt(s.Option(string(s.End)), 10, 64) // noted by every run
		return "--memory " + SizeText(n)
	case crawler.LimitDisk:
		n, _ := strconv.ParseInt(s.Option(string(s.End)), 10, 64)
		return "--max-disk " + SizeText(n)
	}
	return ""
}

// LimitFlag names the flag of the limit at which the last run stopped, "" if it was
// none.
func (s *Crawl) LimitFlag() string {
	if s.End == crawler.LimitDepth {
		return "max-depth"
	}
	flag, _, _ := strings.Cut(strings.TrimPrefix(s.leftBy(), "--"), " ")
	return flag
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
func (s *Crawl) decidedBy(url []byte) string {
	if s.Options.Scope.Check(url) != canonical.OK {
		return "the scope is " + s.Options.Scope.String()
	}
	if pass, _, _ := s.Options.Filter.Pass(url); !pass {
		return ruleText("--include/--exclude", &s.Options.Filter, url)
	}
	if part, found := filter.HasEffect(url); found && !s.Options.Effects {
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

// SizeText writes a number of bytes as an option has it: 512MB, in powers of
// 1,024.
func SizeText(n int64) string {
	for i, unit := range []string{"TB", "GB", "MB", "KB"} {
		if size := int64(1) << (40 - 10*i); n >= size && n%size == 0 {
			return strconv.FormatInt(n/size, 10) + unit
		}
	}
	return strconv.FormatInt(n, 10)
}
