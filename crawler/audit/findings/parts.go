package findings

import (
	"context"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// Later parts of lists, as addresses show them: page=2, /page/2, /page-2. The
// short names p, start and from are as often those of single pages (?p=123 is an
// article of WordPress, /p7 a product), and so is what only ends in -page: there the
// page must be called as the one whose address is left without the part.
var (
	partNames   = map[string]bool{"page": true, "paged": true, "pg": true, "seite": true, "offset": true, "cursor": true, "p": false, "start": false, "from": false}
	partFolders = map[string]bool{"page": true, "seite": true, "p": false} // cut at six letters
)

// part is the part of a list that an address names.
type part struct {
	base  string // the address without it
	value string
	sure  bool
}

// partOf reads the part that an address names, if it names one.
func partOf(url string) (p part, found bool) {
	for at, c := range []byte(url) {
		if c != '?' && c != '&' && c != ';' {
			continue
		}
		pair := url[at+1:]
		if end := strings.IndexAny(pair, "&;"); end >= 0 {
			pair = pair[:end]
		}
		name, value, _ := strings.Cut(pair, "=")
		if len(name) > 6 || value == "" {
			continue
		}
		if sure, is := partNames[strings.ToLower(name)]; is && (sure || isNumber(value)) {
			return part{strings.TrimRight(url[:at+1]+strings.TrimLeft(url[at+1+len(pair):], "&;"), "?&;"), value, sure}, true
		}
	}
	rest := strings.TrimSuffix(url, "/")
	word := strings.TrimRight(rest, "0123456789")
	number := rest[len(word):]
	if end := word[max(0, len(word)-1):]; end == "/" || end == "-" {
		word = word[:len(word)-1]
	}
	folder := strings.LastIndexByte(word, '/')
	if number == "" || number == "1" || folder < 0 {
		return part{}, false
	}
	name := word[folder+1:]
	if strings.HasSuffix(name, "-page") { // as WordPress has parts of comments: /post/comment-page-2/
		return part{base: word[:folder], value: number}, true
	}
	sure, is := partFolders[strings.ToLower(name[:min(len(name), 6)])]
	return part{word[:folder], number, sure}, is
}

// isPartOf tells of a later part of a list that names another part as canonical
// whose text is another.
func (s *survey) isPartOf(u *subject) bool {
	return s.followsPart(u) || u.marks&isLater != 0 && s.isFirstPart(u)
}

// followsPart tells of such a part by rel next and prev.
func (s *survey) followsPart(u *subject) bool {
	return u.marks&isSeries != 0 && s.has(u.Canonical, asNext)
}

// isFirstPart tells whether the canonical of a later part of a list is the first
// part by its address, and has another text.
func (s *survey) isFirstPart(u *subject) bool {
	p, found := partOf(u.URL)
	row, err := s.crawl.Row(u.Canonical)
	s.fail(err)
	if !found || row == nil || row.Page == nil || row.Page.Content == u.Page.Content {
		return false
	}
	return p.follows(row.URL)
}

// follows tells whether an address is that of the first part of the list.
func (p part) follows(first string) bool {
	if q, named := partOf(first); named && q.value == "1" {
		first = q.base
	}
	return strings.TrimSuffix(first, "/") == strings.TrimSuffix(p.base, "/")
}

// LeadsToFirst tells whether an address is, by a name that says so, that of a second or later part of
// a list, and another one that of its first part.
func LeadsToFirst(url, to string) bool {
	p, found := partOf(url)
	return found && p.sure && isNumber(p.value) && strings.Trim(p.value, "0") != "" && p.value != "1" && p.follows(to)
}

// leadsToFirst tells of a linked part that redirects to the first one.
func (s *survey) leadsToFirst(u *subject) bool {
	return u.code == audit.Redirect && u.marks&isRedirect != 0 && u.marks&linkedAtAll != 0 && u.inPages[u.ID] > 0 && LeadsToFirst(u.URL, s.urlOf(u.Location))
}

func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// doubtfulPart is a page that may be a later part of a list.
type doubtfulPart struct {
	id           frontier.ID
	title, value string
}

// maxDoubtful is how many such pages are looked at; a site that has more of them
// has single pages there.
const maxDoubtful = 100_000

// addPart marks a page that is a later part of a list by its address, and notes
// one that may be.
func (s *survey) addPart(row *frontier.Row) (m marks) {
	p, found := partOf(row.URL)
	switch {
	case found && p.sure:
		return isLater
	case found && row.Page.Title != "" && s.doubtfuls < maxDoubtful:
		s.doubtfuls++
		base := s.hash(strings.TrimSuffix(p.base, "/"), "")
		s.doubtful[base] = append(s.doubtful[base], doubtfulPart{row.ID, strings.Clone(plainTitle(row.Page.Title)), strings.Clone(p.value)})
	}
	return 0
}

// readParts marks the pages that are called as the list is that they may be a
// part of, or so with their number.
func (s *survey) readParts(ctx context.Context) error {
	if s.doubtfuls == 0 {
		return nil
	}
	for row, err := range s.crawl.Brief(ctx, 0, frontier.DetailLook, frontier.TextsPass) {
		if err != nil {
			return err
		}
		if !s.valid(row.ID) || !isPage(row) {
			continue
		}
		base := plainTitle(row.Page.Title)
		for _, d := range s.doubtful[s.hash(strings.TrimSuffix(row.URL, "/"), "")] {
			if more, called := strings.CutPrefix(d.title, base); called && base != "" && (more == "" || strings.Contains(more, d.value)) {
				s.mark[d.id] |= isLater
			}
		}
	}
	s.doubtful = nil
	return nil
}

func plainTitle(title string) string {
	return strings.Join(strings.Fields(strings.ToLower(title)), " ")
}
