// Package filter decides from a URL alone whether a crawl may ask for it: by
// rules that the user typed, and by the parts of URLs that tell of an action.
// It is pure.
package filter
