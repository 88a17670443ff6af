package typedurl

import (
	"net/netip"
	"strings"

	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/reach"
	"github.com/portolan-seo/portolan/crawler/start"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// CutPort splits the host of a canonical form from its port.
func CutPort(host string) (name, port string, found bool) {
	i := strings.LastIndexByte(host, ':')
	if i < 0 || strings.HasSuffix(host, "]") {
		return host, "", false
	}
	return host[:i], host[i+1:], true
}

// Origins are the origins that may see the credentials given for a typed
// URL: the typed host and its www twin, encrypted unless http was typed.
func Origins(rules *canonical.Rules, typed string) ([]string, error) {
	form := rules.Canonical(start.Spellings(typed)[0])
	if form.Reason != canonical.OK {
		return nil, mistake.Errorf("%q: %w, such as https://www.example.com/", typed, start.ErrNoURL)
	}
	scheme, host, _, _ := canonical.Split(form.URL)
	hosts := []string{string(host)}
	if _, err := netip.ParseAddr(reach.Host(string(host))); err != nil {
		bare := strings.TrimPrefix(string(host), "www.")
		hosts = []string{bare, "www." + bare}
	}
	var origins []string
	for _, h := range hosts {
		origins = append(origins, "https://"+h)
		if string(scheme) == "http" {
			origins = append(origins, "http://"+h)
		}
	}
	return origins, nil
}

func TwinOf(host, typed string) string {
	if strings.TrimPrefix(host, "www.") == strings.TrimPrefix(typed, "www.") {
		return host
	}
	return ""
}

// Origin gives the origin of what was typed, with https where no scheme
// was.
func Origin(rules *canonical.Rules, typed string) (origin, host string) {
	form := rules.Canonical(start.Spellings(typed)[0])
	s, h, _, _ := canonical.Split(form.URL)
	return string(s) + "://" + string(h), string(h)
}
