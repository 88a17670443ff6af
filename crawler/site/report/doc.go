// Package report writes what is known of a crawled site as one document for the
// client: HTML that needs neither script nor network, or Markdown. It is made of
// the crawl file alone, in bounded memory; the same crawl gives the same bytes.
//
// All that was crawled is hostile text: it is escaped where it is written, and
// characters that cannot be seen are shown by their names.
package report
