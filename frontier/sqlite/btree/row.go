package btree

import (
	"encoding/binary"
	"fmt"
	"unsafe"
)

// Row is one row of a table. Its texts are parts of its page.
type Row struct {
	ID     int64
	body   string
	values [maxColumns]value
	count  int
}

const (
	maxColumns = 96      // that are read of a row
	maxRow     = 1 << 26 // bytes of a row: pages that lead to each other end
	atOnce     = 1 << 20 // of these for which room is made before they are read
)

// value is where a column's value is: its serial type (section 2.1), and its
// place in the body.
type value struct {
	serial uint32
	at     uint32
}

// readRow reads the row of a leaf's i-th cell.
func (t *Table) readRow(n *node, i int) error {
	cell, err := n.cell(i)
	if err != nil {
		return err
	}
	size, used := uvarint(cell)
	id, more := uvarint(cell[used:])
	if used == 0 || more == 0 || size > maxRow {
		return ErrFormat
	}
	t.row.ID = int64(id)
	cell = cell[used+more:]
	local := t.local(int(size))
	if local > len(cell) {
		return ErrFormat
	}
	if local < int(size) {
		t.row.body, err = t.joined(cell, local, int(size))
		if err != nil {
			return err
		}
		return t.row.parse()
	}
	if t.text == "" {
		t.text = unsafe.String(&n.page[0], len(n.page)) // it is not changed before up
	}
	from := len(n.page) - len(cell)
	t.row.body = t.text[from : from+local]
	return t.row.parse()
}

// local gives how many bytes of a row of a size are in its leaf (section 1.6).
func (t *Table) local(size int) int {
	most := t.usable - 35
	if size <= most {
		return size
	}
	least := (t.usable-12)*32/255 - 23
	if local := least + (size-least)%(t.usable-4); local <= most {
		return local
	}
	return least
}

// joined gives a row of which the leaf has the first bytes alone.
func (t *Table) joined(cell []byte, local, size int) (string, error) {
	if local+4 > len(cell) {
		return "", ErrFormat
	}
	if cap(t.body) < size {
		t.body = make([]byte, 0, min(size, atOnce))
	}
	body := append(t.body[:0], cell[:local]...)
	next := binary.BigEndian.Uint32(cell[local:])
	for len(body) < size {
		page, err := t.page(next)
		if err != nil {
			return "", err
		}
		t.left = append(t.left, page)
		if len(page) < t.usable {
			return "", fmt.Errorf("page %d: %w", next, ErrFormat)
		}
		body = append(body, page[4:min(t.usable, 4+size-len(body))]...)
		next = binary.BigEndian.Uint32(page)
	}
	t.body = body
	return unsafe.String(&body[0], len(body)), nil // it is not changed before the next row
}

// parse finds the values.
func (r *Row) parse() error {
	head, used := uvarint(r.body)
	if used == 0 || head < uint64(used) || head > uint64(len(r.body)) {
		return ErrFormat
	}
	types, at := r.body[used:head], head
	for r.count = 0; len(types) > 0 && r.count < maxColumns; r.count++ {
		serial, size := uint64(types[0]), 1
		if serial >= 0x80 {
			serial, size = uvarint(types)
		}
		if size == 0 || serial >= 1<<32 {
			return ErrFormat
		}
		r.values[r.count] = value{uint32(serial), uint32(at)}
		types = types[size:]
		if at += length(uint32(serial)); at > uint64(len(r.body)) {
			return ErrFormat
		}
	}
	return nil
}

// length gives the bytes that a value of a serial type takes.
func length(serial uint32) uint64 {
	if serial >= 12 {
		return uint64(serial-12) / 2
	}
	return [...]uint64{0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0}[serial]
}

// Kind is what a value is.
type Kind uint8

const (
	Null  Kind = iota // or no such column
	Int               // of 64 bits
	Float             // which is not read
	Text              // in the database's encoding
	Blob
)

// Value gives the value of a column, counted from 0: a number, or the bytes of
// a text or blob. The column that is the row's id is Null.
func (r *Row) Value(column int) (kind Kind, n int64, text string) {
	if column >= r.count {
		return Null, 0, ""
	}
	v := r.values[column]
	at := r.body[v.at:]
	switch v.serial {
	case 0:
		return Null, 0, ""
	case 1:
		return Int, int64(int8(at[0])), ""
	case 2:
		return Int, int64(int8(at[0]))<<8 | int64(at[1]), ""
	case 3:
		return Int, int64(int8(at[0]))<<16 | int64(at[1])<<8 | int64(at[2]), ""
	case 4, 5, 6:
		n := int64(int8(at[0]))
		for i := 1; i < int(length(v.serial)); i++ {
			n = n<<8 | int64(at[i])
		}
		return Int, n, ""
	case 8, 9:
		return Int, int64(v.serial - 8), ""
	case 7, 10, 11:
		return Float, 0, ""
	}
	text = at[:length(v.serial)]
	if v.serial%2 == 0 {
		return Blob, 0, text
	}
	return Text, 0, text
}
