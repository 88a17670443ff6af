package sqlite

import (
	"fmt"
	"path/filepath"
)

// FolderLock keeps other processes away from a folder of crawl files, as the
// lock of one crawl file does from that file.
type FolderLock struct{ lock *fileLock }

// LockFolder takes the lock of a folder that exists. While another process
// holds it the error is ErrLocked and says since when. The system drops the
// lock when the process ends, however it ends.
func LockFolder(dir string) (*FolderLock, error) {
	lock, err := takeLock(filepath.Clean(dir) + string(filepath.Separator))
	if err != nil {
		return nil, err
	}
	return &FolderLock{lock}, nil
}

// Release gives the folder free.
func (l *FolderLock) Release() error {
	if err := l.lock.release(); err != nil {
		return fmt.Errorf("release the lock of the folder: %w", err)
	}
	return nil
}
