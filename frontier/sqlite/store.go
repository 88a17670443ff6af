// Package sqlite keeps a crawl in one SQLite file: the embedded frontier
// while the crawl goes on, its facts afterwards.
//
// Tables are only appended to (see schema). There is no index but on ids, no
// state column and no row per link; what must be looked up by URL is held in
// memory:
//
//	seen     64-bit keyed fingerprint → id            about 19 bytes a URL
//	pending  which ids wait, by rank and depth        6 bits a URL and a few spans
//	leased   what is handed out                       as many as the caller leases
//
// A batch is one transaction. In journal mode WAL with synchronous=NORMAL
// nothing that Settle acknowledged is lost when the process is killed; when
// the power fails, the last batches may be, as if they had not been settled
// (Options.Durable). All three structures are built again when a file is
// opened. Finish leaves one file without a journal beside it, which can be
// read on a read-only file system.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"

	lib "modernc.org/sqlite/lib"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Options are what the files do not say. The zero value is ready to use.
type Options struct {
	// Key is the SipHash key of a new crawl; zero: a random one.
	Key [16]byte

	// Meta is what Meta of a new crawl tells from the first moment on.
	Meta map[string]string

	// CacheMB is SQLite's page cache in MiB; 0: 2. A page takes twice its size there.
	CacheMB int

	// Durable makes each batch survive a power cut, too, at the price of an
	// fsync each (synchronous=FULL).
	Durable bool

	noSync   bool // of tests that ask for no power cut
	maxPages int  // of tests: how many pages the file may have, 0: any number
}

// Store is a crawl file. It implements frontier.Frontier and frontier.Crawl.
// It is for one goroutine at a time; iterations may be nested.
type Store struct {
	path     string
	version  uint32 // of the file
	o        Options
	readOnly bool
	lock     *fileLock
	writerDB *sql.DB
	writer   *sql.Conn
	readers  *sql.DB
	raw      *rawFile // of one open for reading
	shapes   tableShapes
	singles  singles
	failed   error // the error of a batch that could not be stored

	key    [16]byte
	k0, k1 uint64
	texts  textHash
	meta   map[string]string
	rules  []canonical.Rule

	anyRendered bool // table rendered has rows

	briefs *briefs // nil until a pass has kept them
	fresh  briefs  // settled since; their types begin with those of briefs
	packed packedURLs

	// verdicts holds those of a store open for reading, in a temporary table.
	verdicts *sql.Conn
	// findings holds those of such a store, in another one.
	findings *sql.Conn

	// What follows is a writer's, but for the counts.
	counts  frontier.Counts
	seen    seen
	recent  recent
	anchors anchors
	pending pending
	leased  map[frontier.ID]lease
	retryN  int64
	batches int64 // the number of the last one

	exampled map[foldKey]bool // those with all the examples that are kept

	postponed int // unsettled URLs with a retry, leased ones included

	inserts *inserts
	reads   *reads
	scratch scratch
}

var (
	_ frontier.Frontier = (*Store)(nil)
	_ frontier.Crawl    = (*Store)(nil)
)

// Open opens a crawl file to go on with it. What was leased is pending.
func Open(path string, o Options) (*Store, error) {
	switch written, err := readHeader(path); {
	case err != nil:
		return nil, err
	case written < version:
		return nil, fmt.Errorf("open %s: %w", path, ErrOlder)
	}
	lock, err := takeLock(path)
	if err != nil {
		return nil, err
	}
	s, err := openVerified(path, o, lock)
	if err != nil {
		return nil, errors.Join(err, lock.release())
	}
	return s, nil
}

// openVerified opens a file that is as it was written.
func openVerified(path string, o Options, lock *fileLock) (*Store, error) {
	err := fillSums(path)
	zeros := false
	if err == nil {
		zeros, err = verify(path)
	}
	if err != nil {
		s := newStore(path, o)
		return nil, fmt.Errorf("open crawl file %s: %w", path, errors.Join(s.hint(err), s.closeFiles()))
	}
	s, err := open(path, o, lock)
	if err == nil && zeros {
		if err = s.checkStructure(context.Background()); err != nil {
			s.lock = nil // the caller's
			return nil, fmt.Errorf("open crawl file %s: %w", path, errors.Join(explain(err), s.closeStatements(), s.closeFiles()))
		}
	}
	return s, err
}

func open(path string, o Options, lock *fileLock) (*Store, error) {
	s := newStore(path, o)
	s.lock = lock
	var err error
	s.writerDB, err = openDB(dsn(path, s.writerPragmas()...), nil)
	if err != nil {
		return nil, fmt.Errorf("open crawl file %s: %w", path, err)
	}
	s.writer, err = s.writerDB.Conn(context.Background())
	for _, step := range []func() error{s.openReaders, s.start, s.load} {
		if err == nil {
			err = step()
		}
	}
	if err != nil {
		err = s.hint(explain(err))
		s.lock = nil // the caller's until there is a store
		return nil, fmt.Errorf("open crawl file %s: %w", path, errors.Join(err, s.closeStatements(), s.closeFiles()))
	}
	return s, nil
}

// OpenReadOnly opens a crawl file, finished or not, for reading. Several
// processes may do so, while another one is at work on it, too. The file is
// not changed; it may lie where nothing can be written, unless its last
// writer was killed. Verdicts put into it hold until it is closed.
func OpenReadOnly(path string) (*Store, error) {
	written, err := readHeader(path)
	if err != nil {
		return nil, err
	}
	s := newStore(path, Options{CacheMB: 1}) // tables are read in order, for the most part
	s.readOnly, s.version = true, written
	takeBack(path)
	if _, err = logPages(path); err == nil {
		err = s.openReaders()
	}
	if err == nil {
		err = s.readFacts()
	}
	if err == nil {
		s.counts, err = s.lastCounts(context.Background())
	}
	if err != nil {
		if hasLog(path) && isCode(err, lib.SQLITE_CANTOPEN, lib.SQLITE_READONLY) {
			err = fmt.Errorf("%w; its last run was killed, so that its folder has to be one that can be written", err)
		}
		return nil, fmt.Errorf("open crawl file %s: %w", path, errors.Join(s.hint(explain(err)), s.closeFiles()))
	}
	return s, nil
}

func newStore(path string, o Options) *Store {
	if o.CacheMB <= 0 {
		o.CacheMB = 2
	}
	return &Store{path: path, o: o, version: version, leased: map[frontier.ID]lease{}, exampled: map[foldKey]bool{}}
}

// openReaders opens the connections that iterations read from. A file whose
// last writer closed it in journal mode WAL is opened as one that nobody
// changes, for else SQLite would make files beside it.
func (s *Store) openReaders() (err error) {
	mode := "&mode=ro"
	if _, err := os.Stat(s.path + "-wal"); errors.Is(err, fs.ErrNotExist) && s.lock == nil && walMode(s.path) {
		mode += "&immutable=1" // a writer at work has a log
	}
	if s.readOnly && s.version == version {
		if s.raw, err = openRaw(s.path); err != nil {
			return err
		}
	}
	cache, idle := s.o.CacheMB<<10, 2
	if !s.readOnly {
		cache, idle = 256, idleReaders // a writer's readers go through the tables in order, five beside each other
	}
	if s.readers, err = openDB(dsn(s.path, cachePragma(cache))+mode, older[s.version]); err == nil {
		s.readers.SetMaxIdleConns(idle)
	}
	return err
}

// idleReaders are the connections that a writer keeps for the next pass: to open
// one SQLite reads and parses all of the schema.
const idleReaders = 6

func (s *Store) writerPragmas() []string {
	sync := "synchronous(NORMAL)"
	switch {
	case s.o.noSync:
		sync = "synchronous(OFF)"
	case s.o.Durable:
		sync = "synchronous(FULL)"
	}
	pragmas := []string{cachePragma(s.o.CacheMB << 10), "journal_mode(WAL)", sync, "wal_autocheckpoint(2000)"}
	if s.o.maxPages > 0 {
		pragmas = append(pragmas, fmt.Sprintf("max_page_count(%d)", s.o.maxPages))
	}
	return pragmas
}

func cachePragma(kib int) string { return fmt.Sprintf("cache_size(%d)", -kib) }

// Older reports a file of an earlier version of portolan, which can be read
// and not gone on with. What it does not know is zero.
func (s *Store) Older() bool { return s.version < version }

// Path gives the name of the crawl file.
func (s *Store) Path() string { return s.path }

// Key gives the SipHash key of the crawl.
func (s *Store) Key() [16]byte { return s.key }

// Memory tells about how many bytes the store holds in memory for what is
// known. It grows with the site by some 19 bytes a URL.
func (s *Store) Memory() int64 {
	spans := 0
	for i := range s.pending.levels {
		spans += cap(s.pending.levels[i].spans)
	}
	return s.seen.bytes() + int64(8*(cap(s.pending.line)+cap(s.pending.aside)+spans)+12*cap(s.pending.back)+cap(s.pending.ranks)+16*cap(s.pending.delays))
}

func (s *Store) Disk() (bytes int64) {
	for _, name := range []string{s.path, s.path + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}
