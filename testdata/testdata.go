// Package testdata holds the built-in site. Beside it lie what tests of more
// than one package read: vectors of URLs, robots.txt files and sitemaps,
// schemas of sitemaps, and crawl files of each released version.
package testdata

import _ "embed"

// Demo is the site that "portolan demo" serves, in crawltest's form.
//
//go:embed demo.txtar
var Demo []byte
