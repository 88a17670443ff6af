package stored

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/portolan-seo/portolan/crawler"
)

// Segments are parts of a site by the user's own names, in order: a URL is of
// the first whose pattern it matches.
type Segments []segment

type segment struct {
	text, name string
	urls       crawler.Filter
}

var segmentName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\pL\pN][\pL\pN _.-]{0,39}$`) })

// Add adds NAME=PATTERN. Several with one name are one segment.
func (l *Segments) Add(text string) error {
	name, pattern, found := strings.Cut(text, "=")
	if !found || pattern == "" || strings.ContainsAny(text, "\r\n") {
		return fmt.Errorf("%q: it is NAME=PATTERN, such as shop=/shop/*", text)
	}
	if !segmentName().MatchString(name) {
		return fmt.Errorf("%q: a name has letters, digits, - _ . and blanks, 40 at most", text)
	}
	s := segment{text: text, name: name}
	if err := s.urls.Add(onPath(pattern), true); err != nil {
		return err
	}
	*l = append(*l, s)
	return nil
}

// Names are those of the segments, in order.
func (l Segments) Names() (names []string) {
	for _, s := range l {
		if !slices.Contains(names, s.name) {
			names = append(names, s.name)
		}
	}
	return names
}

// Of gives the segment of a URL, "" for none.
func (l Segments) Of(url string) string {
	for i := range l {
		if pass, _, _ := l[i].urls.Pass([]byte(url)); pass {
			return l[i].name
		}
	}
	return ""
}

// Lines are the segments as they were typed, one a line.
func (l Segments) Lines() string {
	var lines []string
	for _, s := range l {
		lines = append(lines, s.text)
	}
	return strings.Join(lines, "\n")
}

func readSegments(lines string) (l Segments, err error) {
	for line := range strings.SplitSeq(lines, "\n") {
		if line == "" {
			continue
		}
		if err := l.Add(line); err != nil {
			return nil, fmt.Errorf("--segment %w", err)
		}
	}
	return l, nil
}
