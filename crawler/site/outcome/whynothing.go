package outcome

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// WhyNothing tells why there is nothing to list: what is the matter with the
// start page, else what most URLs are.
func (r *Outcome) WhyNothing() string {
	row, err := r.Store.Find(r.Start.URL)
	if err != nil || row == nil {
		return r.topReason()
	}
	v, err := r.Store.VerdictOf(row.ID)
	code := audit.Code(v.Code)
	if err != nil || code == audit.NoVerdict || code.State() == audit.ListedInFile {
		return r.topReason()
	}
	status := 0
	if row.Page != nil {
		status = row.Page.Status
	}
	start := "the start page " + safe.OneLine(r.Start.URL)
	switch {
	case (status == 401 || status == 403) && r.Unsent:
		return fmt.Sprintf("%s answers %d: the credentials that you gave were not sent, since it is not encrypted, and http:// was not typed; to send them all the same, type it: %s",
			start, status, r.Again(r.Start.URL))
	case status == 401 && r.Told.Login:
		return start + " answers 401: it does not take the user and password of --basic-auth"
	case status == 401:
		return start + " wants a user and a password (401); try --basic-auth USER:PASSWORD"
	case code == audit.Denied:
		return fmt.Sprintf("%s answers %d: its operator has to let %q in, or it wants a login (--cookie-file, --header)", start, status, r.Told.UserAgent)
	case status == 400 && r.onlyTLS():
		return start + " answers 400; if that port is encrypted: " + r.Again("https"+strings.TrimPrefix(r.Start.URL, "http"))
	case code == audit.ScopePath || code == audit.ScopeHost || code == audit.ScopeScheme:
		return fmt.Sprintf("%s lies outside of %s, and nothing in it was found", start, r.Scope)
	case code == audit.CanonicalElsewhere && r.namedSite(v.Target) != "":
		named := r.namedSite(v.Target)
		return fmt.Sprintf("%s names a page of %s as its canonical, so that engines list that site; to crawl it: %s; if what was crawled is a copy of it: %s",
			start, safe.OneLine(named), cmdline.Crawl(named, ""), cmdline.Crawl(r.Typed, folderOf(named), "--as "+safe.ShellQuote(safe.OneLine(named)), "--staging"))
	case status >= 400:
		return fmt.Sprintf("%s answers %d", start, status)
	}
	return fmt.Sprintf("the verdict on the start page %s is %s: %s", safe.OneLine(r.Start.URL), code, code.Meaning())
}

// namedSite gives the home of another host that a canonical names, "" where it
// names none, or where one host stands for another already.
func (r *Outcome) namedSite(target frontier.ID) string {
	if target == frontier.NoID || r.Staging != "" {
		return ""
	}
	url, err := r.Store.URL(target)
	if err != nil {
		return ""
	}
	if other := canonical.Origin(url); other != canonical.Origin(r.Start.URL) {
		return other + "/"
	}
	return ""
}

// folderOf names a folder for the crawl of a home page's site: what is crawled in its
// stead has one already.
func folderOf(home string) string {
	_, host, _, _ := canonical.Split([]byte(home))
	return folder.Name(canonical.Scope{Host: string(host)})
}

// onlyTLS tells of a start under http at a port of its own, which may be one
// for https.
func (r *Outcome) onlyTLS() bool {
	scheme, host, _, _ := canonical.Split([]byte(r.Start.URL))
	_, _, hasPort := typedurl.CutPort(string(host))
	return string(scheme) == "http" && hasPort
}
