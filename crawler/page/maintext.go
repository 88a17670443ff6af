package page

import "github.com/portolan-seo/portolan/frontier/record"

// SketchText is how many bytes of a page's main text the sketch is of at most.
const SketchText = 1 << 10

const maxText = 64 << 10 // bytes of main text, and of links, with Options.Text

// mainText gathers the text that is a page's own: without links, and without
// what stands in nav and aside, in a select, or in a header or footer that is
// not that of a main or article element.
type mainText struct {
	text   []byte // lines
	links  []byte // the text of links outside of the same elements
	limit  int
	full   bool // nothing more is taken
	around int  // open elements whose text does not count
	inner  int  // open main and article elements
	words  []uint64
	url    []uint64
}

func (m *mainText) reset(limit int) {
	*m = mainText{text: emptied(m.text), links: emptied(m.links), limit: limit, words: m.words, url: m.url}
}

// write takes a piece of text that counts as content of the page.
func (m *mainText) write(s []byte, inLink bool) {
	switch {
	case m.around > 0:
	case !inLink:
		m.text = append(m.text, s[:min(len(s), m.limit-len(m.text))]...)
		m.full = len(m.text) == SketchText && m.limit == SketchText
	case m.limit > SketchText:
		m.links = append(m.links, s[:min(len(s), m.limit-len(m.links))]...)
	}
}

// line ends a line.
func (m *mainText) line() {
	if n := len(m.text); n > 0 && n < m.limit && m.text[n-1] != '\n' {
		m.text = append(m.text, '\n')
	}
	if n := len(m.links); n > 0 && n < m.limit && m.links[n-1] != '\n' {
		m.links = append(m.links, '\n')
	}
}

// open takes a start tag. A page that never closes what stands around its
// text comes back to it at main or h1.
func (m *mainText) open(e element) {
	switch e {
	case elemNav, elemAside, elemSelect:
		m.around++
	case elemHeader, elemFooter:
		if m.inner == 0 {
			m.around++
		}
	case elemArticle:
		m.inner++
	case elemMain:
		m.inner++
		m.around = 0
	case elemH1:
		m.around = 0
	}
}

// close takes an end tag.
func (m *mainText) close(e element) {
	switch e {
	case elemNav, elemAside, elemSelect:
		m.around = max(0, m.around-1)
	case elemHeader, elemFooter:
		if m.inner == 0 {
			m.around = max(0, m.around-1)
		}
	case elemArticle, elemMain:
		m.inner = max(0, m.inner-1)
	}
}

// sketch gives the sketch of the beginning of the text.
func (m *mainText) sketch(url string) record.Sketch {
	if len(m.text) == 0 {
		return 0
	}
	m.url = AppendURLWords(m.url[:0], url)
	m.words = appendWords(m.words[:0], m.text[:min(len(m.text), SketchText)], m.url, record.SketchWords)
	return record.SketchOf(m.words)
}
