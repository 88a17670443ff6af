package sitemap_test

// aged is a page with this lastmod.
func aged(value string) string { return page("<lastmod>" + value + "</lastmod>") }

// aged84 is the same of 0.84.
func aged84(value string) string {
	return rooted(`xmlns="http://www.google.com/schemas/sitemap/0.84"`, "<url><loc>"+host+"/a</loc><lastmod>"+value+"</lastmod></url>")
}

func freq(value string) string { return page("<changefreq>" + value + "</changefreq>") }

func prio(value string) string { return page("<priority>" + value + "</priority>") }

// each makes a case of every value.
func each(group string, file func(string) string, want string, values ...string) []readCase {
	var list []readCase
	for _, v := range values {
		list = append(list, readCase{name: group + " [" + v + "] s.xml", body: file(v), want: want, at: host + "/s.xml"})
	}
	return list
}

var valueCases = joined(
	each("lastmod", aged, "urlset ok 1 /a",
		"2005-06-04", "2004-02-29", "2000-02-29", "2005-12-31", "1991-01-01",
		"2005-06-04T10:37:30Z", "2005-06-04T10:37:30+00:00", "2005-06-04T10:37:30-08:00", "2005-06-04T00:00:00+05:30",
		"2005-06-04T10:37:30.5Z", "2005-06-04T10:37:30.123456+02:00", "2005-06-04T10:37:30.123456789Z", "2005-06-04T23:59:59-12:00", "2005-06-04T10:37:30+14:00"),
	each("lastmod", aged, "urlset ok 1 /a lastmod-w3c-not-xsd", "2005", "2005-06", "2005-06-03T04:20-08:00", "2005-06-03T04:20Z", "2005-06-03T00:00+00:00"),
	each("lastmod", aged, "urlset ok 1 /a lastmod-before-web", "1970-01-01", "1990-12-31T23:59:59Z"),
	each("lastmod", aged, "urlset ok 1 /a lastmod-future", "2999-01-01", "2030-01-01T00:00:00Z", "2026-11-23", "2026-11-22T12:00:01+00:00"),
	each("lastmod", aged, "urlset ok 1 /a lastmod-future lastmod-w3c-not-xsd", "2999", "2027-01", "2027-01-01T00:00Z"),
	each("lastmod now", aged, "urlset ok 1 /a", "2026-11-21", "2026-11-22", "2026-11-21T12:00:01Z", "2026-11-21T14:00:00+02:00"),
	each("lastmod now", aged, "urlset ok 1 /a lastmod-w3c-not-xsd", "2026", "2026-11"),
	each("lastmod", aged, "urlset bad 1 /a lastmod-bad",
		"", "   ", "not a date", "2005-13-01", "2005-00-01", "2005-06-00", "2005-06-31", "2005-02-29", "1900-02-29", "2005-06-32",
		"2005/06/04", "04.06.2005", "06/04/2005", "2005-6-4", "20050604", "05-06-04", "2005-06-4", "2005-155", "2005-W22-6", "2005-06-", "2005-",
		"2005-06-04T10:37:30", "2005-06-04T10:37", "2005-06-04 10:37:30", "2005-06-04 10:37:30Z", "2005-06-04T10Z", "2005-06-04T", "2005-06-04T10:37:30+0800",
		"2005-06-04T10:37:30+08", "2005-06-04T10:37:30 +08:00", "2005-06-04T24:00:00Z", "2005-06-04T24:00:01Z", "2005-06-04T10:60:00Z", "2005-06-04T10:37:60Z",
		"2005-06-04T10:37:30+24:00", "2005-06-04T10:37:30+08:60", "2005-06-04t10:37:30Z", "2005-06-04T10:37:30z", "2005-06-04T10:37:30.Z", "2005-06-04T10:37:30,5Z",
		"2005-06-04T1:37:30Z", "2005-06-04T10:37:30UTC", "2005-06-04T10:37:30 GMT", "Sat, 04 Jun 2005 10:37:30 GMT", "1117881450", "0", "today", "0000-00-00",
		"2005-06-04Z", "2005-06-04+02:00", "-2005-06-04", "+2005-06-04", "12005-06-04", "２００５-06-04", "2005–06–04", "2005-06-04T10:37:30Z[UTC]", "2005-06-04, 2005-06-05"),
	each("lastmod blanks", aged, "urlset ok 1 /a value-whitespace", " 2005-01-01", "2005-01-01\n", "\n\t2005-06-04T10:37:30Z  ", "&#32;2005-01-01"),
	each("lastmod blanks", aged, "urlset ok 1 /a value-whitespace lastmod-w3c-not-xsd", " 2005 "),
	each("lastmod blanks", aged, "urlset bad 1 /a lastmod-bad", "2005-01 -01", "2005-01-01T00:00:00 Z"),
	each("lastmod 0.84", aged84, "urlset ok 1 /a ns-legacy", "2005-06-04", "2005-06-04T10:37:30+08:00", "2005-06-03T04:20-08:00", "2005-06-04T10:37:30Z", "2005-06-04T10:37:30.123Z"),
	each("lastmod 0.84", aged84, "urlset ok 1 /a ns-legacy lastmod-w3c-not-xsd", "2005", "2005-06", "2005-06-04T10:37:30.123456Z"),
	each("lastmod 0.84", aged84, "urlset bad 1 /a ns-legacy lastmod-bad", "2005-06-04T10:37:30", "not a date", "yesterday at noon"),
	each("changefreq", freq, "urlset ok 1 /a", "always", "hourly", "daily", "weekly", "monthly", "yearly", "never", "<![CDATA[daily]]>", "&#100;aily"),
	each("changefreq", freq, "urlset bad 1 /a changefreq-bad", "", "Daily", "WEEKLY", "annually", "biweekly", "sometimes", "1", "day", "daily,weekly", "hourly."),
	each("changefreq", freq, "urlset bad 1 /a changefreq-bad", " daily", "daily ", "\ndaily\n", " ", "&#9;daily"),
	each("priority", prio, "urlset ok 1 /a", "0.0", "1.0", "0.5", "0", "1", "0.85", "0.1234567890123456789", "00.5", "1.000", "+0.5", ".5", "1.", "0.", "-0.0", "+1", "<![CDATA[0.3]]>"),
	each("priority", prio, "urlset bad 1 /a priority-bad", "", "1.1", "-0.1", "2", "10", "1.0000000000000000000001", "0,5", "high", "5e-1", "1E0", "NaN", "INF", "50%", "0.5.5", ".", "+", "--0.5", "0x1", "½", "0.5f", "-1"),
	each("priority blanks", prio, "urlset ok 1 /a value-whitespace", " 0.5", "0.5\n", "\t1.0 "),
	each("priority blanks", prio, "urlset bad 1 /a priority-bad", " ", "0. 5", "\u00a00.5"),
	[]readCase{
		{name: "values empty elements s.xml", body: page("<lastmod/><changefreq/><priority/>"), want: "urlset bad 1 /a lastmod-bad changefreq-bad priority-bad"},
		{name: "values with elements inside s.xml", body: page("<lastmod><b>2005-01-01</b></lastmod>"), want: "urlset bad 1 /a lastmod-bad unexpected-element"},
		{name: "values comment inside s.xml", body: page("<lastmod>2005<!-- x -->-01-01</lastmod>"), want: "urlset ok 1 /a"},
		{name: "values of index s.xml", body: index("<sitemap><loc>" + host + "/a.xml</loc><lastmod>yesterday</lastmod></sitemap>"), want: "sitemapindex bad 0+1 /a.xml lastmod-bad"},
		{name: "values of index short s.xml", body: index("<sitemap><loc>" + host + "/a.xml</loc><lastmod>2005-06</lastmod></sitemap>"), want: "sitemapindex ok 0+1 /a.xml lastmod-w3c-not-xsd"},
		{name: "values of index future s.xml", body: index("<sitemap><loc>" + host + "/a.xml</loc><lastmod>2999-06-01</lastmod></sitemap>"), want: "sitemapindex ok 0+1 /a.xml lastmod-future"},
		{name: "values all bad in several pages s.xml", body: urlset("<url><loc>" + host + "/a</loc><lastmod>x</lastmod></url><url><loc>" + host + "/b</loc><changefreq>x</changefreq></url><url><loc>" + host + "/c</loc><priority>x</priority></url>"), want: "urlset bad 3 /a lastmod-bad changefreq-bad priority-bad"},
		{name: "values without loc s.xml", body: urlset("<url><lastmod>x</lastmod></url>" + urlTags("/a")), want: "urlset bad 1 /a lastmod-bad loc-missing"},
	},
)
