// Package last is the set of sitemap files that stands in a site folder, with
// the crawl that it was made of and the reference: what a crawl is told of it,
// what becomes of its URLs by the verdicts of a new crawl, and what is kept for
// the next comparison.
package last
