package listing

import (
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/crawler"
)

// ChangeFreq is a rule that says how often URLs change.
type ChangeFreq struct {
	text    string
	pattern crawler.Filter // with one rule
	value   string
	used    int // times that it decided
}

// changeFreqWords are the values that the protocol knows.
func changeFreqWords() []string {
	return []string{"always", "hourly", "daily", "weekly", "monthly", "yearly", "never"}
}

// ParseChangeFreq reads a rule: PATTERN=VALUE, with a word of the protocol.
func ParseChangeFreq(text string) (ChangeFreq, error) {
	pattern, value, ok := cutPattern(text, true)
	if !ok || !slices.Contains(changeFreqWords(), value) {
		return ChangeFreq{}, fmt.Errorf("%q: it is PATTERN=VALUE, such as */news/*=daily, with always, hourly, daily, weekly, monthly, yearly or never", text)
	}
	rule := ChangeFreq{text: text, value: value}
	if err := rule.pattern.Add(pattern, true); err != nil {
		return ChangeFreq{}, fmt.Errorf("%q: %w", text, err)
	}
	return rule, nil
}

// changeFreqOf gives a URL's changefreq, "" for none: the first rule that
// matches decides.
func (o *Options) changeFreqOf(url string) string {
	for i := range o.ChangeFreqs {
		rule := &o.ChangeFreqs[i]
		if pass, number, _ := rule.pattern.Pass([]byte(url)); pass && number > 0 {
			rule.used++
			return rule.value
		}
	}
	return ""
}
