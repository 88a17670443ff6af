package canonical

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"
)

// queryEncoder gives the encoder for queries of a document with a given
// charset label; nil means UTF-8, which also stands for the encodings that
// have no encoder (WHATWG Encoding, "get an output encoding").
func queryEncoder(label string) (*encoding.Encoder, error) {
	if label == "" {
		return nil, nil
	}
	e, err := htmlindex.Get(label)
	if err != nil {
		return nil, fmt.Errorf("take charset %q: no such encoding", label)
	}
	name, err := htmlindex.Name(e)
	if err != nil || name == "utf-8" || name == "utf-16be" || name == "utf-16le" || name == "replacement" {
		return nil, nil
	}
	return e.NewEncoder(), nil
}

// appendEncoded appends the UTF-8 text s in another encoding, bytes over 0x7F
// as escapes. What the encoding lacks becomes an escaped character reference,
// %26%23233%3B, as browsers send it.
func appendEncoded(dst, s []byte, encoder *encoding.Encoder) []byte {
	var chunk [256]byte
	encoder.Reset()
	for len(s) > 0 {
		n, read, err := encoder.Transform(chunk[:], s, true)
		for _, c := range chunk[:n] {
			if c < utf8.RuneSelf {
				dst = append(dst, c)
			} else {
				dst = appendHex(dst, c)
			}
		}
		s = s[read:]
		if err == nil || len(s) == 0 || err == transform.ErrShortDst && read > 0 {
			continue
		}
		r, size := utf8.DecodeRune(s)
		if r == utf8.RuneError && size < 2 {
			size, _ = runeAt(s)
		}
		dst = append(dst, "%26%23"...)
		dst = strconv.AppendInt(dst, int64(r), 10)
		dst = append(dst, "%3B"...)
		s = s[size:]
	}
	return dst
}
