package tables

import "context"

// notes say what is to be known of columns besides their names, and which of
// Screaming Frog's there are not, by table.
var notes = []struct{ table, column, note string }{
	{"urls", "Address", "the address as people read it; URL Encoded Address is what was asked for and is listed"},
	{"urls", "Indexability Status", "empty where nothing was read that could tell"},
	{"urls", "Title 1 Length", "columns, of which wide characters take two; so are the lengths of descriptions and headings. Widths in pixels are not measured"},
	{"urls", "Meta Refresh 1", "the address that it leads to; the tag's own text is not kept"},
	{"urls", "HTTP Canonical", "empty in what older versions have crawled where the page names itself: there Canonical Link Element 1 has it"},
	{"urls", "Closest Near Duplicate Match", "one of the pages whose main text has the same words (finding duplicate-near); how close others come is not measured"},
	{"urls", "Crawl Depth", "clicks from the start; empty where no link leads there"},
	{"urls", "Response Time", "seconds from the request to the last byte"},
	{"urls", "HTTP Version", "always empty: the crawl does not keep it"},
	{"urls", "Verdict Evidence", "empty where the URL is listed; in crawls of more than 200,000 URLs views of pages name their page alone: portolan explain FOLDER URL tells what shows it"},
	{"urls", "Sitemap Lastmod", "the date in portolan's own sitemap, by Lastmod Source"},
	{"urls", "Cluster", "the first page of the set of translations that name each other by hreflang; empty where the page names none"},
	{"findings", "Detail", "what was found, with the bytes that decide and their place as line:column where it is of a page's markup"},
	{"findings", "Anchor", "the text of the link on First Found On, or else the alternative text of its picture"},
	{"findings", "First Seen", "when the first of the complete crawls began that have it one after the other, of the four before this one that the folder keeps; what the oldest of them has may be older"},
	{"findings", "State", "empty where there is no complete crawl before; what is gone is in the table fixed"},
	{"causes", "State", "empty where there is no complete crawl before; mended, gone and unseen are of that one"},
	{"causes", "Address", "what the URLs have in common: a template, the page that links to them, the URL that they lead to, or the one URL"},
	{"issues", "% of Total", "of all known URLs, as Screaming Frog counts; report.html gives shares of the pages"},
	{"issues", "New", "empty where there is no complete crawl before; so is Fixed, which does not count what is unverified"},
	{"issues", "Owner", "empty, to be filled in; so are Status and Due"},
	{"links", "Anchor", "the text of the link, or else the alternative text of its picture; of a translation its language. The two are not kept apart, so there is no column Alt Text"},
	{"links", "Link Position", "head, header, nav, main, aside, footer or body. A path in the document is not kept, so there is no column Link Path"},
	{"links", "Size (Bytes)", "there is none: it is in the table urls"},
	{"broken-links", "Status", "the words of the status code; empty where no answer came. Verdict says what became of Destination"},
	{"broken-links", "Anchor", "as in the table links; so is Link Position"},
	{"redirects", "Status Code 1", "ten hops have their columns; Number of Redirects counts all, up to twenty"},
	{"sitemaps", "Oldest Lastmod", "of the entries whose URLs are known, as the file has it"},
	{"hreflang", "Response Code", "of URL Not Returning Link"},
	{"hreflang", "Expected Link", "what URL Not Returning Link has to name as its translation, for the annotation to count; empty for other findings"},
	{"hreflang", "hreflang", "the language of the annotation, as the page has it"},
	{"changes", "Previous", "empty for what was added"},
}

// columnsTable says what is to be known of columns, so that none is empty
// without a word.
func columnsTable() *Table {
	return &Table{Name: "columns", Sheet: "Columns", Words: "what is to be known of columns of the other tables: what is not measured, and why they are empty", Columns: columns("Table", "Column", "Note"),
		rows: func(_ context.Context, _ *Source, row func(...string) error) error {
			for _, n := range notes {
				if err := row(n.table, n.column, n.note); err != nil {
					return err
				}
			}
			return nil
		}}
}
