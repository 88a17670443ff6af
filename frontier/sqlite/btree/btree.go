// Package btree reads tables of an SQLite database page by page, past SQL: a
// pass over many rows costs a tenth of what statements take for it, and a row
// found by its id less than a microsecond where its page is at hand. It knows
// the file format (https://sqlite.org/fileformat2.html, sections 1.5 to 2.1) and
// nothing of files: pages come from whoever has them.
package btree

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// ErrFormat is the error for pages that are no part of a table.
var ErrFormat = errors.New("it is not as SQLite's file format has it")

// Pages gives the pages of a database.
type Pages interface {
	// Page gives the page with a number, counted from 1, whole. It may write it
	// to a page that it gave earlier, which is not needed any more (nil: none is
	// left); what it gave else nobody may change, for the texts of rows are parts
	// of it.
	Page(number uint32, over []byte) ([]byte, error)
}

// Table reads the rows of a table that has row ids. It is for one goroutine at
// a time. All pages between a From and the last Next after it have to be of one
// state of the database.
type Table struct {
	pages  Pages
	root   uint32
	usable int // bytes of a page without those that are reserved at its end

	path []node   // from the root to a leaf
	left [][]byte // pages that are not needed any more
	row  Row
	text string // of the leaf's page
	body []byte // of the last row that more pages than one hold
}

// node is a page on the way to a row, and where the way goes on.
type node struct {
	page  []byte
	whole []byte // the page, with what is reserved at its end
	cells int
	at    int
}

const (
	interiorPage = 5
	leafPage     = 13

	interiorHead = 12 // bytes before a page's cell pointers
	leafHead     = 8

	maxPath = 20 // pages of two cells would be enough for a million rows
)

// Open gives the table whose root is the page with a number. usable is what
// pages have of use, their size without the bytes reserved at their end.
func Open(pages Pages, root uint32, usable int) *Table {
	return &Table{pages: pages, root: root, usable: usable}
}

// From goes to before the first row whose id is not below one.
func (t *Table) From(id int64) error {
	for len(t.path) > 0 {
		t.up()
	}
	return t.descend(t.root, id)
}

// Next goes to the next row and reports whether there is one.
func (t *Table) Next() (bool, error) {
	for len(t.path) > 0 {
		n := &t.path[len(t.path)-1]
		if n.page[0] == leafPage {
			if n.at < n.cells {
				n.at++
				err := t.readRow(n, n.at-1)
				return err == nil, err
			}
		} else if n.at < n.cells {
			n.at++
			child, err := n.child(n.at)
			if err != nil {
				return false, err
			}
			if err := t.descend(child, math.MinInt64); err != nil {
				return false, err
			}
			continue
		}
		t.up()
	}
	return false, nil
}

// up leaves the last page of the path.
func (t *Table) up() {
	last := len(t.path) - 1
	t.left = append(t.left, t.path[last].whole)
	t.path, t.text = t.path[:last], ""
}

// page gives a page, perhaps in the place of one that is not needed any more.
func (t *Table) page(number uint32) ([]byte, error) {
	var over []byte
	if last := len(t.left) - 1; last >= 0 {
		over, t.left = t.left[last], t.left[:last]
	}
	return t.pages.Page(number, over)
}

// Row is the row that Next went to. It and its texts hold until the next call
// of From or Next.
func (t *Table) Row() *Row { return &t.row }

// descend goes from a page down to a leaf, to before the first row whose id is not
// below one.
func (t *Table) descend(number uint32, id int64) error {
	for len(t.path) < maxPath {
		page, err := t.page(number)
		if err != nil {
			return err
		}
		t.path = append(t.path, node{page: page, whole: page})
		n := &t.path[len(t.path)-1]
		if err = n.open(t.usable); err == nil && id > math.MinInt64 {
			n.at, err = n.search(id)
		}
		if err != nil {
			t.up()
			return fmt.Errorf("page %d: %w", number, err)
		}
		if page[0] == leafPage {
			return nil
		}
		if number, err = n.child(n.at); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: pages lead on without end", ErrFormat)
}

// open reads the head of a page.
func (n *node) open(usable int) error {
	if len(n.page) < usable || usable < interiorHead {
		return ErrFormat
	}
	n.page = n.page[:usable:usable]
	if n.page[0] != leafPage && n.page[0] != interiorPage {
		return ErrFormat
	}
	n.cells = int(binary.BigEndian.Uint16(n.page[3:]))
	if n.head()+2*n.cells > len(n.page) {
		return ErrFormat
	}
	return nil
}

func (n *node) head() int {
	if n.page[0] == leafPage {
		return leafHead
	}
	return interiorHead
}

// cell gives a page from one of its cells on.
func (n *node) cell(i int) ([]byte, error) {
	at := int(binary.BigEndian.Uint16(n.page[n.head()+2*i:]))
	if at+4 > len(n.page) {
		return nil, ErrFormat
	}
	return n.page[at:], nil
}

// child gives the page to which the i-th way of an interior page leads.
func (n *node) child(i int) (uint32, error) {
	if i == n.cells {
		return binary.BigEndian.Uint32(n.page[8:]), nil
	}
	cell, err := n.cell(i)
	if err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint32(cell), nil
}

// key gives the id of the i-th cell: in a leaf that of its row, else the
// highest to which its way leads.
func (n *node) key(i int) (int64, error) {
	cell, err := n.cell(i)
	if err != nil {
		return 0, err
	}
	if n.page[0] == interiorPage {
		cell = cell[4:]
	} else {
		_, size := uvarint(cell)
		cell = cell[size:]
	}
	key, size := uvarint(cell)
	if size == 0 {
		return 0, ErrFormat
	}
	return int64(key), nil
}

// search gives the first cell whose key is not below an id.
func (n *node) search(id int64) (int, error) {
	low, high := 0, n.cells
	for low < high {
		middle := (low + high) / 2
		key, err := n.key(middle)
		if err != nil {
			return 0, err
		}
		if key < id {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, nil
}

// uvarint reads an integer of SQLite's: up to nine bytes, highest first, size 0
// for what is cut short.
func uvarint[T []byte | string](b T) (v uint64, size int) {
	for i := 0; i < len(b) && i < 9; i++ {
		if i == 8 {
			return v<<8 | uint64(b[i]), 9
		}
		v = v<<7 | uint64(b[i]&0x7f)
		if b[i] < 0x80 {
			return v, i + 1
		}
	}
	return 0, 0
}
