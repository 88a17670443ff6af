package frontier

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Stacks tells which addresses stand for pages in folders that relative links have stacked up, where what stands in
// front of the last of these folders says nothing: of each page the shortest address that is known, of these the
// first bytewise. To it lead the shortest ones of other pages, so that it does not matter which others were read.
type Stacks struct {
	rests []*regexp.Regexp
	first map[string]string // by what is left without the folders in front
}

// maxStacked pages are told apart; others have no address.
const maxStacked = 100_000

// NewStacks takes those of a quarantine of which that is known.
func NewStacks(list []Quarantine) (*Stacks, error) {
	s := &Stacks{first: map[string]string{}}
	for i := range list {
		if list[i].Rest == "" {
			continue
		}
		re, err := regexp.Compile(list[i].Rest)
		if err != nil {
			return nil, fmt.Errorf("read quarantine %s: %w", list[i].Pattern, err)
		}
		s.rests = append(s.rests, re)
	}
	return s, nil
}

// Count gives how many there are.
func (s *Stacks) Count() int { return len(s.rests) }

// Read takes the URLs of a crawl. It takes a pass over them where there are any stacks.
func (s *Stacks) Read(ctx context.Context, crawl URLs) error {
	if len(s.rests) == 0 {
		return nil
	}
	for row, err := range crawl.Brief(ctx, 0, TextsPass) {
		if err != nil {
			return fmt.Errorf("read known URLs: %w", err)
		}
		if row.Reason == Undecided {
			s.See(row.URL)
		}
	}
	return nil
}

// See takes a URL.
func (s *Stacks) See(url string) {
	key, is := s.rest(url)
	first, known := s.first[key]
	if is && (known && shorter(url, first) || !known && len(s.first) < maxStacked) {
		s.first[strings.Clone(key)] = strings.Clone(url)
	}
}

// Stands tells whether a URL is the address of its page.
func (s *Stacks) Stands(url string) bool {
	key, is := s.rest(url)
	return is && s.first[key] == url
}

func (s *Stacks) rest(url string) (key string, is bool) {
	for i, re := range s.rests {
		if m := re.FindStringSubmatch(url); len(m) == 2 {
			return strconv.Itoa(i) + " " + m[1], true
		}
	}
	return "", false
}

func shorter(a, b string) bool { return len(a) < len(b) || len(a) == len(b) && a < b }
