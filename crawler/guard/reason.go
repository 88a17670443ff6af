package guard

// Reason says why a set is not to be published without a person's word.
type Reason uint8

const (
	None      Reason = iota
	Wall             // many URLs redirect to a page or host that stands before the site
	OneText          // many pages show the same text
	Loss             // of the set that stands too much would be lost
	StartLost        // the start page would be lost, however few others are
	SlowLoss         // of the reference too much would be lost, a little at a time
	Flood            // most of the set would be new, and nothing but the site's own sitemaps leads there
)

// Reason gives what speaks against publishing, None if nothing does.
func (c *Comparison) Reason() Reason {
	switch {
	case len(c.Walls) > 0:
		return Wall
	case c.SameText != "":
		return OneText
	case heavy(c.Standing.Gone(), c.Standing.URLs):
		return Loss
	case c.Start != "":
		return StartLost
	case c.slowLoss > 0:
		return SlowLoss
	case c.Orphans > 0:
		return Flood
	}
	return None
}

// String names the reason, as --json does; "" for None.
func (r Reason) String() string {
	return [...]string{"", "wall", "one-text", "loss", "start-lost", "slow-loss", "flood"}[r]
}

// MostUnread tells that the crawl has seen less than half of the set that stands.
func (c *Comparison) MostUnread() bool { return c.Unread*2 > c.Standing.URLs }

// ManyUnlinked reports so many of them that a menu may be broken.
func (c *Comparison) ManyUnlinked() bool { return heavy(c.Unlinked, c.Standing.URLs) }
