//go:build !windows

package webdir

import "io/fs"

// hidden reports what Windows does not show; elsewhere a dot hides.
func hidden(fs.FileInfo) bool { return false }
