package main

import "os"

// leastDisk is a limit below which a crawl file is not worth stopping for: if
// the disk is as full as that, it is full soon, and the run says so.
const leastDisk = 32 << 20

// fitDisk lowers a --max-disk that was not typed to a tenth of what is free
// where the site folder lies, the crawl file that may go on included.
func (r *crawlRun) fitDisk() {
	if r.opts.diskSet {
		return
	}
	free, known := freeDisk(r.folder.dir)
	if !known {
		return
	}
	if names, err := r.folder.crawlFiles(); err == nil && len(names) > 0 {
		if info, err := os.Stat(names[len(names)-1]); err == nil {
			free += info.Size()
		}
	}
	r.opts.maxDisk = min(r.opts.maxDisk, max(byteSize(free/10)&^(1<<20-1), leastDisk))
}
