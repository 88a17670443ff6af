package guard

import (
	"context"
	"hash/maphash"
	"slices"
)

// book holds the URLs of the sets to compare with, eight bytes each: a hash,
// whose lowest bits say which sets list it.
type book struct {
	seed maphash.Seed
	keys []uint64 // sorted, each hash once
}

const (
	inStanding = 1 << iota
	inReference
	isAccepted
	noHash = 1<<iota - 1 // the bits that are none of the hash
)

func (b *book) key(url string) uint64 { return maphash.String(b.seed, url) &^ noHash }

// find gives the place of a URL among the keys.
func (b *book) find(url string) (at int, ok bool) { return b.findKey(b.key(url)) }

func (b *book) findKey(key uint64) (at int, ok bool) {
	at, _ = slices.BinarySearch(b.keys, key)
	return at, at < len(b.keys) && b.keys[at]&^noHash == key
}

// readSets gathers the URLs of both sets.
func (c *Comparison) readSets(ctx context.Context) error {
	c.book = &book{seed: maphash.MakeSeed()}
	standing := uint64(inStanding)
	if c.o.Reference == nil {
		standing |= inReference
	}
	if err := c.read(ctx, c.o.Standing, standing); err != nil {
		return err
	}
	c.book.settle()
	if c.o.Reference != nil {
		if err := c.read(ctx, c.o.Reference, inReference); err != nil {
			return err
		}
		c.book.settle()
	}
	c.fates, c.marks = make([]Fate, len(c.book.keys)), make([]mark, len(c.book.keys))
	return nil
}

// read adds the URLs of a set that are not in the book, and marks the others.
func (c *Comparison) read(ctx context.Context, set URLs, mark uint64) error {
	of := len(c.book.keys) // sorted; what is added behind them may move them all
	for url, err := range set() {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		known := book{c.book.seed, c.book.keys[:of]}
		key := known.key(url)
		if at, ok := known.findKey(key); ok {
			known.keys[at] |= mark
			continue
		}
		if c.o.Accepted != nil && c.o.Accepted(url) {
			key |= isAccepted
		}
		c.book.keys = append(c.book.keys, key|mark)
	}
	return nil
}

// hasAccepted tells of a URL whose loss is accepted.
func (b *book) hasAccepted() bool {
	return slices.ContainsFunc(b.keys, func(key uint64) bool { return key&isAccepted != 0 })
}

// settle sorts the keys and makes one of those that have the same hash.
func (b *book) settle() {
	slices.Sort(b.keys)
	kept := b.keys[:0]
	for _, key := range b.keys {
		if n := len(kept); n > 0 && kept[n-1]&^noHash == key&^noHash {
			kept[n-1] |= key
			continue
		}
		kept = append(kept, key)
	}
	b.keys = kept
}
