package listing

import (
	"strings"
	"time"

	"github.com/portolan-seo/portolan/sitemap"
)

// Options say how a set is written. The zero value is the protocol's: version
// 0.9, its limits, no index over a single file, and of each URL its date alone.
// Rules count the URLs that they decide on.
type Options struct {
	Version          sitemap.Version
	Limits           sitemap.Limits // zero fields: the protocol's
	NoSchemaLocation bool
	AlwaysIndex      bool // an index even over a single file
	MergeIndex       bool // the index lists the sitemaps of others, too, that the site's own indexes list
	Text             bool // text sitemaps, too
	Force            bool // overwrites files that portolan did not write

	ChangeFreqs []ChangeFreq
	Priorities  []Priority
	Sections    []Section
	Hot         time.Duration // URLs changed within it are a series of their own, 0 = no such series

	Hreflang bool     // translations that name each other
	Hosts    []string // other hosts of the site whose pages count as translations
	Images   bool
	Videos   bool

	hotUsed int
}

// Unused is a rule that decided on none of the URLs of a set.
type Unused struct {
	Option string // changefreq, priority, split-by or hot
	Value  string // as it was read; that of hot is a duration
	Why    string
}

// Unused gives the rules that decided on nothing.
func (o *Options) Unused() []Unused {
	list := []Unused{}
	add := func(used int, option, value, why string) {
		if used == 0 {
			list = append(list, Unused{option, value, why})
		}
	}
	const noURL = "it decides on no listed URL; a pattern is for the whole URL, such as */news/*"
	for _, rule := range o.ChangeFreqs {
		add(rule.used, "changefreq", rule.text, noURL)
	}
	for _, rule := range o.Priorities {
		add(rule.used, "priority", rule.text, noURL)
	}
	for _, rule := range o.Sections {
		why := noURL
		switch {
		case rule.dirs > 0:
			why = "no listed URL is in a directory"
		case rule.lang:
			why = "no listed page says its language"
		}
		add(rule.used, "split-by", rule.text, why)
	}
	if o.Hot > 0 {
		add(o.hotUsed, "hot", o.Hot.String(), "no listed URL has a date within this time")
	}
	return list
}

// cutPattern splits NAME=PATTERN at its first or last equals sign.
func cutPattern(text string, last bool) (before, after string, ok bool) {
	i := strings.IndexByte(text, '=')
	if last {
		i = strings.LastIndexByte(text, '=')
	}
	if i <= 0 || i == len(text)-1 {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}
