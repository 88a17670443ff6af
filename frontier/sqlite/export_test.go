package sqlite

import "database/sql"

// NoSync makes the options those of a test that does not ask what a power cut
// leaves behind.
func (o Options) NoSync() Options {
	o.noSync = true
	return o
}

// MaxPages makes the disk full at so many pages of 8 KiB.
func (o Options) MaxPages(n int) Options {
	o.maxPages = n
	return o
}

// Edit opens the database behind a crawl file, to change what it says.
func Edit(path string) (*sql.DB, error) { return openDB(dsn(path), nil) }

// PutSum gives the first page its checksum.
func PutSum(file []byte) []byte {
	putSum(file[:pageSize], 0)
	return file
}

// LogPages gives the pages that the log beside a crawl file holds.
func LogPages(path string) (map[int64]bool, error) { return logPages(path) }

// Version is that of the files that are made.
const Version = version
