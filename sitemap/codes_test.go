package sitemap_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/sitemap"
)

const (
	decl   = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"
	open09 = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
	open84 = `<urlset xmlns="http://www.google.com/schemas/sitemap/0.84">`
	index9 = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
)

// urlset wraps the inside of a urlset.
func urlset(inside string) string { return decl + open09 + "\n" + inside + "\n</urlset>\n" }

// page is a url element with these children after its loc.
func page(rest string) string {
	return urlset("<url><loc>http://www.example.com/a</loc>" + rest + "</url>")
}

// loc is a urlset of one page with this text as its loc.
func loc(text string) string { return urlset("<url><loc>" + text + "</loc></url>") }

func index(inside string) string { return decl + index9 + inside + "</sitemapindex>\n" }

func packed(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(s))
	w.Close()
	return b.String()
}

// utf16 encodes ASCII.
func utf16(s string, big bool) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if big {
			b.Write([]byte{0, c})
		} else {
			b.Write([]byte{c, 0})
		}
	}
	return b.String()
}

// codeCase is a file and what must be said of it. problems are all of them, in
// any order: what is not there must not be reported.
type codeCase struct {
	name     string
	text     string
	problems string
	kind     sitemap.Kind
	urls     int
	sitemaps int
	first    string
	at       string
}

var ok09 = loc("http://www.example.com/a")

// long is an escaped URL of n characters.
func long(n int) string {
	const start = "http://www.example.com/"
	return start + strings.Repeat("a", n-len(start))
}

var codeCases = []codeCase{
	// bytes
	{name: "utf-8 declared in lower case", text: strings.Replace(ok09, "UTF-8", "utf-8", 1), urls: 1},
	{name: "ascii declared", text: strings.Replace(ok09, "UTF-8", "US-ASCII", 1), urls: 1},
	{name: "no declaration", text: open09 + "<url><loc>http://www.example.com/a</loc></url></urlset>", urls: 1},
	{name: "latin-1", text: "<?xml version='1.0' encoding='ISO-8859-1'?>" + open09 + "<url><loc>http://www.example.com/\xfc</loc></url></urlset>",
		problems: "encoding-not-utf8 loc-not-escaped", urls: 1, first: "http://www.example.com/%C3%BC"},
	{name: "utf-16le bom", text: "\xff\xfe" + utf16(ok09, false), problems: "bom encoding-not-utf8", urls: 1, first: "http://www.example.com/a"},
	{name: "utf-16be bom", text: "\xfe\xff" + utf16(ok09, true), problems: "bom encoding-not-utf8", urls: 1},
	{name: "utf-16 without bom", text: utf16(ok09, false), problems: "encoding-not-utf8", urls: 1},
	{name: "utf-16 declared, bytes are not", text: strings.Replace(ok09, "UTF-8", "UTF-16", 1), problems: "encoding-not-utf8", urls: 1},
	{name: "shift_jis", text: "<?xml version='1.0' encoding='Shift_JIS'?>" + open09 + "<url><loc>http://www.example.com/\x83e</loc></url></urlset>",
		problems: "encoding-not-utf8 loc-not-escaped", urls: 1},
	{name: "not utf-8", text: loc("http://www.example.com/\xfc"), problems: "encoding-invalid loc-not-escaped", urls: 1, first: "http://www.example.com/%FC"},
	{name: "bom", text: "\xef\xbb\xbf" + ok09, problems: "bom", urls: 1},
	{name: "bom twice", text: "\xef\xbb\xbf\xef\xbb\xbf" + ok09, problems: "bom garbage-before-xml xml-decl-not-first", urls: 1},
	{name: "control in loc", text: loc("http://www.example.com/\x01"), problems: "control-char"},
	{name: "control elsewhere", text: "<!-- \x02 -->" + open09 + "<url><loc>http://www.example.com/a</loc></url></urlset>", problems: "control-char", urls: 1},
	{name: "escape code in lastmod", text: page("<lastmod>2005-01-01\x1b</lastmod>"), problems: "control-char lastmod-bad", urls: 1},
	{name: "reference to a control", text: page("<lastmod>&#x1F;</lastmod>"), problems: "control-char lastmod-bad", urls: 1},
	{name: "reference to a surrogate", text: loc("http://www.example.com/&#xD800;"), problems: "control-char"},
	{name: "reference beyond unicode", text: loc("http://www.example.com/&#99999999999;"), problems: "control-char"},
	{name: "noncharacter", text: loc("http://www.example.com/\uFFFE"), problems: "control-char loc-not-escaped", urls: 1, first: "http://www.example.com/%EF%BF%BE"},
	{name: "delete character in loc", text: loc("http://www.example.com/\x7f"), problems: "loc-not-escaped", urls: 1},
	{name: "reference to a letter", text: loc("http://www.example.com/&#97;&#x62;"), urls: 1, first: "http://www.example.com/ab"},
	{name: "packed", text: packed(ok09), urls: 1, at: "http://www.example.com/sitemap.xml.gz"},
	{name: "packed, two members", text: packed(ok09[:80]) + packed(ok09[80:]), urls: 1, at: "http://www.example.com/sitemap.xml.gz"},
	{name: "packed, zeros behind", text: packed(ok09) + strings.Repeat("\x00", 512), urls: 1, at: "http://www.example.com/sitemap.xml.gz"},
	{name: "packed, garbage behind", text: packed(ok09) + "<!-- hello -->", problems: "garbage-after-root", urls: 1, at: "http://www.example.com/sitemap.xml.gz"},
	{name: "packed, plain name", text: packed(ok09), problems: "gzip-without-name", urls: 1},
	{name: "plain, packed name", text: ok09, problems: "gzip-name-but-plain", urls: 1, at: "http://www.example.com/sitemap.xml.gz?v=2"},
	{name: "packed and cut", text: packed(ok09)[:len(packed(ok09))-30], problems: "gzip-truncated", kind: sitemap.KindUnknown, urls: -1, at: "http://www.example.com/s.gz"},
	{name: "packed, cut in the data", text: packed(urlset(many("url", 3000)))[:4000], problems: "gzip-truncated truncated", urls: -1, at: "http://www.example.com/s.gz"},
	{name: "packed, cut in the trailer", text: packed(ok09)[:len(packed(ok09))-4], problems: "gzip-truncated", urls: 1, at: "http://www.example.com/s.gz"},
	{name: "packed magic alone", text: "\x1f\x8b", problems: "gzip-truncated", kind: sitemap.KindUnknown, at: "http://www.example.com/s.gz"},
	{name: "packed twice", text: packed(packed(ok09)), problems: "gzip-double", urls: 1, at: "http://www.example.com/s.xml.gz"},
	{name: "packed, wrong sum", text: flip(packed(ok09), -8), problems: "gzip-crc", urls: 1, at: "http://www.example.com/s.xml.gz"},
	{name: "packed, wrong size", text: flip(packed(ok09), -1), problems: "gzip-crc", urls: 1, at: "http://www.example.com/s.xml.gz"},
	{name: "too large", text: urlset("<url><loc>http://www.example.com/a</loc></url>" + strings.Repeat(" ", 52_428_800)), problems: "too-large", urls: 1},
	{name: "too large for 0.84", text: decl + open84 + "<url><loc>http://www.example.com/a</loc></url>" + strings.Repeat(" ", 10_485_760) + "</urlset>", problems: "ns-legacy too-large-084", urls: 1},

	// XML
	{name: "blank file", text: " \n\t\n", problems: "empty", kind: sitemap.KindUnknown},
	{name: "declaration alone", text: decl, problems: "empty", kind: sitemap.KindUnknown},
	{name: "empty urlset", text: urlset(""), problems: "empty"},
	{name: "empty urlset, one tag", text: decl + strings.Replace(open09, ">", "/>", 1), problems: "empty"},
	{name: "empty index", text: index(""), problems: "empty", kind: sitemap.KindIndex},
	{name: "html", text: "<html><head></head></html>", problems: "html-not-xml", kind: sitemap.KindHTML},
	{name: "xhtml", text: decl + `<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>`, problems: "html-not-xml", kind: sitemap.KindHTML},
	{name: "html with blanks and case", text: "\n\n  <!DocType HTML>\n<HTML></HTML>", problems: "html-not-xml", kind: sitemap.KindHTML},
	{name: "html in pieces", text: "<h1>Not Found</h1>", problems: "html-not-xml", kind: sitemap.KindHTML},
	{name: "other xml", text: decl + "<catalog><url><loc>http://www.example.com/</loc></url></catalog>", problems: "not-a-sitemap", kind: sitemap.KindUnknown},
	{name: "json", text: `{"urls":["http://www.example.com/a"]}`, problems: "not-a-sitemap", kind: sitemap.KindUnknown},
	{name: "binary", text: "PK\x03\x04\x00\x00", problems: "not-a-sitemap", kind: sitemap.KindUnknown},
	{name: "blank line first", text: "\n" + ok09, problems: "xml-decl-not-first", urls: 1},
	{name: "declaration without version", text: strings.Replace(ok09, `version="1.0"`, "", 1), problems: "malformed", urls: 1},
	{name: "declaration with open quote", text: strings.Replace(ok09, `"UTF-8"`, `"UTF-8`, 1), problems: "malformed", urls: 1},
	{name: "declaration with standalone", text: strings.Replace(ok09, `"UTF-8"?`, `"UTF-8" standalone='no' ?`, 1), urls: 1},
	{name: "instruction without name", text: urlset("<? x?><url><loc>http://www.example.com/a</loc></url>"), problems: "malformed", urls: 1},
	{name: "instruction with colon", text: urlset("<?a:b x?><url><loc>http://www.example.com/a</loc></url>"), problems: "malformed", urls: 1},
	{name: "stylesheet", text: strings.Replace(ok09, "?>", "?><?xml-stylesheet href='/s.xsl'?><?x?>", 1), urls: 1},
	{name: "attribute twice", text: strings.Replace(ok09, "<urlset", `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`, 1), problems: "malformed", urls: 1},
	{name: "comment first", text: "<!-- made by hand -->\n" + ok09, problems: "xml-decl-not-first", urls: 1},
	{name: "warning first", text: "Warning: mysql in /a.php on line 3\n" + ok09, problems: "garbage-before-xml xml-decl-not-first", urls: 1},
	{name: "html warning first", text: "<br />\n<b>Notice</b>: x<br />\n" + ok09, problems: "garbage-before-xml xml-decl-not-first", urls: 1},
	{name: "text before root", text: decl + "oops" + ok09[len(decl):], problems: "garbage-before-xml", urls: 1},
	{name: "text after", text: ok09 + "<!-- cached --> done", problems: "garbage-after-root", urls: 1},
	{name: "comment after", text: ok09 + "<!-- cached -->\n", urls: 1},
	{name: "two roots", text: ok09 + loc("http://www.example.com/b"), problems: "garbage-after-root xml-decl-not-first", urls: 2},
	{name: "cut between entries", text: decl + open09 + "<url><loc>http://www.example.com/a</loc></url><url>", problems: "truncated", urls: 1},
	{name: "cut in a tag", text: decl + open09 + "<url><loc>http://www.example.com/a</loc></url><ur", problems: "truncated", urls: 1},
	{name: "cut in a comment", text: decl + open09 + "<url><loc>http://www.example.com/a</loc></url><!-- ", problems: "truncated", urls: 1},
	{name: "cut in cdata", text: decl + open09 + "<url><loc>http://www.example.com/a</loc></url><url><loc><![CDATA[http://www.exa", problems: "truncated", urls: 1},
	{name: "cut in the root's tag", text: decl + "<urlset xml", problems: "truncated"},
	{name: "end tag missing", text: urlset("<url><loc>http://www.example.com/a</loc>"), problems: "malformed", urls: 1},
	{name: "bare less-than", text: page("<priority>< 1</priority>"), problems: "malformed priority-bad", urls: 1},
	{name: "attribute without quotes", text: page("<x:y xmlns:x=urn:x />"), problems: "malformed ns-prefix-undeclared unexpected-element", urls: 1},
	{name: "hyphens in a comment", text: page("<!-- a -- b -->"), problems: "malformed", urls: 1},
	{name: "tag not closed", text: urlset("<url><loc>http://www.example.com/a</loc<lastmod>2005-01-01</lastmod></url>"), problems: "malformed", urls: 1},
	{name: "less-than in a URL", text: loc("http://www.example.com/a<b"), problems: "malformed unexpected-element"},
	{name: "link in a loc", text: loc(`<a href="http://www.example.com/a">http://www.example.com/a</a>`), problems: "loc-missing unexpected-element"},
	{name: "loc not closed", text: urlset("<url><loc>http://www.example.com/a<lastmod>2005-01-01</lastmod></url>"), problems: "malformed", urls: 1},
	{name: "extension in a loc", text: loc(`http://www.example.com/a<i:loc xmlns:i="http://www.google.com/schemas/sitemap-image/1.1">x</i:loc>b`), problems: "unexpected-element"},
	{name: "bare ampersand", text: loc("http://www.example.com/?a=1&b=2"), problems: "entity-unescaped", urls: 1, first: "http://www.example.com/?a=1&b=2"},
	{name: "ampersand in a comment", text: page("<lastmod>2005-01-01</lastmod>" + "<!-- a & b -->"), urls: 1},
	{name: "bare ampersand in an attribute", text: page(`<x:link xmlns:x="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="de" href="http://www.example.com/?a&b"/>`), problems: "entity-unescaped", urls: 1},
	{name: "html entity", text: loc("http://www.example.com/caf&eacute;"), problems: "entity-undefined"},
	{name: "entity in cdata is text", text: loc("<![CDATA[http://www.example.com/?a=1&b=2]]>"), urls: 1, first: "http://www.example.com/?a=1&b=2"},
	{name: "cdata and text joined", text: loc("http://www.<!-- x -->example<![CDATA[.com/]]>a"), urls: 1, first: "http://www.example.com/a"},
	{name: "billion laughs", text: `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>` + open09 + "<url><loc>http://www.example.com/&c;</loc></url></urlset>",
		problems: "dtd entity-bomb entity-undefined"},
	{name: "quadratic", text: `<!DOCTYPE x [<!ENTITY a "` + strings.Repeat("a", 30_000) + `">]>` + open09 + "<url><loc>http://www.example.com/a</loc><lastmod>" + strings.Repeat("&a;", 50) + "</lastmod></url></urlset>",
		problems: "dtd entity-bomb lastmod-bad", urls: 1},
	{name: "external entity", text: `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>` + open09 + "<url><loc>&e;</loc></url><url><loc>http://www.example.com/a</loc></url></urlset>",
		problems: "dtd external-entity loc-relative entity-undefined", urls: 1},
	{name: "external dtd", text: `<!DOCTYPE urlset SYSTEM "http://www.example.com/x.dtd">` + open09 + "<url><loc>http://www.example.com/a</loc></url></urlset>", problems: "dtd external-entity", urls: 1},
	{name: "dtd", text: `<!DOCTYPE urlset [<!-- ]> --><!ELEMENT urlset ANY>]>` + open09 + "<url><loc>http://www.example.com/a</loc></url></urlset>", problems: "dtd", urls: 1},
	{name: "namespace with https", text: strings.Replace(ok09, "http://www.sitemaps", "https://www.sitemaps", 1), problems: "ns-wrong", urls: 1},
	{name: "namespace with a slash", text: strings.Replace(ok09, `/0.9"`, `/0.9/"`, 1), problems: "ns-wrong", urls: 1},
	{name: "0.84", text: decl + open84 + "<url><priority>0.3</priority><loc>http://www.example.com/a</loc></url></urlset>", problems: "ns-legacy", urls: 1},
	{name: "google's 0.9", text: strings.Replace(ok09, "http://www.sitemaps.org", "http://www.google.com", 1), problems: "ns-wrong", urls: 1},
	{name: "child without namespace", text: urlset(`<url xmlns=""><loc>http://www.example.com/a</loc></url>`), problems: "ns-missing", urls: 1},
	{name: "prefix on the root alone", text: `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://www.example.com/a</loc></url></s:urlset>`, problems: "ns-missing", urls: 1},
	{name: "prefix undeclared", text: page("<image:image><image:loc>http://www.example.com/i.png</image:loc></image:image>"), problems: "ns-prefix-undeclared", urls: 1},
	{name: "root prefix undeclared", text: "<s:urlset><s:url><s:loc>http://www.example.com/a</s:loc></s:url></s:urlset>", problems: "ns-prefix-undeclared", urls: 1},
	{name: "tags in capitals", text: decl + strings.Replace(open09, "urlset", "URLSET", 1) + "<URL><LOC>http://www.example.com/a</LOC></URL></URLSET>", problems: "tag-case", urls: 1},
	{name: "order", text: urlset("<url><lastmod>2005-01-01</lastmod><loc>http://www.example.com/a</loc></url>"), problems: "order", urls: 1},
	{name: "order in an index", text: index("<sitemap><lastmod>2005-01-01</lastmod><loc>http://www.example.com/a.xml</loc></sitemap>"), problems: "order", kind: sitemap.KindIndex, sitemaps: 1},
	{name: "extension before lastmod", text: page(`<i:image xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"><i:loc>http://www.example.com/i</i:loc></i:image><lastmod>2005-01-01</lastmod>`), problems: "order", urls: 1},
	{name: "unknown element", text: page("<title>A</title>"), problems: "unexpected-element", urls: 1},
	{name: "lastmod twice", text: page("<lastmod>2005-01-01</lastmod><lastmod>2005-01-02</lastmod>"), problems: "unexpected-element", urls: 1},
	{name: "text between entries", text: urlset("x<url><loc>http://www.example.com/a</loc></url>"), problems: "unexpected-element", urls: 1},
	{name: "sitemap in a urlset", text: urlset("<url><loc>http://www.example.com/a</loc></url><sitemap><loc>http://www.example.com/b.xml</loc></sitemap>"), problems: "unexpected-element", urls: 1, sitemaps: 1},
	{name: "url in a url", text: urlset("<url><loc>http://www.example.com/a</loc><url><loc>http://www.example.com/b</loc></url></url>"), problems: "unexpected-element", urls: 2},
	{name: "url not closed", text: urlset("<url><loc>http://www.example.com/a</loc><url><loc>http://www.example.com/b</loc></url>"), problems: "malformed unexpected-element", urls: 2},
	{name: "changefreq in an index", text: index("<sitemap><loc>http://www.example.com/a.xml</loc><changefreq>daily</changefreq></sitemap>"), problems: "unexpected-element", kind: sitemap.KindIndex, sitemaps: 1},
	{name: "loc of an image", text: page("<image><loc>http://www.example.com/i.png</loc></image>"), problems: "unexpected-element", urls: 1},
	{name: "attribute", text: urlset(`<url id="1"><loc>http://www.example.com/a</loc></url>`), problems: "unexpected-attribute", urls: 1},
	{name: "schema location", text: strings.Replace(ok09, `0.9">`, `0.9" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b">`, 1), urls: 1},
	{name: "unknown extension", text: page(`<x:a xmlns:x="urn:x"><x:loc>http://www.example.com/b</x:loc></x:a>`), problems: "unknown-extension", urls: 1},
	{name: "unknown extension's loc", text: page(`<x:loc xmlns:x="urn:x">http://www.example.com/b</x:loc>`), problems: "unknown-extension", urls: 1},
	{name: "news", text: page(`<n:news xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"><n:title>A</n:title></n:news>`), urls: 1},
	{name: "deep", text: page(`<x:a xmlns:x="urn:x">` + strings.Repeat("<x:b>", 100_000) + strings.Repeat("</x:b>", 100_000) + "</x:a>"), problems: "unknown-extension", urls: 1},
	{name: "deep and cut", text: decl + open09 + strings.Repeat("<a>", 100_000), problems: "unexpected-element truncated"},

	// loc
	{name: "loc missing in an index", text: index("<sitemap><lastmod>2005-01-01</lastmod></sitemap>"), problems: "loc-missing", kind: sitemap.KindIndex},
	{name: "empty url", text: urlset("<url/>"), problems: "loc-missing"},
	{name: "relative", text: loc("/a"), problems: "loc-relative"},
	{name: "protocol-relative", text: loc("//www.example.com/a"), problems: "loc-relative"},
	{name: "no scheme", text: loc("www.example.com/a"), problems: "loc-relative"},
	{name: "no scheme, port", text: loc("www.example.com:8080/a"), problems: "loc-relative"},
	{name: "no host", text: loc("http:///a"), problems: "loc-relative"},
	{name: "one slash", text: loc("http:/www.example.com/a"), problems: "loc-relative"},
	{name: "ftp", text: loc("ftp://www.example.com/a"), problems: "loc-scheme"},
	{name: "mailto", text: loc("mailto:a@example.com"), problems: "loc-scheme"},
	{name: "javascript", text: loc("javascript:void(0)"), problems: "loc-scheme"},
	{name: "umlaut", text: loc("http://www.example.com/\u00fcmlat.html"), problems: "loc-not-escaped", urls: 1, first: "http://www.example.com/%C3%BCmlat.html"},
	{name: "blank inside", text: loc("http://www.example.com/a b"), problems: "loc-not-escaped", urls: 1},
	{name: "bar", text: loc("http://www.example.com/a|b"), problems: "loc-not-escaped", urls: 1},
	{name: "brackets", text: loc("http://www.example.com/?a[]=1"), problems: "loc-not-escaped", urls: 1},
	{name: "broken escape", text: loc("http://www.example.com/100%"), problems: "loc-not-escaped", urls: 1},
	{name: "broken escape digits", text: loc("http://www.example.com/%zz"), problems: "loc-not-escaped", urls: 1},
	{name: "address", text: loc("http://[2001:db8::1]:8080/a"), problems: "loc-out-of-scope", urls: 1},
	{name: "blank in the host", text: loc("http://www.exa mple.com/"), problems: "loc-not-escaped"},
	{name: "port that is none", text: loc("http://www.example.com:99999/"), problems: "loc-not-escaped"},
	{name: "apostrophe", text: loc("http://www.example.com/it's"), urls: 1},
	{name: "escaped twice by percent", text: loc("http://www.example.com/a%2520b"), problems: "loc-double-escaped", urls: 1},
	{name: "2047 characters", text: loc(long(2047)), urls: 1},
	{name: "2048 characters", text: loc(long(2048)), problems: "loc-too-long", urls: 1},
	{name: "100,000 characters", text: loc(long(100_000)), problems: "loc-too-long"},
	{name: "11 characters", text: loc("http://a.b/"), problems: "loc-short-not-xsd", urls: 1, at: "http://a.b/sitemap.xml"},
	{name: "12 characters", text: loc("http://a.b/c"), urls: 1, at: "http://a.b/sitemap.xml"},
	{name: "white space", text: loc("\n  http://www.example.com/a\n  "), problems: "loc-whitespace", urls: 1, first: "http://www.example.com/a"},
	{name: "other scheme", text: loc("https://www.example.com/a"), problems: "loc-out-of-scope", urls: 1},
	{name: "other port", text: loc("http://www.example.com:8080/a"), problems: "loc-out-of-scope", urls: 1},
	{name: "default port", text: loc("http://WWW.Example.com:80/a"), urls: 1},
	{name: "above", text: loc("http://www.example.com/a"), problems: "loc-out-of-scope", urls: 1, at: "http://www.example.com/catalog/sitemap.xml"},
	{name: "below", text: loc("http://www.example.com/catalog/x/a"), urls: 1, at: "http://www.example.com/catalog/sitemap.xml"},
	{name: "beside", text: loc("http://www.example.com/catalogue"), problems: "loc-out-of-scope", urls: 1, at: "http://www.example.com/catalog/sitemap.xml"},
	{name: "dots out", text: loc("http://www.example.com/catalog/../a"), problems: "loc-out-of-scope", urls: 1, at: "http://www.example.com/catalog/sitemap.xml"},
	{name: "escaped dots out", text: loc("http://www.example.com/catalog/%2E%2e/a"), problems: "loc-out-of-scope", urls: 1, at: "http://www.example.com/catalog/sitemap.xml"},
	{name: "directory spelled differently", text: loc("http://www.example.com/%7Ejoe/a"), urls: 1, at: "http://www.example.com/~joe/sitemap.xml"},
	{name: "host alone", text: loc("http://www.example.com"), urls: 1},
	{name: "index lists above itself", text: index("<sitemap><loc>http://www.example.com/a.xml</loc></sitemap>"), kind: sitemap.KindIndex, sitemaps: 1, at: "http://www.example.com/maps/index.xml"},
	{name: "http and https", text: urlset("<url><loc>http://www.example.com/a</loc></url><url><loc>https://www.example.com/a</loc></url>"), problems: "http-https-duplicate loc-out-of-scope", urls: 2},
	{name: "twice", text: urlset("<url><loc>http://www.example.com/a</loc></url><url><loc>http://www.example.com/a</loc></url>"), problems: "loc-duplicate", urls: 2},
	{name: "fragment", text: loc("http://www.example.com/a#top"), problems: "loc-fragment", urls: 1},
	{name: "translation without host", text: page(`<xhtml:link xmlns:xhtml="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="de" href="/de"/>`), problems: "alternate-bad", urls: 1},
	{name: "user", text: loc("http://me@www.example.com/a"), problems: "loc-userinfo", urls: 1},
	{name: "host behind user", text: loc("http://www.example.com@other.test/a"), problems: "loc-userinfo loc-out-of-scope", urls: 1},

	// values
	{name: "year", text: page("<lastmod>2005</lastmod>"), problems: "lastmod-w3c-not-xsd", urls: 1},
	{name: "month", text: page("<lastmod>2005-06</lastmod>"), problems: "lastmod-w3c-not-xsd", urls: 1},
	{name: "minutes", text: page("<lastmod>2005-06-03T04:20-08:00</lastmod>"), problems: "lastmod-w3c-not-xsd", urls: 1},
	{name: "seconds", text: page("<lastmod>2005-06-04T10:37:30Z</lastmod>"), urls: 1},
	{name: "fraction", text: page("<lastmod>2005-06-04T10:37:30.123456Z</lastmod>"), urls: 1},
	{name: "fraction in 0.84", text: decl + open84 + "<url><loc>http://www.example.com/a</loc><lastmod>2005-06-04T10:37:30.123456Z</lastmod></url></urlset>", problems: "ns-legacy lastmod-w3c-not-xsd", urls: 1},
	{name: "no zone", text: page("<lastmod>2005-06-04T10:37:30</lastmod>"), problems: "lastmod-bad", urls: 1},
	{name: "30 February", text: page("<lastmod>2005-02-30</lastmod>"), problems: "lastmod-bad", urls: 1},
	{name: "29 February", text: page("<lastmod>2004-02-29</lastmod>"), urls: 1},
	{name: "hour 24", text: page("<lastmod>2005-02-03T24:00:00Z</lastmod>"), problems: "lastmod-bad", urls: 1},
	{name: "zone without colon", text: page("<lastmod>2005-02-03T04:00:00+0100</lastmod>"), problems: "lastmod-bad", urls: 1},
	{name: "zone of 15 hours", text: page("<lastmod>2005-02-03T04:00:00+15:00</lastmod>"), problems: "lastmod-bad", urls: 1},
	{name: "blank for T", text: page("<lastmod>2005-02-03 04:00:00</lastmod>"), problems: "lastmod-bad", urls: 1},
	{name: "german date", text: page("<lastmod>03.02.2005</lastmod>"), problems: "lastmod-bad", urls: 1},
	{name: "empty lastmod", text: page("<lastmod/>"), problems: "lastmod-bad", urls: 1},
	{name: "zero of a clock", text: page("<lastmod>1970-01-01T00:00:00Z</lastmod>"), problems: "lastmod-before-web", urls: 1},
	{name: "first page of all", text: page("<lastmod>1991-08-06</lastmod>"), urls: 1},
	{name: "future", text: page("<lastmod>2099-01-01</lastmod>"), problems: "lastmod-future", urls: 1},
	{name: "today in the east", text: page("<lastmod>2026-11-22</lastmod>"), urls: 1},
	{name: "priority", text: page("<priority>.5</priority>"), urls: 1},
	{name: "priority 1.1", text: page("<priority>1.1</priority>"), problems: "priority-bad", urls: 1},
	{name: "priority -0.1", text: page("<priority>-0.1</priority>"), problems: "priority-bad", urls: 1},
	{name: "priority with comma", text: page("<priority>0,5</priority>"), problems: "priority-bad", urls: 1},
	{name: "priority as word", text: page("<priority>high</priority>"), problems: "priority-bad", urls: 1},
	{name: "priority with exponent", text: page("<priority>1e-1</priority>"), problems: "priority-bad", urls: 1},
	{name: "empty priority", text: page("<priority></priority>"), problems: "priority-bad", urls: 1},
	{name: "priority with blanks", text: page("<priority> 0.5 </priority>"), problems: "value-whitespace", urls: 1},

	// other kinds
	{name: "text with comments", text: "# list\nhttp://www.example.com/a\n", problems: "text-not-a-url", kind: sitemap.KindText, urls: 1},
	{name: "text, cr", text: "http://www.example.com/a\rhttp://www.example.com/b\r\n\r\n", kind: sitemap.KindText, urls: 2},
	{name: "text, relative", text: "http://www.example.com/a\nwww.example.com/b\n", problems: "loc-relative text-not-a-url", kind: sitemap.KindText, urls: 1},
	{name: "text, blanks", text: "  http://www.example.com/a\n", problems: "loc-whitespace", kind: sitemap.KindText, urls: 1},
	{name: "text, other host", text: "http://other.test/a\n", problems: "loc-out-of-scope", kind: sitemap.KindText, urls: 1},
	{name: "text, ftp", text: "http://www.example.com/a\nftp://www.example.com/b\n", problems: "loc-scheme", kind: sitemap.KindText, urls: 1},
	{name: "text by name", text: "nothing here\n", problems: "text-not-a-url", kind: sitemap.KindText, at: "http://www.example.com/sitemap.txt"},
	{name: "robots", text: "User-agent: *\nDisallow: /x\nSITEMAP : http://www.example.com/a.xml # main\nSitemap: https://other.test/b.xml\n", kind: sitemap.KindRobots, sitemaps: 2, at: "http://www.example.com/robots.txt"},
	{name: "robots, site-map", text: "Site-Map: http://www.example.com/a.xml\nUser-agent: *\n", kind: sitemap.KindRobots, sitemaps: 1},
	{name: "robots, relative", text: "User-agent: *\nSitemap: /a.xml\n", problems: "loc-relative", kind: sitemap.KindRobots},
	{name: "rss", text: `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><link>http://www.example.com/</link><atom:link href="http://www.example.com/feed"/>` +
		`<item><title>x</title><link>http://www.example.com/1</link><pubDate>Sat, 13 Dec 2003 18:30:02 GMT</pubDate></item>` +
		`<item><guid>http://www.example.com/2</guid></item><item><guid isPermaLink="false">http://www.example.com/3</guid></item></channel></rss>`,
		problems: "loc-missing", kind: sitemap.KindRSS, urls: 2, first: "http://www.example.com/1"},
	{name: "rss, bad date", text: `<rss version="2.0"><channel><item><link>http://www.example.com/1</link><pubDate>yesterday</pubDate></item></channel></rss>`, problems: "lastmod-bad", kind: sitemap.KindRSS, urls: 1},
	{name: "atom, order of attributes", text: `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="http://www.example.com/e" rel="edit"/><link href="http://www.example.com/1?a=1&amp;b=2" rel="alternate" type="text/html"/></entry></feed>`,
		kind: sitemap.KindAtom, urls: 1, first: "http://www.example.com/1?a=1&b=2"},
	{name: "atom 0.3", text: `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><link rel="alternate" href="http://www.example.com/1"/><modified>2003-12-13T18:30:02Z</modified></entry></feed>`, kind: sitemap.KindAtom, urls: 1},
	{name: "atom without link", text: `<feed xmlns="http://www.w3.org/2005/Atom"><entry><source><link href="http://www.example.com/s"/></source></entry></feed>`, problems: "loc-missing", kind: sitemap.KindAtom},

	// counts
	{name: "50,000 URLs", text: urlset(many("url", 50_000)), urls: 50_000},
	{name: "50,001 URLs", text: urlset(many("url", 50_001)), problems: "too-many-urls", urls: 50_001},
	{name: "50,001 lines", text: lines(50_001), problems: "too-many-urls", kind: sitemap.KindText, urls: 50_001},
	{name: "50,001 sitemaps", text: index(many("sitemap", 50_001)), problems: "too-many-sitemaps", kind: sitemap.KindIndex, sitemaps: 50_001},
	{name: "1,001 sitemaps in 0.84", text: `<sitemapindex xmlns="http://www.google.com/schemas/sitemap/0.84">` + many("sitemap", 1001) + "</sitemapindex>", problems: "ns-legacy too-many-sitemaps-084", kind: sitemap.KindIndex, sitemaps: 1001},
}

// flip changes one byte of s, counted from the end.
func flip(s string, i int) string {
	b := []byte(s)
	b[len(b)+i] ^= 0xff
	return string(b)
}

func many(element string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<%s><loc>http://www.example.com/%d</loc></%s>", element, i, element)
	}
	return b.String()
}

func lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "http://www.example.com/%d\n", i)
	}
	return b.String()
}

func TestCodes(t *testing.T) {
	for _, c := range codeCases {
		t.Run(c.name, func(t *testing.T) {
			at := c.at
			if at == "" {
				at = "http://www.example.com/sitemap.xml"
			}
			r, err := sitemap.Read(strings.NewReader(c.text), sitemap.ReadOptions{At: at, Now: now}, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Fields(c.problems)
			slices.Sort(want)
			got := names(r)
			if c.urls < 0 { // a damaged packing: what comes out of it is not fixed
				got = slices.DeleteFunc(got, func(s string) bool { return !slices.Contains(want, s) })
			}
			if !slices.Equal(got, want) {
				t.Errorf("problems %v, want %v", r.Problems, want)
			}
			kind := c.kind
			if kind == "" {
				kind = sitemap.KindURLSet
			}
			if c.urls >= 0 && (r.Kind != kind || r.URLs != c.urls || r.Sitemaps != c.sitemaps) {
				t.Errorf("%s with %d URLs and %d sitemaps, want %s %d %d", r.Kind, r.URLs, r.Sitemaps, kind, c.urls, c.sitemaps)
			}
			if c.first != "" && r.First != c.first {
				t.Errorf("first %q, want %q", r.First, c.first)
			}
		})
	}
}

// Every code that a file by itself can show has a case.
func TestEveryCodeHasACase(t *testing.T) {
	covered := map[string]bool{"nested-index": true, "index-loop": true, "session-in-loc": true}
	for _, c := range codeCases {
		for _, p := range strings.Fields(c.problems) {
			covered[p] = true
		}
	}
	for _, v := range vectors(t) {
		for _, p := range v.Problems {
			covered[p] = true
		}
	}
	for c := sitemap.Code(0); c.String() != fmt.Sprintf("code-%d", c); c++ {
		if !covered[c.String()] {
			t.Errorf("%s has no case", c)
		}
		if c.Summary() == "" || c.Advice() == "" {
			t.Errorf("%s has no explanation", c)
		}
	}
}

func TestSessionTest(t *testing.T) {
	o := sitemap.ReadOptions{HasSession: func(url string) bool { return strings.Contains(url, "sid=") }}
	r, err := sitemap.Read(strings.NewReader(loc("http://www.example.com/?sid=1")), o, nil)
	if err != nil || !r.Valid() || r.Count(sitemap.SessionInLoc) != 1 {
		t.Errorf("%v %v", err, r.Problems)
	}
}

// Lines are those of the value at fault, whatever the line ends.
func TestLines(t *testing.T) {
	text := decl + open09 + "\r\n<url>\r\n<loc>\r\nhttp://www.example.com/a\r\n</loc>\r\n<lastmod>bad</lastmod>\r\n</url>\n<url>\n<loc>/b</loc></url></urlset>"
	var at []int
	r, err := sitemap.Read(strings.NewReader(text), sitemap.ReadOptions{}, func(it sitemap.Item) error {
		at = append(at, it.Line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, p := range r.Problems {
		got[p.Code.String()] = p.Line
	}
	if len(at) != 1 || at[0] != 4 || got["loc-whitespace"] != 4 || got["lastmod-bad"] != 7 || got["loc-relative"] != 10 {
		t.Errorf("entry in line %v, problems %v", at, r.Problems)
	}
}

// A flood of problems is counted, not kept.
func TestManyProblems(t *testing.T) {
	r, err := sitemap.Read(strings.NewReader(urlset(strings.Repeat("<url><loc>/a</loc></url>", 5000))), sitemap.ReadOptions{MaxExamples: 10}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Count(sitemap.LocRelative) != 5000 || len(r.Problems) != 11 || r.Problems[10].Detail != "and 4990 more" {
		t.Errorf("%d counted, %d kept", r.Count(sitemap.LocRelative), len(r.Problems))
	}
}

func TestProblemJSON(t *testing.T) {
	data, err := json.Marshal(sitemap.Problem{Code: sitemap.LocTooLong, Line: 3, Detail: "x"})
	if err != nil || string(data) != `{"code":"loc-too-long","line":3,"detail":"x"}` {
		t.Errorf("%s %v", data, err)
	}
}
