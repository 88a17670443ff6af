package main

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/typedurl"
)

// crawlFlags are the flags of a crawl as they are typed. They are declared in
// crawlgroups.go; options are made of them in crawlopts.go.
type crawlFlags struct {
	ignored  stored.Ignored
	segments stored.Segments

	output     string
	sitemapURL string
	scope      string

	networkFlags
	concurrency int
	crawlDelay  string

	maxPages int
	maxDepth int
	depthSet bool
	maxTime  time.Duration
	maxBytes byteSize
	maxInDir int
	allow    filterFlags
	memory   byteSize
	maxDisk  byteSize
	diskSet  bool
	tries    int
	retryIn  time.Duration

	filters       filterFlags
	noList        filterFlags
	listTypes     []string
	collapse      bool
	noParts       bool
	followEffects bool
	noFollowToo   bool

	stripParam, keepParam     []string
	noTracking, noSessionRule bool
	noLearn                   bool
	preferScheme, preferHost  string
	as                        string
	staging                   bool

	robotsFile  string
	robotsAgent string
	listAgent   string
	noRobots    bool

	publishFlags
	sourceFlags
	noSitemaps   bool
	fromSitemaps []string

	keep   int
	resume string
	reread bool
	config string

	durable         bool
	requireComplete bool
	failOn          failOn

	given []stored.Given // flags that were set, here or in the configuration
}

// filterFlags are --include and --exclude in the order in which they were
// typed. pflag's own slices would cut patterns at commas and lose the order.
type filterFlags []filterFlag

type filterFlag struct {
	pattern string
	include bool
}

// filterValue lets two flags fill one ordered list.
type filterValue struct {
	list    *filterFlags
	include bool
}

const patternType = "PATTERN"

func (v filterValue) String() string { return "" }
func (v filterValue) Type() string   { return patternType }
func (v filterValue) AddsUp()        {} // those of the command line and of the configuration

func (v filterValue) Set(pattern string) error {
	if strings.ContainsAny(pattern, "\r\n") {
		return errors.New("a pattern is one line")
	}
	var probe crawler.Filter
	if err := probe.Add(pattern, v.include); err != nil {
		if bad, ok := errors.AsType[*syntax.Error](err); ok {
			return fmt.Errorf("the regular expression is wrong: %s: %s", bad.Code, bad.Expr)
		}
		return err
	}
	*v.list = append(*v.list, filterFlag{typedurl.WithoutLogin(pattern), v.include})
	return nil
}

func (l filterFlags) filter() crawler.Filter {
	var f crawler.Filter
	for _, r := range l {
		_ = f.Add(r.pattern, r.include) // Set has compiled it once
	}
	return f
}

// patterns are the filters as they were typed, for the flags of this name.
func (l filterFlags) patterns(include, exclude string) (list []pattern) {
	for _, f := range l {
		flag := exclude
		if f.include {
			flag = include
		}
		list = append(list, pattern{flag, f.pattern})
	}
	return list
}
