package findings

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
)

// maxWordCounts is of how many pages of a template the words are counted: the
// first ones.
const maxWordCounts = 500

// countWords takes the words of a page to those of its template.
func (s *survey) countWords(counts map[string][]int32, row *frontier.Row) {
	shape := s.templates.Of(row.URL).Pattern
	list, known := counts[shape]
	switch {
	case !known && len(counts) < maxShapes:
		counts[strings.Clone(shape)] = []int32{int32(row.Page.Words)}
	case known && len(list) < maxWordCounts:
		counts[shape] = append(list, int32(row.Page.Words))
	}
}

// isForm tells by its address of a page that holds a form rather than text: a
// login, or a search page.
func isForm(url string) bool {
	path := strings.TrimSuffix(strings.ToLower(pathOf(url)), "/")
	name, _, _ := strings.Cut(path[strings.LastIndexByte(path, '/')+1:], ".")
	return slices.Contains(searchPages, name) || page.IsLogin(url)
}

// readWords finds the median of the words of each template's indexable pages.
func (s *survey) readWords(c *spelled) {
	s.words = map[string]int{}
	for shape, list := range c.words {
		if float64(len(list)) >= s.limit("pages") {
			slices.Sort(list)
			s.words[shape] = int(list[len(list)/2])
		}
	}
}
