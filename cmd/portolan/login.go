package main

import (
	"log/slog"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/reach"
)

// typedURL takes a URL as it is typed to pieces: what stands before the
// authority, the authority, the rest. Browsers read any slashes after http:,
// none too (WHATWG URL, special authority slashes state).
var typedURL = regexp.MustCompile(`(?is)^(\s*(?:https?:[/\\]*|[a-z][a-z0-9+.-]*:[/\\]{2}|[/\\]{2})?)([^/\\?#]*)(.*)$`)

// takeLogin takes user and password out of a URL as it was typed. login is
// user:password, "" if the URL has no password. The error does not quote them.
func takeLogin(typed string) (clean, login string, err error) {
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
	clean, _, err = takeLogin(before + authority[at+1:] + rest) // what is left may be a URL with a login
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

// typedHost gives the host of a URL as it was typed, without www.
func typedHost(typed string) string {
	host := strings.ToLower(typedURL.FindStringSubmatch(typed)[2])
	return strings.TrimPrefix(reach.Host(host[strings.LastIndexByte(host, '@')+1:]), "www.")
}

const loginInURL = "the password in the URL is used as --basic-auth; it is safer there: lists of processes and shell histories show URLs, and --basic-auth reads @FILE and PORTOLAN_BASIC_AUTH"

// useLogin uses the login of a typed URL, unless the user gave one by flag.
func (n *network) useLogin(log *slog.Logger, login string) {
	switch {
	case login == "":
	case n.basic != "":
		log.Warn("the password in the URL is not used: --basic-auth was given, too")
	default:
		n.basic = login
		log.Warn(loginInURL)
	}
}

// takeLogins takes the logins out of all URLs that were typed for a crawl, and
// gives the one that is for the site itself.
func (p *program) takeLogins(f *crawlFlags, typed string) (clean, login string, err error) {
	if clean, login, err = takeLogin(typed); err != nil {
		return "", "", err
	}
	urls := []*string{&f.sitemapURL, &f.scope, &f.as, &f.preferHost}
	for i := range f.fromSitemaps {
		urls = append(urls, &f.fromSitemaps[i])
	}
	for _, patterns := range [][]string{f.changefreq, f.priorities, f.splitBy} {
		for i, text := range patterns {
			patterns[i] = withoutLogin(text)
		}
	}
	for _, u := range urls {
		var other string
		if *u, other, err = takeLogin(*u); err != nil {
			return "", "", err
		}
		switch {
		case other == "" || other == login:
		case login == "" && typedHost(*u) == typedHost(clean):
			login = other
		default:
			p.log.Warn("the password in " + *u + " is not used: the site that is crawled has another one, or is another")
		}
	}
	return clean, login, nil
}

// withoutLogin gives a pattern without the login that was typed in it: URLs are
// known without any. A login in a regular expression is the user's own affair.
func withoutLogin(pattern string) string {
	if strings.HasPrefix(pattern, "re:") {
		return pattern
	}
	return loginOfGlob.ReplaceAllString(pattern, "$1")
}

// maskLogins hides the logins in a text that was typed.
func maskLogins(text string) string {
	for _, login := range loginsIn(text) {
		text = strings.ReplaceAll(text, login, "***@")
	}
	return text
}

// hide keeps the logins in what the user typed out of all that is written.
func (w *liveWriter) hide(typed ...string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, text := range typed {
		for _, login := range loginsIn(text) {
			quoted := strconv.Quote(login)
			for _, spelling := range []string{login, quoted[1 : len(quoted)-1], printable(login)} {
				w.hidden = append(w.hidden, spelling, "***@")
			}
		}
	}
	if len(w.hidden) > 0 {
		w.hider = strings.NewReplacer(w.hidden...)
	}
}

var (
	loginOfGlob = regexp.MustCompile(`([/\\]{2})[^/\\?#\s@*]*:[^/\\?#\s*]*@`)
	loginInText = regexp.MustCompile(`[/\\]{2}([^/\\?#\s@]*:[^/\\?#\s]*@)`)
	brokenText  = regexp.MustCompile(`(?:[/\\]{2}|^|=)([^/\\?#\s:@=]+:[^\s]*@)`)
)

// loginsIn gives what stands before the host in a text with URLs, up to the @.
func loginsIn(text string) (logins []string) {
	_, value, isFlag := strings.Cut(text, "=")
	for _, t := range []string{text, value} {
		_, login, err := takeLogin(t)
		switch {
		case err != nil:
			for _, m := range brokenText.FindAllStringSubmatch(t, -1) {
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
	for _, m := range loginInText.FindAllStringSubmatch(text, -1) {
		logins = append(logins, m[1])
	}
	return logins
}
