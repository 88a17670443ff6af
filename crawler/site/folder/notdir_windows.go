package folder

import "syscall"

// errNotDir is what the system says of a path that leads through a file.
const errNotDir = syscall.ERROR_PATH_NOT_FOUND
