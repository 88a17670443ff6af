package typedurl

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/reach"
)

// typedURL takes a URL as it is typed to pieces: what stands before the
// authority, the authority, the rest. Browsers read any slashes after http:,
// none too (WHATWG URL, special authority slashes state).
var typedURL = regexp.MustCompile(`(?is)^(\s*(?:https?:[/\\]*|[a-z][a-z0-9+.-]*:[/\\]{2}|[/\\]{2})?)([^/\\?#]*)(.*)$`)

// TakeLogin takes user and password out of a URL as it was typed. login is
// user:password, "" if the URL has no password. The error does not quote them.
func TakeLogin(typed string) (clean, login string, err error) {
	part := typedURL.FindStringSubmatch(typed)
	before, authority, rest := part[1], part[2], part[3]
	at := strings.LastIndexByte(authority, '@')
	user, password, has := strings.Cut(authority[:max(at, 0)], ":")
	switch {
	case before == "" && (!has || notWeb(user)):
		return typed, "", brokenLogin(authority, rest, at)
	case at < 0:
		return typed, "", brokenLogin(authority, rest, at)
	case has:
		login = unescaped(user) + ":" + unescaped(password)
	}
	clean, _, err = TakeLogin(before + authority[at+1:] + rest) // what is left may be a URL with a login
	return clean, login, err
}

// notWeb reports schemes that are followed by an address with an @.
func notWeb(scheme string) bool {
	return slices.Contains([]string{"mailto", "sip", "sips", "xmpp", "acct", "im"}, strings.ToLower(scheme))
}

// brokenLogin reports a password that ends the authority early: a port that is
// no number, and an @ behind it.
func brokenLogin(authority, rest string, at int) error {
	host, port, has := strings.Cut(authority, ":")
	if at >= 0 || !has || strings.HasPrefix(host, "[") || strings.Trim(port, "0123456789") == "" && port != "" || !strings.Contains(rest, "@") {
		return nil
	}
	return mistake.Errorf("it seems that a URL holds a password with one of the characters / ? #, which end it there: give the login by --basic-auth user:password")
}

func unescaped(s string) string {
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}

// Host gives the host of a URL as it was typed, without www.
func Host(typed string) string {
	host := strings.ToLower(typedURL.FindStringSubmatch(typed)[2])
	return strings.TrimPrefix(reach.Host(host[strings.LastIndexByte(host, '@')+1:]), "www.")
}

// WithoutLogin gives a pattern without the login that was typed in it: URLs are
// known without any. A login in a regular expression is the user's own affair.
func WithoutLogin(pattern string) string {
	if strings.HasPrefix(pattern, "re:") {
		return pattern
	}
	return loginOfGlob().ReplaceAllString(pattern, "$1")
}

// MaskLogins hides the logins in a text that was typed.
func MaskLogins(text string) string {
	for _, login := range Logins(text) {
		text = strings.ReplaceAll(text, login, "***@")
	}
	return text
}

var (
	loginOfGlob = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([/\\]{2})[^/\\?#\s@*]*:[^/\\?#\s*]*@`) })
	loginInText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[/\\]{2}([^/\\?#\s@]*:[^/\\?#\s]*@)`) })
	brokenText  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:[/\\]{2}|^|=)([^/\\?#\s:@=]+:[^\s]*@)`) })
)

// Logins gives what stands before the host in a text with URLs, up to the @.
func Logins(text string) (logins []string) {
	_, value, isFlag := strings.Cut(text, "=")
	for _, t := range []string{text, value} {
		_, login, err := TakeLogin(t)
		switch {
		case err != nil:
			for _, m := range brokenText().FindAllStringSubmatch(t, -1) {
				logins = append(logins, m[1])
			}
		case login != "":
			authority := typedURL.FindStringSubmatch(t)[2]
			logins = append(logins, authority[:strings.LastIndexByte(authority, '@')+1])
		}
		if !isFlag {
			break
		}
	}
	for _, m := range loginInText().FindAllStringSubmatch(text, -1) {
		logins = append(logins, m[1])
	}
	return logins
}

// TakeLogins takes the logins out of URLs, and gives that of the first.
func TakeLogins(urls []string) (first string, err error) {
	for i, u := range urls {
		var login string
		if urls[i], login, err = TakeLogin(u); err != nil {
			return "", err
		}
		if i == 0 {
			first = login
		}
	}
	return first, nil
}
