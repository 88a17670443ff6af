package console

import (
	"runtime/debug"
)

// Released is the version of a released program, "" for others.
var Released string

// Version gives the version of this binary: the released one, else
// what the Go tool knows of the source it was built from.
func Version() string {
	if Released != "" {
		return Released
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "dev"
	}
	return info.Main.Version
}
