package query

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// Known are findings of another time, by rule and by what they are about: those
// of a crawl, or of a file that portolan findings has written. It holds eight
// bytes a finding, and as many for each URL that the crawl has not read.
type Known struct {
	Incomplete string // why what they are of had not seen the whole site, "" if it had
	Site       string // the scope of the crawl, "" where the file does not tell

	seed   maphash.Seed
	had    []uint64
	blind  map[string]bool // rules of which that crawl could tell nothing
	unread []uint64        // URLs that it knew, and has not read
}

func (k *Known) key(rule, subject string) uint64 {
	var h maphash.Hash
	h.SetSeed(k.seed)
	h.WriteString(rule)
	h.WriteByte(0)
	h.WriteString(subject)
	return h.Sum64()
}

func (k *Known) hasKey(key uint64) bool {
	_, found := slices.BinarySearch(k.had, key)
	return found
}

// Has reports whether a finding was known, or may have been there unseen: of what
// was not read then, nobody can say that it is new. The zero value knows none.
func (k *Known) Has(f *Finding) bool {
	if k.hasKey(k.key(f.Rule.ID, f.URL)) || k.blind[f.Rule.ID] {
		return true
	}
	if kin := f.Rule.Kin(); kin != "" && k.hasKey(k.key(kin, f.URL)) {
		return true // the same fault, in another form
	}
	if len(k.unread) == 0 {
		return false
	}
	_, unread := slices.BinarySearch(k.unread, k.key("", f.URL))
	return unread
}

// before is what findings are compared with.
type before struct {
	asked stored.Asked
	is    *Known // nil: the complete crawl before, which is read when it is wanted
	read  bool
}

// known gives it, nil where there is nothing to compare with.
func (b *before) known(n *names) *Known {
	if b.read || b.is != nil {
		return b.is
	}
	b.read = true
	crawl, err := Before(n.crawl, func(string, error) {})
	if err == nil && crawl != nil {
		defer crawl.Close() // read only
		b.is, err = KnownOf(n.ctx, crawl, Asked{Asked: b.asked})
	}
	n.err = cmp.Or(n.err, err)
	return b.is
}

// KnownOf gives the findings of a crawl, whether they pass or not.
func KnownOf(ctx context.Context, crawl *stored.Crawl, asked Asked) (*Known, error) {
	k := &Known{seed: maphash.MakeSeed(), blind: map[string]bool{}}
	asked.IDs = findings.WithKin(asked.IDs)
	sum, err := Findings(ctx, crawl, Asked{Asked: asked.Asked, Causes: asked.Causes}, func(f *Finding) error {
		k.had = append(k.had, k.key(f.Rule.ID, f.URL))
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(k.had)
	k.Incomplete, k.Site = sum.Seen.Why(), crawl.Options.Scope.String()
	for _, c := range sum.Counts {
		k.blind[c.Rule.ID] = c.Withheld != ""
	}
	if sum.Seen.Unread > 0 {
		err = k.readUnread(ctx, crawl)
	}
	return k, err
}

// readUnread notes the URLs that the crawl knew, and has not read.
func (k *Known) readUnread(ctx context.Context, crawl *stored.Crawl) error {
	codes, err := crawl.Codes(ctx)
	if err != nil {
		return err
	}
	for row, err := range crawl.Brief(ctx, 0) {
		if err != nil {
			return fmt.Errorf("read the URLs of %s: %w", crawl.Path(), err)
		}
		if int(row.ID) < len(codes) && !isRead(row, audit.Code(codes[row.ID])) {
			k.unread = append(k.unread, k.key("", row.URL))
		}
	}
	slices.Sort(k.unread)
	return nil
}

// incompleteID is the finding that tells of a crawl that is not complete.
const incompleteID = "crawl-incomplete"

// ReadKnown gives the findings of a file: of a crawl file, or of JSON lines as
// portolan findings --format jsonl prints them.
func ReadKnown(ctx context.Context, name string, asked Asked) (*Known, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close() // read only
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder: give one crawl file, such as %s, or what portolan findings --format jsonl printed", name, filepath.Join(name, "crawls", "20261121T120000Z.db"))
	}
	in := bufio.NewReader(file)
	const sqlite = "SQLite format 3\x00"
	if head, _ := in.Peek(len(sqlite)); string(head) == sqlite {
		crawl, err := stored.OpenFile(name)
		if err != nil {
			return nil, err
		}
		defer crawl.Close() // read only
		return KnownOf(ctx, crawl, asked)
	}
	return readKnown(json.NewDecoder(in), name)
}

func readKnown(in *json.Decoder, name string) (*Known, error) {
	k := &Known{seed: maphash.MakeSeed()}
	for n := 1; ; n++ {
		var l FindingShape[*string]
		switch err := in.Decode(&l); {
		case errors.Is(err, io.EOF) && n == 1:
			return nil, fmt.Errorf("%s is empty, as after a command that failed: make it anew by portolan findings FOLDER --format jsonl; if nothing was wrong then, let it hold what portolan findings FOLDER --counts --json prints", name)
		case errors.Is(err, io.EOF):
			slices.Sort(k.had)
			return k, nil
		case err != nil:
			return nil, fmt.Errorf("%s, object %d: it is no JSON as portolan findings --format jsonl prints it: %w", name, n, err)
		case slices.Contains([]string{"run", "url", "change", "summary", "findings"}, l.Type): // of report.jsonl
			continue
		case l.Type != "finding" || l.ID == "":
			return nil, fmt.Errorf("%s, object %d: it is no finding", name, n)
		}
		if l.ID == incompleteID {
			k.Incomplete = l.Detail
		}
		about := ""
		if at := cmp.Or(l.Evidence.Subject, l.URL); at != nil {
			about = *at
		}
		k.had = append(k.had, k.key(l.ID, about))
	}
}
