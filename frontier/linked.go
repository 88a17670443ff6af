package frontier

// Linked is what leads to a URL.
type Linked struct {
	Links      int    // that a reader can follow
	NoFollow   int    // of these
	Pages      int    // with one, the URL's own included
	References int    // others: canonical, alternate, redirects
	Kinds      uint16 // a bit for each LinkFlags.Kind that one of them has
	First      []ID   // the first Pages by ID, at most LinkedFirst
}

// LinkedFirst is how many of the pages that link to a URL Linked names.
const LinkedFirst = 5
