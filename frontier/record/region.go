package record

import "slices"

// Region is the part of a page in which a link stands. The numbers are stored
// in three bits.
type Region uint8

const (
	RegionUnknown Region = iota // not noted: a link of the answer's header, or an older crawl
	RegionHead
	RegionHeader // header, but that of an article
	RegionNav
	RegionMain // main or article
	RegionAside
	RegionFooter // footer, but that of an article
	RegionBody   // none of these
)

var regions = [...]string{"", "head", "header", "nav", "main", "aside", "footer", "body"}

// Shared tells of the parts that pages of a kind have in common.
func (r Region) Shared() bool { return r == RegionHeader || r == RegionNav || r == RegionFooter }

// RegionOf gives the region with a name, RegionUnknown if there is none.
func RegionOf(name string) Region { return Region(max(0, slices.Index(regions[:], name))) }

// String gives the region's name, "" for RegionUnknown.
func (r Region) String() string { return regions[r&7] }
