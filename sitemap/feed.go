package sitemap

import (
	"bytes"
	"slices"
	"strings"
	"time"
)

// atomElement gives what an element of an Atom entry is.
func (x *xmlReader) atomElement(local []byte) elem {
	switch string(local) {
	case "link":
		return elAtomLink
	case "updated", "modified": // modified is Atom 0.3
		return elUpdated
	}
	return elOther
}

// feedAttr picks up what a feed has in attributes: the links of Atom, and
// whether an RSS guid is a URL. Attributes of one tag come one after the
// other, so a link is judged when its tag has been read (see atomLink).
func (x *xmlReader) feedAttr(e elem, sp space, local, value []byte) {
	if sp != spaceNone {
		return
	}
	switch {
	case e == elGUID && string(local) == "isPermaLink":
		x.entry.permalink = string(value) != "false"
	case e == elAtomLink && string(local) == "href":
		x.atomLink(value)
	}
}

// atomLink takes the href of a link of an entry, if it is the first one that
// leads to the page itself (RFC 4287, 4.2.7.2).
func (x *xmlReader) atomLink(href []byte) {
	rel := "alternate"
	x.t.eachAttrQuiet(func(name, value []byte) {
		if string(name) == "rel" {
			rel = strings.ToLower(string(bytes.TrimSpace(value)))
		}
	})
	if rel != "alternate" && rel != "http://www.iana.org/assignments/relation/alternate" || x.entry.alternate {
		return
	}
	x.entry.alternate = true
	var state refState
	x.val, state = x.t.decodeQuiet(x.val[:0], href)
	x.valBad, x.valTag, x.valRef = state.control, false, state
	x.scratch = slices.Grow(x.scratch[:0], maxBase+maxLoc) // the longest base and reference
	x.addLoc(x.bases.resolve(x.scratch, x.val), x.t.line)
}

// rfc822 are the layouts that feeds use for pubDate: RFC 822 as RSS 2.0 asks,
// with four-digit years, and without the weekday.
var rfc822 = []string{
	"2 Jan 2006 15:04:05 -0700",
	"2 Jan 2006 15:04:05 MST",
	"2 Jan 2006 15:04 -0700",
	"2 Jan 2006 15:04 MST",
	"2 Jan 06 15:04:05 -0700",
	"2 Jan 06 15:04:05 MST",
	"2 Jan 06 15:04 -0700",
	"2 Jan 06 15:04 MST",
}

// zones822 are the zone names of RFC 822, section 5.1. time.Parse knows their
// letters only.
var zones822 = strings.NewReplacer(
	" GMT", " +0000", " UTC", " +0000", " UT", " +0000", " Z", " +0000",
	" EST", " -0500", " EDT", " -0400", " CST", " -0600", " CDT", " -0500",
	" MST", " -0700", " MDT", " -0600", " PST", " -0800", " PDT", " -0700")

// maxZone is the farthest from UTC that xsd:dateTime knows, in seconds.
const maxZone = 14 * 60 * 60

// parseRFC822 reads the date of an RSS item. lastmod is that date as a sitemap
// has it, in the zone that the item gives. Of a zone that RFC 822 does not know,
// such as CET, nobody can tell the offset: then it is the day alone.
func parseRFC822(s string) (at time.Time, lastmod string, ok bool) {
	if len(s) > 64 {
		return at, "", false
	}
	if _, rest, ok := strings.Cut(s, ","); ok {
		s = rest
	}
	s = zones822.Replace(strings.Join(strings.Fields(s), " "))
	for _, layout := range rfc822 {
		at, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		switch _, offset := at.Zone(); {
		case strings.HasSuffix(layout, "MST"):
			return at, at.Format(time.DateOnly), true
		case max(offset, -offset) > maxZone:
			return at, LastMod(at.UTC()), true
		}
		return at, LastMod(at), true
	}
	return at, "", false
}
