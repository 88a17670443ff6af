package outcome

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/listing"
)

// unusedRule is a rule on how the sitemap is written that decided on none of
// its URLs.
type unusedRule struct {
	Flag  string `json:"flag"` // with its dashes
	Value string `json:"value"`
	Why   string `json:"why"`
}

// unused gives the rules that decided on nothing, as they were typed. hot is
// what was typed for --hot.
func unused(set *listing.Set, hot string) []unusedRule {
	list := []unusedRule{}
	for _, rule := range set.Unused() {
		if rule.Option == "hot" {
			rule.Value = hot
		}
		list = append(list, unusedRule{"--" + rule.Option, rule.Value, rule.Why})
	}
	return list
}

func unusedRows(b *strings.Builder, set *listing.Set, hot string) {
	label := "No match"
	for _, rule := range unused(set, hot) {
		prose.Row(b, label, "%s %s: %s", rule.Flag, safe.ShellQuote(rule.Value), rule.Why)
		label = ""
	}
}
