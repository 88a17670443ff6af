package folder

import "os"

// smallDisk is the limit on a disk of which a tenth is less, as long as it is
// no more than a quarter of what is free: at its end a crawl takes up to three
// times as much, for the log is brought into the file, with the verdicts.
const smallDisk = 32 << 20

// DiskLimit gives the bytes that a crawl file may take: most, or less on a
// small disk, of which a tenth is left for it. What the crawl file takes that
// may go on counts as free.
func (f *Folder) DiskLimit(most int64) int64 {
	free, known := freeDisk(f.Dir)
	if !known {
		return most
	}
	if names, err := f.Crawls(); err == nil && len(names) > 0 {
		if info, err := os.Stat(names[len(names)-1]); err == nil {
			free += info.Size()
		}
	}
	return min(most, max(free/10&^(1<<20-1), min(smallDisk, free/4)))
}
