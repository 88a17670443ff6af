package main

import (
	"runtime/debug"
)

// released is the version of a released program, "" for others.
var released string

// versionString gives the version of this binary: the released one, else
// what the Go tool knows of the source it was built from.
func versionString() string {
	if released != "" {
		return released
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "dev"
	}
	return info.Main.Version
}
