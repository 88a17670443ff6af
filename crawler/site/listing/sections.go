package listing

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
)

// Section is a rule that names the series of files that a URL goes to.
type Section struct {
	text    string
	name    string         // of a pattern's series
	pattern crawler.Filter // with one rule
	dirs    int            // directories that name the series, 0 = no such rule
	lang    bool
	used    int // times that it decided
}

const (
	hotSeries = "hot"
	maxDirs   = 5
)

// ParseSection reads a rule: dir:N takes the first N directories, lang the
// language of the page, NAME=PATTERN the URLs that match.
func ParseSection(text string) (Section, error) {
	if n, isDir := strings.CutPrefix(text, "dir:"); isDir {
		depth, err := strconv.Atoi(n)
		if err != nil || depth < 1 || depth > maxDirs {
			return Section{}, fmt.Errorf("%q: dir:N takes N from 1 to %d", text, maxDirs)
		}
		return Section{text: text, dirs: depth}, nil
	}
	if text == "lang" {
		return Section{text: text, lang: true}, nil
	}
	name, pattern, ok := cutPattern(text, false)
	if !ok {
		return Section{}, fmt.Errorf("%q: it is dir:N, lang or NAME=PATTERN", text)
	}
	rule := Section{text: text, name: name}
	if err := rule.pattern.Add(pattern, true); err != nil {
		return Section{}, fmt.Errorf("%q: %w", text, err)
	}
	return rule, nil
}

// oneSeries reports that no rule parts the URLs.
func (o *Options) oneSeries() bool { return o.Hot == 0 && len(o.Sections) == 0 }

// seriesOf names the series of a URL, "" for the one without a name: the first rule
// that has a name for it decides. lang is the language of the page, changed its
// lastmod; both are "" if unknown.
func (o *Options) seriesOf(url, lang, changed string, now time.Time) string {
	if o.Hot > 0 && changed != "" && !now.Add(-o.Hot).After(changeTime(changed)) {
		o.hotUsed++
		return hotSeries
	}
	for i := range o.Sections {
		if name := o.Sections[i].of(url, lang); name != "" {
			o.Sections[i].used++
			return name
		}
	}
	return ""
}

// changeTime reads a lastmod as it is written.
func changeTime(lastMod string) time.Time {
	at, err := time.Parse(time.RFC3339, lastMod)
	if err != nil {
		at, _ = time.Parse(time.DateOnly, lastMod) // the only other form
	}
	return at
}

func (s *Section) of(url, lang string) string {
	switch {
	case s.dirs > 0:
		return directories(url, s.dirs)
	case s.lang:
		return lang
	}
	if pass, number, _ := s.pattern.Pass([]byte(url)); pass && number > 0 {
		return s.name
	}
	return ""
}

// directories joins the first n directories of a URL's path.
func directories(text string, n int) string {
	u, err := url.Parse(text)
	if err != nil {
		return ""
	}
	parts := strings.Split(strings.TrimPrefix(u.Path, "/"), "/")
	parts = parts[:len(parts)-1] // the last one names a page
	return strings.Join(parts[:min(n, len(parts))], "-")
}
