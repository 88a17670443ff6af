// Package page turns one HTTP answer into facts and links.
//
// It is pure: status, header and body go in, values come out; it opens no
// socket and no file. Parsing never fails: whatever the bytes are, a Page
// comes back, with the problems met on the way.
package page

import (
	"bytes"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// Options say what a Parser takes from a page. The zero value works.
type Options struct {
	// Agent is the product token of our own crawler, which nofollow
	// directives may name. Default "portolan".
	Agent string
	// ListAgent is the product token of the search engine's crawler for which
	// Facts.MetaRobots and HeaderRobots are read. Default "googlebot".
	ListAgent string
	// MaxLinks is how many links are taken from one page. Default 50,000.
	MaxLinks int
	// Images takes the pictures of img elements as links, too.
	Images bool
	// Candidates takes the other candidates of srcset, too, as links that say so.
	Candidates bool
	// Videos takes the videos that JSON-LD describes.
	Videos bool
	// Articles takes what pages that are articles say of themselves.
	Articles bool
	// Text keeps the main text of pages, and that of their links, in Page.
	Text bool
}

const (
	defaultMaxLinks = 50_000
	maxAnchor       = 200 // bytes of a link's text
	maxResources    = 100
	maxFact         = 2048    // bytes of a title, description or heading
	keepLinks       = 4096    // links for which memory is kept between pages
	keepBytes       = 1 << 20 // of each buffer that is kept between pages
)

// Input is one answer.
type Input struct {
	URL       string // the page's own
	Status    int
	Header    http.Header
	Body      []byte    // after Content-Encoding
	Truncated bool      // Body is the beginning of a longer one
	Uncoded   bool      // Content-Encoding names what Body never had
	Now       time.Time // decides whether unavailable_after has passed
}

// Page is what a Parser found. Its byte slices, and it itself, are valid until
// the next Parse, and no longer than Input.Body; the strings last.
type Page struct {
	record.Facts
	// Base is the href of the first base element that has one, nil if there
	// is none. It may be relative, or no URL at all.
	Base []byte
	// Links are those of the header, then those of the body in document
	// order.
	Links []Link
	// Resources are what a browser loads with the page: scripts, style sheets
	// and pictures, at most 100, in document order.
	Resources []Resource
	// NoFollow says that robots directives, general ones or ours, forbid to
	// follow any link of the page.
	NoFollow bool
	// Videos are those of JSON-LD that are described in full, at most 50.
	Videos []Video
	// Article is what the page says of itself as an article, nil if it is none.
	Article *Article
	// Problems are what was wrong with the page, at most 20.
	Problems []Problem
	// Text is the main text, a line for each of the page's: what stands
	// outside of links, nav, aside, and the page's header and footer. LinkText
	// is that of the links there. Both have at most 64 KB, and are empty
	// without Options.Text.
	Text, LinkText []byte
	// Lead is how the main text begins, at most SketchText bytes.
	Lead []byte

	doc []byte
}

// Source is the body in UTF-8, nil if it was not read as HTML.
func (p *Page) Source() []byte { return p.doc }

// Position gives the line and column, both from 1, of an Offset. Columns are
// characters (code points), as editors count them. It is for the few places
// shown to people: it counts from the beginning each time.
func (p *Page) Position(offset int) (line, col int) {
	before := p.doc[:max(0, min(offset, len(p.doc)))]
	return 1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[1+bytes.LastIndexByte(before, '\n'):])
}

// Link is one reference of a page.
type Link struct {
	Kind Kind
	// Href is the reference as written: character references decoded,
	// nothing else done to it. In a page that is not in UTF-8 it was decoded
	// with the page. It may be empty, which names the page's own URL, or, in
	// a canonical, nothing.
	Href []byte
	// Anchor is the link's text, or the alternative text of its images, else
	// its aria-label or title, with white space folded; at most 200 bytes.
	Anchor []byte
	Lang   []byte // hreflang, white space trimmed
	Rel    Rel
	Delay  int // seconds, of a refresh
	// Offset is where the tag begins in the body (in the body in UTF-8 if it
	// is in another encoding), -1 for links of the header. See
	// Page.Position.
	Offset int

	Region     record.Region
	FromHeader bool // of a Link or Refresh header
	InHead     bool // in the head, as HTML parsing with scripts off has it
	// ScriptedHead links are in the head for a browser with scripts on, and
	// in the body without, because a noscript holds what no head may hold:
	// a tracking pixel, most often.
	ScriptedHead bool
	// NoScript links stand in a noscript element: a browser with scripts on
	// does not see them.
	NoScript bool
	// Candidate is a picture that some browsers show in the place of another one.
	Candidate bool
}

// Resource is the address of a script, a style sheet or a picture, as written,
// and where its tag begins: see Link.
type Resource struct {
	Href   []byte
	Offset int
}

// Kind is what sort of reference a link is.
type Kind uint8

const (
	KindA    Kind = iota // a, also in SVG
	KindArea             // area of an image map
	KindFrame
	KindIFrame
	KindNext // link rel=next
	KindPrev
	KindAlternate // link rel=alternate to another form of the page; Lang for a translation
	KindFeed      // link rel=alternate to an RSS, Atom or JSON feed
	KindCanonical
	KindRefresh // meta refresh or Refresh header with a target
	KindImage
)

// Rel is a bit set of what a link's rel attribute says of endorsing it.
type Rel uint8

const (
	RelNoFollow Rel = 1 << iota
	RelUGC
	RelSponsored
)

// Parser reads pages, one after the other, and reuses its buffers. It must
// not be used by two goroutines at a time.
type Parser struct {
	opts Options

	page     Page
	arena    []byte // what Links point to, where it is not in the document
	decoded  []byte // the body in UTF-8, where it came in another encoding
	anchor   capture
	heading  capture
	short    capture // of a title or a description
	main     mainText
	least    [record.PrintBins]uint64 // of the words of the main text, by bin
	places   []uint16                 // see readPlaces
	scratch  []byte                   // of a character reference
	stack    []scope
	entities entities
	oddTags  oddTags

	scanner
}

// scanner is the state of one page's parsing.
type scanner struct {
	in    Input
	doc   []byte // UTF-8
	xhtml bool
	tag   tag
	stats textStats
	flaws flaws

	regions regions

	mode         mode
	scope        scope // the innermost of stack
	headNoScript bool  // in a noscript in head
	noIndexSure  bool  // a noindex stands outside of noscript
	noScript     bool  // in a noscript in body
	scriptedHead bool  // only the content of a noscript has ended the head: with scripts on it goes on
	frameless    bool  // in noframes: only links are taken
	framesetLate bool  // a frameset would be ignored
	culprit      int   // offset of the tag or text that ended the head before its time, -1 if none
	culpritName  string
	displaced    displacement

	link      int // index of the a element's link whose text is being gathered, -1 if none
	linkLabel []byte
	linkName  []byte // its aria-label
	inHeading bool
	headings  int
	titled    bool
	tooMany   bool
	jsonDated bool // Modified is of JSON-LD
	article   articleFacts
}

// NewParser makes a Parser.
func NewParser(opts Options) *Parser {
	if opts.Agent == "" {
		opts.Agent = "portolan"
	}
	if opts.ListAgent == "" {
		opts.ListAgent = "googlebot"
	}
	if opts.MaxLinks <= 0 {
		opts.MaxLinks = defaultMaxLinks
	}
	return &Parser{opts: opts}
}

// Parse reads an answer: the header's facts and links whatever the status and
// type are, the body if it is HTML and not a redirect's. It never fails. The
// result is valid until the next call.
func (p *Parser) Parse(in Input) *Page {
	p.reset(in)
	content := parseContentType(in.Header.Values("Content-Type"))
	if unknownType(content.essence) {
		content = contentType{charset: content.charset}
		if len(in.Body) > 0 {
			content.essence = sniff(in.Body)
		}
	}
	p.page.Type = content.essence
	p.readHeader()
	p.xhtml = content.essence == "application/xhtml+xml"
	if in.Status >= 300 && in.Status < 400 || content.essence != "text/html" && !p.xhtml {
		return &p.page
	}
	p.page.HTML = true
	p.flaws.begin(in.URL, in.Header.Values("Content-Security-Policy"))
	p.transportFlaws()
	p.deliveryFlaws()
	p.stats.echoed(in.URL)
	start := p.decode(content.charset)
	p.page.doc = p.doc
	p.scan(start)
	p.finish()
	return &p.page
}

func (p *Parser) reset(in Input) {
	links, problems, resources := p.page.Links, p.page.Problems, p.page.Resources
	if cap(links) > keepLinks {
		links = nil
	}
	p.page = Page{Links: links[:0], Problems: problems[:0], Resources: resources[:0]}
	p.arena = emptied(p.arena)
	p.decoded = emptied(p.decoded)
	p.stack = p.stack[:0]
	p.main.reset(SketchText)
	if p.opts.Text {
		p.main.limit = maxText
	}
	words := p.stats.url[:0]
	kept := p.flaws
	p.scanner = scanner{in: in, culprit: -1, link: -1}
	p.flaws.fragments, p.flaws.data = kept.fragments, kept.data
	p.stats.url = words
	p.least = [record.PrintBins]uint64{}
	p.stats.least = &p.least
}

// emptied gives back a buffer for reuse, unless one page made it large.
func emptied(b []byte) []byte {
	if cap(b) > keepBytes {
		return nil
	}
	return b[:0]
}

// finish ends what the document's end leaves open.
func (p *Parser) finish() {
	p.closeLink()
	p.closeHeading()
	p.page.Words, p.page.TextHash = p.stats.result()
	p.page.Content, p.page.ContentOwn = p.stats.content.result()
	p.page.Sketch, p.page.Lead = p.main.sketch(p.in.URL), p.main.text[:min(len(p.main.text), SketchText)]
	p.page.Print = record.PrintOf(&p.least)
	if p.opts.Text {
		p.page.Text, p.page.LinkText = p.main.text, p.main.links
	}
	p.finishFlaws()
	if p.opts.Articles {
		p.finishArticle()
	}
	if p.displaced != 0 && p.culprit >= 0 {
		p.problem(record.HeadBroken, p.culprit, p.culpritName+" before "+p.displaced.String())
	}
	for i := range p.page.Problems {
		if b := &p.page.Problems[i]; b.offset >= 0 {
			b.Line, b.Col = p.page.Position(b.offset)
		}
	}
}

// addLink appends a link.
func (p *Parser) addLink(kind Kind, link Link) bool {
	if len(p.page.Links) >= p.opts.MaxLinks {
		if !p.tooMany {
			p.tooMany = true
			p.problem(record.TooManyLinks, link.Offset, "")
		}
		p.page.LinksCut++
		return false
	}
	link.Kind = kind
	if link.FromHeader {
		link.Offset = -1
	}
	p.page.Links = append(p.page.Links, link)
	return true
}

// addRobotsMeta takes the directives of a robots meta element.
func (p *Parser) addRobotsMeta(name, content string) {
	listing, counts := robots.ParseMeta(name, content, p.opts.ListAgent, p.in.Now)
	p.page.MetaRobots |= listing
	if !listing.Indexable() {
		p.noIndexSure = p.noIndexSure || !p.noScript && !p.headNoScript
	}
	ours, oursToo := robots.ParseMeta(name, content, p.opts.Agent, p.in.Now)
	p.page.NoFollow = p.page.NoFollow || !ours.Followable()
	if !counts && !oursToo {
		return
	}
	if p.mode == modeBody {
		p.displace("robots")
	}
	if p.page.RobotsMeta != "" {
		name = "\n" + name
	}
	if line := name + ": " + content; len(p.page.RobotsMeta)+len(line) <= maxFact {
		p.page.RobotsMeta += line
	}
}

func (p *Parser) addRobotsHeader(value string) {
	p.page.HeaderRobots |= robots.ParseHeader(value, p.opts.ListAgent, p.in.Now)
	if !robots.ParseHeader(value, p.opts.Agent, p.in.Now).Followable() {
		p.page.NoFollow = true
	}
}
