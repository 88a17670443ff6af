package sitemap_test

func indexOf(locs ...string) string {
	inside := ""
	for _, l := range locs {
		inside += "<sitemap><loc>" + l + "</loc></sitemap>"
	}
	return index(inside)
}

var indexCases = []readCase{
	{name: "index s.xml", body: indexOf(host+"/a.xml", host+"/b.xml.gz"), want: "sitemapindex ok 0+2 /a.xml"},
	{name: "index lastmod s.xml", body: index("<sitemap><loc>" + host + "/a.xml</loc><lastmod>2005-01-01</lastmod></sitemap>"), want: "sitemapindex ok 0+1 /a.xml"},
	{name: "index packed s.xml.gz", body: packed(indexOf(host + "/a.xml")), want: "sitemapindex ok 0+1 /a.xml"},
	{name: "index prefix s.xml", body: decl + `<s:sitemapindex xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:sitemap><s:loc>` + host + `/a.xml</s:loc></s:sitemap></s:sitemapindex>`, want: "sitemapindex ok 0+1 /a.xml"},
	{name: "index other host s.xml", body: indexOf(host+"/a.xml", "http://other.test/b.xml"), want: "sitemapindex bad 0+2 /a.xml loc-out-of-scope"},
	{name: "index other scheme s.xml", body: indexOf(host+"/a.xml", "https://www.example.com/b.xml"), want: "sitemapindex bad 0+2 /a.xml loc-out-of-scope"},
	{name: "index other port s.xml", body: indexOf(host+"/a.xml", "http://www.example.com:81/b.xml"), want: "sitemapindex bad 0+2 /a.xml loc-out-of-scope"},
	{name: "index folder below s.xml", at: host + "/maps/s.xml", body: indexOf(host + "/maps/x/a.xml"), want: "sitemapindex ok 0+1 /maps/x/a.xml"},
	{name: "index folder above s.xml", at: host + "/maps/s.xml", body: indexOf(host + "/a.xml"), want: "sitemapindex ok 0+1 /a.xml"},
	{name: "index relative s.xml", body: indexOf("/a.xml", host+"/b.xml"), want: "sitemapindex bad 0+1 /b.xml loc-relative"},
	{name: "index scheme s.xml", body: indexOf("ftp://www.example.com/a.xml", host+"/b.xml"), want: "sitemapindex bad 0+1 /b.xml loc-scheme"},
	{name: "index no loc s.xml", body: index("<sitemap/><sitemap><lastmod>2005-01-01</lastmod></sitemap><sitemap><loc>" + host + "/a.xml</loc></sitemap>"), want: "sitemapindex bad 0+1 /a.xml loc-missing"},
	{name: "index loc twice s.xml", body: index("<sitemap><loc>" + host + "/a.xml</loc><loc>" + host + "/b.xml</loc></sitemap>"), want: "sitemapindex bad 0+2 /a.xml loc-repeated"},
	{name: "index duplicate s.xml", body: indexOf(host+"/a.xml", host+"/a.xml"), want: "sitemapindex ok 0+2 /a.xml loc-duplicate"},
	{name: "index whitespace s.xml", body: indexOf("\n" + host + "/a.xml\n"), want: "sitemapindex ok 0+1 /a.xml loc-whitespace"},
	{name: "index changefreq s.xml", body: index("<sitemap><loc>" + host + "/a.xml</loc><changefreq>daily</changefreq></sitemap>"), want: "sitemapindex bad 0+1 /a.xml unexpected-element"},
	{name: "index priority s.xml", body: index("<sitemap><loc>" + host + "/a.xml</loc><priority>0.5</priority></sitemap>"), want: "sitemapindex bad 0+1 /a.xml unexpected-element"},
	{name: "index url s.xml", body: index("<sitemap><loc>" + host + "/a.xml</loc></sitemap>" + urlTags("/a")), want: "sitemapindex bad 1+1 /a.xml unexpected-element"},
	{name: "index url only s.xml", body: index(urlTags("/a")), want: "sitemapindex bad 1 /a unexpected-element"},
	{name: "index ampersand s.xml", body: indexOf(host + "/map.php?a=1&b=2"), want: "sitemapindex bad 0+1 /map.php?a=1&b=2 entity-unescaped"},
	{name: "index escaped s.xml", body: indexOf(host + "/map.php?a=1&amp;b=2"), want: "sitemapindex ok 0+1 /map.php?a=1&b=2"},
	{name: "index extension s.xml", body: index(`<sitemap><loc>` + host + `/a.xml</loc><x:y xmlns:x="urn:x"/></sitemap>`), want: "sitemapindex ok 0+1 /a.xml unknown-extension"},
	{name: "index loc too long s.xml", body: indexOf(host+"/a.xml", u2048), want: "sitemapindex bad 0+2 /a.xml loc-too-long"},
	{name: "index fragment s.xml", body: indexOf(host + "/a.xml#x"), want: "sitemapindex ok 0+1 /a.xml#x loc-fragment"},
	{name: "index itself s.xml", body: indexOf(host + "/s.xml"), want: "sitemapindex ok 0+1 /s.xml"},
	{name: "index that should be a urlset s.xml", body: decl + open09 + "<sitemap><loc>" + host + "/a.xml</loc></sitemap></urlset>", want: "urlset bad 0+1 /a.xml unexpected-element"},
	{name: "index of a later namespace s.xml", body: decl + `<sitemapindex xmlns="https://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>` + host + `/a.xml</loc></sitemap></sitemapindex>`, want: "sitemapindex bad 0+1 /a.xml ns-wrong"},
}

const (
	image11 = `xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"`
	video11 = `xmlns:v="http://www.google.com/schemas/sitemap-video/1.1"`
	news09  = `xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"`
	xhtml   = `xmlns:h="http://www.w3.org/1999/xhtml"`
	mobile  = `xmlns:m="http://www.google.com/schemas/sitemap-mobile/1.0"`
)

var extensionCases = []readCase{
	{name: "ext image s.xml", body: page(`<i:image ` + image11 + `><i:loc>http://cdn.test/i.png</i:loc><i:caption>c</i:caption><i:title>t</i:title></i:image>`), want: "urlset ok 1 /a"},
	{name: "ext image before loc s.xml", body: urlset(`<url><i:image ` + image11 + `><i:loc>` + host + `/i.png</i:loc></i:image><loc>` + host + `/a</loc></url>`), want: "urlset bad 1 /a order"},
	{name: "ext image default namespace s.xml", body: page(`<image xmlns="http://www.google.com/schemas/sitemap-image/1.1"><loc>` + host + `/i.png</loc></image>`), want: "urlset ok 1 /a"},
	{name: "ext video s.xml", body: page(`<v:video ` + video11 + `><v:thumbnail_loc>` + host + `/t.png</v:thumbnail_loc><v:title>t</v:title><v:description>d</v:description><v:content_loc>` + host + `/v.mp4</v:content_loc><v:duration>60</v:duration></v:video>`), want: "urlset ok 1 /a"},
	{name: "ext news s.xml", body: page(`<n:news ` + news09 + `><n:publication><n:name>N</n:name><n:language>en</n:language></n:publication><n:publication_date>2026-11-20</n:publication_date><n:title>t</n:title></n:news>`), want: "urlset ok 1 /a"},
	{name: "ext hreflang s.xml", body: page(`<h:link ` + xhtml + ` rel="alternate" hreflang="de" href="` + host + `/de"/>`), want: "urlset ok 1 /a"},
	{name: "ext mobile s.xml", body: page(`<m:mobile ` + mobile + `/>`), want: "urlset ok 1 /a"},
	{name: "ext pagemap s.xml", body: page(`<PageMap xmlns="http://www.google.com/schemas/sitemap-pagemap/1.0"><DataObject type="document" id="x"><Attribute name="a" value="b"/></DataObject></PageMap>`), want: "urlset ok 1 /a"},
	{name: "ext alien s.xml", body: page(`<x:y xmlns:x="urn:x"><x:loc>` + host + `/x</x:loc></x:y>`), want: "urlset ok 1 /a unknown-extension"},
	{name: "ext alien on the root s.xml", body: rooted(ns09+` xmlns:x="urn:x"`, `<x:generator>g</x:generator>`+urlTags("/a")), want: "urlset ok 1 /a unknown-extension"},
	{name: "ext alien default s.xml", body: page(`<y xmlns="urn:x"><loc>` + host + `/x</loc></y>`), want: "urlset ok 1 /a unknown-extension"},
	{name: "ext alien with sitemap elements inside s.xml", body: page(`<x:y xmlns:x="urn:x"><url><loc>` + host + `/x</loc></url></x:y>`), want: "urlset ok 1 /a unknown-extension"},
	{name: "ext declared but not used s.xml", body: rooted(ns09+` xmlns:x="urn:x" `+image11, urlTags("/a")), want: "urlset ok 1 /a"},
	{name: "ext image https s.xml", body: page(`<i:image xmlns:i="https://www.google.com/schemas/sitemap-image/1.1"><i:loc>` + host + `/i.png</i:loc></i:image>`), want: "urlset ok 1 /a unknown-extension"},
	{name: "ext image 1.0 s.xml", body: page(`<i:image xmlns:i="http://www.google.com/schemas/sitemap-image/1.0"><i:loc>` + host + `/i.png</i:loc></i:image>`), want: "urlset ok 1 /a unknown-extension"},
	{name: "ext all s.xml", body: page(`<h:link ` + xhtml + ` rel="alternate" hreflang="de" href="` + host + `/de"/><m:mobile ` + mobile + `/><i:image ` + image11 + `><i:loc>` + host + `/i</i:loc></i:image>`), want: "urlset ok 1 /a"},
	{name: "ext after values s.xml", body: page(`<lastmod>2005-01-01</lastmod><changefreq>daily</changefreq><priority>0.3</priority><m:mobile ` + mobile + `/>`), want: "urlset ok 1 /a"},
	{name: "ext before priority s.xml", body: page(`<m:mobile ` + mobile + `/><priority>0.3</priority>`), want: "urlset bad 1 /a order"},
	{name: "ext attributes s.xml", body: page(`<x:y xmlns:x="urn:x" a="b" x:c="d"/>`), want: "urlset ok 1 /a unknown-extension"},
	{name: "ext attribute of its own on url s.xml", body: urlset(`<url xmlns:x="urn:x" x:id="1"><loc>` + host + `/a</loc></url>`), want: "urlset bad 1 /a unexpected-attribute"},
	{name: "ext in 0.84 s.xml", body: rooted(`xmlns="http://www.google.com/schemas/sitemap/0.84" `+image11, `<url><loc>`+host+`/a</loc><i:image><i:loc>`+host+`/i</i:loc></i:image></url>`), want: "urlset bad 1 /a ns-legacy unexpected-element"},
	{name: "ext control character s.xml", body: page(`<i:image ` + image11 + `><i:loc>` + host + "/i</i:loc><i:title>\x03</i:title></i:image>"), want: "urlset bad 1 /a control-char"},
	{name: "ext capitals s.xml", body: page(`<i:Image ` + image11 + `><i:LOC>` + host + `/i</i:LOC></i:Image>`), want: "urlset ok 1 /a"},
	{name: "ext two blocks s.xml", body: page(`<i:image ` + image11 + `><i:loc>` + host + `/i</i:loc></i:image><i:image ` + image11 + `><i:loc>` + host + `/j</i:loc></i:image>`), want: "urlset ok 1 /a"},
	{name: "ext html link without namespace s.xml", body: page(`<link rel="alternate" hreflang="de" href="` + host + `/de"/>`), want: "urlset bad 1 /a unexpected-element"},
}
