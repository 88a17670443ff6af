// Package check checks sitemaps on the web: it fetches them as a crawl would,
// follows indexes and robots.txt files, and says of each what package sitemap
// finds wrong with it.
package check
