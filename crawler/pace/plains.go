package pace

// plains counts good answers, plain refusals, and rows of these.
type plains struct{ good, refused, rows int }

// took counts an answer, of plain refusals the last one of a row.
func (c *plains) took(x *Exchange, row int) {
	switch {
	case row > 0:
		c.refused++
		if row == 1 {
			c.rows++
		}
	case !x.Failed && !x.Blocked():
		c.good++
	}
	if c.good > 4*backSoon {
		*c = plains{c.good / 2, c.refused / 2, c.rows / 2}
	}
}

// few tells that refusals are single ones among more that is answered.
func (c *plains) few() bool { return c.refused < c.good && c.refused < 2*c.rows }

// single tells that refusals have come among what was answered, one by one: of a pace at which no limit is met they are
// for something else.
func (c *plains) single() bool { return c.few() && c.rows >= blocksToSuspect }

// vague tells that these are too few to tell.
func (c *plains) vague() bool {
	return c.good+c.refused < 2*wellAgain && (c.refused < c.good || c.refused < blocksToSuspect)
}

// asMany tells that half as many refusals came as at a faster pace, or more: where they were few
// a limit had refused none.
func (c *plains) asMany(faster *plains) bool {
	n, of := c.good+c.refused, faster.good+faster.refused
	return !c.vague() && c.few() && faster.few() && 2*c.refused*of >= faster.refused*n
}
