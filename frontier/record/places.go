package record

import "slices"

// Places are the names of a page's places, to which a link leads by its
// fragment: the values of id, and of name, as 16 bits of a hash each, ascending,
// two bytes each. "" is of a page that was not looked at, or has too many.
// What is a place is always found; of what is none, one in 65,536 for each place.
type Places string

// MaxPlaces is how many places of a page are kept.
const MaxPlaces = 4096

// PlaceHash gives the 16 bits of a name, 1 at least.
func PlaceHash(name []byte) uint16 {
	h := uint32(2166136261) // FNV-1a
	for _, c := range name {
		h = (h ^ uint32(c)) * 16777619
	}
	return max(1, uint16(h>>16^h))
}

// NewPlaces makes Places of hashes, which it sorts. A page without any has a place
// that no name leads to.
func NewPlaces(hashes []uint16) Places {
	if len(hashes) == 0 {
		hashes = append(hashes, 0)
	}
	slices.Sort(hashes)
	hashes = slices.Compact(hashes)
	if len(hashes) > MaxPlaces {
		return ""
	}
	packed := make([]byte, 0, 2*len(hashes))
	for _, h := range hashes {
		packed = append(packed, byte(h>>8), byte(h))
	}
	return Places(packed)
}

// Has tells whether a page has a place of that name; known is false where that
// cannot be told.
func (p Places) Has(name string) (has, known bool) {
	if len(p) < 2 {
		return false, false
	}
	want, low, high := PlaceHash([]byte(name)), 0, len(p)/2
	for low < high {
		mid := (low + high) / 2
		switch h := uint16(p[2*mid])<<8 | uint16(p[2*mid+1]); {
		case h == want:
			return true, true
		case h < want:
			low = mid + 1
		default:
			high = mid
		}
	}
	return false, true
}
