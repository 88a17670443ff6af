package guard

import (
	"cmp"
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
)

// Says is what many pages say in the stead of their own texts.
type Says struct {
	Text string    // how it begins, else its heading, else its title; "" where none of these is known
	Gate page.Gate // what it seems to be, "" if nothing tells
}

// saysOf reads what a page says, or another one of which alike tells that it says the same.
// What texts began with in an earlier crawl, nil if there is none, is left out: the head of
// the site's pages.
func saysOf(crawl, earlier frontier.Crawl, url string, alike func(url string) bool) (s Says, err error) {
	row, err := crawl.Find(url)
	if err != nil || row == nil || row.Page == nil {
		return s, err
	}
	leads, err := frontier.List[frontier.Lead](crawl.Meta(frontier.MetaLeads))
	if err != nil {
		return s, err
	}
	for _, l := range leads {
		if l.URL == url || s.Text == "" && alike(l.URL) {
			s.Text = l.Text
		}
	}
	if earlier != nil && s.Text != "" {
		before, err := frontier.List[frontier.Lead](earlier.Meta(frontier.MetaLeads))
		if err != nil {
			return s, err
		}
		s.Text = withoutHead(s.Text, before)
	}
	s.Gate = page.GateOf(row.Page.Title, row.Page.H1[0], s.Text)
	s.Text = cmp.Or(s.Text, row.Page.H1[0], row.Page.Title)
	return s, nil
}

// withoutHead gives a text without the lines that a quarter of the texts before began
// with; all of it if it has no others.
func withoutHead(text string, before []frontier.Lead) string {
	for at := len(text); at > 0; at = strings.LastIndex(text[:at], frontier.LeadLine) {
		n := 0
		for _, l := range before {
			if rest, is := strings.CutPrefix(l.Text, text[:at]); is && (rest == "" || strings.HasPrefix(rest, frontier.LeadLine)) {
				n++
			}
		}
		if n > 0 && 4*n >= len(before) {
			return cmp.Or(strings.TrimPrefix(text[at:], frontier.LeadLine), text)
		}
	}
	return text
}

// findSays reads what the pages say that have come to say the same.
func (c *Comparison) findSays() error {
	switch row, err := c.crawl.Find(c.SameText); {
	case err != nil:
		return err
	case c.SameWhat == oneTitle && row != nil && row.Page != nil:
		c.SameSays = Says{row.Page.Title, page.GateOf(row.Page.Title, "", "")}
		c.One.Title = row.Page.Title
	case c.SameWhat != oneTitle:
		c.SameSays, err = saysOf(c.crawl, c.o.Earlier, c.SameText, func(url string) bool {
			at, ok := c.book.find(url)
			return ok && c.fates[at] == Alike && c.marks[at]&looksSame != 0
		})
		if err != nil {
			return err
		}
	}
	if known := frontier.OneAnswerOf(c.crawl); known != nil && c.SameWhat != oneTitle { // by this comparison, made before
		c.SameText, c.SameSays = known.URL, Says{known.Says, page.Gate(known.Gate)}
	}
	c.One.URL, c.One.Says, c.One.Gate = c.SameText, c.SameSays.Text, string(c.SameSays.Gate)
	c.One.Start = c.start == frontier.NoID || c.marks[c.startAt]&looksSame == 0
	return nil
}
