package agents

import (
	"errors"
	"fmt"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/robots"
)

// ErrNoFile is returned for a crawl that has asked for no robots.txt of its host.
var ErrNoFile = errors.New("the crawl has not asked for it")

// rulesOf gives the robots.txt that the crawl obeyed: the user's, else the last
// one of the scope's host, a refusal for a while passed over where there was one
// before.
func (t *Table) rulesOf(crawl *stored.Crawl) (rules *robots.Rules, err error) {
	if own := crawl.Options.Robots.File; own != nil {
		t.File = "this is the robots.txt that the crawl was given (--robots-file), not the live one"
		return robots.Parse(own), nil
	}
	files, err := crawl.Robots()
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		next := audit.RobotsRules(&f)
		if f.Origin+"/robots.txt" == t.RobotsURL && (rules == nil || !next.Unavailable() || rules.Unavailable()) {
			t.Status, rules = f.Status, next
		}
	}
	if rules == nil {
		return nil, fmt.Errorf("%s: %w", t.RobotsURL, ErrNoFile)
	}
	t.File = fileText(rules, t.Status)
	return rules, nil
}

// fileText says what holds of a file that is not read as it stands.
func fileText(rules *robots.Rules, status int) string {
	switch {
	case rules.Unavailable() && status == 0:
		return "robots.txt could not be had: until it can, nothing may be fetched"
	case rules.Unavailable():
		return fmt.Sprintf("robots.txt could not be had (status %d): until it can, nothing may be fetched", status)
	case status >= 300 && status < 400:
		return "robots.txt redirects and leads to no file: everything is allowed, as without one"
	case status >= 400:
		return fmt.Sprintf("the site has no robots.txt (status %d): everything is allowed", status)
	case rules.WebPage():
		return robots.WebPageText
	case rules.Truncated():
		return fmt.Sprintf("the file is over %d bytes: the rest does not count", robots.MaxSize)
	}
	return ""
}
