package main

import "strings"

// unusedRule is a rule on how the sitemap is written that decided on none of
// its URLs.
type unusedRule struct {
	Flag  string `json:"flag"` // with its dashes
	Value string `json:"value"`
	Why   string `json:"why"`
}

// unused gives the rules that decided on nothing.
func (w *setWriter) unused() []unusedRule {
	list := []unusedRule{}
	add := func(used int, flag, value, why string) {
		if used == 0 {
			list = append(list, unusedRule{flag, value, why})
		}
	}
	const noURL = "it decides on no listed URL; a pattern is for the whole URL, such as */news/*"
	for i, text := range w.changefreq {
		add(w.freqs[i].used, "--changefreq", text, noURL)
	}
	for i, text := range w.priorities {
		add(w.priority.rules[i].used, "--priority", text, noURL)
	}
	for i, text := range w.splitBy {
		why := noURL
		switch rule := w.sections.rules[i]; {
		case rule.dirs > 0:
			why = "no listed URL is in a directory"
		case rule.lang:
			why = "no listed page says its language"
		}
		add(w.sections.rules[i].used, "--split-by", text, why)
	}
	if w.sections.hot > 0 {
		add(w.sections.hotUsed, "--hot", w.hot, "no listed URL has a date within this time")
	}
	return list
}

func (w *setWriter) unusedRows(b *strings.Builder) {
	label := "No match"
	for _, rule := range w.unused() {
		summaryRow(b, label, "%s %s: %s", rule.Flag, shellQuote(rule.Value), rule.Why)
		label = ""
	}
}
