//go:build unix

package process

import (
	"os/signal"
	"syscall"
)

// SurviveFileSizeLimit makes a write beyond the process's limit of the size
// of files (setrlimit(2), RLIMIT_FSIZE) an error, as one to a full disk is,
// where it would end the process by default.
func SurviveFileSizeLimit() { signal.Ignore(syscall.SIGXFSZ) }
