package pace

import (
	"bytes"
	"strings"
)

// frequent are bytes of HTML, the most frequent first (letters of sentences last); all others are rarer.
const frequent = " etaionsrlhdcufmp/\"<>=-.gbwvyk\n:_01234;#TASICEMPWBORNLHFGD"

// contains is bytes.Contains, faster for words in a page: it stops at their
// rarest byte, where bytes.Index stops at the first one, and looks at the rest
// there.
func contains(body []byte, words string) bool {
	at := rarest(words)
	for from := at; from+len(words)-at <= len(body); from++ {
		next := bytes.IndexByte(body[from:], words[at])
		if next < 0 {
			return false
		}
		from += next
		if bytes.HasPrefix(body[from-at:], []byte(words)) {
			return true
		}
	}
	return false
}

// rarest gives the place of the byte of words that is rarest in HTML.
func rarest(words string) (at int) {
	least := -1
	for i := range len(words) {
		rank := strings.IndexByte(frequent, words[i])
		if rank < 0 {
			return i
		}
		if rank > least {
			at, least = i, rank
		}
	}
	return at
}
