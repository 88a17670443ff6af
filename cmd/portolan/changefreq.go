package main

import (
	"slices"

	"github.com/portolan-seo/portolan/crawler"
)

// changeFreqs are the rules of --changefreq: the first whose pattern matches a
// URL decides.
type changeFreqs []changeFreqRule

type changeFreqRule struct {
	pattern crawler.Filter // with one rule
	value   string
	used    int // times that it decided
}

// changeFreqWords are the values that the protocol knows.
func changeFreqWords() []string {
	return []string{"always", "hourly", "daily", "weekly", "monthly", "yearly", "never"}
}

func newChangeFreqs(texts []string) (rules changeFreqs, err error) {
	for _, text := range texts {
		pattern, value, ok := cutPattern(text, true)
		if !ok || !slices.Contains(changeFreqWords(), value) {
			return nil, usagef("--changefreq %q: it is PATTERN=VALUE, such as */news/*=daily, with always, hourly, daily, weekly, monthly, yearly or never", text)
		}
		rule := changeFreqRule{value: value}
		if err := rule.pattern.Add(pattern, true); err != nil {
			return nil, usagef("--changefreq %q: %w", text, err)
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

// of gives a URL's changefreq, "" for none.
func (c changeFreqs) of(url string) string {
	for i := range c {
		if pass, number, _ := c[i].pattern.Pass([]byte(url)); pass && number > 0 {
			c[i].used++
			return c[i].value
		}
	}
	return ""
}
