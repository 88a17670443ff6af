package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier/record"
)

const (
	maxData      = 20       // scripts of JSON-LD of a page that are looked at
	maxDataBytes = 64 << 10 // of each
	maxDataDepth = 4        // graphs in graphs
	maxDataNodes = 200
)

// wanted are the properties without which search engines show nothing of a
// thing, by its type: of alternatives, which are parted by |, one is enough.
// State: 2026-11, of Google's documentation of structured data. Types that no
// engine shows any more (FAQPage, HowTo, Course, practice problems) are not in it.
var wantedProperties = map[string][]string{
	"Product":             {"name", "offers|review|aggregateRating"},
	"Recipe":              {"name", "image"},
	"JobPosting":          {"title", "description", "datePosted", "hiringOrganization", "jobLocation|applicantLocationRequirements"},
	"Event":               {"name", "startDate", "location"},
	"BreadcrumbList":      {"itemListElement"},
	"VideoObject":         {"name", "thumbnailUrl", "uploadDate"},
	"LocalBusiness":       {"name", "address"},
	"Review":              {"itemReviewed", "author", "reviewRating"},
	"SoftwareApplication": {"name", "offers", "aggregateRating|review"},
	"QAPage":              {"mainEntity"},
	"Dataset":             {"name", "description"},
	"Movie":               {"name", "image"},
}

// structure looks at the JSON-LD of the page: whether it can be read, and
// whether the things in it say what engines ask for.
func (p *Parser) structure() {
	for _, at := range p.flaws.data {
		data := bytes.TrimSpace(p.doc[at[0]:at[1]])
		if len(data) == 0 || len(data) > maxDataBytes || data[0] == '<' || data[0] == '/' || p.in.Truncated {
			continue // also what is wrapped in a comment, of which engines make different things
		}
		offset := at[0] + bytes.IndexByte(p.doc[at[0]:at[1]], data[0])
		if err := p.checkData(data, offset); err != nil {
			if e, is := err.(*json.SyntaxError); is {
				offset += min(int(max(e.Offset-1, 0)), len(data))
			}
			p.flaw(record.DataBroken, offset, fmt.Appendf(nil, "%v: %s", err, p.doc[max(offset-20, at[0]):min(offset+20, at[1])]))
		}
	}
}

// checkData reads one script. Whether it has a type of which something is
// wanted is told by its bytes.
func (p *Parser) checkData(data []byte, offset int) error {
	if !json.Valid(data) {
		var v any
		return json.Unmarshal(data, &v)
	}
	named := false
	for typ := range wantedProperties {
		named = named || bytes.Contains(data, []byte(`"`+typ+`"`))
	}
	if !named {
		return nil
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	left := maxDataNodes
	p.checkNode(v, maxDataDepth, &left, offset)
	return nil
}

// checkNode looks at a thing, a list of things, or a graph of them.
func (p *Parser) checkNode(v any, depth int, left *int, offset int) {
	if *left--; depth == 0 || *left < 0 {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			p.checkNode(one, depth-1, left, offset)
		}
	case map[string]any:
		if graph, is := v["@graph"]; is {
			p.checkNode(graph, depth-1, left, offset)
		}
		for _, typ := range typesOf(v["@type"]) {
			if lacks := lacking(v, wantedProperties[typ]); lacks != nil {
				p.flaw(record.DataLacking, offset, fmt.Appendf(nil, "%s without %s", typ, strings.Join(lacks, ", ")))
			}
		}
	}
}

func typesOf(v any) (types []string) {
	switch v := v.(type) {
	case string:
		return []string{strings.TrimPrefix(strings.TrimPrefix(v, "http://schema.org/"), "https://schema.org/")}
	case []any:
		for _, one := range v {
			if s, is := one.(string); is && len(types) < 5 {
				types = append(types, s)
			}
		}
	}
	return types
}

// lacking gives the properties that a thing does not have.
func lacking(thing map[string]any, wanted []string) (list []string) {
	for _, w := range wanted {
		has := slices.ContainsFunc(strings.Split(w, "|"), func(name string) bool {
			switch v := thing[name].(type) {
			case nil:
				return false
			case string:
				return strings.TrimSpace(v) != ""
			case []any:
				return len(v) > 0
			}
			return true
		})
		if !has {
			list = append(list, strings.ReplaceAll(w, "|", " or "))
		}
	}
	return list
}
