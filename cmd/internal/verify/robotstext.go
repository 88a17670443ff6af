package verify

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/robots"
)

// describe prints what the file says to the crawler in general.
func (a *robotsAnswers) describe(agent string) {
	switch group := a.agent.Group(); {
	case a.rules.Unavailable():
		fmt.Fprintf(a.out, "robots.txt could not be had (status %d): until it can, nothing may be fetched\n", a.status)
	case a.rules.WebPage():
		fmt.Fprintln(a.out, robots.WebPageText)
	case agent != "*" && !robots.IsProduct(agent):
		fmt.Fprintf(a.out, "%s is no product token, which is one word such as googlebot: only the rules for all crawlers count\n", safe.Quoted(agent))
	case a.status >= 400:
		fmt.Fprintf(a.out, "the site has no robots.txt (status %d): everything is allowed\n", a.status)
	case group.Line == 0:
		fmt.Fprintf(a.out, "robots.txt has no rules for %s\n", safe.Quoted(agent))
	case group.Name == "*":
		fmt.Fprintf(a.out, "%s follows the rules for all crawlers, from line %d\n", safe.Quoted(agent), group.Line)
	default:
		fmt.Fprintf(a.out, "%s follows the rules for %s, from line %d\n", safe.Quoted(agent), safe.Quoted(group.Name), group.Line)
	}
	if delay, ok := a.agent.CrawlDelay(); ok {
		fmt.Fprintf(a.out, "crawl-delay: %v\n", delay)
	}
	if a.rules.Truncated() {
		fmt.Fprintf(a.out, "the file is over %d bytes: the rest does not count\n", robots.MaxSize)
	}
}

// explain prints the answer for one URL, the line that decided, and why.
func (a *robotsAnswers) explain(asked string, d robots.Decision) {
	word := "allowed"
	if !d.Allow {
		word = "blocked"
	}
	fmt.Fprintf(a.out, "%s  %s\n", word, safe.Quoted(asked))
	if d.Reason != robots.ByRule {
		fmt.Fprintf(a.out, "         %s\n", whyWithoutRule[d.Reason])
		return
	}
	fmt.Fprintf(a.out, "         line %d: %s\n", d.Line, safe.Quoted(d.Rule))
	if d.Disputed {
		fmt.Fprintln(a.out, "         it is disputed whether this line matches: the stricter answer holds")
	}
	matches := a.agent.Matches(asked, 2)
	if len(matches) < 2 {
		fmt.Fprintln(a.out, "         it is the only rule that matches")
		return
	}
	first, second := matches[0], matches[1]
	why := "it is the longer rule"
	switch {
	case first.Length == second.Length && first.Allow == second.Allow:
		why = "both are as long and say the same"
	case first.Length == second.Length:
		why = "both are as long, and then Allow wins"
	}
	fmt.Fprintf(a.out, "         before line %d: %s (%s)\n", second.Line, safe.Quoted(second.Rule), why)
}

var whyWithoutRule = map[robots.Reason]string{
	robots.NoRule:          "no rule matches",
	robots.RobotsTxt:       "robots.txt itself is always allowed",
	robots.NoFile:          "the site has no robots.txt",
	robots.FileUnavailable: "robots.txt could not be had",
}
