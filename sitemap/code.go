package sitemap

import "fmt"

// Code is a kind of problem. Its String is stable.
type Code uint8

// The problems, in the order in which reports explain them.
const (
	EncodingNotUTF8 Code = iota
	EncodingInvalid
	BOM
	ControlChar
	GzipWithoutName
	GzipNameButPlain
	GzipTruncated
	GzipDouble
	GzipCRC
	TooLarge
	TooLarge084

	Empty
	HTMLNotXML
	NotASitemap
	XMLDeclNotFirst
	GarbageBeforeXML
	GarbageAfterRoot
	Truncated
	Malformed
	EntityUnescaped
	EntityUndefined
	EntityBomb
	ExternalEntity
	DTD
	NSWrong
	NSMissing
	NSLegacy
	NSPrefixUndeclared
	TagCase
	Order
	UnexpectedElement
	UnexpectedAttribute
	UnknownExtension

	LocMissing
	LocRepeated
	LocRelative
	LocScheme
	LocNotEscaped
	LocDoubleEscaped
	LocTooLong
	LocShortNotXSD
	LocWhitespace
	LocOutOfScope
	HTTPHTTPSDuplicate
	LocDuplicate
	LocFragment
	LocUserinfo
	SessionInLoc
	TextNotAURL
	AlternateBad

	LastmodBad
	LastmodW3CNotXSD
	LastmodFuture
	LastmodBeforeWeb
	ChangefreqBad
	PriorityBad
	ValueWhitespace

	TooManyURLs
	TooManySitemaps
	TooManySitemaps084
	NestedIndex
	IndexLoop

	codeCount
)

// codeInfo is what there is to say of a code. byXSD: a schema validator finds
// it too (xmllint without a schema counts: the file is not well-formed).
type codeInfo struct {
	name  string
	level Severity
	byXSD bool
	what  string
	fix   string
}

var codes = [codeCount]codeInfo{
	EncodingNotUTF8:  {"encoding-not-utf8", Error, false, "The file is not encoded in UTF-8, or says so", "Save it as UTF-8 and declare encoding=\"UTF-8\"."},
	EncodingInvalid:  {"encoding-invalid", Error, true, "Bytes that are not characters of the file's encoding", "Write the file in the encoding that it declares: UTF-8."},
	BOM:              {"bom", Warning, false, "A byte order mark before the first character", "Save the file without BOM; some readers stumble over it."},
	ControlChar:      {"control-char", Error, true, "A control character, which XML cannot carry", "Remove control characters from the data."},
	GzipWithoutName:  {"gzip-without-name", Warning, false, "Packed with gzip, but the name does not end in .gz", "Name it .xml.gz, or serve it unpacked."},
	GzipNameButPlain: {"gzip-name-but-plain", Warning, false, "The name ends in .gz, but the file is not packed", "Pack it, or drop .gz from the name."},
	GzipTruncated:    {"gzip-truncated", Error, false, "The packed file is cut off", "Write it again; check the disk and the upload."},
	GzipDouble:       {"gzip-double", Error, false, "Packed with gzip twice", "Pack it once; look for a server that packs .gz files again."},
	GzipCRC:          {"gzip-crc", Error, false, "The packed data is damaged", "Write it again; check the upload mode (binary)."},
	TooLarge:         {"too-large", Error, false, "More than 52,428,800 bytes unpacked", "Split it into several sitemaps under an index."},
	TooLarge084:      {"too-large-084", Error, false, "More than 10,485,760 bytes, the limit of version 0.84", "Split it, or move to version 0.9."},

	Empty:               {"empty", Error, true, "No entry in the file", "Publish a sitemap only when it has entries."},
	HTMLNotXML:          {"html-not-xml", Error, true, "A web page instead of a sitemap", "Look for a 404 or login page served under the sitemap's URL."},
	NotASitemap:         {"not-a-sitemap", Error, true, "Not a sitemap, index, feed, text list or robots.txt", "Give the URL of a sitemap; its root element is urlset or sitemapindex."},
	XMLDeclNotFirst:     {"xml-decl-not-first", Error, true, "Something stands before <?xml", "Remove blanks and blank lines before <?xml, often from a script."},
	GarbageBeforeXML:    {"garbage-before-xml", Error, true, "Text before the XML begins", "Switch off warnings or output of the script that writes the file."},
	GarbageAfterRoot:    {"garbage-after-root", Error, true, "Content after the closing tag", "Let the file end with its closing tag."},
	Truncated:           {"truncated", Error, true, "The file ends in the middle", "Write it again as a whole: to another name, then rename."},
	Malformed:           {"malformed", Error, true, "Not well-formed XML", "Write the file with an XML library."},
	EntityUnescaped:     {"entity-unescaped", Error, true, "A bare & in the XML", "Write &amp; for & in URLs and text."},
	EntityUndefined:     {"entity-undefined", Error, true, "An entity that XML does not know, such as &nbsp;", "Use the character itself; XML knows amp, lt, gt, quot and apos only. A URL with another one is not used, even where a DTD declares it."},
	EntityBomb:          {"entity-bomb", Error, false, "Entities that stand for other entities or for very much text", "Remove the DTD."},
	ExternalEntity:      {"external-entity", Error, false, "The DTD points to another file", "Remove the DTD."},
	DTD:                 {"dtd", Error, false, "A DOCTYPE, which no sitemap needs", "Remove the DOCTYPE."},
	NSWrong:             {"ns-wrong", Error, true, "The XML namespace is not the protocol's", "Use xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\", with http, letter for letter."},
	NSMissing:           {"ns-missing", Error, true, "The XML namespace is missing", "Add xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" to the root element."},
	NSLegacy:            {"ns-legacy", Warning, false, "The namespace of an older version", "Move to http://www.sitemaps.org/schemas/sitemap/0.9 when you can."},
	NSPrefixUndeclared:  {"ns-prefix-undeclared", Error, true, "A prefix without its xmlns declaration", "Declare the prefix on the root element."},
	TagCase:             {"tag-case", Error, true, "Tag names in the wrong case", "Write tags in lower case: XML tells Loc from loc."},
	Order:               {"order", Error, true, "Elements out of order", "Write loc, lastmod, changefreq, priority, then extensions."},
	UnexpectedElement:   {"unexpected-element", Error, true, "An element or text that does not belong there", "Keep to the protocol's elements; extensions need their namespace."},
	UnexpectedAttribute: {"unexpected-attribute", Error, true, "An attribute that the protocol does not have", "Remove it."},
	UnknownExtension:    {"unknown-extension", Warning, true, "An extension that search engines do not know", "Check its namespace letter for letter, or leave it out."},

	LocMissing:         {"loc-missing", Error, true, "An entry without a URL", "Give every entry one loc."},
	LocRepeated:        {"loc-repeated", Error, true, "Several loc in one entry", "Write one url element for each page."},
	LocRelative:        {"loc-relative", Error, false, "A URL that is not absolute", "Write scheme and host: https://host/path."},
	LocScheme:          {"loc-scheme", Error, false, "A URL that is neither http nor https", "List web pages only."},
	LocNotEscaped:      {"loc-not-escaped", Error, false, "Characters that must be escaped in a URL", "Percent-encode them as UTF-8, hosts as punycode (RFC 3986)."},
	LocDoubleEscaped:   {"loc-double-escaped", Warning, false, "Escaped twice, it seems (&amp;amp; or %25..)", "Escape once; check that the URL opens as written."},
	LocTooLong:         {"loc-too-long", Error, true, "More than 2,047 characters", "Shorten the URL; it cannot be listed."},
	LocShortNotXSD:     {"loc-short-not-xsd", Warning, true, "Under 12 characters, which the schema refuses", "Nothing to do: the protocol's text allows it."},
	LocWhitespace:      {"loc-whitespace", Warning, false, "White space around a URL", "Write the URL directly between the tags."},
	LocOutOfScope:      {"loc-out-of-scope", Error, false, "Outside of what this sitemap may list", "A sitemap lists its own host, scheme and folder only; move it up, or name it in the robots.txt of the host that it lists."},
	HTTPHTTPSDuplicate: {"http-https-duplicate", Error, false, "The same page by http and by https", "List the one that the site redirects to."},
	LocDuplicate:       {"loc-duplicate", Warning, false, "The same URL again", "List each URL once."},
	LocFragment:        {"loc-fragment", Warning, false, "A fragment (#...), which is no page of its own", "Cut it off."},
	LocUserinfo:        {"loc-userinfo", Warning, false, "A user name or password in the URL", "Remove it, and change the password."},
	SessionInLoc:       {"session-in-loc", Warning, false, "A session id in the URL", "Remove it: each visit makes another URL of the same page."},
	TextNotAURL:        {"text-not-a-url", Error, false, "A line that is not a URL", "A text sitemap has one full URL a line and nothing else."},

	AlternateBad: {"alternate-bad", Warning, false, "A translation (xhtml:link hreflang) without an absolute http or https URL, which is ignored", "Write scheme and host of each: https://host/path."},

	LastmodBad:       {"lastmod-bad", Error, true, "lastmod is no W3C date", "Write YYYY-MM-DD, or YYYY-MM-DDThh:mm:ss with zone, or leave it out."},
	LastmodW3CNotXSD: {"lastmod-w3c-not-xsd", Warning, true, "A legal date that the schema refuses", "Write the full date, and a time with seconds and zone."},
	LastmodBeforeWeb: {"lastmod-before-web", Warning, false, "lastmod lies before 1991, when there was no web", "Give the time of the last change, or none; 1970 is the zero of a clock."},
	LastmodFuture:    {"lastmod-future", Warning, false, "lastmod lies in the future", "Give the time of the last change; engines distrust others."},
	ChangefreqBad:    {"changefreq-bad", Error, true, "changefreq is none of its seven words", "Use always hourly daily weekly monthly yearly never, or leave it out."},
	PriorityBad:      {"priority-bad", Error, true, "priority is no number from 0.0 to 1.0", "Write a decimal with a point, or leave it out."},
	ValueWhitespace:  {"value-whitespace", Warning, false, "White space around a value", "Write the value directly between the tags."},

	TooManyURLs:        {"too-many-urls", Error, false, "More than 50,000 URLs", "Split it into several sitemaps under an index."},
	TooManySitemaps:    {"too-many-sitemaps", Error, false, "More than 50,000 sitemaps in an index", "Make several index files and submit each."},
	TooManySitemaps084: {"too-many-sitemaps-084", Error, true, "More than 1,000 sitemaps, the limit of version 0.84", "Make several index files, or move to version 0.9."},
	NestedIndex:        {"nested-index", Error, false, "An index that lists an index", "List sitemaps only."},
	IndexLoop:          {"index-loop", Error, false, "Index files that list each other", "List sitemaps only."},
}

// String is the stable name: lower case with hyphens.
func (c Code) String() string {
	if c < codeCount {
		return codes[c].name
	}
	return fmt.Sprintf("code-%d", uint8(c))
}

// MarshalText writes the stable name.
func (c Code) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Severity says whether the problem makes a file invalid.
func (c Code) Severity() Severity { return codes[c].level }

// Summary says in a few words what is wrong, Advice what to do about it.
func (c Code) Summary() string { return codes[c].what }

// Advice says what to do about the problem, in a sentence.
func (c Code) Advice() string { return codes[c].fix }

// SchemaSees reports that validating against the protocol's XML schema would
// find the problem too.
func (c Code) SchemaSees() bool { return codes[c].byXSD }
