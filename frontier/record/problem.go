package record

// Problem is something wrong with a page. The first ones changed what was read
// from it; from SeveralTitles on they are what the audit tells of.
// The numbers are stored: new ones come last, and there are at most 55.
type Problem uint8

const (
	TooManyLinks         Problem = iota // links from here on were not taken
	TooDeep                             // SVG, MathML or templates nested too deep to be followed
	Unclosed                            // an element or comment hides the rest of the page
	HeadBroken                          // an element ended the head, before what belongs there
	CanonicalOutsideHead                // void for engines
	CanonicalQualified                  // with hreflang, media or type; void for engines
	LinkHeaderFaulty                    // the rest of a Link header cannot be read
	CharsetUnknown                      // the label that was sent names no encoding
	CharsetConflict                     // header and meta name different encodings
	CharsetUndeclared                   // none is named, and there is more than ASCII
	CharsetTooLong                      // the body was cut while it was converted to UTF-8
	SeveralTitles                       // more than one title, or different descriptions, in the head
	MixedActive                         // a script, style sheet or frame by http in a page by https
	MixedPassive                        // a picture by http in a page by https
	FormInsecure                        // what is posted, or a password, goes by http
	ImageAltMissing                     // an image without alt
	LinkUncrawlable                     // a link that only a script follows
	ScriptShell                         // next to no text, and a place where scripts put it
	DataBroken                          // JSON-LD that cannot be read
	DataLacking                         // JSON-LD without what engines ask for
	ImageHidden                         // an image that only a script loads
	HeroLazy                            // the first image of the main part is loaded late
	FragmentMissing                     // a link to a place of the page that is not there
	LinkTextPoor                        // a link without text, or one that says nothing
	NothingHere                         // a list that says that it has no entries
	NoHSTS                              // by https, and nothing asks browsers to stay there
	ListCut                             // a list that has more entries than it leads to
	CanonicalFolded                     // a canonical under another spelling than the URLs of the crawl
	ResourceBlocked                     // robots.txt bars search from a script, a style sheet or a picture of it
	Blank                               // nothing is on it: no bytes, or an empty frame of HTML
	CanonicalFlawed                     // a canonical that is relative, has a fragment, or is void; the note says which
	NoIndexUnsure                       // a noindex that stands in noscript alone
	ServerMessage                       // a message of PHP stands in the page
	CodingVoid                          // a Content-Encoding is named that the body does not have
	Attachment                          // Content-Disposition has browsers save the page
	UnderSession                        // it redirects to itself under a session id, and came with that alone

	ProblemCount = iota
)

var problems = [...]struct{ name, words string }{
	TooManyLinks:         {"too-many-links", "more links than are read of one page"},
	TooDeep:              {"too-deep", "elements nested too deep to be followed"},
	Unclosed:             {"unclosed", "an element or comment that is never closed hides the rest"},
	HeadBroken:           {"head-broken", "an element ends the head before what belongs there"},
	CanonicalOutsideHead: {"canonical-outside-head", "a canonical stands outside the head, and is void"},
	CanonicalQualified:   {"canonical-qualified", "a canonical has hreflang, media or type, and is void"},
	LinkHeaderFaulty:     {"link-header-faulty", "a Link header cannot be read to its end"},
	CharsetUnknown:       {"charset-unknown", "the charset that is named does not exist"},
	CharsetConflict:      {"charset-conflict", "header and meta name different charsets"},
	CharsetUndeclared:    {"charset-undeclared", "no charset is named, and there is more than ASCII"},
	CharsetTooLong:       {"charset-too-long", "too long to be read whole in its charset"},
	SeveralTitles:        {"several-titles", "more than one title, or different descriptions, in the head"},
	MixedActive:          {"mixed-active", "a script, style sheet or frame comes by http, and the page by https"},
	MixedPassive:         {"mixed-passive", "a picture comes by http, and the page by https"},
	FormInsecure:         {"form-insecure", "what a form posts goes by http"},
	ImageAltMissing:      {"image-alt-missing", "an image has no alternative text"},
	LinkUncrawlable:      {"link-uncrawlable", "a link has no address that a crawler can follow"},
	DataBroken:           {"data-broken", "JSON-LD cannot be read"},
	DataLacking:          {"data-lacking", "JSON-LD lacks what engines ask for"},
	ImageHidden:          {"image-hidden", "an image has its address where only a script finds it (data-src)"},
	HeroLazy:             {"hero-lazy", "the first image of the main part says loading=lazy"},
	FragmentMissing:      {"fragment-missing", "a link leads to a place of the page that is not there"},
	LinkTextPoor:         {"link-text-poor", "a link has no text, or one that says nothing"},
	NothingHere:          {"nothing-here", "it says that there is nothing in it"},
	NoHSTS:               {"no-hsts", "no Strict-Transport-Security"},
	ListCut:              {"list-cut", "a list says that it has more entries, and no link leads to them"},
	CanonicalFolded:      {"canonical-folded", "its canonical is spelled otherwise than the URLs of the site"},
	ResourceBlocked:      {"resource-blocked", "robots.txt bars search from what the page loads"},
	Blank:                {"blank", "there is nothing on it"},
	NoIndexUnsure:        {"noindex-unsure", "its noindex stands inside of noscript, where engines that run scripts may not read it"},
	CanonicalFlawed:      {"canonical-flawed", "its canonical is relative, has a fragment, or is void"},
	ServerMessage:        {"server-message", "a message of PHP stands in the page"},
	CodingVoid:           {"coding-void", "a Content-Encoding is named, and the body is not encoded"},
	Attachment:           {"attachment", "Content-Disposition has browsers save the page in the stead of showing it"},
	UnderSession:         {"under-session", "it redirects to itself with a session id, another one each time"},
	ScriptShell:          {"script-shell", "next to no text, and an empty place where scripts put it"},
}

// String gives the problem's name, which is never changed.
func (p Problem) String() string {
	if int(p) < len(problems) {
		return problems[p].name
	}
	return "unknown"
}

// Words says for people what is wrong.
func (p Problem) Words() string {
	if int(p) < len(problems) {
		return problems[p].words
	}
	return "a problem that this version does not know"
}

// Problems is a set of them: bit n is problem n.
type Problems uint64

// Add puts a problem into the set.
func (s *Problems) Add(p Problem) { *s |= 1 << p }

// Has tells whether a problem is in the set.
func (s Problems) Has(p Problem) bool { return s>>p&1 != 0 }

// Each gives the problems of the set in order of number.
func (s Problems) Each(yield func(Problem) bool) {
	for p := range Problem(ProblemCount) {
		if s&(1<<p) != 0 && !yield(p) {
			return
		}
	}
}
