package sqlite

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
