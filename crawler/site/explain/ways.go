package explain

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// explainWays is up to how many settled pages the shortest way is sought: it
// takes the links of all pages that are nearer to the start, a second at most.
// In a larger crawl the way by which the URL was found has to do.
const explainWays = 200_000

func (e *explainer) hasWays() bool { return e.crawl.Counts().Settled <= explainWays }

// ends tells where the redirects of the URL end.
func (e *explainer) ends(x *Explanation, row *frontier.Row) error {
	if row.Location == frontier.NoID {
		return nil
	}
	end, err := audit.FindEnd(e.crawl, row)
	if err != nil {
		return err
	}
	x.End = &End{Hops: end.Hops, Loop: end.Loop}
	if end.Loop {
		return nil
	}
	target, err := e.judge.Known(end.ID)
	if err != nil || target == nil {
		return err
	}
	x.End.URL, x.End.Verdict = target.URL, target.Code.String()
	return nil
}

// shortest finds the shortest way of a reader from the start to the URL.
func (e *explainer) shortest(x *Explanation, row *frontier.Row) error {
	if !e.hasWays() {
		return nil
	}
	ways, err := audit.ClicksTo(e.ctx, e.crawl, row.ID, e.linkers, func(ids []frontier.ID) iter.Seq2[*frontier.Edge, error] { return e.crawl.LinksOf(e.ctx, ids) })
	if err != nil {
		return err
	}
	clicks, reached := ways.Of(row.ID)
	if !reached {
		return nil
	}
	way := &Way{Clicks: clicks, Path: []string{}}
	for _, id := range ways.Path(row.ID) {
		at, err := e.crawl.Row(id)
		if err != nil || at == nil {
			return cmp.Or(err, fmt.Errorf("URL %d is missing", id))
		}
		way.Path = append(way.Path, at.URL)
	}
	way.Path = shortened(way.Path)
	x.Found.Shortest = way
	return nil
}

// shortened leaves out the middle of a long way.
func shortened(path []string) []string {
	n := len(path)
	if n <= explainPath {
		return path
	}
	left := fmt.Sprintf("(%d more)", n-explainPath)
	return slices.Concat(path[:explainPath/2], []string{left}, path[n-explainPath/2:])
}
