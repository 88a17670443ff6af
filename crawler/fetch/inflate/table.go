package inflate

import (
	"io"
	"math/bits"
)

// An entry tells what the next bits of a stream mean. From its lowest bits on:
//
//	5 bits  of the stream that it uses, without extra bits
//	5       extra bits that follow
//	3       its kind
//	19      the literal, the least length or distance, the place of a subtable
type entry uint32

const (
	kindLiteral  = 1 << 10
	kindSubtable = 1 << 11 // extra bits are those that choose in it
	kindEnd      = 1 << 12 // of the block
	kindInvalid  = kindSubtable | kindEnd
	kinds        = kindLiteral | kindSubtable | kindEnd

	usedMask   = 1<<5 - 1
	extraShift = 5
	valueShift = 13
)

func (e entry) used() uint    { return uint(e & usedMask) }
func (e entry) extra() uint   { return uint(e>>extraShift) & usedMask }
func (e entry) value() int    { return int(e >> valueShift) }
func (e entry) invalid() bool { return e&kinds == kindInvalid }

// Codes of up to so many bits are found at once, others in a subtable. Rooms
// are what tables of complete codes take at most, with room to spare.
const (
	literalBits  = 11
	distanceBits = 8
	literalRoom  = 1<<literalBits + 1<<10
	distanceRoom = 1<<distanceBits + 1<<8
	maxLiterals  = 288
	maxDistances = 32
	maxCode      = 15 // bits
)

// literalEntries and distanceEntries are the entries of symbols (RFC 1951
// 3.2.5), without the bits that their codes use.
var literalEntries, distanceEntries = makeEntries()

func makeEntries() (literals [maxLiterals]entry, distances [maxDistances]entry) {
	for i := range literals {
		literals[i] = entry(i)<<valueShift | kindLiteral
	}
	literals[256] = kindEnd
	base := 3
	for i := 257; i < 285; i++ {
		extra := max(0, (i-261)/4)
		literals[i] = entry(base)<<valueShift | entry(extra)<<extraShift
		base += 1 << extra
	}
	literals[285] = 258 << valueShift
	literals[286], literals[287] = kindInvalid, kindInvalid
	base = 1
	for i := range 30 {
		extra := max(0, (i-2)/2)
		distances[i] = entry(base)<<valueShift | entry(extra)<<extraShift
		base += 1 << extra
	}
	distances[30], distances[31] = kindInvalid, kindInvalid
	return literals, distances
}

// build makes the table of a code: lengths has the bits that the code of each
// symbol has, 0 for none (RFC 1951 3.2.2). A code has to be complete, or to be
// one of a single bit, or of none at all.
func build(table []entry, rootBits uint, lengths []uint8, symbols []entry, sorted []uint16) bool {
	var count [maxCode + 1]uint16
	for _, n := range lengths {
		count[n]++
	}
	count[0] = 0
	var offset [maxCode + 2]uint16
	left := 1
	for n := 1; n <= maxCode; n++ {
		offset[n+1] = offset[n] + count[n]
		if left = left<<1 - int(count[n]); left < 0 {
			return false
		}
	}
	used := int(offset[maxCode+1])
	if left > 0 {
		if used > 1 || used == 1 && count[1] != 1 {
			return false
		}
		for i := range table[:1<<rootBits] {
			table[i] = kindInvalid | entry(used) // of no code nothing has to be read to see it
		}
	}
	for symbol, n := range lengths {
		if n != 0 {
			sorted[offset[n]] = uint16(symbol)
			offset[n]++
		}
	}
	sorted = sorted[:used]
	if left > 0 {
		if used == 1 {
			for i := 0; i < 1<<rootBits; i += 2 {
				table[i] = symbols[sorted[0]] | 1
			}
		}
		return true
	}
	fillTable(table, rootBits, &count, symbols, sorted)
	return true
}

// fillTable writes the entries of a complete code. Codes come in order of their
// length, those of one length in order; the first bit of each is its lowest, as
// it is in the stream.
func fillTable(table []entry, rootBits uint, count *[maxCode + 1]uint16, symbols []entry, sorted []uint16) {
	next, code := 0, uint(0)
	for n := uint(1); n <= rootBits; n++ {
		size := uint(1) << n
		copy(table[size/2:size], table[:size/2])
		for range count[n] {
			table[code] = symbols[sorted[next]] | entry(n)
			next++
			code = following(code, size-1)
		}
	}
	rootMask := uint(1)<<rootBits - 1
	prefix, start, end := ^uint(0), uint(0), uint(1)<<rootBits
	for n := rootBits + 1; n <= maxCode && next < len(sorted); n++ {
		for left := count[n]; left > 0; left-- {
			if code&rootMask != prefix {
				prefix, start = code&rootMask, end
				width := n - rootBits
				for space := uint(left); space < 1<<width; space = space<<1 + uint(count[rootBits+width]) {
					width++
				}
				end = start + 1<<width
				table[prefix] = entry(start)<<valueShift | kindSubtable | entry(width)<<extraShift | entry(rootBits)
			}
			e := symbols[sorted[next]] | entry(n-rootBits)
			for i := start + code>>rootBits; i < end; i += 1 << (n - rootBits) {
				table[i] = e
			}
			next++
			code = following(code, 1<<n-1)
		}
	}
}

// following gives the code after this one; ones is the last of its length.
func following(code, ones uint) uint {
	if code == ones {
		return code
	}
	bit := uint(1) << (bits.Len(code^ones) - 1)
	return code&(bit-1) | bit
}

// fixed takes the code that needs no description (RFC 1951 3.2.6).
func (d *Decoder) fixed() error {
	for i := range maxLiterals {
		switch {
		case i < 144:
			d.lengths[i] = 8
		case i < 256:
			d.lengths[i] = 9
		case i < 280:
			d.lengths[i] = 7
		default:
			d.lengths[i] = 8
		}
	}
	for i := range maxDistances {
		d.lengths[maxLiterals+i] = 5
	}
	return d.codes(maxLiterals, maxDistances)
}

// codes makes the tables for the lengths that were read.
func (d *Decoder) codes(literals, distances int) error {
	if !build(d.literals[:], literalBits, d.lengths[:literals], literalEntries[:], d.sorted[:]) ||
		!build(d.distances[:], distanceBits, d.lengths[literals:literals+distances], distanceEntries[:], d.sorted[:]) {
		return ErrCorrupt
	}
	return nil
}

// precode is the code of code lengths.
const (
	precodeBits = 7
	precodes    = 19
)

var precodeOrder = [precodes]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

var precodeEntries = func() (list [precodes]entry) {
	for i := range list {
		list[i] = entry(i) << valueShift
	}
	return list
}()

// dynamic reads the description of a block's codes (RFC 1951 3.2.7).
func (d *Decoder) dynamic() error {
	head, err := d.take(14)
	if err != nil {
		return err
	}
	literals, distances, described := int(head&31)+257, int(head>>5&31)+1, int(head>>10)+4
	if literals > 286 || distances > 30 {
		return ErrCorrupt
	}
	var pre [precodes]uint8
	for _, symbol := range precodeOrder[:described] {
		n, err := d.take(3)
		if err != nil {
			return err
		}
		pre[symbol] = uint8(n)
	}
	table := d.literals[:1<<precodeBits] // not needed yet
	if !build(table, precodeBits, pre[:], precodeEntries[:], d.sorted[:]) {
		return ErrCorrupt
	}
	if err := d.readLengths(table, literals+distances); err != nil {
		return err
	}
	return d.codes(literals, distances)
}

func (d *Decoder) readLengths(table []entry, n int) error {
	for i := 0; i < n; {
		if d.bits < precodeBits+7 {
			d.fill()
		}
		e := table[d.hold&(1<<precodeBits-1)]
		switch {
		case e.used() > d.bits:
			return io.ErrUnexpectedEOF
		case e.invalid():
			return ErrCorrupt
		}
		d.hold >>= e.used()
		d.bits -= e.used()
		if e.value() < 16 {
			d.lengths[i] = uint8(e.value())
			i++
			continue
		}
		of := uint8(0)
		if e.value() == 16 {
			if i == 0 {
				return ErrCorrupt
			}
			of = d.lengths[i-1]
		}
		repeat := repeats[e.value()-16]
		more, err := d.take(repeat.extra)
		if err != nil {
			return err
		}
		times := repeat.least + int(more)
		if i+times > n {
			return ErrCorrupt
		}
		for range times {
			d.lengths[i] = of
			i++
		}
	}
	return nil
}

// repeats are what the symbols from 16 on of the code of code lengths mean.
var repeats = [3]struct {
	extra uint
	least int
}{{2, 3}, {3, 3}, {7, 11}}
