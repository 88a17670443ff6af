package notify

import (
	"net/url"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/crawler/typedurl"
)

// webhookFlag is --webhook: a URL that knows its receiver, and is a secret.
// Nothing that is printed, logged or stored holds it.
type webhookFlag struct {
	typed, url string
	given      bool // on the command line
}

// check finds the URL. The error does not quote it.
func (w *webhookFlag) check() (err error) {
	w.url, err = option.Secret(w.typed, "webhook", "PORTOLAN_WEBHOOK")
	switch {
	case err != nil:
		return err
	case w.url == "" && w.given:
		return exit.Usagef("--webhook is empty: give it the URL, or leave it out")
	case w.url == "":
		return nil
	}
	u, err := url.Parse(w.url)
	if err != nil || !typedurl.IsURL(w.url) || u.Host == "" || u.User != nil {
		return exit.Usagef("--webhook wants a URL that begins with https:// or http:// and holds no login, @FILE with such a URL in it, or PORTOLAN_WEBHOOK")
	}
	return nil
}
