package crawltest

import (
	"net/http"
	"strconv"
	"strings"
)

// AcceptsCoding reports whether the client names a content coding in
// Accept-Encoding, and not with q=0.
func AcceptsCoding(r *http.Request, coding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, params, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		q, ok := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q=")
		weight, err := strconv.ParseFloat(q, 64)
		return !ok || err == nil && weight > 0
	}
	return false
}

// NotModified reports whether a conditional GET or HEAD finds what it has
// unchanged, by the ETag and Last-Modified of the answer (RFC 9110 13.2.2).
func NotModified(answer http.Header, r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	if match := r.Header.Get("If-None-Match"); match != "" {
		etag := strings.TrimPrefix(answer.Get("ETag"), "W/")
		for tag := range strings.SplitSeq(match, ",") {
			tag = strings.TrimSpace(tag)
			if etag != "" && (tag == "*" || strings.TrimPrefix(tag, "W/") == etag) {
				return true
			}
		}
		return false
	}
	since, err := http.ParseTime(r.Header.Get("If-Modified-Since"))
	if err != nil {
		return false
	}
	changed, err := http.ParseTime(answer.Get("Last-Modified"))
	return err == nil && !changed.After(since)
}
