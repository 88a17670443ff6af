package pathforms

import (
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Saw takes a page that was settled.
func (l *Ledger) Saw(s Sight, known Finder) error {
	p := s.Page
	if p.Outcome != record.Answered || p.Err != record.ErrNone {
		return nil
	}
	origin, forms := canonical.Origin(s.URL), formsOf(s.URL)
	to := s.Canonical
	if s.Redirect != "" {
		to = s.Redirect
	}
	if to != "" && to != s.URL && canonical.Origin(to) == origin {
		if err := l.named(to, s.URL, known); err != nil {
			return err
		}
		left := leads(s.URL, to, forms)
		if left != nil && (s.Redirect != "" || !left[0].param()) { // what parameters show is for crawler/classes to compare
			return l.leadsBack(&s, left, to, known)
		}
	}
	isPage := record.IsPage(p.Status) && p.HTML && s.Redirect == ""
	for _, f := range forms {
		e := l.at(origin, f)
		if e == nil {
			continue
		}
		own := isPage && f != Twice
		if !own && (isPage || s.Redirect != "" || p.Status == 404 || p.Status == 410) {
			row, err := known.Find(plain(s.URL, []Form{f}))
			if err != nil {
				return err
			}
			own = IsPage(row)
		}
		if own {
			l.against(e, s.URL)
		}
	}
	return nil
}

// named takes a URL that another page names as the one to be read: no form that
// it has is a spelling of another one. A name may begin with a number: what is read
// without it must be a page to say so.
func (l *Ledger) named(to, by string, known Finder) error {
	origin := canonical.Origin(to)
	for _, f := range formsOf(to) {
		e := l.at(origin, f)
		if e == nil {
			continue
		}
		if f == Twice {
			if row, err := known.Find(plain(to, []Form{f})); err != nil || !IsPage(row) {
				return err
			}
		}
		l.against(e, by)
	}
	return nil
}

// leadsBack counts a URL that leads to the one without some of its forms. A
// canonical counts where the page that it names has the same content.
func (l *Ledger) leadsBack(s *Sight, forms []Form, to string, known Finder) error {
	for _, f := range forms {
		e := l.at(canonical.Origin(s.URL), f)
		switch {
		case e == nil:
		case s.Redirect != "":
			l.led(e, s.URL, to)
		default:
			if len(e.doubts) < mostDoubts {
				e.doubts = append(e.doubts, doubt{s.URL, to, s.Page.Content})
			}
			if err := l.resolve(e, known); err != nil {
				return err
			}
		}
	}
	return nil
}

// resolve looks at pages whose canonical was not read when they were. While few
// have led back each of them is looked at as it comes; later some at once.
func (l *Ledger) resolve(e *entry, known Finder) error {
	if n := len(e.doubts); n&(n-1) != 0 && n != mostDoubts {
		return nil
	}
	kept := e.doubts[:0]
	for _, d := range e.doubts {
		row, err := known.Find(d.to)
		switch {
		case err != nil:
			return err
		case row == nil || row.Page == nil:
			kept = append(kept, d)
		case !IsPage(row) || row.Page.Content != d.content || d.content == 0:
			l.against(e, d.url)
			return nil
		default:
			l.led(e, d.url, d.to)
		}
	}
	e.doubts = kept
	return nil
}

// IsPage tells whether a URL was read as an HTML page that answers for itself.
func IsPage(row *frontier.Row) bool {
	return row != nil && row.Page != nil && row.Page.Outcome == record.Answered && row.Page.Err == record.ErrNone &&
		record.IsPage(row.Page.Status) && row.Page.HTML && row.Location == frontier.NoID
}
