package site

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/robots"
)

const (
	maxRobotsChanges = 20 // lines that are told
	maxRobotsLine    = 200
)

// robotsChanged gives what differs between the robots.txt of an origin in two
// crawls: lines that have come, behind "+ ", and gone, behind "- ", comments
// and blank lines aside. It says nothing where one of them could not be had.
func robotsChanged(before, now []frontier.RobotsFile, origin string) (changes []string) {
	was, had := robotsLines(before, origin)
	is, has := robotsLines(now, origin)
	if !had || !has {
		return nil
	}
	left := map[string]int{}
	for _, l := range was {
		left[l]++
	}
	for _, l := range is {
		if left[l]--; left[l] < 0 {
			changes = append(changes, "+ "+l)
		}
	}
	for _, l := range was {
		if left[l] > 0 {
			left[l]--
			changes = append(changes, "- "+l)
		}
	}
	if n := len(changes); n > maxRobotsChanges {
		changes = append(changes[:maxRobotsChanges], fmt.Sprintf("and %d more lines", n-maxRobotsChanges))
	}
	return changes
}

// robotsLines gives the lines of the last robots.txt of an origin that count; of
// one that is not there none.
func robotsLines(files []frontier.RobotsFile, origin string) (lines []string, had bool) {
	for _, f := range files {
		if f.Origin != origin || robots.FromStatus(f.Status, f.Body).Unavailable() {
			continue
		}
		lines, had = nil, true
		if f.Status < 200 || f.Status > 299 {
			continue
		}
		for line := range bytes.Lines(f.Body[:min(len(f.Body), robots.MaxSize)]) {
			text, _, _ := strings.Cut(string(line), "#")
			if text = strings.TrimSpace(text); text != "" {
				lines = append(lines, strings.ToValidUTF8(text[:min(len(text), maxRobotsLine)], "\uFFFD"))
			}
		}
	}
	return lines, had
}

// noteRobots notes what of robots.txt has changed since the crawl before.
func (r *Run) noteRobots(before []frontier.RobotsFile) error {
	now, err := r.Store.Robots()
	if err != nil {
		return r.storeFailed(err)
	}
	scope := r.Options.Crawl.Scope
	return r.note(map[string]string{frontier.MetaRobotsChanged: frontier.ListText(robotsChanged(before, now, scope.Scheme+"://"+scope.Host))})
}
