package crawlopt

import (
	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/crawler/typedurl"
)

// TakeLogins takes the logins out of all URLs that were typed for a crawl, and
// gives the one that is for the site itself.
func TakeLogins(p *console.Program, f *Flags, typed string) (clean, login string, err error) {
	if clean, login, err = typedurl.TakeLogin(typed); err != nil {
		return "", "", err
	}
	urls := []*string{&f.SitemapURL, &f.Scope, &f.As, &f.PreferHost}
	for i := range f.fromSitemaps {
		urls = append(urls, &f.fromSitemaps[i])
	}
	for _, patterns := range [][]string{f.changefreq, f.priorities, f.splitBy} {
		for i, text := range patterns {
			patterns[i] = typedurl.WithoutLogin(text)
		}
	}
	for _, u := range urls {
		var other string
		if *u, other, err = typedurl.TakeLogin(*u); err != nil {
			return "", "", err
		}
		switch {
		case other == "" || other == login:
		case login == "" && typedurl.Host(*u) == typedurl.Host(clean):
			login = other
		default:
			p.Log.Warn("the password in " + *u + " is not used: the site that is crawled has another one, or is another")
		}
	}
	return clean, login, nil
}
