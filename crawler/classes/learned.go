package classes

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Learned gives the classes with those that the crawl has learned to be session ids
// first: one for each, of all its host's URLs, in the place of those that spellings
// read before make.
func Learned(list []Class, rules []canonical.Rule) []Class {
	var learned []Class
	for _, rule := range rules {
		if rule.Kind != canonical.RuleSession {
			continue
		}
		one := Class{Pattern: rule.Host, Param: rule.Name, Relation: SessionID, Proven: rule.Proof}
		list = slices.DeleteFunc(list, func(c Class) bool {
			is := strings.EqualFold(c.Param, rule.Name) && strings.EqualFold(canonical.Host(c.Pattern), rule.Host)
			if is {
				one.add(&c)
			}
			return is
		})
		learned = append(learned, one)
	}
	return append(learned, list...)
}

// add counts the URLs of another class, too.
func (c *Class) add(other *Class) {
	c.Known += other.Known
	c.Fetched += other.Fetched
	c.Listed += other.Listed
	c.Held += other.Held
	c.Values = max(c.Values, other.Values)
}
