package record

// Sketch is eight bytes by which the main texts of two pages are compared
// without keeping them, 0 for no text. It is a minhash of the set of their
// words in one permutation (Li, Owen, Zhang: One permutation hashing, 2012):
// the words fall into sixteen bins, and of the smallest hash in each bin four
// bits are kept, 0 where the bin is empty. Of two texts that share a part j of
// all their words, about a part j of the bins agree. It is of the first hundred
// words alone: an error page says what it has to say in fewer, and what comes
// later on others is seldom their own.
//
// Words with digits count for nothing, and neither do those of the page's
// address: an error page repeats the address that was asked for, and shows
// times and numbers of requests.
type Sketch uint64

const (
	sketchBins = 16
	binBits    = 4
	binMask    = 1<<binBits - 1

	SketchWords = 100 // words that a sketch is made of, at most
)

// SketchOf makes the sketch of hashed words, as page.AppendWords makes them.
func SketchOf(words []uint64) Sketch {
	var low [sketchBins]uint64 // hash without the bits of the bin, plus 1
	for _, w := range words[:min(len(words), SketchWords)] {
		bin, rest := w>>(64-binBits), w<<binBits>>binBits+1
		if low[bin] == 0 || rest < low[bin] {
			low[bin] = rest
		}
	}
	var s Sketch
	for bin, rest := range low {
		if rest != 0 {
			s |= Sketch(1+rest%binMask) << (bin * binBits)
		}
	}
	return s
}

// Differ counts the bins in which two sketches differ, of those that are not
// empty in both.
func (s Sketch) Differ(t Sketch) (differ, of int) {
	for ; s|t != 0; s, t = s>>binBits, t>>binBits {
		a, b := s&binMask, t&binMask
		if a|b != 0 {
			of++
		}
		if a != b {
			differ++
		}
	}
	return differ, of
}

// Common gives of each bin what most of the sketches have there, the least of
// several that come equally often: what texts have in common, if they do.
func Common(sketches []Sketch) (common Sketch) {
	for bin := range sketchBins {
		var counts [1 << binBits]int
		for _, s := range sketches {
			counts[s>>(bin*binBits)&binMask]++
		}
		most := 0
		for value, n := range counts {
			if n > counts[most] {
				most = value
			}
		}
		common |= Sketch(most) << (bin * binBits)
	}
	return common
}
