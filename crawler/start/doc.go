// Package start finds where a crawl begins: from what the user typed, along
// redirects of the same site, to the scheme and host that the site itself
// prefers. It asks robots.txt before anything else and says what it has found
// in words.
package start
