package stored

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
)

// acceptance says that URLs which match a pattern may leave the sitemap.
type acceptance struct {
	text   string    // as it was typed
	until  time.Time // the last day, zero: for ever
	reason string
}

// Acceptances are the losses that a person accepts, each with its reason: URLs
// that match may leave the sitemap.
type Acceptances []acceptance

// Add adds an acceptance, PATTERN [until=DATE] REASON: the pattern is one of
// crawler.Filter, or begins where the path of URLs does; the date is the last
// day.
func (l *Acceptances) Add(text string) error {
	a, err := parseAcceptance(text)
	if err == nil && a.reason == "REASON" {
		err = errors.New("in the place of REASON it wants the reason, such as 'the sale is over'")
	}
	if err == nil {
		*l = append(*l, a)
	}
	return err
}

// parseAcceptance reads PATTERN [until=DATE] REASON.
func parseAcceptance(text string) (a acceptance, err error) {
	if strings.ContainsAny(text, "\r\n") {
		return a, errors.New("it is one line")
	}
	a.text = strings.TrimSpace(text)
	pattern, reason := cutWord(a.text)
	if day, found := strings.CutPrefix(reason, "until="); found {
		day, reason = cutWord(day)
		if a.until, err = time.Parse(time.DateOnly, day); err != nil {
			return a, fmt.Errorf("until=%s: it is a day such as 2027-01-31", day)
		}
	}
	if pattern == "" || reason == "" {
		return a, errors.New("it wants a pattern and a reason, such as '/sale/* until=2027-01-31 the sale is over'")
	}
	var probe crawler.Filter
	a.reason = reason
	return a, probe.Add(onPath(pattern), true)
}

// cutWord cuts the first word off. A word may stand in quotation marks.
func cutWord(text string) (word, rest string) {
	if text != "" && (text[0] == '\'' || text[0] == '"') {
		if word, rest, found := strings.Cut(text[1:], text[:1]); found {
			return word, strings.TrimSpace(rest)
		}
	}
	word, rest, _ = strings.Cut(text, " ")
	return word, strings.TrimSpace(rest)
}

// onPath gives a pattern that begins with a slash as one for whole URLs: it
// begins where their path does.
func onPath(pattern string) string {
	if !strings.HasPrefix(pattern, "/") {
		return pattern
	}
	parts := strings.Split(pattern, "*")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	return `re:\A[^/]*//[^/]*` + strings.Join(parts, ".*") + `\z`
}

// Lines are the acceptances as they were typed, one a line.
func (l Acceptances) Lines() string {
	var lines []string
	for _, a := range l {
		lines = append(lines, a.text)
	}
	return strings.Join(lines, "\n")
}

// readAcceptances is the inverse of Lines.
func readAcceptances(lines string) (l Acceptances, err error) {
	for line := range strings.SplitSeq(lines, "\n") {
		if line == "" {
			continue
		}
		a, err := parseAcceptance(line)
		if err != nil {
			return nil, fmt.Errorf("--accept-loss %q: %w", line, err)
		}
		l = append(l, a)
	}
	return l, nil
}

// over reports an acceptance whose last day is past.
func (a *acceptance) over(now time.Time) bool {
	return !a.until.IsZero() && !now.Before(a.until.AddDate(0, 0, 1))
}

// Accepted is what came of a loss that was accepted.
type Accepted struct {
	Pattern, Reason string    // as they were typed
	Until           time.Time // the last day, zero where it has none
	// Left are URLs that leave the set that stands, LeftBefore those that had left it
	// before, Stay those that stay in it, and Changed those of them with another text.
	Left, LeftBefore, Stay, Changed int

	matches func(url []byte) bool
}

// Empty gives the acceptances with nothing counted.
func (l Acceptances) Empty(now time.Time) []Accepted {
	list := make([]Accepted, len(l))
	for i, a := range l {
		pattern, _ := cutWord(a.text)
		var own crawler.Filter
		_ = own.Add(onPath(pattern), true) // it has been compiled once
		over := a.over(now)
		list[i] = Accepted{Pattern: pattern, Reason: a.reason, Until: a.until, matches: func(url []byte) bool {
			pass, _, _ := own.Pass(url)
			return pass && !over
		}}
	}
	return list
}

// Matches tells whether it is of a URL.
func (a *Accepted) Matches(url string) bool { return a.matches([]byte(url)) }

// Nothing tells that nothing came of it.
func (a *Accepted) Nothing() bool { return a.Left+a.LeftBefore+a.Stay+a.Changed == 0 }

// Have tells whether it came of one of them.
func (l Acceptances) Have(a *Accepted) bool {
	return slices.ContainsFunc(l, func(of acceptance) bool {
		pattern, _ := cutWord(of.text)
		return pattern == a.Pattern && of.reason == a.Reason && of.until.Equal(a.Until)
	})
}

// at gives the test for URLs whose loss is accepted at a time, nil if it is of
// none.
func (l Acceptances) at(now time.Time) func(url string) bool {
	var all crawler.Filter
	for _, a := range l {
		if pattern, _ := cutWord(a.text); !a.over(now) {
			_ = all.Add(onPath(pattern), true) // it has been compiled once
		}
	}
	if all.Empty() {
		return nil
	}
	return func(url string) bool {
		pass, _, _ := all.Pass([]byte(url))
		return pass
	}
}
