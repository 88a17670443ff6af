//go:build race

package sitemap_test

// raceEnabled is set with the race detector, under which big inputs take minutes.
const raceEnabled = true
