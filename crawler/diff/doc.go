// Package diff compares what was known of a site at two times: two crawls, a
// crawl and a sitemap, the exports of another crawler. A State is what was
// known, Compare what has changed.
//
// A change is claimed only where both states can know of it: a sitemap knows
// nothing of titles, and what an incomplete crawl has not come to may be there
// all the same, so it removes nothing.
//
// It works on values alone, sorted outside of memory: two states of tens of
// millions of URLs take no more than those of a few.
package diff
