package main

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
)

// sections part the listed URLs into series of files.
type sections struct {
	hot     time.Duration // 0 = no series of changed URLs
	hotUsed int
	rules   []section
}

// section is one --split-by.
type section struct {
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

func newSections(splitBy []string, hot string) (s sections, err error) {
	for _, text := range splitBy {
		rule, err := newSection(text)
		if err != nil {
			return s, err
		}
		s.rules = append(s.rules, rule)
	}
	if hot != "" {
		if s.hot, err = parseDays(hot); err != nil || s.hot <= 0 {
			return s, usagef("--hot %q: it is a time such as 7d or 36h", hot)
		}
	}
	return s, nil
}

func newSection(text string) (section, error) {
	if n, isDir := strings.CutPrefix(text, "dir:"); isDir {
		depth, err := strconv.Atoi(n)
		if err != nil || depth < 1 || depth > maxDirs {
			return section{}, usagef("--split-by %q: dir:N takes N from 1 to %d", text, maxDirs)
		}
		return section{dirs: depth}, nil
	}
	if text == "lang" {
		return section{lang: true}, nil
	}
	name, pattern, ok := cutPattern(text, false)
	if !ok {
		return section{}, usagef("--split-by %q: it is dir:N, lang or NAME=PATTERN", text)
	}
	rule := section{name: name}
	if err := rule.pattern.Add(pattern, true); err != nil {
		return section{}, usagef("--split-by %q: %w", text, err)
	}
	return rule, nil
}

// parseDays reads a duration; d stands for days.
func parseDays(text string) (time.Duration, error) {
	if days, isDays := strings.CutSuffix(text, "d"); isDays {
		n, err := strconv.ParseFloat(days, 64)
		return time.Duration(n * 24 * float64(time.Hour)), err
	}
	return time.ParseDuration(text)
}

func (s *sections) empty() bool { return s.hot == 0 && len(s.rules) == 0 }

// of names the series of a URL, "" for the one without a name: the first rule
// that has a name for it decides. lang is the language of the page, changed its
// lastmod; both are "" if unknown.
func (s *sections) of(url, lang, changed string, now time.Time) string {
	if s.hot > 0 && changed != "" && !now.Add(-s.hot).After(changeTime(changed)) {
		s.hotUsed++
		return hotSeries
	}
	for i := range s.rules {
		if name := s.rules[i].of(url, lang); name != "" {
			s.rules[i].used++
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

func (s *section) of(url, lang string) string {
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
