package frontier

import "strings"

// Stated is what a list, or a web server's folder, says of a page besides its
// URL. It stands at the end of the source's detail as attributes.
type Stated struct {
	LastMod    string // W3C date
	ChangeFreq string
	Priority   string
}

var statedNames = [...]string{"lastmod", "changefreq", "priority"}

func (s *Stated) fields() [len(statedNames)]*string {
	return [...]*string{&s.LastMod, &s.ChangeFreq, &s.Priority}
}

// AddTo adds what is stated to a source's detail. Values hold no blanks.
func (s Stated) AddTo(detail string) string {
	for i, value := range s.fields() {
		if *value != "" {
			detail += " " + statedNames[i] + "=" + *value
		}
	}
	return detail
}

// StatedIn reads what AddTo has added to a detail.
func StatedIn(detail string) (s Stated) {
	for {
		rest, last, found := cutLast(detail)
		name, value, isOne := strings.Cut(last, "=")
		if !found || !isOne {
			return s
		}
		known := false
		for i, field := range s.fields() {
			if name == statedNames[i] && *field == "" {
				*field, known = value, true
			}
		}
		if !known {
			return s
		}
		detail = rest
	}
}

// cutLast cuts the last word off.
func cutLast(text string) (rest, last string, found bool) {
	at := strings.LastIndexByte(text, ' ')
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+1:], true
}
