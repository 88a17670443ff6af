// Package tables gives what a stored crawl knows as the tables that
// consultants hand over, under the names of columns that Screaming Frog has made
// usual, and writes them as CSV (RFC 4180) or as one XLSX workbook. Rows come as
// a stream, in the order of discovery; the same crawl gives the same bytes.
//
// Text of the site is hostile: no cell is a formula, whoever opens it.
package tables
