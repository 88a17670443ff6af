package export

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/table"
)

// feedKind is a product feed in XML: RSS 2.0 or Atom with Google's names, or
// another list of products.
var feedKind = kind{what: "feed (XML)"}

// feedColumns are what is kept of a product.
var feedColumns = []string{"id", "title", "price", "sale-price", "availability", "condition", "brand", "gtin", "item-group-id", "product-type"}

func feedLayout() *layout {
	l := &layout{url: 0, source: -1, date: -1, site: -1}
	for i, name := range feedColumns {
		l.columns = append(l.columns, column{at: i + 1, name: name, rule: first})
	}
	return l
}

var (
	feedItems = map[string]bool{"item": true, "entry": true, "product": true, "offer": true}
	feedLinks = map[string]bool{"link": true, "url": true, "producturl": true, "product_url": true, "deeplink": true}
)

// googleNames is the namespace of the names with g:.
const googleNames = "http://base.google.com/ns/1.0"

// maxItem is the largest product, in bytes.
const maxItem = 4 << 20

// feed reads the products of a feed.
func (s *sheet) feed(text io.Reader) error {
	s.m.Broken.Why = "a product without a URL"
	in := &bounded{in: text}
	x := &tokens{d: xml.NewDecoder(in)}
	x.d.Strict, x.d.Entity = false, xml.HTMLEntity
	x.d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 by now
	for {
		in.left = maxItem
		token, err := x.next()
		if err != nil {
			return s.feedEnd(x.d, err)
		}
		start, isStart := token.(xml.StartElement)
		if !isStart || !feedItems[strings.ToLower(start.Name.Local)] {
			continue
		}
		line, _ := x.d.InputPos()
		if err := s.product(x, start.Name, line); err != nil {
			return s.feedEnd(x.d, err)
		}
	}
}

// tokens reads XML that is not too deep: the decoder remembers every element
// that is open.
type tokens struct {
	d     *xml.Decoder
	depth int
}

const maxXMLDepth = 100

var errDeep = errors.New("elements more than 100 deep")

func (x *tokens) next() (xml.Token, error) {
	token, err := x.d.Token()
	switch token.(type) {
	case xml.StartElement:
		x.depth++
	case xml.EndElement:
		x.depth--
	}
	if err == nil && x.depth > maxXMLDepth {
		err = errDeep
	}
	return token, err
}

// feedEnd tells how a feed ends: what is wrong with its XML cuts it off.
func (s *sheet) feedEnd(d *xml.Decoder, err error) error {
	var syntax *xml.SyntaxError
	switch {
	case err == nil, err == io.EOF:
	case errors.As(err, &syntax), errors.Is(err, errLarge), errors.Is(err, errDeep):
		line, _ := d.InputPos()
		s.m.Broken.Add(line, []byte(err.Error()))
	default:
		return err
	}
	if s.m.Lines == 0 {
		s.m.What, s.m.Cut = "", "it is XML, and no feed of products: it has no item, entry, product or offer"
	}
	return nil
}

// product reads one product.
func (s *sheet) product(x *tokens, name xml.Name, line int) error {
	cells := make([][]byte, 1+len(feedColumns))
	google := false // the link is Google's, which goes first
	for {
		token, err := x.next()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.EndElement:
			if t.Name != name {
				continue
			}
			raw := bytes.Join(cells[1:3], []byte(" "))
			if len(cells[0]) == 0 {
				s.m.Lines++
				s.m.Broken.Add(line, raw)
				return nil
			}
			return s.row(table.Row{Cells: cells, Line: line, Raw: raw, Whole: true})
		case xml.StartElement:
			text, err := elementText(x)
			if err != nil {
				return err
			}
			if local := strings.ToLower(t.Name.Local); feedLinks[local] {
				if link := linkOf(t, text); len(link) > 0 && (cells[0] == nil || !google && t.Name.Space == googleNames) {
					cells[0], google = link, t.Name.Space == googleNames
				}
			} else if i := feedColumn(local); i > 0 && cells[i] == nil {
				cells[i] = text
			}
		}
	}
}

// linkOf gives the URL of a link: its text, or of Atom its href, unless it is
// a link to something else.
func linkOf(e xml.StartElement, text []byte) []byte {
	rel, href := "", ""
	for _, a := range e.Attr {
		switch a.Name.Local {
		case "rel":
			rel = a.Value
		case "href":
			href = a.Value
		}
	}
	switch {
	case href == "":
		return text
	case rel == "" || rel == "alternate":
		return []byte(strings.TrimSpace(href))
	}
	return nil
}

func feedColumn(local string) int {
	name := discover.MeasureName(local)
	for i, c := range feedColumns {
		if c == name {
			return i + 1
		}
	}
	return 0
}

// elementText gives the text of an element, of it and all within, trimmed.
func elementText(x *tokens) ([]byte, error) {
	var text []byte
	for depth := 1; depth > 0; {
		token, err := x.next()
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			if len(text) < maxText*8 {
				text = append(text, t...)
			}
		}
	}
	return bytes.TrimSpace(text), nil
}

// bounded ends a feed of which one product is too large to hold.
type bounded struct {
	in   io.Reader
	left int
}

var errLarge = errors.New("a product of more than 4 MB")

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errLarge
	}
	n, err := b.in.Read(p)
	b.left -= n
	return n, err
}
