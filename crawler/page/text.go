package page

import (
	"encoding/binary"
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// textStats counts the words of a text and hashes it, as it streams by. White
// space (control characters included) only separates words, case is folded.
//
// A word is a run of other characters with a letter or digit among them;
// letters of scripts without spaces between words count half a word each.
type textStats struct {
	content
	hash   uint64
	word   uint64 // up to eight bytes of the current word that are not hashed yet
	n      uint   // how many
	open   bool   // inside a word
	letter bool   // the word has a letter or digit
	words  int
	dense  int // letters of scripts without spaces
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080

	mulA = 0xA0761D6478BD642F // odd constants with half of their bits set
	mulB = 0xE7037ED1A0B428DB
	mulC = 0x8EBC6AF09C88C6E3
)

func mix(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^mulA, x^mulB)
	return hi ^ lo
}

// write takes text of any size, cut anywhere but inside a character.
func (t *textStats) write(s []byte) {
	for i := 0; i < len(s); {
		if c := s[i]; c <= ' ' {
			t.endWord()
			for i++; i < len(s) && s[i] <= ' '; i++ {
			}
			continue
		} else if c < utf8.RuneSelf && !t.open {
			if n := t.shortWord(s[i:]); n > 0 {
				i += n
				continue
			}
		} else if c >= utf8.RuneSelf {
			if c >= 0xC3 && t.twoBytes(s[i:]) {
				i += 2
				continue
			}
			r, size := utf8.DecodeRune(s[i:])
			t.rune(r)
			i += size
			continue
		}
		w, n := load(s[i:])
		if stop := stops(w); stop != 0 {
			n = min(n, bits.TrailingZeros64(stop)/8)
		}
		if n < 8 {
			w &= 1<<(8*n) - 1
		}
		t.letter = t.letter || hasLetter(w) || hasDigit(w)
		t.push(lowerASCII(w), uint(n))
		i += n
	}
}

// stops marks the first byte that is not of a word or not ASCII by the lowest
// bit that it sets.
func stops(w uint64) uint64 { return (w-ones*(' '+1)) & ^w & highs | w&highs }

// lowerASCII folds the case of eight bytes of ASCII.
func lowerASCII(w uint64) uint64 {
	return w | ((w+ones*(0x80-'A'))&^(w+ones*(0x7F-'Z'))&highs)>>2
}

// shortWord takes the word that the text begins with, and the white space after
// it, if it is one of seven bytes of ASCII at most: push and endWord in one, as
// most words need it. It gives how many bytes these are, 0 for another word.
func (t *textStats) shortWord(s []byte) int {
	if len(s) < 8 {
		return 0
	}
	w := binary.LittleEndian.Uint64(s)
	stop := stops(w)
	n := bits.TrailingZeros64(stop) / 8
	if stop == 0 || s[n] > ' ' {
		return 0
	}
	w = lowerASCII(w & (1<<(8*n) - 1))
	t.hash = mix(t.hash^mulC, w)
	if t.here {
		t.content.end(w, uint(n))
	} else {
		t.odd, t.long = 0, 0
	}
	if hasLetter(w) || hasDigit(w) {
		t.words++
	}
	return n + 1
}

// load gives the next bytes in memory order, the first one lowest, and how
// many they are.
func load(s []byte) (uint64, int) {
	if len(s) >= 8 {
		return binary.LittleEndian.Uint64(s), 8
	}
	if cap(s) >= 8 {
		return binary.LittleEndian.Uint64(s[:8]) & (1<<(8*len(s)) - 1), len(s)
	}
	var w uint64
	for i, c := range s {
		w |= uint64(c) << (8 * i)
	}
	return w, len(s)
}

// push appends n ≤ 8 bytes to the current word. Where a word's pieces are cut
// makes no difference.
func (t *textStats) push(w uint64, n uint) {
	t.open = true
	t.word |= w << (8 * t.n)
	if t.n+n < 8 {
		t.n += n
		return
	}
	t.hash = mix(t.hash, t.word)
	t.pass(t.word)
	t.word = w >> (8 * (8 - t.n))
	t.n = t.n + n - 8
}

// twoBytes appends the character that s begins with if it is one of those,
// up to Cyrillic, that have two bytes in either case: rune, but quicker.
func (t *textStats) twoBytes(s []byte) bool {
	if len(s) < 2 || s[1]&0xC0 != 0x80 {
		return false
	}
	r := rune(s[0]&0x1F)<<6 | rune(s[1]&0x3F)
	if s[0] >= 0xE0 || int(r) >= len(folds) || folds[r] < 0x80 || folds[r] >= 0x800 {
		return false
	}
	low := uint64(folds[r])
	if !t.letter {
		t.letter = unicode.IsLetter(rune(low))
	}
	t.push(0xC0|low>>6|(0x80|low&0x3F)<<8, 2)
	return true
}

// rune appends a character that is not ASCII.
func (t *textStats) rune(r rune) {
	switch {
	case r < 0x100 && (r == 0x85 || r == 0xA0), r >= 0x1680 && unicode.IsSpace(r):
		t.endWord()
		return
	case r == 0xAD: // soft hyphen
		return
	}
	r = foldRune(r)
	if 0xA2 <= r && r <= 0xA5 || 0x20A0 <= r && r <= 0x20CF {
		t.odd |= oddSign
	}
	if spaceless(r) {
		t.dense++
	} else if !t.letter {
		t.letter = unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	var buf [8]byte
	n := utf8.EncodeRune(buf[:], r)
	t.push(binary.LittleEndian.Uint64(buf[:]), uint(n))
}

// folds holds the lower case of the characters up to the end of Cyrillic.
var folds = func() (t [0x530]uint16) {
	for r := range t {
		t[r] = uint16(unicode.ToLower(rune(r)))
	}
	return t
}()

func foldRune(r rune) rune {
	if int(r) < len(folds) {
		return rune(folds[r])
	}
	return unicode.ToLower(r)
}

// spaceless reports letters of the scripts that are written without spaces.
func spaceless(r rune) bool {
	switch {
	case r < 0x0E00, 0xAC00 <= r && r <= 0xD7AF: // before Thai; Hangul
		return false
	case 0x4E00 <= r && r <= 0x9FFF, r == 0x30FC, r == 0xFF70: // most of Han; the long vowel mark
		return true
	}
	return unicode.IsLetter(r) && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan)
}

// endWord ends the current word, if there is one.
func (t *textStats) endWord() {
	if !t.open {
		return
	}
	t.hash = mix(t.hash^mulC, t.word)
	if t.here {
		t.content.end(t.word, t.n)
	} else {
		t.odd, t.long = 0, 0
	}
	if t.letter {
		t.words++
	}
	t.word, t.n, t.open, t.letter = 0, 0, false, false
}

// result gives the number of words and the hash, 0 for no text at all.
func (t *textStats) result() (words int, hash uint64) {
	t.endWord()
	return t.words + (t.dense+1)/2, t.hash
}

// capture gathers a short text with its white space folded.
type capture struct {
	buf   []byte
	limit int  // bytes
	gap   bool // white space came since the last character
}

func (c *capture) start(limit int) {
	c.buf, c.limit, c.gap = c.buf[:0], limit, false
}

// space separates what came from what comes.
func (c *capture) space() { c.gap = true }

func (c *capture) write(s []byte) {
	for i := 0; i < len(s) && len(c.buf) < c.limit; {
		j := i
		for j < len(s) && ' ' < s[j] && s[j] < 0x7F {
			j++
		}
		if j > i {
			c.add(s[i:min(j, i+c.limit)])
			i = j
			continue
		}
		if s[i] < utf8.RuneSelf { // white space or another control character
			c.gap = true
			i++
			continue
		}
		r, size := utf8.DecodeRune(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			c.add([]byte("\uFFFD"))
		case unicode.IsSpace(r) || unicode.IsControl(r):
			c.gap = true
		default:
			c.add(s[i : i+size])
		}
		i += size
	}
}

func (c *capture) add(s []byte) {
	if c.gap && len(c.buf) > 0 {
		c.buf = append(c.buf, ' ')
	}
	c.gap = false
	c.buf = append(c.buf, s...)
}

// bytes gives what was gathered, valid until the next start.
func (c *capture) bytes() []byte {
	b := cutRune(c.buf, c.limit)
	for len(b) > 0 && b[len(b)-1] == ' ' {
		b = b[:len(b)-1]
	}
	return b
}
