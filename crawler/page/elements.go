package page

// element is a tag name that the parser knows; other elements are 0.
type element uint8

const (
	elemOther element = iota
	elemA
	elemAnnotationXML
	elemArea
	elemAside
	elemArticle
	elemBase
	elemBody
	elemBr
	elemDesc
	elemFont
	elemFooter
	elemForm
	elemForeignObject
	elemFrame
	elemFrameset
	elemH1
	elemHeading // h2 to h6
	elemHead
	elemHeader
	elemHTML
	elemIFrame
	elemImg
	elemInput
	elemLink
	elemMain
	elemMath
	elemMathText // mi mo mn ms mtext
	elemMeta
	elemMetadata
	elemNav
	elemNoFrames
	elemNoScript
	elemP
	elemPlaintext
	elemScript
	elemSelect
	elemSource
	elemStyle
	elemSVG
	elemTemplate
	elemTextarea
	elemTitle
)

// trait is a bit set of what HTML says of an element, beside its handler.
type trait uint16

const (
	inline      trait = 1 << iota // does not separate words
	rawText                       // its content is text up to its end tag
	rcData                        // as rawText, with character references
	headChild                     // may stand in head (HTML 13.2.6.4.4)
	noscriptKid                   // may stand in a noscript in head (HTML 13.2.6.4.5)
	breakout                      // ends SVG and MathML content (HTML 13.2.6.5)
	notFrameset                   // after it a frameset is too late (HTML 13.2.6.4.7)
	wanted                        // its attributes matter
)

// elementInfo is what the parser knows of an element.
type elementInfo struct {
	name  string // "" for an unknown one
	elem  element
	trait trait
}

// known lists the elements whose name matters to the parser.
var known = []elementInfo{
	{"a", elemA, inline | wanted},
	{"abbr", elemOther, inline},
	{"acronym", elemOther, inline},
	{"annotation-xml", elemAnnotationXML, wanted},
	{"applet", elemOther, notFrameset},
	{"area", elemArea, wanted | notFrameset},
	{"article", elemArticle, 0},
	{"aside", elemAside, 0},
	{"b", elemOther, inline | breakout},
	{"base", elemBase, headChild | wanted},
	{"basefont", elemOther, headChild | noscriptKid},
	{"bdi", elemOther, inline},
	{"bdo", elemOther, inline},
	{"bgsound", elemOther, headChild | noscriptKid},
	{"big", elemOther, inline | breakout},
	{"blockquote", elemOther, breakout},
	{"body", elemBody, breakout},
	{"br", elemBr, breakout | notFrameset},
	{"button", elemOther, notFrameset},
	{"center", elemOther, breakout},
	{"cite", elemOther, inline},
	{"code", elemOther, inline | breakout},
	{"data", elemOther, inline},
	{"dd", elemOther, breakout | notFrameset},
	{"del", elemOther, inline},
	{"desc", elemDesc, 0},
	{"dfn", elemOther, inline},
	{"div", elemOther, breakout},
	{"dl", elemOther, breakout},
	{"dt", elemOther, breakout | notFrameset},
	{"em", elemOther, inline | breakout},
	{"embed", elemOther, breakout | notFrameset},
	{"font", elemFont, inline | wanted},
	{"footer", elemFooter, 0},
	{"foreignobject", elemForeignObject, 0},
	{"form", elemForm, wanted},
	{"frame", elemFrame, wanted},
	{"frameset", elemFrameset, 0},
	{"h1", elemH1, breakout},
	{"h2", elemHeading, breakout},
	{"h3", elemHeading, breakout},
	{"h4", elemHeading, breakout},
	{"h5", elemHeading, breakout},
	{"h6", elemHeading, breakout},
	{"head", elemHead, headChild | noscriptKid | breakout},
	{"header", elemHeader, 0},
	{"hr", elemOther, breakout | notFrameset},
	{"html", elemHTML, headChild | noscriptKid | wanted},
	{"i", elemOther, inline | breakout},
	{"iframe", elemIFrame, rawText | wanted | notFrameset},
	{"img", elemImg, breakout | wanted | notFrameset},
	{"input", elemInput, notFrameset | wanted},
	{"ins", elemOther, inline},
	{"kbd", elemOther, inline},
	{"keygen", elemOther, notFrameset},
	{"label", elemOther, inline},
	{"li", elemOther, breakout | notFrameset},
	{"link", elemLink, headChild | noscriptKid | wanted},
	{"listing", elemOther, breakout | notFrameset},
	{"main", elemMain, 0},
	{"mark", elemOther, inline},
	{"marquee", elemOther, notFrameset},
	{"math", elemMath, 0},
	{"menu", elemOther, breakout},
	{"meta", elemMeta, headChild | noscriptKid | breakout | wanted},
	{"metadata", elemMetadata, 0},
	{"mi", elemMathText, 0},
	{"mn", elemMathText, 0},
	{"mo", elemMathText, 0},
	{"ms", elemMathText, 0},
	{"mtext", elemMathText, 0},
	{"nav", elemNav, 0},
	{"nobr", elemOther, inline | breakout},
	{"noembed", elemOther, rawText},
	{"noframes", elemNoFrames, rawText | headChild | noscriptKid},
	{"noscript", elemNoScript, headChild | noscriptKid},
	{"object", elemOther, notFrameset},
	{"ol", elemOther, breakout},
	{"p", elemP, breakout},
	{"plaintext", elemPlaintext, notFrameset},
	{"pre", elemOther, breakout | notFrameset},
	{"q", elemOther, inline},
	{"ruby", elemOther, inline | breakout},
	{"s", elemOther, inline | breakout},
	{"samp", elemOther, inline},
	{"script", elemScript, rawText | headChild | inline | wanted},
	{"select", elemSelect, notFrameset},
	{"small", elemOther, inline | breakout},
	{"source", elemSource, wanted},
	{"span", elemOther, inline | breakout},
	{"strike", elemOther, inline},
	{"strong", elemOther, inline | breakout},
	{"style", elemStyle, rawText | headChild | noscriptKid | inline},
	{"sub", elemOther, inline | breakout},
	{"sup", elemOther, inline | breakout},
	{"svg", elemSVG, 0},
	{"table", elemOther, breakout | notFrameset},
	{"template", elemTemplate, headChild | inline | wanted},
	{"textarea", elemTextarea, rcData | notFrameset},
	{"time", elemOther, inline},
	{"title", elemTitle, rcData | headChild},
	{"tt", elemOther, inline | breakout},
	{"u", elemOther, inline | breakout},
	{"ul", elemOther, breakout},
	{"var", elemOther, inline | breakout},
	{"wbr", elemOther, inline | notFrameset},
	{"xmp", elemOther, rawText | notFrameset},
}

// nameKey holds the last eight letters of a lower-case name.
type nameKey uint64

func (k nameKey) add(c byte) nameKey { return k<<8 | nameKey(c) }

func keyOf(name string) nameKey {
	var k nameKey
	for i := range len(name) {
		k = k.add(name[i])
	}
	return k
}

// tableBits gives tables about four times as large as what they hold.
const tableBits = 9

func (k nameKey) slot() uint64 { return uint64(k) * 0x9E3779B97F4A7C15 >> (64 - tableBits) }

// elementTable finds an element by its name: open addressing, linear
// probing, index+1 into known.
var elementTable = func() (t [1 << tableBits]uint8) {
	for i := range known {
		at := keyOf(known[i].name).slot()
		for t[at] != 0 {
			at = (at + 1) % uint64(len(t))
		}
		t[at] = uint8(i + 1)
	}
	return t
}()

var elementKeys = func() []nameKey {
	keys := make([]nameKey, len(known))
	for i := range known {
		keys[i] = keyOf(known[i].name)
	}
	return keys
}()

// unknownElement stands for all elements that are not in known.
var unknownElement = &elementInfo{}

// lookupElement finds the element of a name as it stands in the document.
func lookupElement(name []byte, key nameKey) *elementInfo {
	for at := key.slot(); elementTable[at] != 0; at = (at + 1) % uint64(len(elementTable)) {
		i := elementTable[at] - 1
		if elementKeys[i] == key && len(known[i].name) == len(name) && (len(name) <= 8 || equalFold(name, known[i].name)) {
			return &known[i]
		}
	}
	return unknownElement
}

// attribute is an attribute that the parser reads.
type attribute uint8

const (
	attrAction attribute = iota
	attrAlt
	attrAriaHidden
	attrAriaLabel
	attrCharset
	attrColor
	attrContent
	attrDataSrc
	attrEncoding
	attrFace
	attrHeight
	attrHref
	attrHreflang
	attrHTTPEquiv
	attrLang
	attrLoading
	attrMedia
	attrMethod
	attrName
	attrOnClick
	attrProperty
	attrRel
	attrRole
	attrShadowRootMode
	attrSize
	attrSrc
	attrSrcset
	attrTitle
	attrType
	attrWidth
	attrXlinkHref
	attrXMLLang
	numAttributes
)

// lookupAttribute gives the attribute of a name as it stands in the
// document.
func lookupAttribute(name []byte) (attribute, bool) {
	var buf [len("shadowrootmode")]byte
	if len(name) > len(buf) {
		return 0, false
	}
	for i, c := range name {
		buf[i] = lower(c)
	}
	switch string(buf[:len(name)]) {
	case "action":
		return attrAction, true
	case "alt":
		return attrAlt, true
	case "aria-hidden":
		return attrAriaHidden, true
	case "aria-label":
		return attrAriaLabel, true
	case "charset":
		return attrCharset, true
	case "color":
		return attrColor, true
	case "content":
		return attrContent, true
	case "data-src":
		return attrDataSrc, true
	case "encoding":
		return attrEncoding, true
	case "face":
		return attrFace, true
	case "height":
		return attrHeight, true
	case "href":
		return attrHref, true
	case "hreflang":
		return attrHreflang, true
	case "http-equiv":
		return attrHTTPEquiv, true
	case "lang":
		return attrLang, true
	case "loading":
		return attrLoading, true
	case "media":
		return attrMedia, true
	case "method":
		return attrMethod, true
	case "name":
		return attrName, true
	case "onclick":
		return attrOnClick, true
	case "property":
		return attrProperty, true
	case "rel":
		return attrRel, true
	case "role":
		return attrRole, true
	case "shadowrootmode":
		return attrShadowRootMode, true
	case "size":
		return attrSize, true
	case "src":
		return attrSrc, true
	case "srcset":
		return attrSrcset, true
	case "title":
		return attrTitle, true
	case "type":
		return attrType, true
	case "width":
		return attrWidth, true
	case "xlink:href":
		return attrXlinkHref, true
	case "xml:lang":
		return attrXMLLang, true
	}
	return 0, false
}
