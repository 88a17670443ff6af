package retold

import (
	"cmp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// form is what the addresses of a class have in common: what stands before and behind the
// value that tells them apart (/printthread.php?tid= and nothing, /archive/thread- and .html).
type form struct{ head, tail string }

// formOf gives the form of addresses; what is left of each are whole words and numbers.
func formOf(urls []string) form {
	head, tail := urls[0], urls[0]
	for _, u := range urls[1:] {
		n := 0
		for n < min(len(head), len(u)) && head[n] == u[n] {
			n++
		}
		head, n = head[:n], 0
		for n < min(len(tail), len(u)) && tail[len(tail)-1-n] == u[len(u)-1-n] {
			n++
		}
		tail = tail[len(tail)-n:]
	}
	for i := range urls { // where one value begins as another one, as 3 and 34
		for len(head) > 0 && len(head) < len(urls[i]) && isWithinWord(urls[i], len(head)) {
			head = head[:len(head)-1]
		}
	}
	for i := range urls {
		for len(tail) > 0 && len(tail) < len(urls[i]) && isWithinWord(urls[i], len(urls[i])-len(tail)) {
			tail = tail[1:]
		}
	}
	return form{head, tail}
}

// isWithinWord tells whether a word, or a number, goes on at a place.
func isWithinWord(s string, at int) bool {
	k := kindOf(s[at-1])
	return k != 0 && k == kindOf(s[at])
}

// kindOf tells digits (2), what words are made of (1), and what parts them (0).
func kindOf(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return 2
	case 'a' <= c|0x20 && c|0x20 <= 'z', c == '%', c >= 0x80:
		return 1
	}
	return 0
}

// value gives what an address of this form has between head and tail.
func (f form) value(url string) (value string, ok bool) {
	if len(url) <= len(f.head)+len(f.tail) || !strings.HasPrefix(url, f.head) || !strings.HasSuffix(url, f.tail) {
		return "", false
	}
	return url[len(f.head) : len(url)-len(f.tail)], true
}

// isPart tells of a value that is another one with more behind it: 25-2.
func isPart(value, of string) bool {
	return len(value) > len(of) && strings.HasPrefix(value, of) && kindOf(value[len(of)]) == 0
}

func (f form) String() string { return f.head + "*" + f.tail }

// word is one of those of an address, by hash; the lowest bit tells of numbers, but 0 and 1.
type word = uint64

// wordsOf gives the words and numbers of an address, sorted.
func wordsOf(url string) (list []word) {
	rest := url[len(canonical.Origin(url)):]
	for len(rest) > 0 {
		n, kind := 1, kindOf(rest[0])
		for kind != 0 && n < len(rest) && kindOf(rest[n]) == kind {
			n++
		}
		if kind != 0 {
			h := hash(1, rest[:n]) &^ 1
			if kind == 2 && rest[:n] != "0" && rest[:n] != "1" {
				h |= 1
			}
			list = append(list, h)
		}
		rest = rest[n:]
	}
	slices.Sort(list)
	return list
}

// turn tells how one address is made of another one with the same value: it names the words that each has alone.
// false where these are numbers: versions and parts of lists are told apart by such.
func turn(view, page []word) (h uint64, ok bool) {
	both := 0
	for len(view)+len(page) > 0 {
		order := 0
		switch {
		case len(view) == 0:
			order = 1
		case len(page) == 0:
			order = -1
		default:
			order = cmp.Compare(view[0], page[0])
		}
		switch {
		case order == 0:
			both++
			view, page = view[1:], page[1:]
		case order < 0:
			if view[0]&1 != 0 {
				return 0, false
			}
			h, view = h+mix(view[0]+3), view[1:]
		default:
			if page[0]&1 != 0 {
				return 0, false
			}
			h, page = h+mix(page[0]+5), page[1:]
		}
	}
	return h, both > 0
}

// hash is FNV-1a, mixed.
func hash(seed uint64, s string) uint64 {
	for i := range len(s) {
		seed = (seed ^ uint64(s[i])) * 1099511628211
	}
	return mix(seed)
}

func mix(h uint64) uint64 {
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>32
}

// WithoutNumbers leaves digits out.
func WithoutNumbers(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, s)
}
