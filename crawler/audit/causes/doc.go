// Package causes groups what is wrong with a site into the fewest causes that
// explain it: a template, a URL that many links lead to, a page that has many
// of the links. What the site's own links lead to most comes first.
//
// It is pure over a judged crawl and its findings.
package causes
