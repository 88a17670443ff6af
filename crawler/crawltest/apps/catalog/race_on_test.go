//go:build race

package catalog_test

// raceEnabled is set with the race detector, which makes all many times slower.
const raceEnabled = true
