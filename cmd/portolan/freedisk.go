package main

import "os"

// smallDisk is the limit on a disk of which a tenth is less, as long as it is
// no more than a quarter of what is free: at its end a crawl takes up to three
// times as much, for the log is brought into the file, with the verdicts.
const smallDisk = 32 << 20

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
	r.opts.maxDisk = min(r.opts.maxDisk, byteSize(max(free/10&^(1<<20-1), min(smallDisk, free/4))))
}
