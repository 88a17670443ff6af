// Package crawlopt has the flags of a crawl and of its sitemap, and what they say
// once they make sense.
package crawlopt

import (
	"slices"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/crawler/extract"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// Flags are the flags of a crawl as they are typed. They are declared in
// crawlgroups.go; options are made of them in crawlopts.go.
type Flags struct {
	Ignored  stored.Ignored
	Segments stored.Segments
	Extract  extract.Set
	CheckOut bool // asks for links to other hosts
	CheckPix bool // asks for pictures

	Output     string
	SitemapURL string
	Scope      string

	option.Network
	Concurrency int
	crawlDelay  string

	MaxPages int
	MaxDepth int
	DepthSet bool
	MaxTime  time.Duration
	MaxBytes option.Size
	MaxInDir int
	Allow    option.Patterns
	Memory   option.Size
	MaxDisk  option.Size
	DiskSet  bool
	Tries    int
	RetryIn  time.Duration

	filters       option.Patterns
	noList        option.Patterns
	listTypes     []string
	Collapse      bool
	NoParts       bool
	FollowEffects bool
	NoFollowToo   bool

	stripParam, keepParam     []string
	noTracking, NoSessionRule bool
	NoLearn                   bool
	PreferScheme, PreferHost  string
	As                        string
	Staging                   bool

	RobotsFile  string
	RobotsAgent string
	ListAgent   string
	NoRobots    bool

	Publish
	Sources
	Render
	NoSitemaps   bool
	fromSitemaps []string

	Keep   int
	Resume string
	Reread bool
	Config string

	Reports []string // forms
	Look    option.Look

	Durable         bool
	RequireComplete bool
	FailOn          option.FailOn
	Baseline        string // file

	Given []stored.Given // flags that were set, here or in the configuration
}

// IsGiven reports whether a flag was set, here or in the configuration.
func (f *Flags) IsGiven(flag string) bool {
	return slices.ContainsFunc(f.Given, func(g stored.Given) bool { return g.Flag == flag })
}
