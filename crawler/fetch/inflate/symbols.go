package inflate

import (
	"encoding/binary"
	"io"
)

// Within a step of fast so many bytes may be written, and read: the longest
// match, two literals before it, and what its last copy writes beyond it.
const (
	fastRoom  = 2 + 258 + 32
	fastInput = 8
)

// fast unpacks symbols as long as there is ample input and room. done tells that
// the block has ended.
func (d *Decoder) fast() (done bool, err error) {
	src, out := d.src, d.out[:d.end]
	pos, at := d.pos, d.at
	hold, n := d.hold, d.bits
	literals, distances := &d.literals, &d.distances
	lastIn, lastOut := len(src)-fastInput, d.end-fastRoom
loop:
	for pos <= lastIn && at <= lastOut {
		// 56 bits at least are there then: a match takes 15 + 5 + 15 + 13.
		hold |= binary.LittleEndian.Uint64(src[pos:]) << (n & 63)
		pos += int((63 - n) >> 3)
		n |= 56
		e := literals[hold&(1<<literalBits-1)]
		if e&kindLiteral != 0 {
			hold >>= e & usedMask
			n -= uint(e & usedMask)
			out[at] = byte(e >> valueShift)
			at++
			e = literals[hold&(1<<literalBits-1)]
			if e&kindLiteral != 0 {
				hold >>= e & usedMask
				n -= uint(e & usedMask)
				out[at] = byte(e >> valueShift)
				at++
				e = literals[hold&(1<<literalBits-1)]
				if e&kindLiteral != 0 {
					hold >>= e & usedMask
					n -= uint(e & usedMask)
					out[at] = byte(e >> valueShift)
					at++
					continue
				}
			}
			// Two codes of up to 11 bits are used: 34 bits are left, of which a
			// length may take 20. More are needed for what follows it.
			if pos > lastIn {
				break
			}
			hold |= binary.LittleEndian.Uint64(src[pos:]) << (n & 63)
			pos += int((63 - n) >> 3)
			n |= 56
		}
		if e&(kindSubtable|kindEnd) != 0 {
			if e&kinds == kindSubtable {
				hold >>= literalBits
				n -= literalBits
				e = literals[e.value()+int(hold&(1<<e.extra()-1))]
			}
			switch {
			case e&kindLiteral != 0:
				hold >>= e & usedMask
				n -= uint(e & usedMask)
				out[at] = byte(e >> valueShift)
				at++
				continue
			case e&kinds == kindEnd:
				hold >>= e & usedMask
				n -= uint(e & usedMask)
				done = true
				break loop
			case e&kinds != 0:
				err = ErrCorrupt
				break loop
			}
		}
		hold >>= e & usedMask
		length := e.value() + int(hold&(1<<e.extra()-1))
		hold >>= e.extra() & 63
		n -= e.used() + e.extra()

		e = distances[hold&(1<<distanceBits-1)]
		if e&kinds != 0 {
			if e&kinds == kindSubtable {
				hold >>= distanceBits
				n -= distanceBits
				e = distances[e.value()+int(hold&(1<<e.extra()-1))]
			}
			if e&kinds != 0 {
				err = ErrCorrupt
				break
			}
		}
		hold >>= e & usedMask
		distance := e.value() + int(hold&(1<<e.extra()-1))
		hold >>= e.extra() & 63
		n -= e.used() + e.extra()
		from := at - distance
		if from < d.start {
			err = ErrCorrupt
			break
		}
		to := at + length
		switch {
		case distance >= 16 && length <= 32:
			copy16(out, at, from)
			if length > 16 {
				copy16(out, at+16, from+16)
			}
		case distance >= length:
			copy(out[at:to], out[from:])
		default:
			repeat(out[at:to], out[from:at])
		}
		at = to
	}
	d.pos, d.at, d.hold, d.bits = pos, at, hold, n
	// What fill expects above the bits that count is zeros.
	d.hold &= 1<<(d.bits&63) - 1
	return done, err
}

// copy16 copies 16 bytes within out.
func copy16(out []byte, to, from int) {
	a := binary.LittleEndian.Uint64(out[from:])
	b := binary.LittleEndian.Uint64(out[from+8:])
	binary.LittleEndian.PutUint64(out[to:], a)
	binary.LittleEndian.PutUint64(out[to+8:], b)
}

// repeat fills out with what is before it, over and over.
func repeat(out, before []byte) {
	n := copy(out, before)
	for n < len(out) {
		n += copy(out[n:], out[:n])
	}
}

// careful unpacks one symbol, near the end of input or room, or as much of it
// as there is room for. done tells that the block has ended.
func (d *Decoder) careful() (done bool, err error) {
	if d.at >= d.end {
		return false, nil
	}
	if d.length == 0 {
		if done, err = d.next(); done || err != nil {
			return done, err
		}
	}
	for ; d.length > 0 && d.at < d.end; d.length-- {
		d.out[d.at] = d.out[d.at-d.distance]
		d.at++
	}
	return false, nil
}

// next takes a symbol: a literal is written, a match noted.
func (d *Decoder) next() (done bool, err error) {
	d.fill()
	e, err := d.symbol(d.literals[:], literalBits)
	switch {
	case err != nil:
		return false, err
	case e&kindLiteral != 0:
		d.out[d.at] = byte(e.value())
		d.at++
		return false, nil
	case e&kindEnd != 0:
		return true, nil
	}
	length, err := d.amount(e)
	if err != nil {
		return false, err
	}
	d.fill()
	if e, err = d.symbol(d.distances[:], distanceBits); err != nil {
		return false, err
	}
	distance, err := d.amount(e)
	if err != nil {
		return false, err
	}
	if d.at-distance < d.start {
		return false, ErrCorrupt
	}
	d.length, d.distance = length, distance
	return false, nil
}

// symbol uses the bits of one code.
func (d *Decoder) symbol(table []entry, rootBits uint) (entry, error) {
	e := table[d.hold&(1<<rootBits-1)]
	if e&kinds == kindSubtable {
		if d.bits < rootBits {
			return 0, io.ErrUnexpectedEOF
		}
		sub := table[e.value()+int(d.hold>>rootBits&(1<<e.extra()-1))]
		d.hold >>= rootBits
		d.bits -= rootBits
		e = sub
	}
	switch {
	case d.bits < e.used():
		return 0, io.ErrUnexpectedEOF
	case e.invalid():
		return 0, ErrCorrupt
	}
	d.hold >>= e.used()
	d.bits -= e.used()
	return e, nil
}

// amount gives a length or distance, whose code was used.
func (d *Decoder) amount(e entry) (int, error) {
	more, err := d.take(e.extra())
	return e.value() + int(more), err
}
