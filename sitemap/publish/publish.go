// Package publish puts a set of sitemap files into a folder, all of it or
// nothing.
//
// A set is staged in a folder beside the files it will replace, synced, read
// back with every check on, and marked. Only then do the files move: parts
// first, the index last, and what the old set had too many is deleted after
// it. Each step is one rename or one removal, so every published file is whole
// at every moment, old or new. Recover finishes what a crash left half moved:
// a marked set is rolled forward, an unmarked one is thrown away.
//
// A manifest in the folder keeps what was published. By it a URL stays in its
// file from run to run, files whose content did not change keep bytes and
// time, the index says truly when a file last changed, and nothing is ever
// deleted that portolan did not write.
//
// One process may work on a folder at a time; the caller sees to that.
package publish

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/sitemap"
)

// ErrNothingToList is returned by Publish when there are no entries. The
// folder stays as it is: a sitemap without entries is not valid.
var ErrNothingToList = errors.New("there is no URL to list")

// Options says what to publish and where.
type Options struct {
	// Dir is the site folder. It must exist.
	Dir string
	// URL is where the sitemap will be served. The last segment of its path
	// names the file (the index, where there are several; packed if it ends in
	// .gz); the files of an index are listed in its directory.
	URL string

	// NamedBy is the robots.txt that has to name the sitemap, if it lists what
	// lies outside its own directory (sitemaps.org, "Sitemaps & Cross Submits");
	// it is kept for those who check the set. "" = the location rule holds.
	NamedBy string

	// MadeOf names what the set was made of; it is kept with the set. "" =
	// whoever made the set knows it by its Digest.
	MadeOf string

	// Accepted names the crawl of which a person had the set written, or one before it, and
	// which had come to its end: what its pages showed has been accepted. It is kept as MadeOf is.
	Accepted string

	Version          sitemap.Version
	Limits           sitemap.Limits // zero fields: the protocol's
	NoSchemaLocation bool
	PlainParts       bool // the files of an index are not packed
	AlwaysIndex      bool // an index even where one file would do
	Text             bool // beside each urlset a text sitemap of the same URLs

	// Foreign are sitemaps of others on the same host, sorted by Loc: the index
	// lists them after the set's own files. They make an index in any case, and
	// are neither read nor part of the set.
	Foreign []sitemap.Entry

	// Series, where given, names the series of files that an entry goes to
	// ("" = the unnamed one): sitemap-blog-00001.xml.gz. Names are lower-cased
	// and cut to letters, digits and hyphens. It makes an index in any case.
	Series func(*sitemap.Entry) string

	// Now is the change time of files whose content changes. The package has
	// no clock of its own.
	Now time.Time

	// The tests of the read-back; nil = the location rule of URL for InScope,
	// and no test for the others. They are given the URL as listed.
	InScope    func(url string) bool
	Allowed    func(url string) bool // by robots.txt
	HasSession func(url string) bool // a session id in the URL

	// Accept, where given, is asked for its word on a set that is staged and
	// sound, and differs from the one that stands. If it gives an error, that is
	// Publish's, and the old set stays.
	Accept func(urls int) error

	// Remember, where given, is told what is about to stand, and may keep a
	// reference of it by WriteReference in dir, from where it comes into place with the set.
	Remember func(set *Result, dir string)

	// Force overwrites files that portolan did not write.
	Force bool

	step func(string) // called before each step; for the crash test
}

// Result is the set that now stands in the folder.
type Result struct {
	Files   []File // urlsets, by series and key
	Texts   []File // their text twins, in the same order; empty unless asked for
	Indexes []File // empty where one urlset is the whole set
	Deleted []string
	URLs    int
	NamedBy string // as in Options; of a set that stands
	MadeOf  string // likewise
	// Accepted is likewise, too.
	Accepted string
	Changed  bool // any file differs from what stood there
}

// File is one published file.
type File struct {
	Name    string // in the folder
	URL     string // where it will be served
	Series  string
	URLs    int    // entries
	Bytes   int64  // of the XML
	Size    int64  // of the file: less, if it is packed
	SHA256  string // of the file, hex
	First   string // first and last Loc
	Last    string
	LastMod time.Time // when the content last changed
	Changed bool      // in this run
}

// Sitemap is the file that engines are told of: the index, or the one urlset.
func (r *Result) Sitemap() File {
	if len(r.Indexes) > 0 {
		return r.Indexes[0]
	}
	return r.Files[0]
}

// Publish writes entries, which must come sorted by Loc, bytewise and without
// duplicates, as a set of sitemap files and puts it in place of the old one.
// Whatever goes wrong before the set is marked leaves the folder as it was. An
// error of the sequence is returned as it is.
func Publish(ctx context.Context, o Options, entries iter.Seq2[sitemap.Entry, error]) (*Result, error) {
	names, err := newNames(o)
	if err != nil {
		return nil, err
	}
	if o.step == nil {
		o.step = func(string) {}
	}
	o.Limits = o.Limits.Within(o.Version)
	if err := finishOld(o.Dir, o.step); err != nil {
		return nil, err
	}
	old, err := loadOrRebuild(o, names)
	if err != nil {
		return nil, err
	}
	st, err := newStage(o, names, old)
	if err != nil {
		return nil, err
	}
	if err := st.fill(ctx, entries); err != nil {
		st.discard()
		return nil, err
	}
	if !st.changed() {
		st.discard()
		o.remember(st.result(), o.Dir)
		return st.result(), nil
	}
	if o.Accept != nil {
		if err := o.Accept(st.urls()); err != nil {
			st.discard()
			return nil, err
		}
	}
	o.step("remember")
	o.remember(st.result(), st.dir)
	if err := st.commit(); err != nil {
		return nil, err
	}
	return st.result(), nil
}

func (o *Options) remember(set *Result, dir string) {
	if o.Remember != nil {
		o.Remember(set, dir)
	}
}

// fill stages the whole set and reads it back.
func (st *stage) fill(ctx context.Context, entries iter.Seq2[sitemap.Entry, error]) error {
	if err := st.write(ctx, entries); err != nil {
		return err
	}
	if len(st.files) == 0 {
		return ErrNothingToList
	}
	if err := st.writeIndexes(); err != nil {
		return err
	}
	if err := st.checkTargets(); err != nil {
		return err
	}
	st.o.step("verify")
	return st.verify(ctx)
}

// write feeds the entries to the shards.
func (st *stage) write(ctx context.Context, entries iter.Seq2[sitemap.Entry, error]) error {
	if st.o.Series != nil {
		return st.writeSeries(ctx, entries)
	}
	s := st.newShards("")
	s.single = !st.o.AlwaysIndex && len(st.o.Foreign) == 0
	return feed(ctx, s, entries)
}

// feed puts entries into the files of a series. They must come in order.
func feed(ctx context.Context, s *shards, entries iter.Seq2[sitemap.Entry, error]) error {
	err := fill(ctx, s, entries)
	if err == nil {
		err = s.finish()
	}
	if closed := s.close(); err == nil {
		err = closed // after another error the staging folder goes, with all that is in it
	}
	return err
}

// fill adds entries in order and refuses any other.
func fill(ctx context.Context, s *shards, entries iter.Seq2[sitemap.Entry, error]) error {
	for e, err := range ordered(ctx, entries) {
		if err != nil {
			return err
		}
		if err := s.add(&e); err != nil {
			return err
		}
	}
	return nil
}

// ordered gives the entries as long as they come sorted and unique and ctx is
// not cancelled; then the error.
func ordered(ctx context.Context, entries iter.Seq2[sitemap.Entry, error]) iter.Seq2[sitemap.Entry, error] {
	return func(yield func(sitemap.Entry, error) bool) {
		last, n := "", 0
		for e, err := range entries {
			if n++; err == nil && n%1024 == 0 {
				err = ctx.Err()
			}
			if err == nil && e.Loc <= last {
				err = fmt.Errorf("publish sitemap: %q came after %q; entries must be sorted and unique", e.Loc, last)
			}
			if last = e.Loc; !yield(e, err) || err != nil {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(sitemap.Entry{}, err)
		}
	}
}

// Paths gives the paths of the set's files in a folder, those of indexes first.
func (r *Result) Paths(dir string) []string {
	names := []string{}
	for _, f := range slices.Concat(r.Indexes, r.Files, r.Texts) {
		names = append(names, filepath.Join(dir, f.Name))
	}
	return names
}
