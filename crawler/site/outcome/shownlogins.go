package outcome

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// shownLogin is a login that several addresses show in the stead of pages of their own.
type shownLogin struct {
	example string // the first of them
	n       int
}

const (
	shownLeast  = 2       // addresses, as of a login to which they redirect
	shownLooks  = 20      // texts of most addresses that are looked at
	shownGroups = 100_000 // texts that are told apart
)

// shownLogins finds the logins that URLs listed show with status 200: one title and one text at
// several addresses, none of which is called a login.
func (r *Outcome) shownLogins(ctx context.Context) (list []shownLogin, err error) {
	codes, err := r.Store.Codes(ctx)
	if err != nil {
		return nil, err
	}
	type look struct {
		title string
		text  uint64
	}
	groups := map[look]*shownLogin{}
	for row, err := range r.Store.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return nil, err
		}
		if int(row.ID) >= len(codes) || audit.Code(codes[row.ID]) != audit.Listed || row.Page == nil || !row.Page.HTML || row.Page.TextHash == 0 {
			continue
		}
		g := groups[look{row.Page.Title, row.Page.TextHash}]
		switch {
		case g != nil:
			g.n++
		case len(groups) < shownGroups:
			groups[look{strings.Clone(row.Page.Title), row.Page.TextHash}] = &shownLogin{strings.Clone(row.URL), 1}
		}
	}
	for _, g := range groups {
		if g.n >= shownLeast && !page.IsLogin(g.example) {
			list = append(list, *g)
		}
	}
	slices.SortFunc(list, func(a, b shownLogin) int { return cmp.Or(b.n-a.n, strings.Compare(a.example, b.example)) })
	list = slices.DeleteFunc(list[:min(len(list), shownLooks)], func(g shownLogin) bool {
		return stored.GateOn(r.Store, g.example) != page.GateLogin
	})
	return list, nil
}

// shownLoginRows tell of them, unless the whole site shows one.
func (r *Outcome) shownLoginRows(b *strings.Builder) {
	if r.Shut != nil || r.Compared != nil && r.Compared.Reason() == guard.OneText {
		return
	}
	list, err := r.shownLogins(context.Background())
	if err != nil {
		r.Log.Warn("whether pages show a login is not known", "cause", err)
	}
	for _, g := range list {
		prose.Row(b, "Login", "%s show one and the same login, such as %s: they stay listed, since they answer 200 and may be indexed. If everybody is to see these pages, mend that; "+
			"else have them answer 401, or redirect to the login", prose.Counted(g.n, "URL"), safe.OneLine(g.example))
	}
}
