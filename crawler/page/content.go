package page

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier/record"
)

// content hashes the main text without regard to the order of its words, and
// the main picture: the first one in main or article, else the first after an
// h1. The words are those of textStats, without punctuation around them. Those
// with digits count only as prices, beside a currency: counters, clocks and
// numbers of requests are no content, nor is how long ago something was.
type content struct {
	here  bool // what comes is main text
	odd   oddity
	long  uint64    // hash of the word's first bytes
	short uint64    // the same without the last eight of these
	eight uint64    // these
	all   uint64    // sum over all words
	own   uint64    // sum over those that are not in url
	sieve [8]uint64 // bit n: a word of url has a hash of n modulo 512
	url   []uint64

	number   uint64 // the word before, if it was a number, else 0
	currency uint64 // the word before, if it was a currency, else 0
	age      age    // of the words before

	inside, headed uint64 // pictures in main or article, and after an h1

	least *[record.PrintBins]uint64 // of the words in own, by bin; nil where nobody asks
}

// oddity is what makes words need a closer look.
type oddity uint8

const (
	oddTorn   oddity = 1 << iota // the word began where text does not count
	oddDigit                     // there is a digit among the bytes that are in long
	oddAlpha                     // a letter stands beside it there
	oddSign                      // the word has the sign of a currency that is not of ASCII
	oddBefore                    // the word before was a number, a currency or of an age
)

// echoed takes into url what a page may repeat of its URL: the words of it, the names of its date, and
// runs of them as paths are written, src/io/read.c and read.c.
func (c *content) echoed(url string) {
	var buf [512]byte
	path := afterHost(url)
	text := unescape(buf[:0], path)
	c.echoedDate(path)
	c.echoedWords(text)
	for len(text) > 0 {
		n := runTo(text, isFieldEnd)
		c.echoedRuns(text[:n])
		text = text[min(n+1, len(text)):]
	}
}

// echoedWords takes the words, without punctuation between them.
func (c *content) echoedWords(text []byte) {
	for len(text) > 0 {
		n := runTo(text, mark)
		c.echoes(text[:n])
		text = text[min(n+1, len(text)):]
	}
}

// echoedRuns takes what has punctuation inside, of a path or a value: each of
// its segments, and what lies between the begin of one and the end of the last.
func (c *content) echoedRuns(text []byte) {
	for len(text) > 0 {
		n := runTo(text, isSlash)
		for _, run := range [...][]byte{text[:n], text} {
			if runTo(run, mark) < len(run) {
				c.echoes(run)
			}
			if n == len(text) {
				break
			}
		}
		text = text[min(n+1, len(text)):]
	}
}

// echoes takes one of those: also as it stands in quotes or brackets, which end
// leaves before longer words.
func (c *content) echoes(word []byte) {
	for _, before := range [...]string{"", "'", `"`, "("} {
		t := textStats{content: content{here: true}}
		t.write([]byte(before))
		t.write(word)
		t.endWord()
		if t.all == 0 || slices.Contains(c.url, t.all) {
			break
		}
		c.echoesHashes([]uint64{t.all})
	}
}

// echoesHashes takes words by their hashes.
func (c *content) echoesHashes(words []uint64) {
	for _, h := range words {
		if len(c.url) == maxEchoes {
			return
		}
		c.url = append(c.url, h)
		c.sieve[h/64%8] |= 1 << (h % 64)
	}
}

const maxEchoes = 4 * maxURLWords

// isEcho tells whether a word is one of those, by its hash.
func (c *content) isEcho(h uint64) bool {
	return c.sieve[h/64%8]>>(h%64)&1 != 0 && slices.Contains(c.url, h)
}

// runTo counts the bytes up to the first one that ends them.
func runTo(text []byte, ends func(byte) bool) int {
	if n := slices.IndexFunc(text, ends); n >= 0 {
		return n
	}
	return len(text)
}

func isSlash(b byte) bool    { return b == '/' }
func isFieldEnd(b byte) bool { return b == '?' || b == '&' || b == ';' || b == '=' }

// afterHost gives path and query of a URL.
func afterHost(url string) string {
	if _, rest, found := strings.Cut(url, "://"); found {
		url = rest
	}
	if i := strings.IndexAny(url, "/?"); i >= 0 {
		return url[i:]
	}
	return ""
}

// in tells whether what comes is main text. open: in the middle of a word.
func (c *content) in(here, open bool) {
	if open && here != c.here {
		c.odd |= oddTorn
	}
	c.here = here
}

// pass takes the first eight bytes of a longer word, and each eight more.
func (c *content) pass(w uint64) {
	if hasDigit(w) {
		c.odd |= oddDigit
		if hasLetter(w) {
			c.odd |= oddAlpha
		}
	}
	c.short, c.eight = c.long, w
	c.long = bits.RotateLeft64(c.long, 5)*mulA ^ w*mulB
}

// hasLetter tells whether there is a letter among eight bytes.
func hasLetter(w uint64) bool {
	lower := w | ones*0x20
	return ((lower+ones*(0x80-'a'))&^(lower+ones*(0x7F-'z'))|w)&highs != 0
}

func hasDigit(w uint64) bool {
	x := w ^ ones*'0'
	return (x-ones*10)&^x&highs != 0
}

// end takes the end of a word of main text: its last bytes, seven at most, the first one
// lowest. Most words are neither numbers nor currencies, and end here.
func (c *content) end(last uint64, n uint) {
	last, n = trim(last, n)
	if n == 0 && c.long != 0 && marks[byte(c.eight>>56)] {
		c.long = c.short
		last, n = trim(c.eight, 8)
	}
	for c.long == 0 && n > 0 && marks[byte(last)] {
		last >>= 8
		n--
	}
	hi, lo := bits.Mul64(last^mulA, c.long^last^mulB)
	h := hi ^ lo
	if c.odd != 0 || isOdd(last) || looked[last*mulA>>52] {
		if last|c.long != 0 && c.odd&oddTorn == 0 {
			c.special(h, last)
		}
		c.odd &= oddBefore
	} else if last|c.long != 0 {
		c.add(h)
	}
	c.long = 0
}

// trim takes the marks off the end of n bytes.
func trim(last uint64, n uint) (uint64, uint) {
	for n > 0 && marks[byte(last>>((8*n-8)&63))] {
		n--
		last &= 1<<(8*n&63) - 1
	}
	return last, n
}

// isOdd tells whether there is a digit or a dollar sign among eight bytes.
func isOdd(w uint64) bool {
	digit, dollar := w^ones*'0', w^ones*'$' // a byte below 10, or of 0
	return ((digit-ones*10)&^digit|(dollar-ones)&^dollar)&highs != 0
}

func hasDollar(w uint64) bool {
	dollar := w ^ ones*'$' // a byte of it is 0
	return (dollar-ones)&^dollar&highs != 0
}

// marks are what may stand around a word and is no part of it.
var marks = func() (t [256]bool) {
	for b := range t[:0x80] {
		t[b] = mark(byte(b))
	}
	return t
}()

func mark(b byte) bool { return classes[b]&(letter|digit) == 0 && b < 0x80 && b != '$' }

// special takes a word that may be part of a price: its hash and last bytes.
func (c *content) special(h, last uint64) {
	inLong, inLast := c.odd&oddDigit != 0, hasDigit(last)
	digit, sign := inLong || inLast, c.odd&oddSign != 0 || hasDollar(last)
	kind := anyWord
	if looked[last*mulA>>52] {
		kind = wordKinds[h]
	}
	number, money := c.number, c.currency
	c.number, c.currency = 0, 0
	switch {
	case digit && sign:
		c.age = age{}
		c.add(h)
	case digit && (c.odd&oddAlpha != 0 || hasLetter(last) || !inLong && c.long != 0):
	case digit && money != 0:
		c.add(mix(h, money))
	case digit:
		c.number = h
	case sign || kind == currency:
		c.age = age{}
		if c.currency = h; number != 0 {
			c.add(mix(number, h))
			c.currency = 0
		}
	default:
		c.word(h, kind, number != 0)
	}
	c.odd &^= oddBefore
	if c.number|c.currency|c.age.all != 0 {
		c.odd |= oddBefore
	}
}

// add counts a word or a price.
func (c *content) add(h uint64) {
	c.all += h
	if c.isEcho(h) {
		return
	}
	c.own += h
	if c.least != nil {
		if bin, rest := record.PrintBin(h); c.least[bin] == 0 || rest < c.least[bin] {
			c.least[bin] = rest
		}
	}
}

// picture takes the address of one.
func (c *content) picture(src []byte, inside, headed bool) {
	place := &c.headed
	if inside {
		place = &c.inside
	}
	if !inside && !headed || *place != 0 || len(src) == 0 || strings.HasPrefix(string(src[:min(len(src), 5)]), "data:") {
		return
	}
	h := uint64(len(src))
	for len(src) > 0 {
		w, n := load(src)
		h = mix(h, w)
		src = src[n:]
	}
	*place = h
}

// result gives the hashes, 0 where there is neither text nor picture.
func (c *content) result() (all, own uint64) {
	picture := c.inside
	if picture == 0 {
		picture = c.headed
	}
	if c.all == 0 && picture == 0 {
		return 0, 0
	}
	if picture != 0 {
		picture = mix(picture, mulC)
	}
	return (c.all + picture) | 1, (c.own + picture) | 1
}

// Echoes tells whether two contents, as record.Facts has them, differ only by
// words of the first page's URL that are not in the other one's: by each of
// them, up to three times, as titles and trails repeat them.
func Echoes(sum, other uint64, url, otherURL string) bool {
	var own, others content
	var buf [512]byte
	own.echoedWords(unescape(buf[:0], afterHost(url)))
	others.echoedWords(unescape(buf[:0], afterHost(otherURL)))
	words := own.url[:0]
	for _, w := range own.url {
		if !slices.Contains(others.url, w) && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return len(words) <= maxEchoed && isSum(sum-other, words)
}

const (
	maxEchoed = 6 // words of a URL that a page may repeat
	maxRepeat = 3 // times, each
)

// isSum tells whether a difference is a sum of these words, but for the lowest
// bit, which contents do not have.
func isSum(diff uint64, words []uint64) bool {
	if diff+1 <= 2 {
		return true
	}
	if len(words) == 0 {
		return false
	}
	for range maxRepeat + 1 {
		if isSum(diff, words[1:]) {
			return true
		}
		diff -= words[0]
	}
	return false
}
