package sitemap_test

import (
	"fmt"
	"strings"
)

// hostileCases are files that want more than to be read.
var hostileCases = []readCase{
	{name: "hostile xinclude s.xml", body: page(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>`), want: "urlset ok 1 /a unknown-extension"},
	{name: "hostile xinclude in loc s.xml", body: both(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>`), want: "urlset bad 1 /a loc-missing unexpected-element unknown-extension"},
	{name: "hostile stylesheet s.xml", body: decl + `<?xml-stylesheet href="http://127.0.0.1:9/evil.xsl" type="text/xsl"?>` + noDecl, want: "urlset ok 1 /a"},
	{name: "hostile stylesheet of a stylesheet s.xml", body: decl + `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:include href="http://127.0.0.1:9/"/></xsl:stylesheet>`, want: "unknown bad 0 - not-a-sitemap"},
	{name: "hostile schema s.xml", body: rooted(ns09+" "+nsXSI+` xsi:noNamespaceSchemaLocation="http://127.0.0.1:9/x.xsd"`, urlTags("/a")), want: "urlset ok 1 /a"},
	{name: "hostile entity in attribute s.xml", body: decl + `<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]>` + open09 + `<url><loc>` + host + `/a</loc><xhtml:link xmlns:xhtml="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="de" href="&x;"/></url></urlset>`, want: "urlset bad 1 /a dtd external-entity"},
	{name: "hostile entity in index s.xml", body: decl + `<!DOCTYPE sitemapindex [<!ENTITY x SYSTEM "http://127.0.0.1:9/">]>` + index9 + `<sitemap><loc>&x;</loc></sitemap><sitemap><loc>` + host + `/a.xml</loc></sitemap></sitemapindex>`, want: "sitemapindex bad 0+1 /a.xml dtd entity-undefined external-entity loc-relative"},
	{name: "hostile entity in rss feed.xml", body: decl + `<!DOCTYPE rss [<!ENTITY x SYSTEM "http://127.0.0.1:9/">]><rss version="2.0"><channel><item><title>&x;</title><link>` + host + `/a</link></item></channel></rss>`, want: "rss bad 1 /a dtd external-entity"},
	{name: "hostile entity in utf-16 s.xml", body: "\xff\xfe" + utf16(`<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]>`+noDecl, false), want: "urlset bad 1 /a bom dtd encoding-not-utf8 external-entity"},
	{name: "hostile entity for amp s.xml", body: decl + `<!DOCTYPE urlset [<!ENTITY amp "&#38;#38;"><!ENTITY lt "<!--">]>` + open09 + `<url><loc>` + host + `/?a=1&amp;b=2</loc></url></urlset>`, want: "urlset bad 1 /?a=1&b=2 dtd"},
	{name: "hostile notation s.xml", body: decl + `<!DOCTYPE urlset [<!NOTATION gif SYSTEM "file:///bin/sh">]>` + noDecl, want: "urlset bad 1 /a dtd"},
	{name: "hostile attribute default s.xml", body: decl + `<!DOCTYPE urlset [<!ATTLIST urlset xmlns CDATA "http://www.sitemaps.org/schemas/sitemap/0.9">]><urlset>` + urlTags("/a") + "</urlset>", want: "urlset bad 1 /a dtd ns-missing"},
	{name: "hostile brackets in dtd s.xml", body: decl + `<!DOCTYPE urlset [<!ENTITY a "]]>"><!ENTITY b ']>'><?pi ]>?>]>` + noDecl, want: "urlset bad 1 /a dtd"},
	{name: "hostile many references s.xml", body: urls("/a", "/"+strings.Repeat("&#97;", 20_000)), want: "urlset bad 2 /a loc-too-long"},
	{name: "hostile many entities s.xml", body: both(host + "/" + strings.Repeat("&x;", 5000)), want: "urlset bad 1 /a entity-undefined loc-too-long"},
	{name: "hostile many attributes s.xml", body: rooted(ns09+strings.Repeat(` a="b"`, 5000), urlTags("/a")), want: "urlset bad 1 /a malformed unexpected-attribute"},
	{name: "hostile many namespaces s.xml", body: rooted(ns09+manyNamespaces(2000), urlTags("/a")), want: "urlset ok 1 /a"},
	{name: "hostile many locs s.xml", body: urlset("<url>" + strings.Repeat("<loc>"+host+"/a</loc>", 16) + "</url>"), want: "urlset bad 16 /a loc-repeated loc-duplicate"},
	{name: "hostile long tag s.xml", body: urlset("<" + strings.Repeat("x", 100_000) + "/>" + urlTags("/a")), want: "urlset bad 1 /a unexpected-element"},
	{name: "hostile long attribute s.xml", body: urlset(`<x a="` + strings.Repeat("x", 300_000) + `"/>` + urlTags("/a")), want: "urlset bad 1 /a malformed unexpected-element"},
	{name: "hostile long prefix s.xml", body: page("<" + strings.Repeat("x", 10_000) + ":a/>"), want: "urlset bad 1 /a ns-prefix-undeclared unexpected-element"},
	{name: "hostile deep url s.xml", body: urlset(strings.Repeat("<url>", 100) + "<loc>" + host + "/a</loc>" + strings.Repeat("</url>", 100)), want: "urlset bad 1 /a unexpected-element loc-missing"},
	{name: "hostile quotes s.xml", body: urlset(`<url a='"><loc>` + host + `/x</loc>' b="'">` + "<loc>" + host + "/a</loc></url>"), want: "urlset bad 2 /x malformed loc-repeated unexpected-element"},
	{name: "hostile greater-than in attribute s.xml", body: urlset(`<url title="a>b"><loc>` + host + "/a</loc></url>"), want: "urlset bad 1 /a unexpected-attribute"},
	{name: "hostile cdata split s.xml", body: loc("<![CDATA[" + host + "/a]]]]><![CDATA[>]]>"), want: "urlset bad 1 /a]]> loc-not-escaped"},
	{name: "hostile comment that opens s.xml", body: urlset("<!--><url><loc>" + host + "/x</loc></url>-->" + urlTags("/a")), want: "urlset ok 1 /a"},
	{name: "hostile escape sequence s.xml", body: urls("/a", "/\x1b[2J\x1b]0;owned\x07"), want: "urlset bad 1 /a control-char"},
	{name: "hostile c1 controls s.xml", body: urls("/a", "/\u009b2J"), want: "urlset bad 2 /a loc-not-escaped"},
	{name: "hostile bidi s.xml", body: urls("/a", "/\u202egpj.exe"), want: "urlset bad 2 /a loc-not-escaped"},
	{name: "hostile noncharacter s.xml", body: urls("/a", "/b\uffff"), want: "urlset bad 2 /a control-char loc-not-escaped"},
	{name: "hostile script s.xml", body: both("javascript:alert(document.domain)"), want: "urlset bad 1 /a loc-scheme"},
	{name: "hostile script broken by a newline s.xml", body: both("java\nscript:alert(1)"), want: "urlset bad 1 /a loc-relative"},
	{name: "hostile script by references s.xml", body: both("&#106;avascript&#58;alert(1)"), want: "urlset bad 1 /a loc-scheme"},
	{name: "hostile metadata service s.xml", body: indexOf("http://169.254.169.254/latest/", "http://[fd00::1]/", "http://localhost:22/", host+"/a.xml"), want: "sitemapindex bad 0+4 http://169.254.169.254/latest/ loc-out-of-scope"},
	{name: "hostile markup in text s.txt", body: host + "/a\n" + host + "/\"><script>alert(1)</script>\n", want: "text bad 2 /a loc-not-escaped"},
	{name: "hostile formula s.txt", body: host + "/a\n=cmd|'/c calc'!A1\n", want: "text bad 1 /a text-not-a-url"},
	{name: "hostile robots that is long robots.txt", body: strings.Repeat("Disallow: /x\n", 50_000) + "Sitemap: " + host + "/a.xml\n", want: "robots ok 0+1 /a.xml"},
	{name: "hostile html in url s.xml", body: urlset("<url><loc>" + host + "/a</loc><script>alert(1)</script></url>"), want: "urlset bad 1 /a unexpected-element"},
	{name: "hostile feed in a urlset s.xml", body: page(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="http://other.test/"/></entry></feed>`), want: "urlset ok 1 /a unknown-extension"},
	{name: "hostile prefix of xml s.xml", body: rooted(ns09+` xmlns:xml="urn:x"`, urlTags("/a")), want: "urlset ok 1 /a"},
	{name: "hostile default undeclared by prefix s.xml", body: decl + `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns="urn:x"><s:url><s:loc>` + host + `/a</s:loc><loc>` + host + `/x</loc></s:url></s:urlset>`, want: "urlset ok 1 /a unknown-extension"},
	{name: "hostile same prefix anew s.xml", body: decl + `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url><s:loc>` + host + `/a</s:loc><s:x xmlns:s="urn:x"><s:loc>` + host + `/x</s:loc></s:x></s:url><s:url><s:loc>` + host + `/b</s:loc></s:url></s:urlset>`, want: "urlset ok 2 /a unknown-extension"},
}

// manyNamespaces declares n prefixes.
func manyNamespaces(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ` xmlns:n%d="urn:x"`, i)
	}
	return b.String()
}
