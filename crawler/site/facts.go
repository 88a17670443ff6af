package site

import (
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/robots"
)

// Firewalls are those that ended the run, and one that has answered for the
// start page. Judge comes before.
func (r *Run) Firewalls() []frontier.Firewall {
	if len(r.Result.Firewalls) > 0 {
		return r.Result.Firewalls
	}
	row, err := r.Store.Find(r.Options.Crawl.Start)
	if err != nil || row == nil {
		return nil
	}
	if v, err := r.Store.VerdictOf(row.ID); err != nil || audit.Code(v.Code) != audit.Challenged || row.Page == nil {
		return nil
	}
	return []frontier.Firewall{{Host: r.Options.Crawl.Scope.Host, Proof: row.Page.ErrText, Status: row.Page.Status, Example: r.Options.Crawl.Start}}
}

// Downs are the hosts that did not answer any more.
func (r *Run) Downs() []frontier.Down { return noted[frontier.Down](r, frontier.MetaDown) }

// LinksCut tells of pages whose links were not all kept. It is one at most.
func (r *Run) LinksCut() []frontier.LinksCut {
	return append([]frontier.LinksCut{}, noted[frontier.LinksCut](r, frontier.MetaLinksCut)...)
}

// Quarantines are the patterns of URLs that are not fetched any further.
func (r *Run) Quarantines() []frontier.Quarantine {
	return noted[frontier.Quarantine](r, frontier.MetaQuarantine)
}

// noted reads a list of the crawl file's meta.
func noted[T any](r *Run, key string) []T {
	list, err := frontier.List[T](r.Store.Meta(key))
	if err != nil {
		r.Options.Crawl.Log.Warn(err.Error())
	}
	return list
}

// RobotsIsPage tells whether the site serves a web page in place of its
// robots.txt.
func (r *Run) RobotsIsPage() bool {
	files, err := r.Store.Robots()
	return err == nil && slices.ContainsFunc(files, func(f frontier.RobotsFile) bool {
		return f.Origin == r.Options.Crawl.Scope.Scheme+"://"+r.Options.Crawl.Scope.Host && robots.FromStatus(f.Status, f.Body).WebPage()
	})
}

// RobotsRedirected says why the redirects of the site's robots.txt were read as if it had none, ""
// if they were not.
func (r *Run) RobotsRedirected() string {
	files, err := r.Store.Robots()
	for _, f := range files {
		if err == nil && f.Origin == r.Options.Crawl.Scope.Scheme+"://"+r.Options.Crawl.Scope.Host && f.Status/100 == 3 {
			return f.Note
		}
	}
	return ""
}
