package sqlite

import (
	"errors"
	"sync"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// sumVFS is the name of the file system whose files have checksums: the
// system's own as SQLite has it, with our functions before three of its own.
const sumVFS = "portolan"

// sums is what its functions need.
var sums struct {
	open   openFunc // of the system's own
	behind uintptr  // where a file of ours has its sumFile

	mu      sync.Mutex
	methods map[uintptr]uintptr // ours, by those that they were made of
}

// The types of the functions.
type (
	openFunc  func(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32
	readFunc  func(tls *libc.TLS, file, to uintptr, n int32, offset int64) int32
	writeFunc func(tls *libc.TLS, file, from uintptr, n int32, offset int64) int32
)

// sumFile is what a file of ours has behind that of the system.
type sumFile struct {
	base uintptr // methods of the system's file
	mode sumMode
}

// at gives what lies at an address of SQLite's.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// give puts a value where SQLite may hold it: into memory of C's, which is
// never freed, because SQLite computes with addresses as Go's must not be.
func give[T any](tls *libc.TLS, v T) (address uintptr) {
	address = libc.Xmalloc(tls, lib.Tsize_t(unsafe.Sizeof(v)))
	if address != 0 {
		*at[T](address) = v
	}
	return address
}

// function gives the one at an address of SQLite's, addressOf that of ours.
func function[F any](address uintptr) F { return *(*F)(unsafe.Pointer(&address)) }
func addressOf(function any) uintptr    { return (*[2]uintptr)(unsafe.Pointer(&function))[1] }

// registerSums makes sumVFS known to SQLite.
var registerSums = sync.OnceValue(func() error {
	tls := libc.NewTLS()
	defer tls.Close()
	base := lib.Xsqlite3_vfs_find(tls, 0)
	if base == 0 {
		return errors.New("SQLite knows no file system here")
	}
	name, err := libc.CString(sumVFS)
	if err != nil {
		return err
	}
	vfs := *at[lib.Tsqlite3_vfs](base)
	sums.open = function[openFunc](vfs.FxOpen)
	sums.behind = (uintptr(vfs.FszOsFile) + 7) &^ 7
	sums.methods = map[uintptr]uintptr{}
	vfs.FzName, vfs.FpNext, vfs.FxOpen = name, 0, addressOf(openFunc(openSummed))
	vfs.FszOsFile = int32(sums.behind + unsafe.Sizeof(sumFile{}))
	ours := give(tls, vfs)
	if ours == 0 || lib.Xsqlite3_vfs_register(tls, ours, 0) != lib.SQLITE_OK {
		return errors.New("SQLite does not take our file system")
	}
	return nil
})

// openSummed opens a file as the system does. A database whose pages have
// checksums gets functions that write and test them.
func openSummed(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32 {
	rc := sums.open(tls, vfs, name, file, flags, outFlags)
	if rc != lib.SQLITE_OK || flags&lib.SQLITE_OPEN_MAIN_DB == 0 {
		return rc
	}
	own := at[sumFile](file + sums.behind)
	own.mode = modeOfFile(libc.GoString(name))
	if own.mode != sumsNone {
		methods := &at[lib.Tsqlite3_file](file).FpMethods
		own.base = *methods
		ours := summedMethods(tls, own.base)
		if ours == 0 {
			return lib.SQLITE_NOMEM // SQLite closes what has methods
		}
		*methods = ours
	}
	return rc
}

func modeOfFile(path string) sumMode {
	first, err := firstPage(path)
	if err != nil {
		return sumsNone // SQLite will not be able to read it, either
	}
	return sumModeOf(first)
}

// summedMethods gives the address of methods with ours among them, 0 when
// there is no memory for them.
func summedMethods(tls *libc.TLS, base uintptr) uintptr {
	sums.mu.Lock()
	defer sums.mu.Unlock()
	if ours := sums.methods[base]; ours != 0 {
		return ours
	}
	m := *at[lib.Tsqlite3_io_methods](base)
	m.FxRead, m.FxWrite = addressOf(readFunc(readSummed)), addressOf(writeFunc(writeSummed))
	sums.methods[base] = give(tls, m)
	return sums.methods[base]
}

// isPage reports the reads and writes of whole pages. SQLite reads parts of
// the first one by themselves.
func isPage(n int32, offset int64) bool { return n == pageSize && offset%pageSize == 0 }

// readSummed reads a page and tests its checksum. SQLite sees zeros in its
// place, so that this is what pages have in the log.
func readSummed(tls *libc.TLS, file, to uintptr, n int32, offset int64) int32 {
	own := at[sumFile](file + sums.behind)
	rc := function[readFunc](at[lib.Tsqlite3_io_methods](own.base).FxRead)(tls, file, to, n, offset)
	if rc != lib.SQLITE_OK || !isPage(n, offset) {
		return rc
	}
	page := at[[pageSize]byte](to)[:]
	if !own.mode.takes(sumState(page, offset/pageSize)) {
		return lib.SQLITE_IOERR_DATA
	}
	clear(page[pageSize-sumSize:])
	return rc
}

// writeSummed writes a page with its checksum.
func writeSummed(tls *libc.TLS, file, from uintptr, n int32, offset int64) int32 {
	own := at[sumFile](file + sums.behind)
	base := function[writeFunc](at[lib.Tsqlite3_io_methods](own.base).FxWrite)
	if !isPage(n, offset) {
		return base(tls, file, from, n, offset)
	}
	page := at[[pageSize]byte](from)[:]
	putSum(page, offset/pageSize)
	rc := base(tls, file, from, n, offset)
	clear(page[pageSize-sumSize:])
	return rc
}
