package catalog

import (
	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/commits"
)

// browsers show a repository's history.
func browsers() []entry {
	repo := func(name string, size Size) *commits.Repo {
		return commits.NewRepo(apps.Hash(name), size.of(60, 300), size.of(25, 70))
	}
	limit := func(size Size) apps.Limit { return apps.Limit{Base: size.of(3000, 12_000), OthersShare: 0.02} }
	return []entry{
		still(entry{"commits-cgit", "overview, tree, commits and tags against each file at each commit, its log, diff and blame",
			func(name, about string, size Size) *apps.App {
				return commits.Cgit{Repo: repo(name, size)}.App(name, about, limit(size))
			}}),
		still(entry{"commits-gitweb", "the same behind one address, with semicolons between parameters",
			func(name, about string, size Size) *apps.App {
				return commits.Gitweb{Repo: repo(name, size)}.App(name, about, limit(size))
			}}),
	}
}
