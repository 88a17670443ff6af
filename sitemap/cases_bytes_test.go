package sitemap_test

import (
	"bytes"
	"compress/gzip"
	"strings"
)

// declared is a sitemap of one page that says it is written in an encoding.
func declared(encoding, path string) string {
	return `<?xml version="1.0" encoding="` + encoding + `"?>` + open09 + urlTags(path) + "</urlset>"
}

// named packs with a name, a comment, an extra field and a time in the header.
func named(s string) string {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.NoCompression)
	w.Name, w.Comment, w.Extra = "sitemap.xml", "made by hand", []byte("AB\x02\x00xy")
	w.ModTime = now
	w.Write([]byte(s))
	w.Close()
	return b.String()
}

// utf32 encodes ASCII, little endian.
func utf32(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		b.Write([]byte{c, 0, 0, 0})
	}
	return b.String()
}

var (
	two    = urls("/a", "/b")
	packs  = packed(two)
	inU16  = strings.Replace(urls("/a"), "UTF-8", "UTF-16", 1)
	noDecl = open09 + urlTags("/a") + "</urlset>"
)

var byteCases = []readCase{
	{name: "utf-16 le bom s.xml", body: "\xff\xfe" + utf16(inU16, false), want: "urlset bad 1 /a bom encoding-not-utf8"},
	{name: "utf-16 be bom s.xml", body: "\xfe\xff" + utf16(inU16, true), want: "urlset bad 1 /a bom encoding-not-utf8"},
	{name: "utf-16 le no bom s.xml", body: utf16(inU16, false), want: "urlset bad 1 /a encoding-not-utf8"},
	{name: "utf-16 be no bom s.xml", body: utf16(inU16, true), want: "urlset bad 1 /a encoding-not-utf8"},
	{name: "utf-16 says utf-8 s.xml", body: "\xff\xfe" + utf16(urls("/a"), false), want: "urlset bad 1 /a bom encoding-not-utf8"},
	{name: "utf-16 no declaration s.xml", body: "\xfe\xff" + utf16(noDecl, true), want: "urlset bad 1 /a bom encoding-not-utf8"},
	{name: "utf-16 no declaration no bom s.xml", body: utf16(noDecl, false), want: "urlset bad 1 /a encoding-not-utf8"},
	{name: "utf-16 odd number of bytes s.xml", body: "\xff\xfe" + utf16(inU16, false) + "\n", want: "urlset bad 1 /a bom encoding-invalid encoding-not-utf8 garbage-after-root"},
	{name: "utf-16 text s.txt", body: "\xff\xfe" + utf16(host+"/a\r\n"+host+"/b\r\n", false), want: "text bad 2 /a bom encoding-not-utf8"},
	{name: "utf-16 text be s.txt", body: "\xfe\xff" + utf16(host+"/a\n", true), want: "text bad 1 /a bom encoding-not-utf8"},
	{name: "utf-16 non-ASCII s.xml", body: "\xff\xfe" + utf16(strings.Replace(inU16, "/a<", "/\x00<", 1), false), want: "urlset bad 0 - bom control-char encoding-not-utf8"},
	{name: "declared utf-16 but is not s.xml", body: declared("UTF-16", "/a"), want: "urlset bad 1 /a encoding-not-utf8"},
	{name: "utf-32 s.xml", body: "\xff\xfe\x00\x00" + utf32(noDecl), want: "urlset bad 1 /a bom encoding-not-utf8"},
	{name: "latin-1 declared s.xml", body: declared("ISO-8859-1", "/caf\xe9"), want: "urlset bad 1 /caf%C3%A9 encoding-not-utf8 loc-not-escaped"},
	{name: "latin-1 declared ASCII only s.xml", body: declared("iso-8859-1", "/a"), want: "urlset bad 1 /a encoding-not-utf8"},
	{name: "latin-15 s.xml", body: declared("ISO-8859-15", "/\xa4"), want: "urlset bad 1 /%E2%82%AC encoding-not-utf8 loc-not-escaped"},
	{name: "windows-1252 s.xml", body: declared("windows-1252", "/\x80"), want: "urlset bad 1 /%E2%82%AC encoding-not-utf8 loc-not-escaped"},
	{name: "windows-1251 s.xml", body: declared("windows-1251", "/\xf0"), want: "urlset bad 1 /%D1%80 encoding-not-utf8 loc-not-escaped"},
	{name: "koi8-r s.xml", body: declared("KOI8-R", "/\xd2"), want: "urlset bad 1 /%D1%80 encoding-not-utf8 loc-not-escaped"},
	{name: "shift_jis s.xml", body: declared("Shift_JIS", "/\x82\xa0"), want: "urlset bad 1 /%E3%81%82 encoding-not-utf8 loc-not-escaped"},
	{name: "gb2312 s.xml", body: declared("gb2312", "/\xc4\xe3"), want: "urlset bad 1 /%E4%BD%A0 encoding-not-utf8 loc-not-escaped"},
	{name: "euc-kr s.xml", body: declared("EUC-KR", "/\xb0\xa1"), want: "urlset bad 1 /%EA%B0%80 encoding-not-utf8 loc-not-escaped"},
	{name: "unknown encoding s.xml", body: declared("martian", "/a"), want: "urlset bad 1 /a encoding-not-utf8"},
	{name: "utf8 spelled so s.xml", body: declared("utf8", "/a"), want: "urlset ok 1 /a"},
	{name: "utf-8 lower case s.xml", body: declared("utf-8", "/a"), want: "urlset ok 1 /a"},
	{name: "latin-1 undeclared s.xml", body: noDeclWith("/a", "/caf\xe9"), want: "urlset bad 2 /a encoding-invalid loc-not-escaped"},
	{name: "latin-1 says utf-8 s.xml", body: urls("/a", "/\xfcber"), want: "urlset bad 2 /a encoding-invalid loc-not-escaped"},
	{name: "bad bytes in a comment s.xml", body: urlset("<!-- \xe9t\xe9 -->" + urlTags("/a")), want: "urlset bad 1 /a encoding-invalid"},
	{name: "bad bytes in an extension s.xml", body: urlset(`<url><loc>` + host + `/a</loc><image:image xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><image:loc>` + host + `/i.png</image:loc><image:title>` + "\xe9" + `</image:title></image:image></url>`), want: "urlset bad 1 /a encoding-invalid"},
	{name: "overlong s.xml", body: urlset("<!-- \xc0\xaf -->" + urlTags("/a")), want: "urlset bad 1 /a encoding-invalid"},
	{name: "surrogate s.xml", body: urlset("<!-- \xed\xa0\x80 -->" + urlTags("/a")), want: "urlset bad 1 /a encoding-invalid"},
	{name: "cut character s.xml", body: urlset("<!-- \xe2\x82 -->" + urlTags("/a")), want: "urlset bad 1 /a encoding-invalid"},
	{name: "latin-1 text s.txt", body: host + "/a\n" + host + "/caf\xe9\n", want: "text bad 2 /a encoding-invalid loc-not-escaped"},
	{name: "utf-8 non-ASCII s.xml", body: urls("/é"), want: "urlset bad 1 /%C3%A9 loc-not-escaped"},
	{name: "bom s.xml", body: "\ufeff" + two, want: "urlset ok 2 /a bom"},
	{name: "bom no declaration s.xml", body: "\ufeff" + noDecl, want: "urlset ok 1 /a bom"},
	{name: "bom index s.xml", body: "\ufeff" + index("<sitemap><loc>"+host+"/a.xml</loc></sitemap>"), want: "sitemapindex ok 0+1 /a.xml bom"},
	{name: "bom text s.txt", body: "\ufeff" + host + "/a\n", want: "text ok 1 /a bom"},
	{name: "bom robots robots.txt", body: "\ufeffSitemap: " + host + "/a.xml\n", want: "robots ok 0+1 /a.xml bom"},
	{name: "bom in gzip s.xml.gz", body: packed("\ufeff" + two), want: "urlset ok 2 /a bom"},
	{name: "bom twice s.xml", body: "\ufeff\ufeff" + two, want: "urlset bad 2 /a bom garbage-before-xml xml-decl-not-first"},
	{name: "bom after a newline s.xml", body: "\n\ufeff" + two, want: "urlset bad 2 /a garbage-before-xml xml-decl-not-first"},
	{name: "only a bom s.xml", body: "\ufeff", want: "unknown bad 0 - empty bom"},
	{name: "control in loc s.xml", body: urls("/a", "/\x01b"), want: "urlset bad 1 /a control-char"},
	{name: "control in text between s.xml", body: urlset("\x0b" + urlTags("/a")), want: "urlset bad 1 /a control-char unexpected-element"},
	{name: "control in lastmod s.xml", body: page("<lastmod>2005-01-01\x08</lastmod>"), want: "urlset bad 1 /a control-char lastmod-bad"},
	{name: "control as reference s.xml", body: urls("/a", "/b&#x1F;"), want: "urlset bad 1 /a control-char"},
	{name: "reference to nothing s.xml", body: urls("/a", "/b&#0;"), want: "urlset bad 1 /a control-char"},
	{name: "reference to a surrogate s.xml", body: urls("/a", "/b&#xD800;"), want: "urlset bad 1 /a control-char"},
	{name: "reference beyond unicode s.xml", body: urls("/a", "/b&#x110000;"), want: "urlset bad 1 /a control-char"},
	{name: "reference of many digits s.xml", body: urls("/a", "/b&#99999999999999999999;"), want: "urlset bad 1 /a control-char"},
	{name: "nul in comment s.xml", body: urlset("<!-- \x00 -->" + urlTags("/a")), want: "urlset bad 1 /a control-char"},
	{name: "nul between s.xml", body: urlset(urlTags("/a") + "\x00" + urlTags("/b")), want: "urlset bad 2 /a control-char unexpected-element"},
	{name: "control in text file s.txt", body: host + "/a\n" + host + "/\x02\n", want: "text bad 1 /a control-char text-not-a-url"},
	{name: "tab and newlines are none s.xml", body: urlset("\t\r\n" + urlTags("/a") + "\r"), want: "urlset ok 1 /a"},

	{name: "gzip s.xml.gz", body: packs, want: "urlset ok 2 /a"},
	{name: "gzip upper-case name S.XML.GZ", body: packs, want: "urlset ok 2 /a"},
	{name: "gzip name sitemap.gz", body: packs, want: "urlset ok 2 /a"},
	{name: "gzip name with query", at: host + "/s.xml.gz?v=1", body: packs, want: "urlset ok 2 /a"},
	{name: "gzip no name s.xml", body: packs, want: "urlset ok 2 /a gzip-without-name"},
	{name: "gzip script s.php", body: packs, want: "urlset ok 2 /a gzip-without-name"},
	{name: "gzip text s.txt.gz", body: packed(host + "/a\n"), want: "text ok 1 /a"},
	{name: "gzip text no name s.txt", body: packed(host + "/a\n"), want: "text ok 1 /a gzip-without-name"},
	{name: "plain with the name s.xml.gz", body: two, want: "urlset ok 2 /a gzip-name-but-plain"},
	{name: "plain text with the name s.txt.gz", body: host + "/a\n", want: "text ok 1 /a gzip-name-but-plain"},
	{name: "plain index with the name s.xml.gz", body: index("<sitemap><loc>" + host + "/a.xml</loc></sitemap>"), want: "sitemapindex ok 0+1 /a.xml gzip-name-but-plain"},
	{name: "gzip header fields s.xml.gz", body: named(two), want: "urlset ok 2 /a"},
	{name: "gzip members s.xml.gz", body: packed(two[:150]) + packed(two[150:]), want: "urlset ok 2 /a"},
	{name: "gzip empty member s.xml.gz", body: packed("") + packs + packed(""), want: "urlset ok 2 /a"},
	{name: "gzip double s.xml.gz", body: packed(packs), want: "urlset bad 2 /a gzip-double"},
	{name: "gzip double no name s.xml", body: packed(packs), want: "urlset bad 2 /a gzip-double gzip-without-name"},
	{name: "gzip triple s.xml.gz", body: packed(packed(packs)), want: "unknown bad 0 - gzip-double not-a-sitemap"},
	{name: "gzip trailer cut s.xml.gz", body: packs[:len(packs)-8], want: "urlset bad 2 /a gzip-truncated"},
	{name: "gzip trailer half cut s.xml.gz", body: packs[:len(packs)-3], want: "urlset bad 2 /a gzip-truncated"},
	{name: "gzip cut in the second s.xml.gz", body: named(two)[:len(named(two))-50], want: "urlset bad 1 /a gzip-truncated truncated"},
	{name: "gzip header only s.xml.gz", body: packs[:10], want: "unknown bad 0 - gzip-truncated"},
	{name: "gzip header cut s.xml.gz", body: packs[:5], want: "unknown bad 0 - gzip-truncated"},
	{name: "gzip two bytes s.xml.gz", body: packs[:2], want: "unknown bad 0 - gzip-truncated"},
	{name: "gzip crc s.xml.gz", body: flip(packs, -6), want: "urlset bad 2 /a gzip-crc"},
	{name: "gzip length s.xml.gz", body: flip(packs, -2), want: "urlset bad 2 /a gzip-crc"},
	{name: "gzip content changed s.xml.gz", body: strings.Replace(named(two), "/b<", "/c<", 1), want: "urlset bad 2 /a gzip-crc"},
	{name: "gzip zeros behind s.xml.gz", body: packs + strings.Repeat("\x00", 512), want: "urlset ok 2 /a"},
	{name: "gzip text behind s.xml.gz", body: packs + "<!-- cached -->", want: "urlset bad 2 /a garbage-after-root"},
	{name: "gzip broken stream s.xml.gz", body: packs[:10] + "\xff\xff\xff\xff\xff\xff\xff\xff\xff", want: "unknown bad 0 - gzip-crc"},
	{name: "gzip of nothing s.xml.gz", body: packed(""), want: "unknown bad 0 - empty"},
	{name: "gzip of a page s.xml.gz", body: packed("<!DOCTYPE html><html><body>404</body></html>"), want: "html bad 0 - html-not-xml"},
	{name: "gzip of a cut file s.xml.gz", body: packed(two[:len(two)-20]), want: "urlset bad 1 /a truncated"},
	{name: "gzip latin-1 s.xml.gz", body: packed(declared("ISO-8859-1", "/\xe9")), want: "urlset bad 1 /%C3%A9 encoding-not-utf8 loc-not-escaped"},
	{name: "zip s.xml", body: "PK\x03\x04\x14\x00\x00\x00\x08\x00 some zip \x00\x00", want: "unknown bad 0 - not-a-sitemap"},
	{name: "bzip2 s.xml.bz2", body: "BZh91AY&SY\x94\x12\x00\xff\xfe", want: "unknown bad 0 - not-a-sitemap"},
	{name: "png s.xml", body: "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", want: "unknown bad 0 - not-a-sitemap"},
}

func noDeclWith(paths ...string) string { return open09 + urlTags(paths...) + "</urlset>" }
