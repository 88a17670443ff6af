package classes

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// noText is what stands for the text of a page that waits for scripts and has
// none.
const noText = 1

// TextOf gives the main text by which pages are alike, 0 for none.
func TextOf(f *record.Facts) uint64 {
	if f.ContentOwn == 0 && isShell(f) {
		return noText
	}
	return f.ContentOwn
}

// isShell tells of a page that says next to nothing until its scripts have run.
func isShell(f *record.Facts) bool { return f.Problems&(1<<record.ScriptShell) != 0 }

// isSign tells of a page of a kind that sites often show at any address: one
// that waits for scripts, or a form that knows where its reader comes from.
func isSign(row *frontier.Row) bool { return isShell(&row.Page.Facts) || carriesAddress(row.URL) }

// carriesAddress tells whether a parameter's value is the address of a page,
// such as that to which a login leads back.
func carriesAddress(url string) bool {
	path, query, _ := strings.Cut(url, "?")
	for segment := range strings.SplitSeq(path[len(canonical.Origin(url)):], "/") {
		if isAddress(segment) {
			return true
		}
	}
	for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		_, value, _ := strings.Cut(part, "=")
		value = strings.ToLower(value)
		if at := strings.Index(value, "%3f"); at > 0 && strings.Contains(value[at:], "%3d") {
			return true // show.php?id=7
		}
		for _, start := range [...]string{"/", "%2f", "http:", "https:", "http%3a", "https%3a"} {
			if strings.HasPrefix(value, start) && len(value) > len(start) {
				return true
			}
		}
	}
	return false
}

// isRoot tells of the address of a site's start: nothing of it can be another word.
func isRoot(url string) bool {
	path, _, _ := strings.Cut(url[len(canonical.Origin(url)):], "?")
	return path == "/" || path == ""
}
