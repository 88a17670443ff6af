package main

import (
	"runtime/debug"
)

// version is set at release by -ldflags "-X main.version=1.2.3".
var version = ""

// versionString gives the version of this binary: the released one, else
// what the Go tool knows of the source it was built from.
func versionString() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "dev"
	}
	return info.Main.Version
}
