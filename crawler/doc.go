// Package crawler crawls one site: it takes URLs from a frontier, fetches
// them politely, and settles what came back.
//
//	frontier ──Lease──► scheduler ──jobs──► workers ──outcomes──► committer ──Settle──► frontier
//
// One scheduler decides what may be fetched and when; it is the only place
// that waits. A fixed number of workers fetch and parse; they never sleep,
// retry or touch the store. One committer settles outcomes in batches. When
// outcomes pile up, workers block, and the scheduler stops leasing.
//
// A request is a task, made for a page that was leased, for a robots.txt, or
// for an errand: session ids that are to be learned, sitemaps, translations on
// other hosts, and whatever else stands in the list of errands.
//
// The rooms of the crawler decide without knowing of a crawl: filter of a URL,
// pace of a host, traps of patterns of URLs, start of where a site begins.
package crawler
