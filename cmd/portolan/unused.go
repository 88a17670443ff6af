package main

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

// unused gives the rules that decided on nothing, as they were typed.
func (p *publishing) unused(set *listing.Set) []unusedRule {
	list := []unusedRule{}
	for _, rule := range set.Unused() {
		if rule.Option == "hot" {
			rule.Value = p.hot
		}
		list = append(list, unusedRule{"--" + rule.Option, rule.Value, rule.Why})
	}
	return list
}

func (p *publishing) unusedRows(b *strings.Builder, set *listing.Set) {
	label := "No match"
	for _, rule := range p.unused(set) {
		prose.Row(b, label, "%s %s: %s", rule.Flag, safe.ShellQuote(rule.Value), rule.Why)
		label = ""
	}
}
