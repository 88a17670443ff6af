package extract

import (
	"github.com/antchfx/htmlquery"
	"github.com/antchfx/xpath"
)

// navigator walks a document for an XPath expression until the time is over:
// then it panics, which find takes for no value. Axes such as following cost the
// square of the document, all of it before the first match.
type navigator struct {
	xpath.NodeNavigator
	l     *looking
	steps *int // of all copies
}

func newNavigator(l *looking) *navigator {
	return &navigator{htmlquery.CreateXPathNavigator(l.root), l, new(int)}
}

// step counts a step. Every 64th looks at the clock.
func (n *navigator) step() xpath.NodeNavigator {
	if *n.steps++; *n.steps%64 == 0 && n.l.over() {
		panic("too late")
	}
	return n.NodeNavigator
}

func (n *navigator) Copy() xpath.NodeNavigator {
	return &navigator{n.step().Copy(), n.l, n.steps}
}

func (n *navigator) MoveTo(other xpath.NodeNavigator) bool {
	at, is := other.(*navigator)
	return is && n.step().MoveTo(at.NodeNavigator)
}

// Value may be the text of the whole document: each looks at the clock.
func (n *navigator) Value() string {
	*n.steps |= 63
	return n.step().Value()
}

func (n *navigator) MoveToParent() bool        { return n.step().MoveToParent() }
func (n *navigator) MoveToNextAttribute() bool { return n.step().MoveToNextAttribute() }
func (n *navigator) MoveToChild() bool         { return n.step().MoveToChild() }
func (n *navigator) MoveToFirst() bool         { return n.step().MoveToFirst() }
func (n *navigator) MoveToNext() bool          { return n.step().MoveToNext() }
func (n *navigator) MoveToPrevious() bool      { return n.step().MoveToPrevious() }
