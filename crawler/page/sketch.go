package page

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// AppendWords appends a hash of each word of a text that has no digit: runs
// of letters, their case folded; letters of scripts that are written without
// spaces are words by themselves.
func AppendWords(to []uint64, text []byte) []uint64 {
	return appendWords(to, text, nil, len(to)+len(text))
}

// appendWords appends words but for those in except, until to holds most.
func appendWords(to []uint64, text []byte, except []uint64, most int) []uint64 {
	w := wordHash{except: except}
	for _, e := range except {
		w.sieve |= 1 << (e % 64)
	}
	for i := 0; i < len(text) && len(to) < most; {
		b, n := load(text[i:])
		lower := b | ones*0x20
		letters := (lower + ones*(0x80-'a')) &^ (lower + ones*(0x7F-'z')) &^ b & highs
		if run := bits.TrailingZeros64(^letters&highs) / 8; run > 0 {
			n = min(n, run)
			w.push(lower, uint(n))
			i += n
			continue
		}
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			w.digit = true
			i++
		case c < utf8.RuneSelf:
			to = w.end(to)
			for i++; i < len(text) && text[i] <= ' '; i++ {
			}
		default:
			r, size := utf8.DecodeRune(text[i:])
			to = w.rune(to, r)
			i += size
		}
	}
	return w.end(to)
}

// wordHash hashes one word after the other.
type wordHash struct {
	hash  uint64
	word  uint64 // up to eight bytes that are not hashed yet
	n     uint   // how many
	open  bool   // there are letters
	digit bool

	except []uint64 // words that are dropped
	sieve  uint64   // bit n: one of them may have a hash of n modulo 64
}

// push appends the n lowest bytes, 1 to 8, of b. Where a word's pieces are cut
// makes no difference.
func (w *wordHash) push(b uint64, n uint) {
	b &= ^uint64(0) >> (64 - 8*n)
	w.open = true
	w.word |= b << (8 * w.n)
	if w.n += n; w.n < 8 {
		return
	}
	w.hash = mix(w.hash, w.word)
	w.n -= 8
	w.word = b >> (8 * (n - w.n))
}

func (w *wordHash) rune(to []uint64, r rune) []uint64 {
	r = foldRune(r)
	dense := spaceless(r)
	switch {
	case r == 0xAD: // soft hyphen
		return to
	case unicode.IsDigit(r):
		w.digit = true
		return to
	case !dense && !unicode.IsLetter(r) && !unicode.IsMark(r):
		return w.end(to)
	case dense:
		to = w.end(to)
	}
	var buf [8]byte
	size := utf8.EncodeRune(buf[:], r)
	w.push(binary.LittleEndian.Uint64(buf[:]), uint(size))
	if dense {
		to = w.end(to)
	}
	return to
}

func (w *wordHash) end(to []uint64) []uint64 {
	if w.open && !w.digit {
		hi, lo := bits.Mul64(w.hash^mulC^w.word, mulB)
		h := mix(hi^lo, w.word)
		if w.sieve>>(h%64)&1 == 0 || !slices.Contains(w.except, h) {
			to = append(to, h)
		}
	}
	w.hash, w.word, w.n, w.open, w.digit = 0, 0, 0, false, false
	return to
}

// maxURLWords are the words of a URL that are told apart.
const maxURLWords = 64

// AppendURLWords appends the words of a URL's path and query, as AppendWords
// makes them: those that a page may repeat because it was asked for by them.
func AppendURLWords(to []uint64, url string) []uint64 {
	n := len(to)
	var buf [512]byte
	to = AppendWords(to, unescape(buf[:0], afterHost(url)))
	return to[:min(len(to), n+maxURLWords)]
}

// unescape appends a text with its percent escapes decoded; a broken one
// stays as it is.
func unescape(out []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if hi, lo := hexValue(s[i+1]), hexValue(s[i+2]); hi >= 0 && lo >= 0 {
				out = append(out, byte(hi<<4|lo))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return out
}

func hexValue(c byte) int { return strings.IndexByte("0123456789abcdef", c|0x20) }
