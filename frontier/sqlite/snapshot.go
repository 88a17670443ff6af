package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"hash/crc32"

	"github.com/dchest/siphash"

	"github.com/portolan-seo/portolan/frontier"
)

// Table seen repeats what memory must know of URLs, 65,536 to a row, so that
// a big file is opened without reading every text. A row is written with the
// batch that completes it. It holds, little endian, for each URL
//
//	8 bytes  fingerprint
//	4 bytes  hash of the first link's text
//	2 bytes  depth
//	1 byte   reason, in the lowest four bits; rank, in three; flagNoFollow
//
// field by field, then the CRC-32C of all that. A row that does not fit its
// URLs is not used.
const (
	snapshotSize = chunkSize*(8+4+2+1) + 4
	anchorAt     = chunkSize * 8
	depthAt      = anchorAt + chunkSize*4
	stateAt      = depthAt + chunkSize*2
	sumAt        = stateAt + chunkSize
)

// recent is what the facts of the last URLs lack for a snapshot, up to a
// chunk of them.
type recent struct {
	depths []uint16
	states []byte
}

func (r *recent) add(depth uint16, state byte) {
	r.depths = append(r.depths, depth)
	r.states = append(r.states, state)
}

// appendSnapshot writes the row of the chunk that was just completed.
func (s *Store) appendSnapshot() error {
	chunk := len(s.seen.chunks) - 1
	b := make([]byte, snapshotSize)
	for i, f := range s.seen.chunks[chunk] {
		binary.LittleEndian.PutUint64(b[8*i:], f.key())
		binary.LittleEndian.PutUint32(b[anchorAt+4*i:], f.anchor&^factBits)
		binary.LittleEndian.PutUint16(b[depthAt+2*i:], s.recent.depths[i])
	}
	copy(b[stateAt:], s.recent.states)
	binary.LittleEndian.PutUint32(b[sumAt:], crc32.Checksum(b[:sumAt], castagnoli))
	s.recent = recent{s.recent.depths[:0], s.recent.states[:0]}
	_, err := s.writer.ExecContext(context.Background(), "INSERT OR REPLACE INTO seen VALUES (?, ?)", chunk, b)
	return err
}

// snapshot reads the row of a chunk, nil if there is none that can be used.
func (s *Store) snapshot(ctx context.Context, chunk int) ([]byte, error) {
	var b blobCol
	err := s.writer.QueryRowContext(ctx, "SELECT facts FROM seen WHERE chunk = ?", chunk).Scan(&b)
	if errors.Is(err, sql.ErrNoRows) || errors.Is(err, ErrDamaged) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	fits, err := s.fits(b, chunk, func(id frontier.ID) (string, error) {
		var u textCol
		err := s.reads.text.QueryRowContext(ctx, int64(id)).Scan(&u)
		return string(u), err
	})
	if err != nil || !fits {
		return nil, err
	}
	return b, nil
}

// fits tells whether the row of a chunk can be used. A sum says that it is what was
// written; the texts, whether that fits.
func (s *Store) fits(b []byte, chunk int, url func(frontier.ID) (string, error)) (bool, error) {
	if len(b) != snapshotSize || crc32.Checksum(b[:sumAt], castagnoli) != binary.LittleEndian.Uint32(b[sumAt:]) {
		return false, nil
	}
	for i := 0; i < chunkSize; i += chunkSize/8 - 1 {
		u, err := url(frontier.ID(chunk<<chunkBits + i))
		if err != nil || siphash.Hash(s.k0, s.k1, []byte(u)) != binary.LittleEndian.Uint64(b[8*i:]) {
			return false, err
		}
	}
	return true, nil
}

// knownURL is what opening a file must know of a URL.
type knownURL struct {
	key    uint64
	anchor uint32
	depth  uint16
	state  byte
}

// stateOf packs what a URL's row says of its state into a byte.
func stateOf(reason, flags int64) byte {
	return byte(reason)&stateReason | byte(flags>>flagRankShift)<<stateRankShift&stateRank | byte(flags)&flagNoFollow
}

const (
	stateReason    = 0x0f
	stateRank      = 0x70
	stateRankShift = 4
)

func (u *knownURL) noFollow() bool      { return u.state&flagNoFollow != 0 }
func (u *knownURL) decided() bool       { return u.state&stateReason != 0 }
func (u *knownURL) rank() frontier.Rank { return frontier.Rank(u.state & stateRank >> stateRankShift) }

// eachKnown calls f for every URL in order of ID, by snapshots where there
// are, else by rows.
func (s *Store) eachKnown(ctx context.Context, known frontier.ID, f func(knownURL)) error {
	for from := frontier.ID(0); from < known; from += chunkSize {
		if known-from >= chunkSize {
			b, err := s.snapshot(ctx, int(from>>chunkBits))
			if err != nil {
				return err
			}
			if b != nil {
				for i := range chunkSize {
					f(knownURL{
						key: binary.LittleEndian.Uint64(b[8*i:]), anchor: binary.LittleEndian.Uint32(b[anchorAt+4*i:]),
						depth: binary.LittleEndian.Uint16(b[depthAt+2*i:]), state: b[stateAt+i],
					})
				}
				continue
			}
		}
		if err := s.eachRow(ctx, from, min(known-from, chunkSize), f); err != nil {
			return err
		}
	}
	return nil
}

// eachRow calls f for n URLs as their rows say.
func (s *Store) eachRow(ctx context.Context, from, n frontier.ID, f func(knownURL)) error {
	next := from
	err := each(ctx, s.writer, "SELECT id, depth, reason, flags, url, anchor FROM url WHERE id >= ? AND id < ? ORDER BY id", func(scan func(...any) error) error {
		var id idCol
		var depth depthCol
		var reason, flags intCol
		var u, anchor textCol
		if err := scan(&id, &depth, &reason, &flags, &u, &anchor); err != nil {
			return err
		}
		if frontier.ID(id) != next {
			return gap(next)
		}
		next++
		f(knownURL{
			key: siphash.Hash(s.k0, s.k1, []byte(u)), anchor: firstAnchor(s.anchorKey([]byte(anchor))),
			depth: uint16(depth), state: stateOf(int64(reason), int64(flags)),
		})
		return nil
	}, int64(from), int64(from)+int64(n))
	if err == nil && next != from+n {
		err = gap(next)
	}
	return err
}
