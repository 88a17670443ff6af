package btree_test

import (
	"encoding/binary"
	"errors"
	"testing"

	"github.com/portolan-seo/portolan/frontier/sqlite/btree"
)

// file is a database as its pages, counted from 1.
type file [][]byte

func (f file) Page(number uint32, _ []byte) ([]byte, error) {
	if number < 1 || int(number) > len(f) {
		return nil, errors.New("there is no such page")
	}
	return f[number-1], nil
}

const usable = 512

// leaf makes a page of rows with one text each.
func leaf(rows ...string) []byte {
	p := make([]byte, usable)
	p[0] = 13
	binary.BigEndian.PutUint16(p[3:], uint16(len(rows)/2))
	end := len(p)
	for i := 0; i < len(rows); i += 2 {
		body := append([]byte{2, byte(13 + 2*len(rows[i+1]))}, rows[i+1]...)
		cell := append([]byte{byte(len(body)), rows[i][0]}, body...)
		end -= len(cell)
		copy(p[end:], cell)
		binary.BigEndian.PutUint16(p[8+i:], uint16(end))
	}
	return p
}

// twoLeaves is a table of the rows 1, 3 and 9, its root the first page.
func twoLeaves() file {
	root := make([]byte, usable)
	root[0] = 5
	binary.BigEndian.PutUint16(root[3:], 1)
	binary.BigEndian.PutUint32(root[8:], 3)
	binary.BigEndian.PutUint16(root[12:], 500)
	copy(root[500:], []byte{0, 0, 0, 2, 3})
	return file{root, leaf("\x01", "one", "\x03", "three"), leaf("\x09", "nine")}
}

func TestFrom(t *testing.T) {
	for from, want := range map[int64]string{0: "one three nine ", 1: "one three nine ", 2: "three nine ", 4: "nine ", 9: "nine ", 10: ""} {
		table, got := btree.Open(twoLeaves(), 1, usable), ""
		err := table.From(from)
		for err == nil {
			more := false
			if more, err = table.Next(); !more {
				break
			}
			_, _, text := table.Row().Value(0)
			got += text + " "
		}
		if err != nil || got != want {
			t.Errorf("from %d: %q, %v; want %q", from, got, err, want)
		}
	}
}

// FuzzTable reads pages of any bytes: there may be errors, and nothing else.
func FuzzTable(f *testing.F) {
	for _, page := range twoLeaves() {
		f.Add(page, int64(2))
	}
	f.Fuzz(func(t *testing.T, page []byte, from int64) {
		table := btree.Open(file{page, page, leaf("\x09", "nine")}, 1, usable)
		err := table.From(from)
		for range 1000 {
			if err != nil {
				return
			}
			more := false
			if more, err = table.Next(); !more {
				return
			}
			for column := range 4 {
				table.Row().Value(column)
			}
		}
	})
}
