package audit

import (
	"fmt"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/robots"
)

// RobotsTest gives the test by which robots.txt lets a URL be listed: neither
// our agent nor the listing agent is forbidden it. A file that could not be had
// forbids nothing, since URLs are carried over that. It is nil where robots.txt
// decides nothing. The test is not for several goroutines at a time.
func RobotsTest(crawl frontier.Crawl, o Options) (func(url string) bool, error) {
	if o.IgnoreRobots || o.Staging {
		return nil, nil
	}
	j := &JudgeCrawl{crawl: crawl, o: o}
	if err := j.readRobots(); err != nil {
		return nil, err
	}
	return func(url string) bool {
		blocked, _ := j.blocked(url)
		return !blocked
	}, nil
}

// readRobots reads the robots.txt files that the crawl rested on.
func (j *JudgeCrawl) readRobots() error {
	j.robots = map[string]*originRobots{}
	if j.o.RobotsFile != nil {
		j.robots[""] = j.agents(robots.Parse(j.o.RobotsFile), frontier.RobotsFile{})
	}
	files, err := j.crawl.Robots()
	if err != nil {
		return fmt.Errorf("read robots.txt files of the crawl: %w", err)
	}
	for _, f := range files { // in order: the last one of an origin counts
		rules := RobotsRules(&f)
		if have := j.robots[f.Origin]; rules.Unavailable() && have != nil && !have.unavailable {
			continue
		}
		f.Body = nil
		j.robots[f.Origin] = j.agents(rules, f)
	}
	return nil
}
