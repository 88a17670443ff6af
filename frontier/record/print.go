package record

// PrintBins is how many bins a Print has.
const PrintBins = 128

const (
	// leastPrinted is how many bins have a word where a text is long enough to be compared
	// as a whole: some sixty different words.
	leastPrinted = 48
	// leastKept is how many of them have one where a print is kept: some thirty words.
	leastKept = 24
)

// Print is what the main texts of two pages are compared by as wholes, "" for very short
// ones: as Sketch, but of all words but those of the page's own URL, with 128 bins of
// three bits, two to a character.
type Print string

const printChars = ".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"

// PrintBin gives the bin of a hashed word, and what is least in it for the word that
// stands for the bin; it is never 0.
func PrintBin(word uint64) (bin int, rest uint64) { return int(word >> 57), word<<7>>7 + 1 }

// PrintOf makes the print of the least that was in each bin, 0 for nothing.
func PrintOf(least *[PrintBins]uint64) Print {
	var text [PrintBins / 2]byte
	words := 0
	for i := range text {
		pair := 0
		for _, rest := range least[2*i : 2*i+2] {
			if pair <<= 3; rest != 0 {
				pair |= int(1 + rest%7)
				words++
			}
		}
		text[i] = printChars[pair]
	}
	if words < leastKept {
		return ""
	}
	return Print(text[:])
}

// Pairs gives the bins, two to a byte of six bits, 0 for an empty one; false for what
// is no print of a text that is long enough to be compared as a whole.
func (p Print) Pairs() (pairs [PrintBins / 2]byte, ok bool) {
	words := 0
	pairs = p.Bins()
	for _, pair := range pairs {
		words += min(1, int(pair>>3)) + min(1, int(pair&7))
	}
	return pairs, words >= leastPrinted
}

// Bins is Pairs of shorter texts, too, all empty for what is no print.
func (p Print) Bins() (pairs [PrintBins / 2]byte) {
	if len(p) != len(pairs) {
		return pairs
	}
	for i := range len(p) {
		at := printPairs[p[i]]
		if at == 0 {
			return [PrintBins / 2]byte{}
		}
		pairs[i] = at - 1
	}
	return pairs
}

// printPairs gives the place of each character in printChars, from 1 on.
var printPairs = func() (places [256]byte) {
	for i := range len(printChars) {
		places[printChars[i]] = byte(i + 1)
	}
	return places
}()

// IsLong tells of a print by which texts are compared as wholes.
func (p Print) IsLong() bool {
	_, long := p.Pairs()
	return long
}

// Differ counts the bins in which two prints differ, of those that are not empty in
// both; nothing where a text has none.
func (p Print) Differ(q Print) (differ, of int) {
	a, ok := p.Pairs()
	b, too := q.Pairs()
	if !ok || !too {
		return 0, 0
	}
	for i := range a {
		for shift := 0; shift <= 3; shift += 3 {
			x, y := a[i]>>shift&7, b[i]>>shift&7
			if x|y != 0 {
				of++
			}
			if x != y {
				differ++
			}
		}
	}
	return differ, of
}
