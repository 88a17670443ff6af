// Package inflate unpacks DEFLATE streams (RFC 1951) that are in memory, into
// memory: a page's body, whole. What a decoder of streams needs besides, a
// window and its copies, state between reads, it does not have, and so takes
// less than half of the CPU time.
package inflate

import (
	"encoding/binary"
	"errors"
	"io"
)

// ErrCorrupt is the error for what is no DEFLATE stream.
var ErrCorrupt = errors.New("deflate data is corrupt")

// Decoder unpacks one stream after the other. Its zero value is ready; it must
// not be used by two goroutines at once.
type Decoder struct {
	literals  [literalRoom]entry
	distances [distanceRoom]entry
	lengths   [maxLiterals + maxDistances]uint8
	sorted    [maxLiterals]uint16

	// Of the running stream.
	src   []byte
	pos   int    // what has been taken of src
	hold  uint64 // bits that were taken and not used yet, the next one lowest
	bits  uint   // how many
	out   []byte // up to its capacity
	at    int    // where in out the next byte goes
	start int    // where in out the stream begins
	end   int    // where in out there is no more room

	length, distance int // of a match that had no room yet
}

// Append appends to dst what the stream at the beginning of src holds, at most
// until dst is longer than limit: over tells that there is more, and out has
// limit bytes then. Where dst has no more room, grow gives one with the same
// bytes that has; its error ends the work. rest is what follows the stream. A
// stream that ends early is an io.ErrUnexpectedEOF. On an error out holds what
// came before it.
func (d *Decoder) Append(dst, src []byte, limit int64, grow func([]byte) ([]byte, error)) (out, rest []byte, over bool, err error) {
	d.src, d.pos, d.hold, d.bits, d.length = src, 0, 0, 0, 0
	d.at, d.start = len(dst), len(dst)
	d.use(dst, limit)
	for final := false; !final && err == nil && !over; {
		final, over, err = d.block(limit, grow)
	}
	out, rest = d.out[:d.at], src[d.pos-int(d.bits/8):]
	d.src, d.out = nil, nil
	if over = over || int64(len(out)) > limit; over {
		out = out[:limit]
	}
	return out, rest, over, err
}

// use makes dst the buffer that is written to.
func (d *Decoder) use(dst []byte, limit int64) {
	d.out = dst[:cap(dst)]
	d.end = int(min(int64(len(d.out)), limit+1))
}

// room gives a larger buffer in the place of one that is full.
func (d *Decoder) room(limit int64, grow func([]byte) ([]byte, error)) (over bool, err error) {
	if int64(d.at) > limit {
		return true, nil
	}
	dst, err := grow(d.out[:d.at])
	d.use(dst, limit)
	if err == nil && d.at >= d.end {
		err = io.ErrShortBuffer
	}
	return false, err
}

// block unpacks one block (RFC 1951 3.2.3).
func (d *Decoder) block(limit int64, grow func([]byte) ([]byte, error)) (final, over bool, err error) {
	head, err := d.take(3)
	if err != nil {
		return false, false, err
	}
	final = head&1 != 0
	switch head >> 1 {
	case 0:
		over, err = d.stored(limit, grow)
		return final, over, err
	case 1:
		err = d.fixed()
	case 2:
		err = d.dynamic()
	default:
		err = ErrCorrupt
	}
	for err == nil && !over {
		var done bool
		if d.length == 0 {
			if done, err = d.fast(); done || err != nil {
				break
			}
		}
		if done, err = d.careful(); done || err != nil {
			break
		}
		if d.at >= d.end {
			over, err = d.room(limit, grow)
		}
	}
	return final, over, err
}

// stored copies a block that is not compressed (RFC 1951 3.2.4).
func (d *Decoder) stored(limit int64, grow func([]byte) ([]byte, error)) (over bool, err error) {
	d.pos -= int(d.bits / 8)
	d.hold, d.bits = 0, 0
	if len(d.src)-d.pos < 4 {
		d.pos = len(d.src)
		return false, io.ErrUnexpectedEOF
	}
	size := int(binary.LittleEndian.Uint16(d.src[d.pos:]))
	if size != int(^binary.LittleEndian.Uint16(d.src[d.pos+2:])) {
		return false, ErrCorrupt
	}
	d.pos += 4
	for size > 0 {
		if d.at >= d.end {
			if over, err = d.room(limit, grow); over || err != nil {
				return over, err
			}
		}
		n := copy(d.out[d.at:d.end], d.src[d.pos:min(len(d.src), d.pos+size)])
		if n == 0 {
			return false, io.ErrUnexpectedEOF
		}
		d.at, d.pos, size = d.at+n, d.pos+n, size-n
	}
	return false, nil
}

// fill takes bytes until no more have room in hold, or there are none.
func (d *Decoder) fill() {
	for d.bits <= 56 && d.pos < len(d.src) {
		d.hold |= uint64(d.src[d.pos]) << d.bits
		d.pos++
		d.bits += 8
	}
}

// take uses n bits, 32 at most.
func (d *Decoder) take(n uint) (uint32, error) {
	if d.bits < n {
		if d.fill(); d.bits < n {
			return 0, io.ErrUnexpectedEOF
		}
	}
	v := uint32(d.hold & (1<<n - 1))
	d.hold >>= n
	d.bits -= n
	return v, nil
}
