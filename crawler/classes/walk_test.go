package classes_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
)

// params are what the parameters of a made-up list may do.
var params = []string{"idle", "sorts", "narrows", "own"}

// anySite makes lists up whose parameters do something by chance. own are the
// URLs that have content and links of their own.
func anySite(t *rapid.T) (s site, own map[string]bool) {
	s, own = site{}, map[string]bool{}
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "view", "ref", "q", "kind"}), 1, 3, rapid.ID).Draw(t, "names")
	does := map[string]string{}
	for _, name := range names {
		does[name] = rapid.SampledFrom(params).Draw(t, name)
	}
	items := rapid.IntRange(6, 30).Draw(t, "items")
	content := uint64(1000)
	for n := range rapid.IntRange(1, 70).Draw(t, "lists") {
		path := fmt.Sprintf("/lists/%s", word(n))
		var links []string
		for i := range items {
			links = append(links, fmt.Sprintf("/items/%d-%d", n, i))
		}
		content++
		base := content
		s["/"] = sitePage{content: 1, links: append(s["/"].links, path)}
		s[path] = sitePage{content: base, links: links}
		for _, name := range names {
			for v := range rapid.IntRange(1, 6).Draw(t, "values") {
				url := fmt.Sprintf("%s?%s=%s", path, name, word(v))
				content++
				switch does[name] {
				case "idle":
					s[url] = sitePage{content: base, links: links}
				case "sorts":
					s[url] = sitePage{content: content, links: links}
				case "narrows":
					s[url] = sitePage{content: content, links: links[v%3 : v%3+items/3]}
				default:
					own[url] = true
					s[url] = sitePage{content: content, links: []string{fmt.Sprintf("/more/%d-%d-a", n, v), fmt.Sprintf("/more/%d-%d-b", n, v), fmt.Sprintf("/more/%d-%d-c-%s", n, v, name)}}
				}
			}
		}
	}
	return s, own
}

// Whatever parameters do, a URL is the same thing in whichever order the
// answers came, and a page with content and links of its own is a page.
func TestRelationsOfAnySite(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s, own := anySite(r)
		var first []string
		for seed := range uint64(2) {
			m := crawled(t, s, seed, nil)
			c, err := classes.Read(context.Background(), m)
			if err != nil {
				r.Fatal(err)
			}
			var kinds []string
			for row, err := range m.Rows(context.Background()) {
				if err != nil {
					r.Fatal(err)
				}
				view := c.Of(row)
				if path := row.URL[len(origin):]; own[path] && view.Kind != classes.Page {
					r.Fatalf("%s is a page of its own, and is taken for a view (%d)", path, view.Kind)
				}
				target := ""
				if view.Target != frontier.NoID {
					of, err := m.Row(view.Target)
					if err != nil {
						r.Fatal(err)
					}
					target = of.URL
				}
				kinds = append(kinds, fmt.Sprint(row.URL, " ", view.Kind, " ", target))
			}
			slices.Sort(kinds)
			if seed == 0 {
				first = kinds
			} else if !slices.Equal(first, kinds) {
				r.Fatalf("in another order of answers:\n%q\n%q", first, kinds)
			}
		}
	})
}
