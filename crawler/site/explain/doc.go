// Package explain gathers what a stored crawl knows of one URL: its verdict and
// the evidence, every other rule that matches, how it became known, the way to
// it, who links to it, what it answered, and the published file that lists it.
// The types are the parts of one value, Explanation.
package explain
