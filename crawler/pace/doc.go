// Package pace decides when the next request to a host may start: by the
// ceilings of the user, by what the host asks for, by signs that it is asked
// too much, and by whether it is well at all. A Pace is told of each request
// and its answer; Hosts keeps one for each host; a PoliteFetcher is all of that
// for the few requests before a crawl. Where not said otherwise they know no
// clock but the times they are given.
package pace
