// Package sitemap writes and reads files of the Sitemap protocol, versions 0.9
// (sitemaps.org) and 0.84 (its predecessor), and says what is wrong with them.
//
// The writer makes files that the text of the protocol and both XML schemas
// accept. The reader takes whatever is out there (urlset, index, text, RSS,
// Atom, robots.txt; packed or not; damaged or not), yields every entry that is
// complete, and lists the problems with code and line. The verifier reads a
// whole set back and refuses it at the first fault.
//
// The package opens no file and no socket.
package sitemap

import "fmt"

// Version is a version of the Sitemap protocol.
type Version int

// The two versions that exist.
const (
	V09  Version = iota // http://www.sitemaps.org/schemas/sitemap/0.9
	V084                // http://www.google.com/schemas/sitemap/0.84
)

// The XML namespaces of the protocol and of the extensions that are written.
const (
	nsV09   = "http://www.sitemaps.org/schemas/sitemap/0.9"
	nsV084  = "http://www.google.com/schemas/sitemap/0.84"
	nsImage = "http://www.google.com/schemas/sitemap-image/1.1"
	nsVideo = "http://www.google.com/schemas/sitemap-video/1.1"
	nsNews  = "http://www.google.com/schemas/sitemap-news/0.9"
	nsXHTML = "http://www.w3.org/1999/xhtml"
	nsXSI   = "http://www.w3.org/2001/XMLSchema-instance"
)

// String gives the version as people write it.
func (v Version) String() string {
	if v == V084 {
		return "0.84"
	}
	return "0.9"
}

// ParseVersion reads "0.9" or "0.84".
func ParseVersion(s string) (Version, error) {
	switch s {
	case "0.9":
		return V09, nil
	case "0.84":
		return V084, nil
	}
	return V09, fmt.Errorf("sitemap protocol %q is not known; there are 0.9 and 0.84", s)
}

// Namespace is the XML namespace of the version's elements.
func (v Version) Namespace() string {
	if v == V084 {
		return nsV084
	}
	return nsV09
}

// Limits bound one file of a set. A zero field means the protocol's own limit.
type Limits struct {
	URLs     int   // entries in one sitemap
	Bytes    int64 // bytes of one file before packing, closing tag included
	Sitemaps int   // entries in one index
}

// Limits2006 are those of the protocol's first 0.9 text. Some engines kept
// them after sitemaps.org raised the size to 50 MB in 2016.
var Limits2006 = Limits{URLs: 50_000, Bytes: 10_485_760, Sitemaps: 1_000}

// Limits are the version's own.
func (v Version) Limits() Limits {
	if v == V084 {
		return Limits2006
	}
	return Limits{URLs: 50_000, Bytes: 52_428_800, Sitemaps: 50_000}
}

// Within fills zero fields with the version's limits and lowers those that
// exceed them: a caller can ask for less, never for more.
func (l Limits) Within(v Version) Limits {
	top := v.Limits()
	if l.URLs <= 0 || l.URLs > top.URLs {
		l.URLs = top.URLs
	}
	if l.Bytes <= 0 || l.Bytes > top.Bytes {
		l.Bytes = top.Bytes
	}
	if l.Sitemaps <= 0 || l.Sitemaps > top.Sitemaps {
		l.Sitemaps = top.Sitemaps
	}
	return l
}

// Entry is one page of a sitemap, or one sitemap of an index (Loc and LastMod
// alone).
type Entry struct {
	// Loc is the absolute URL, escaped as RFC 3986 wants it, not yet as XML.
	Loc string
	// LastMod is empty or a W3C Datetime. The writer writes it in a form that
	// both schemas accept (see NormalizeLastMod), or not at all.
	LastMod string
	// ChangeFreq and Priority are empty or as the protocol has them. A value
	// that the schema refuses, and the default 0.5, are not written.
	ChangeFreq string
	Priority   string

	Images     []string    // URLs of images, at most 1,000 are written
	Alternates []Alternate // the page in other languages, itself included
	Videos     []Video     // incomplete ones are not written
	News       *News       // the page as an article; an incomplete one is not written
}

// Alternate is the page in one language (xhtml:link rel="alternate").
type Alternate struct {
	Lang string // a BCP 47 tag, or x-default
	Href string // absolute, escaped as Loc
}

// Video is one video on the page. Google's schema requires Thumbnail, Title and
// Description; its text also Content or Player.
type Video struct {
	Thumbnail   string // URL of the picture
	Title       string // cut at 100 characters
	Description string // cut at 2,048 characters
	Content     string // URL of the video file
	Player      string // URL of a player
	Duration    int    // seconds, 1 to 28,800; 0 or more than that = not written
	Expires     string // W3C Datetime, "" = never
	Published   string // W3C Datetime
	Rating      string // 0.0 to 5.0
	Tags        []string
}

// Complete reports whether the video has all that the extension requires.
func (v *Video) Complete() bool {
	return plainURL(v.Thumbnail) && v.Title != "" && v.Description != "" &&
		(v.Content == "" || plainURL(v.Content)) && (v.Player == "" || plainURL(v.Player)) &&
		v.Content+v.Player != ""
}
