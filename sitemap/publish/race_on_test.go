//go:build race

package publish_test

// raceEnabled is set with the race detector, under which big inputs take minutes.
const raceEnabled = true
