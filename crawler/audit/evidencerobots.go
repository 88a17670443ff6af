package audit

import (
	"fmt"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/robots"
)

// RobotsWord is what a robots.txt says of a URL to one crawler.
type RobotsWord struct {
	Agent       string
	Allow       bool
	Unavailable bool              // the file could not be had, so nothing is allowed
	Line        int               // of the rule that decides, from 1; 0 if none matches
	Rule        string            // that line; it may hold any byte
	Group       robots.NamedAgent // that the rule is in; zero if the file says nothing to the agent
	File        string            // URL of the file, "" for one that the user gave
	Status      int               // of the file, 0 if no answer came
	Note        string            // how the file was read, for people; may be ""
	FetchedAt   time.Time
}

// Robots tells what robots.txt says of a URL to our agent and, where it is
// another, to the listing agent. It is nil where the crawl did not ask for
// the robots.txt of the URL's origin, or did not obey it.
func (j *JudgeCrawl) Robots(url string) []RobotsWord {
	r := j.robots[""]
	if r == nil {
		r = j.robots[originOf(url)]
	}
	if r == nil || j.o.IgnoreRobots {
		return nil
	}
	words := []RobotsWord{r.word(j.o.Agent, r.own, url)}
	if !strings.EqualFold(j.o.Agent, j.o.ListAgent) {
		words = append(words, r.word(j.o.ListAgent, r.listing, url))
	}
	return words
}

func (r *originRobots) word(name string, agent *robots.Agent, url string) RobotsWord {
	d := agent.Test(url)
	w := RobotsWord{
		Agent: name, Allow: d.Allow, Unavailable: d.Reason == robots.FileUnavailable, Line: d.Line, Rule: d.Rule,
		Status: r.file.Status, Note: r.file.Note, FetchedAt: r.file.FetchedAt,
	}
	if d.Reason == robots.ByRule {
		w.Group = agent.Group()
	}
	if r.file.Origin != "" {
		w.File = r.file.Origin + "/robots.txt"
	}
	return w
}

func (w *RobotsWord) evidence() Evidence {
	e := Evidence{Kind: EvidenceRobotsTxt, Text: w.Rule, Where: w.File}
	if w.File == "" {
		e.Where = "the given robots.txt"
	}
	if w.Unavailable {
		e.Text, e.Note = "no answer", w.Note
		if w.Status != 0 {
			e.Text = fmt.Sprintf("HTTP %d", w.Status)
		}
		return e
	}
	e.Where += fmt.Sprintf(" line %d", w.Line)
	e.Note = fmt.Sprintf("for %s: group %q from line %d", w.Agent, w.Group.Name, w.Group.Line)
	return e
}
