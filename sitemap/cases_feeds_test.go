package sitemap_test

const (
	rssItem  = "<item><title>A</title><link>" + host + "/a</link><guid>" + host + "/a</guid><pubDate>Sat, 04 Jun 2005 10:37:30 GMT</pubDate></item>"
	rssItemB = "<item><link>" + host + "/b</link></item>"
	atomNS   = `xmlns="http://www.w3.org/2005/Atom"`
	stamp    = "<updated>2003-12-13T18:30:02Z</updated>"
)

// rss is a feed of 2.0 with these items.
func rss(inside string) string {
	return decl + `<rss version="2.0"><channel><title>t</title><link>` + host + `/</link><description>d</description>` + inside + "</channel></rss>"
}

// atom is a feed with these entries.
func atom(inside string) string {
	return decl + "<feed " + atomNS + "><title>t</title><id>urn:x</id>" + stamp + inside + "</feed>"
}

// atomEntry is an entry with this inside.
func atomEntry(inside string) string {
	return "<entry><title>e</title><id>urn:e</id>" + stamp + inside + "</entry>"
}

var feedCases = []readCase{
	{name: "rss 2.0 feed.xml", body: rss(rssItem + rssItemB), want: "rss ok 2 /a"},
	{name: "rss 2.0 name.rss", body: rss(rssItem), want: "rss ok 1 /a"},
	{name: "rss 0.91 feed.xml", body: decl + `<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel><link>` + host + `/</link>` + rssItemB + `</channel></rss>`, want: "rss bad 1 /b dtd external-entity"},
	{name: "rss 0.92 feed.xml", body: decl + `<rss version="0.92"><channel><link>` + host + `/</link>` + rssItemB + `</channel></rss>`, want: "rss ok 1 /b"},
	{name: "rss 1.0 feed.rdf", body: decl + `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="` + host + `/"><title>t</title><link>` + host + `/</link></channel><item rdf:about="` + host + `/a"><title>A</title><link>` + host + `/a</link></item><item rdf:about="` + host + `/b"><link>` + host + `/b</link></item></rdf:RDF>`, want: "rss bad 2 /a not-a-sitemap"},
	{name: "rss with atom self link feed.xml", body: decl + `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><atom:link href="` + host + `/feed.xml" rel="self"/><link>` + host + `/</link>` + rssItemB + `</channel></rss>`, want: "rss ok 1 /b"},
	{name: "rss with atom link in item feed.xml", body: decl + `<rss version="2.0" xmlns:a="http://www.w3.org/2005/Atom"><channel><item><a:link href="` + host + `/x"/><link>` + host + `/a</link></item></channel></rss>`, want: "rss ok 1 /a"},
	{name: "rss modules feed.xml", body: decl + `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><item><link>` + host + `/a</link><dc:date>2005-01-01</dc:date><content:encoded><![CDATA[<a href="/x">x</a>]]></content:encoded></item></channel></rss>`, want: "rss ok 1 /a"},
	{name: "rss media feed.xml", body: decl + `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><item><link>` + host + `/a</link><media:content url="http://cdn.test/v.mp4"><media:player url="` + host + `/p"/></media:content></item></channel></rss>`, want: "rss ok 1 /a"},
	{name: "rss enclosure feed.xml", body: rss(`<item><link>` + host + `/a</link><enclosure url="http://cdn.test/a.mp3" length="1" type="audio/mpeg"/></item>`), want: "rss ok 1 /a"},
	{name: "rss image link feed.xml", body: rss(`<image><url>` + host + `/i.png</url><link>` + host + `/</link></image><textInput><link>` + host + `/s</link></textInput>` + rssItem), want: "rss ok 1 /a"},
	{name: "rss cdata link feed.xml", body: rss("<item><link><![CDATA[" + host + "/a?b=1&c=2]]></link></item>"), want: "rss ok 1 /a?b=1&c=2"},
	{name: "rss guid is the link feed.xml", body: rss("<item><title>x</title><guid>" + host + "/a</guid></item>"), want: "rss ok 1 /a"},
	{name: "rss guid permalink feed.xml", body: rss(`<item><guid isPermaLink="true">` + host + `/a</guid></item>`), want: "rss ok 1 /a"},
	{name: "rss guid is no link feed.xml", body: rss(rssItem + `<item><guid isPermaLink="false">` + host + `/b</guid></item>`), want: "rss bad 1 /a loc-missing"},
	{name: "rss link missing feed.xml", body: rss(rssItem + "<item><title>x</title></item>"), want: "rss bad 1 /a loc-missing"},
	{name: "rss link empty feed.xml", body: rss(rssItem + "<item><link/></item>"), want: "rss bad 1 /a loc-missing"},
	{name: "rss link relative feed.xml", body: rss(rssItem + "<item><link>/b</link></item>"), want: "rss bad 1 /a loc-relative"},
	{name: "rss other host feed.xml", body: rss(rssItem + "<item><link>http://other.test/</link></item>"), want: "rss bad 2 /a loc-out-of-scope"},
	{name: "rss bare ampersand feed.xml", body: rss("<item><link>" + host + "/?a=1&b=2</link></item>"), want: "rss bad 1 /?a=1&b=2 entity-unescaped"},
	{name: "rss undefined entity in link feed.xml", body: rss("<item><link>" + host + "/caf&eacute;</link></item><item><link>" + host + "/a</link></item>"), want: "rss bad 1 /a entity-undefined"},
	{name: "rss undefined entity in guid feed.xml", body: rss("<item><guid>" + host + "/caf&eacute;</guid></item><item><link>" + host + "/a</link></item>"), want: "rss bad 1 /a entity-undefined loc-missing"},
	{name: "rss control character in guid feed.xml", body: rss("<item><guid>" + host + "/b&#0;c</guid></item><item><link>" + host + "/a</link></item>"), want: "rss bad 1 /a control-char loc-missing"},
	{name: "atom undefined entity in link feed.xml", body: atom("<entry><link href='" + host + "/caf&eacute;'/></entry><entry><link href='" + host + "/a'/></entry>"), want: "atom bad 1 /a entity-undefined"},
	{name: "rss undefined entity feed.xml", body: rss("<item><title>caf&eacute;</title><link>" + host + "/a</link></item>"), want: "rss bad 1 /a entity-undefined"},
	{name: "rss cut feed.xml", body: decl + `<rss version="2.0"><channel>` + rssItem + "<item><link>" + host + "/b</link>", want: "rss bad 1 /a truncated"},
	{name: "rss no items feed.xml", body: rss(""), want: "rss bad 0 - empty"},
	{name: "rss whitespace link feed.xml", body: rss("<item><link>\n" + host + "/a\n</link></item>"), want: "rss ok 1 /a loc-whitespace"},
	{name: "rss duplicate feed.xml", body: rss(rssItem + rssItem), want: "rss ok 2 /a loc-duplicate"},
	{name: "rss gzip feed.xml.gz", body: packed(rss(rssItem)), want: "rss ok 1 /a"},

	{name: "atom feed.xml", body: atom(atomEntry(`<link href="` + host + `/a"/>`)), want: "atom ok 1 /a"},
	{name: "atom name.atom", body: atom(atomEntry(`<link href="` + host + `/a"/>`)), want: "atom ok 1 /a"},
	{name: "atom rel alternate feed.xml", body: atom(atomEntry(`<link rel="self" href="` + host + `/e.xml"/><link rel="enclosure" href="http://cdn.test/x"/><link type="text/html" rel="alternate" href="` + host + `/a"/>`)), want: "atom ok 1 /a"},
	{name: "atom rel as a URL feed.xml", body: atom(atomEntry(`<link rel="http://www.iana.org/assignments/relation/alternate" href="` + host + `/a"/>`)), want: "atom ok 1 /a"},
	{name: "atom feed links feed.xml", body: atom(`<link href="` + host + `/"/><link rel="self" href="` + host + `/feed.xml"/><link rel="next" href="` + host + `/feed.xml?p=2"/>` + atomEntry(`<link href="`+host+`/a"/>`)), want: "atom ok 1 /a"},
	{name: "atom prefix feed.xml", body: decl + `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:link href="` + host + `/a"/></a:entry></a:feed>`, want: "atom ok 1 /a"},
	{name: "atom source links feed.xml", body: atom(atomEntry(`<link href="` + host + `/a"/><source><link href="http://other.test/"/></source>`)), want: "atom ok 1 /a"},
	{name: "atom content links feed.xml", body: atom(atomEntry(`<link href="` + host + `/a"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><link href="` + host + `/x"/><a href="` + host + `/y">y</a></div></content>`)), want: "atom ok 1 /a"},
	{name: "atom base on feed feed.xml", body: decl + `<feed ` + atomNS + ` xml:base="` + host + `/blog/"><entry><link href="a"/></entry></feed>`, want: "atom ok 1 /blog/a"},
	{name: "atom base on entry feed.xml", body: decl + `<feed ` + atomNS + ` xml:base="` + host + `/blog/"><entry xml:base="2005/"><link href="a"/></entry></feed>`, want: "atom ok 1 /blog/2005/a"},
	{name: "atom base on link feed.xml", body: atom(atomEntry(`<link xml:base="` + host + `/x/y" href="a"/>`)), want: "atom ok 1 /x/a"},
	{name: "atom base ends with its element feed.xml", body: atom(`<entry xml:base="` + host + `/x/"><link href="a"/></entry><entry><link href="b"/></entry>`), want: "atom bad 1 /x/a loc-relative"},
	{name: "atom relative feed.xml", body: atom(atomEntry(`<link href="`+host+`/a"/>`) + atomEntry(`<link href="/b"/>`)), want: "atom bad 1 /a loc-relative"},
	{name: "atom no link feed.xml", body: atom(atomEntry(`<link href="`+host+`/a"/>`) + atomEntry("")), want: "atom bad 1 /a loc-missing"},
	{name: "atom only edit link feed.xml", body: atom(atomEntry(`<link href="`+host+`/a"/>`) + atomEntry(`<link rel="edit" href="`+host+`/e"/>`)), want: "atom bad 1 /a loc-missing"},
	{name: "atom empty link feed.xml", body: atom(atomEntry(`<link href="`+host+`/a"/>`) + atomEntry(`<link href=""/>`)), want: "atom bad 1 /a loc-missing"},
	{name: "atom href escaped feed.xml", body: atom(atomEntry(`<link href="` + host + `/?a=1&amp;b=2"/>`)), want: "atom ok 1 /?a=1&b=2"},
	{name: "atom href bare ampersand feed.xml", body: atom(atomEntry(`<link href="` + host + `/?a=1&b=2"/>`)), want: "atom bad 1 /?a=1&b=2 entity-unescaped"},
	{name: "atom href with blanks feed.xml", body: atom(atomEntry(`<link href=" ` + host + `/a "/>`)), want: "atom ok 1 /a loc-whitespace"},
	{name: "atom 0.3 feed.xml", body: decl + `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><link rel="alternate" type="text/html" href="` + host + `/a"/><modified>2003-12-13T18:30:02Z</modified></entry></feed>`, want: "atom ok 1 /a"},
	{name: "atom other host feed.xml", body: atom(atomEntry(`<link href="`+host+`/a"/>`) + atomEntry(`<link href="https://www.example.com/b"/>`)), want: "atom bad 2 /a loc-out-of-scope"},
	{name: "atom cut feed.xml", body: decl + "<feed " + atomNS + ">" + atomEntry(`<link href="`+host+`/a"/>`) + `<entry><link href="` + host + `/b"/>`, want: "atom bad 1 /a truncated"},
	{name: "atom no entries feed.xml", body: atom(""), want: "atom bad 0 - empty"},
	{name: "atom several alternates feed.xml", body: atom(atomEntry(`<link hreflang="en" href="` + host + `/a"/><link hreflang="de" href="` + host + `/de"/>`)), want: "atom ok 1 /a"},
}
