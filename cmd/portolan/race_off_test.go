//go:build !race

package main

// raceEnabled is set with the race detector, which makes all many times slower.
const raceEnabled = false
