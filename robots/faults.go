package robots

import "strings"

// Fault is a line of a robots.txt that does nothing, though somebody meant it
// to.
type Fault struct {
	Line int // 1-based
	Text string
	What string // for people
}

// knownKeys are the keys that one crawler or another reads.
var knownKeys = []string{
	"user-agent", "useragent", "allow", "disallow", "crawl-delay", "crawldelay", "sitemap", "host", "clean-param", "noindex", "request-rate", "visit-time",
	"content-signal", "content-usage", "license", "indexpage", "cache-delay",
}

// Faults gives the lines that do nothing: rules before the first User-agent
// line, Sitemap lines without an absolute URL, lines without a colon, and keys
// that are nearly a known one, which some crawlers forgive and others do not.
// Keys of other kinds are extensions.
func (r *Rules) Faults() (faults []Fault) {
	rest, inGroup := skipBOM(r.text), false
	for n := 1; rest != ""; n++ {
		var line string
		line, rest = cutLine(rest)
		text, _ := content(line)
		if text == "" {
			continue
		}
		key, value, ok := keyValue(text)
		what, k := "", kindUnknown
		if ok {
			k = kindOf(key)
		}
		switch {
		case !ok:
			what = "it has no colon"
		case k == kindAgent:
			inGroup = true
		case (k == kindAllow || k == kindDisallow) && !inGroup:
			what = "it stands before the first User-agent line"
		case k == kindSitemap && !strings.Contains(value, "://"):
			what = "a Sitemap line wants an absolute URL"
		default:
			if near := nearKey(strings.ToLower(key)); near != "" {
				what = "it is spelt " + near
			}
		}
		if what != "" {
			faults = append(faults, Fault{n, text, what})
		}
	}
	return faults
}

// nearKey gives the known key that differs from another by one or two letters,
// "" if none does, or if it is known.
func nearKey(key string) (near string) {
	for _, known := range knownKeys {
		switch d := distance(key, known); {
		case d == 0:
			return ""
		case d <= 2 && len(key) > 3 && near == "":
			near = known
		}
	}
	return near
}

// distance is the number of letters that are to be changed, added or taken
// away to make one word of another (Levenshtein), 3 where it is more than two.
func distance(a, b string) int {
	const most = 3
	if len(a)-len(b) >= most || len(b)-len(a) >= most {
		return most
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return min(row[len(b)], most)
}
