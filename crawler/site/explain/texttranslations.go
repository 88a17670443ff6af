package explain

import (
	"fmt"
	"strings"
)

// translationRows tells of pages that may be translations.
func (x *explanation) translationRows(b *strings.Builder) {
	label := "Translations"
	for _, t := range x.Translations {
		said := "it counts"
		if !t.Counts {
			said = t.Fault
		}
		if t.Detail != "" {
			said += fmt.Sprintf(": %s", t.Detail)
		}
		if t.URL == x.URL {
			row(b, label, "asked for as a page on another host: %s", said)
		} else {
			row(b, label, "%s %s: %s", t.Lang, t.URL, said)
		}
		label = ""
	}
}
