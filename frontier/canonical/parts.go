package canonical

import "strings"

// Origin gives scheme://host[:port] of a canonical form, the unit of robots.txt
// (RFC 9309 2.3); of what is no URL, all of it.
func Origin(url string) string {
	host := 0
	switch { // most are these
	case strings.HasPrefix(url, "https://"):
		host = len("https://")
	case strings.HasPrefix(url, "http://"):
		host = len("http://")
	default:
		scheme := strings.Index(url, "://")
		if scheme < 0 {
			return url
		}
		host = scheme + len("://")
	}
	for i := host; i < len(url); i++ {
		if url[i] == '/' || url[i] == '?' {
			return url[:i]
		}
	}
	return url
}

// Host gives the host of a canonical form or an origin, with the port if it is
// not the default; "" of what is no URL.
func Host(url string) string {
	_, host, _ := strings.Cut(Origin(url), "://")
	return host
}

// HostName gives the host of a canonical form or an origin without its port,
// and an IPv6 address without brackets.
func HostName(url string) string {
	host := Host(url)
	if literal, bracketed := strings.CutPrefix(host, "["); bracketed {
		name, _, _ := strings.Cut(literal, "]")
		return name
	}
	name, _, _ := strings.Cut(host, ":")
	return name
}

// Path gives the path of a canonical form, from its slash to the query.
func Path(url string) string {
	path, _, _ := strings.Cut(url[len(Origin(url)):], "?")
	return path
}

// FolderMore gives the folders that a canonical form has in front of the path of another one, and
// nothing else more (/preview), "" where they differ in anything else.
func FolderMore(url, longer string) string {
	origin := Origin(url)
	front, same := strings.CutSuffix(longer, url[len(origin):])
	if !same || !strings.HasPrefix(front, origin+"/") {
		return ""
	}
	return front[len(origin):]
}
