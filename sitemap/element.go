package sitemap

// elem is what an element is, by where it stands.
type elem uint8

const (
	elOther elem = iota // something to skip
	elExtension
	elWrapper // does not belong into the root element, but may hold entries
	elURLSet
	elIndex
	elURL
	elSitemap
	elLoc
	elLastmod
	elChangefreq
	elPriority
	elRSS
	elChannel
	elFeedItem // item of RSS, entry of Atom
	elFeed
	elLink     // of an RSS item
	elGUID     // of an RSS item
	elPubDate  // of an RSS item
	elAtomLink // of an Atom entry; the URL is an attribute
	elUpdated  // of an Atom entry
)

// isValue reports elements whose text is a value.
func (e elem) isValue() bool {
	return e >= elLoc && e <= elPriority || e >= elLink && e <= elUpdated
}

// isEntry reports elements that make up one entry.
func (e elem) isEntry() bool { return e == elURL || e == elSitemap || e == elFeedItem }

// child is one row of the grammar: the element of that name inside of parent.
type child struct {
	parent elem
	name   string
	elem   elem
}

// grammar holds every element that means something, with the place where it
// does. Names are matched without case; what differs is reported.
var grammar = []child{
	{elURL, "loc", elLoc},
	{elURL, "lastmod", elLastmod},
	{elURL, "changefreq", elChangefreq},
	{elURL, "priority", elPriority},
	{elURLSet, "url", elURL},
	{elSitemap, "loc", elLoc},
	{elSitemap, "lastmod", elLastmod},
	{elIndex, "sitemap", elSitemap},
	{elRSS, "channel", elChannel},
	{elRSS, "item", elFeedItem},
	{elChannel, "item", elFeedItem},
	{elFeedItem, "link", elLink},
	{elFeedItem, "guid", elGUID},
	{elFeedItem, "pubdate", elPubDate},
	{elFeed, "entry", elFeedItem},
}

// lookup finds name inside of parent. exact is false if only the case differs.
func lookup(parent elem, name []byte) (e elem, exact, ok bool) {
	for i := range grammar {
		g := &grammar[i]
		if g.parent != parent || len(g.name) != len(name) {
			continue
		}
		if string(name) == g.name {
			return g.elem, true, true
		}
		if foldEqual(name, g.name) {
			return g.elem, g.elem == elPubDate && string(name) == "pubDate", true
		}
	}
	return elOther, false, false
}

// rank is an element's place in the sequence of the 0.9 schema.
func (e elem) rank() int {
	switch e {
	case elLoc:
		return 1
	case elLastmod:
		return 2
	case elChangefreq:
		return 3
	case elPriority:
		return 4
	case elExtension:
		return 5
	}
	return 0
}
