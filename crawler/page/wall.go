package page

import (
	"net/url"
	"slices"
	"strings"
)

// wallSegments are path segments of pages that stand before a site.
var wallSegments = []string{
	"adfs", "age-check", "age-gate", "age-verification", "agecheck", "anmelden", "anmeldung", "auth", "authorize", "choose-country", "connexion",
	"consent", "cookie-check", "cookie-consent", "cookiecheck", "country", "country-selector", "gdpr", "iniciar-sesion", "log-in", "login", "login.php",
	"oauth", "oauth2", "privacy-consent", "region", "saml", "saml2", "select-country", "select-region", "sign-in", "sign_in", "signin", "sso", "wp-login.php",
}

// wallLabels are first labels of hosts that serve nothing but such pages.
var wallLabels = []string{"accounts", "auth", "cas", "consent", "idp", "login", "signin", "sso"}

// loginSegments are those of wallSegments behind which nobody gets by a choice.
var loginSegments = []string{
	"adfs", "anmelden", "anmeldung", "auth", "authorize", "connexion", "iniciar-sesion", "log-in", "login", "login.php",
	"oauth", "oauth2", "saml", "saml2", "sign-in", "sign_in", "signin", "sso", "wp-login.php",
}

// IsLogin tells of a page that IsWall names whether it is a login, and no
// choice of a country or an age gate that leads on to pages.
func IsLogin(url string) bool {
	host, path := wallParts(url)
	label, _, _ := strings.Cut(host, ".")
	for segment := range strings.SplitSeq(path, "/") {
		if slices.Contains(loginSegments, segment) {
			return true
		}
	}
	return label != "consent" && slices.Contains(wallLabels, label)
}

// IsWall tells whether a redirect between two absolute URLs leads to a page
// that stands before a site, going by its name: a login, a consent or a
// choice of country, in the path or, of another host, in the host's name.
// What such a page redirects to itself is none.
func IsWall(from, to string) bool {
	fromHost, fromPath := wallParts(from)
	toHost, toPath := wallParts(to)
	if namesWall(fromPath) {
		return false
	}
	label, _, _ := strings.Cut(toHost, ".")
	return namesWall(toPath) || fromHost != toHost && slices.Contains(wallLabels, label)
}

func namesWall(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if slices.Contains(wallSegments, segment) {
			return true
		}
	}
	return false
}

// wallParts gives host and path of a URL, in lower case.
func wallParts(url string) (host, path string) {
	_, rest, _ := strings.Cut(strings.ToLower(url), "://")
	if end := strings.IndexAny(rest, "?#"); end >= 0 {
		rest = rest[:end]
	}
	host, path, _ = strings.Cut(rest, "/")
	return host, path
}

// WayBack gives a URL without the parameters whose value is the address of a
// page, or its path: where a login leads back to. back tells whether from, an
// absolute URL, is among them.
func WayBack(to, from string) (rest string, back bool) {
	rest, query, has := strings.Cut(to, "?")
	if !has {
		return to, false
	}
	_, path, _ := strings.Cut(from, "://")
	_, path, _ = strings.Cut(path, "/")
	joint := "?"
	for part := range strings.SplitSeq(query, "&") {
		_, value, _ := strings.Cut(part, "=")
		if plain, err := url.QueryUnescape(value); err == nil {
			value = plain
		}
		is := from != "" && value != "" && (value == from || strings.TrimPrefix(value, "/") == path && path != "" || value == "/"+path)
		if back = back || is; is || strings.HasPrefix(value, "/") || strings.HasPrefix(value, "http://") || strings.HasPrefix(value, "https://") {
			continue
		}
		rest += joint + part
		joint = "&"
	}
	return rest, back
}
