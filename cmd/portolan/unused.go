package main

import "strings"

// unusedRows tells of rules on how the sitemap is written that decided on none
// of its URLs.
func (w *setWriter) unusedRows(b *strings.Builder) {
	label := "No match"
	tell := func(used int, flag, text, why string) {
		if used == 0 {
			summaryRow(b, label, "--%s %s: %s", flag, shellQuote(text), why)
			label = ""
		}
	}
	const noURL = "it decides on no listed URL; a pattern is for the whole URL, such as */news/*"
	for i, text := range w.changefreq {
		tell(w.freqs[i].used, "changefreq", text, noURL)
	}
	for i, text := range w.priorities {
		tell(w.priority.rules[i].used, "priority", text, noURL)
	}
	for i, text := range w.splitBy {
		why := noURL
		switch rule := w.sections.rules[i]; {
		case rule.dirs > 0:
			why = "no listed URL is in a directory"
		case rule.lang:
			why = "no listed page says its language"
		}
		tell(w.sections.rules[i].used, "split-by", text, why)
	}
	if w.sections.hot > 0 {
		tell(w.sections.hotUsed, "hot", w.hot, "no listed URL has a date within this time")
	}
}
