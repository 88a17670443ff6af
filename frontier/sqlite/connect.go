package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"modernc.org/sqlite"
)

// dsn names a file to SQLite, with pragmas for each connection.
func dsn(path string, pragmas ...string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive
	}
	q := url.Values{"_pragma": pragmas, "vfs": {sumVFS}}
	q.Add("_pragma", "busy_timeout(5000)")
	return "file://" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}

// openDB opens a database whose connections begin with some statements.
func openDB(dsn string, begin []string) (*sql.DB, error) {
	if err := cmp.Or(registerSums(), registerTakeRow()); err != nil {
		return nil, err
	}
	base, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(&connector{base, begin}), nil
}

type connector struct {
	driver.Connector
	begin []string
}

func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	for _, text := range c.begin {
		if err == nil {
			_, err = conn.(driver.ExecerContext).ExecContext(ctx, text, nil)
		}
	}
	if err != nil && conn != nil {
		return nil, errors.Join(err, conn.Close())
	}
	if err != nil {
		return nil, err
	}
	return &keeper{conn, map[string]*keptStmt{}}, nil
}

// readHeader gives the version of a crawl file. It refuses what is none, or
// of a version that is not known here, before SQLite sees it.
func readHeader(path string) (written uint32, err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // to open a pipe is to wait for who writes to it
		return 0, fmt.Errorf("open %s: %w", path, ErrNotCrawl)
	}
	first, err := firstPage(path)
	if err != nil {
		return 0, fmt.Errorf("open crawl file: %w", err)
	}
	if len(first) < 100 || string(first[:16]) != "SQLite format 3\x00" {
		return 0, fmt.Errorf("open %s: %w", path, ErrNotCrawl)
	}
	ours := binary.BigEndian.Uint32(first[68:]) == applicationID
	written = binary.BigEndian.Uint32(first[60:])
	_, known := older[written]
	switch {
	case ours && !known && written != version:
		return 0, fmt.Errorf("open %s: %w: its format is %d, this one's is %d", path, ErrVersion, written, version)
	case ours && written == version && first[20] != sumSize:
		return 0, fmt.Errorf("open crawl file %s: %w; %s", path, wrongPage(0), toRecover)
	case hasLog(path): // it may hold the first page anew
	case len(first) == pageSize && sumModeOf(first) == sumsStrict && sumState(first, 0) == pageWrong && (ours || [4]byte(first[pageSize-4:]) == sumMark):
		return 0, fmt.Errorf("open crawl file %s: %w; %s", path, wrongPage(0), toRecover)
	}
	if !ours {
		return 0, fmt.Errorf("open %s: %w", path, ErrNotCrawl)
	}
	return written, nil
}

// hasLog reports a write-ahead log beside the file: a writer is at work on it,
// or was killed.
func hasLog(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

// firstPage reads it, or less where there is less. Another process may be
// writing it.
func firstPage(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	page := make([]byte, pageSize)
	for range 5 {
		n, err := file.ReadAt(page, 0)
		if err != nil && err != io.EOF {
			return nil, err
		}
		page = page[:n]
		if n < pageSize || sumModeOf(page).takes(sumState(page, 0)) {
			break
		}
	}
	return page, nil
}

// walMode reports whether the file's header asks for a write-ahead log.
func walMode(path string) bool {
	first, err := firstPage(path)
	return err == nil && len(first) > 18 && first[18] == 2
}
