package sqlite

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite/btree"
)

// rowFinder finds single rows of a crawl file by their ids. It holds
// the pages that it used last; what lies in them costs no statement. The tables
// that it reads are never changed once a crawl has ended, but another program
// may put the file together anew: whenever a page is read, the file's change
// counter tells.
type rowFinder struct {
	ctx    context.Context
	file   *filePages
	held   map[uint32][]byte
	order  []uint32 // of held, in a ring
	at     int
	spare  [][]byte // pages that are held no more, the first one for longest
	change uint32   // the file's change counter when held began
	open   bool     // a transaction is
	grows  bool     // the file is being written: held is good for one transaction
}

// heldPages is how many pages are held: 8 MB; heldBeside, where what is asked for
// most is held elsewhere: 2 MB.
const (
	heldPages  = 1 << 10
	heldBeside = 1 << 8
)

// sparePages is how many pages stay as they are once they are held no more: a row
// that was found may lie in one of them, and the way to it in others.
const sparePages = 32

var errChanged = errors.New("the file has changed")

// Page implements btree.Pages. What it gave stays as it is until the next row but
// one is looked for, or longer.
func (f *rowFinder) Page(number uint32, _ []byte) ([]byte, error) {
	if page, held := f.held[number]; held {
		return page, nil
	}
	if !f.open {
		if err := f.begin(); err != nil {
			return nil, err
		}
	}
	var over []byte
	if len(f.spare) > sparePages {
		over = f.spare[0]
		f.spare = append(f.spare[:0], f.spare[1:]...)
	}
	page, err := f.file.Page(number, over)
	if err != nil {
		return nil, err
	}
	if last, held := f.held[f.order[f.at]]; held {
		f.spare = append(f.spare, last)
		delete(f.held, f.order[f.at])
	}
	f.order[f.at] = number
	f.at = (f.at + 1) % len(f.order)
	f.held[number] = page
	return page, nil
}

func (f *rowFinder) begin() error {
	if err := cmp.Or(f.ctx.Err(), f.file.hold()); err != nil {
		return err
	}
	f.open = true
	if change := binary.BigEndian.Uint32(f.file.first[24:]); change != f.change || f.grows {
		f.change = change
		if len(f.held) > 0 {
			return errChanged
		}
	}
	return nil
}

// end lets others change the file.
func (f *rowFinder) end() error {
	if !f.open {
		return nil
	}
	f.open = false
	return f.file.release()
}

// find gives the row with an id, nil if there is none.
func (f *rowFinder) find(t *btree.Table, id frontier.ID) (row *btree.Row, err error) {
	for range 2 {
		if row, err = seek(t, int64(id)); !errors.Is(err, errChanged) {
			return row, err
		}
		clear(f.held)
	}
	return row, err
}

func seek(t *btree.Table, id int64) (*btree.Row, error) {
	if err := t.From(id); err != nil {
		return nil, err
	}
	more, err := t.Next()
	if err != nil || !more || t.Row().ID != id {
		return nil, err
	}
	return t.Row(), nil
}
