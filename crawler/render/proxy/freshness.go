package proxy

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// heuristic is how long an answer without explicit expiry counts as fresh
// (RFC 9111 4.2.2 leaves it to the cache): about a crawl.
const heuristic = 24 * time.Hour

// directives reads Cache-Control (RFC 9111 5.2), names in lower case.
func directives(h http.Header) map[string]string {
	found := map[string]string{}
	for _, field := range h.Values("Cache-Control") {
		for part := range strings.SplitSeq(field, ",") {
			name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
			found[strings.ToLower(name)] = strings.Trim(value, `"`)
		}
	}
	return found
}

// storable tells whether an answer to r may be kept for other pages of this
// crawl (RFC 9111 3, as a private cache). Scripts and styles may without a
// word of the server's, and so may the news that one is not there.
func storable(r *Request, res *Response) bool {
	control := directives(res.Header)
	_, never := control["no-store"]
	if never || r.Method != http.MethodGet || r.Kind == Document || r.Kind == Frame ||
		r.Header.Get("Authorization") != "" || strings.Contains(strings.Join(res.Header.Values("Vary"), ","), "*") {
		return false
	}
	shared := kept(res.Header.Get("Content-Type"))
	switch res.Status {
	case http.StatusOK:
	case http.StatusMovedPermanently, http.StatusPermanentRedirect, http.StatusNotFound, http.StatusGone:
		shared = r.Kind == Script || r.Kind == Style
	default:
		return false
	}
	if shared {
		return true
	}
	age, explicit := explicitLifetime(res.Header, control)
	return explicit && age > 0 && r.Header.Get("Cookie") == "" && res.Header.Get("Set-Cookie") == ""
}

// lifetime is how long an answer is fresh after it came (RFC 9111 4.2.1).
func lifetime(h http.Header) time.Duration {
	control := directives(h)
	if _, always := control["no-cache"]; always {
		return 0
	}
	life, explicit := explicitLifetime(h, control)
	if !explicit {
		return heuristic
	}
	age, _ := strconv.ParseInt(h.Get("Age"), 10, 32)
	return max(0, life-time.Duration(max(0, age))*time.Second)
}

func explicitLifetime(h http.Header, control map[string]string) (life time.Duration, explicit bool) {
	if value, set := control["max-age"]; set {
		seconds, err := strconv.ParseInt(value, 10, 64)
		if err != nil || seconds < 0 {
			return 0, true // invalid means stale
		}
		return time.Duration(min(seconds, 1<<31)) * time.Second, true
	}
	if h.Get("Expires") == "" {
		return 0, false
	}
	expires, err := http.ParseTime(h.Get("Expires"))
	if err != nil {
		return 0, true
	}
	date, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return 0, true
	}
	return max(0, expires.Sub(date)), true
}
