package sitemap

import (
	"bytes"
	"strings"
)

// Bounds of what is read of one entry's translations.
const (
	maxAlternates = 500
	maxLang       = 64 // bytes of an hreflang; none that means something is as long
)

// otherText is a translation of the page in entryState.texts: where its language
// and its URL end, each of which begins where the text before it ends.
type otherText struct{ lang, href int }

// otherLanguage takes an xhtml:link of an entry that names the page in another
// language (Google, "Tell Google about localized versions of your page").
func (x *xmlReader) otherLanguage() {
	st := &x.entry
	from := len(st.texts)
	rel, lang, href := x.linkAttrs()
	if !strings.EqualFold(string(bytes.TrimSpace(rel)), "alternate") || len(lang) == 0 {
		return
	}
	var state refState
	x.scratch, state = x.t.decodeQuiet(x.scratch[:0], href)
	if state.unknown {
		return // said already
	}
	url := bytes.TrimSpace(x.scratch)
	u, ok := splitURL(url)
	if !ok || state.control || len(url) > maxLoc || bytes.ContainsAny(url, " \t\r\n") {
		x.p.addText(AlternateBad, x.t.line, url)
		return
	}
	if len(st.others) == maxAlternates {
		return
	}
	st.texts, _ = x.t.decodeQuiet(st.texts, lang[:min(len(lang), maxLang)])
	if len(bytes.TrimSpace(st.texts[from:])) == 0 {
		st.texts = st.texts[:from]
		return
	}
	at := otherText{lang: len(st.texts)}
	st.texts = u.appendASCII(st.texts, url)
	at.href = len(st.texts)
	st.others = append(st.others, at)
}

// linkAttrs gives the attributes of the current tag that make a translation.
func (x *xmlReader) linkAttrs() (rel, lang, href []byte) {
	x.t.eachAttrQuiet(func(name, value []byte) {
		switch string(name) {
		case "rel":
			rel = value
		case "hreflang":
			lang = bytes.TrimSpace(value)
		case "href":
			href = value
		}
	})
	return rel, lang, href
}

// alternates gives the translations of an entry as text.
func (it *item) alternates() []Alternate {
	if len(it.others) == 0 {
		return nil
	}
	list, from := make([]Alternate, len(it.others)), 0
	text := string(it.texts)
	for i, o := range it.others {
		list[i] = Alternate{Lang: strings.TrimSpace(text[from:o.lang]), Href: text[o.lang:o.href]}
		from = o.href
	}
	return list
}
