// Package site is the way from a URL to a published sitemap, as a run of
// portolan takes it: open the site folder, go on with the crawl in it or begin
// a new one, crawl, give verdicts, compare with the set that stands, publish,
// remove old crawls. Make is all of it; Open and the methods of Run are its
// steps, in this order:
//
//	Open    folder, crawl file and the set that stands
//	Crawl   fetches; what is left is deferred
//	Judge   gives every URL its verdict, those of the set that stands included
//	Publish writes the set, unless a person has to decide
//	Finish  closes the crawl file and removes old ones
//	Close   lets other runs in
//
// Its rooms: folder, the site folder; stored, a crawl file with its options;
// last, the set that stands; listing, the set to be written; explain, what is
// known of one URL.
package site
