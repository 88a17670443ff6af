//go:build !race

package crawler_test

// raceEnabled is set with the race detector, which takes memory of its own.
const raceEnabled = false
