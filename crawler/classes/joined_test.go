package classes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
	_ "github.com/portolan-seo/portolan/crawler/crawltest/lazygc"
	"github.com/portolan-seo/portolan/frontier"
)

// respelled gives the shop with other addresses.
func respelled(spell func(path string) string) site {
	s := site{}
	for path, p := range shop() {
		links := make([]string, len(p.links))
		for i, to := range p.links {
			links[i] = spell(to)
		}
		p.links = links
		s[spell(path)] = p
	}
	return s
}

// kinds tells what each URL of a site is.
func kinds(t *testing.T, s site) map[string]classes.Kind {
	t.Helper()
	return kindsOf(t, crawled(t, s, 1, nil))
}

func kindsOf(t *testing.T, m *frontier.Memory) map[string]classes.Kind {
	t.Helper()
	c, err := classes.Read(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	is := map[string]classes.Kind{}
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		is[strings.TrimPrefix(row.URL, origin)] = c.Of(row).Kind
	}
	return is
}

// However a shop spells its lists, a value alone is a page, two of them are held
// back, and what sorts is a variant.
func TestSpellings(t *testing.T) {
	join := func(format func(name, value string) string, between string) func(string) string {
		return func(path string) string {
			path, query, _ := strings.Cut(path, "?")
			var picked, rest []string
			for part := range strings.SplitSeq(query, "&") {
				name, value, _ := strings.Cut(part, "=")
				switch {
				case name == "colour" || name == "brand":
					picked = append(picked, format(name, value))
				case part != "":
					rest = append(rest, part)
				}
			}
			if len(picked) > 0 {
				rest = append([]string{"q=" + strings.Join(picked, between)}, rest...)
			}
			return strings.TrimSuffix(path+"?"+strings.Join(rest, "&"), "?")
		}
	}
	keyed := func(name, value string) string { return strings.ToUpper(name[:1]) + name[1:] + "-" + value }
	bare := func(_, value string) string { return value }
	folder := func(path string) string {
		path, query, asked := strings.Cut(path, "?")
		if strings.Count(path, "/") == 1 && path != "/" {
			path += "/"
		}
		if asked {
			query = "?" + query
		}
		return path + query
	}
	route := func(path string) string {
		path, query, _ := strings.Cut(path, "?")
		switch {
		case strings.HasPrefix(path, "/c"):
			path = "/index.php?route=shop/list&path=" + path[2:]
		case strings.HasPrefix(path, "/p/"):
			path = "/index.php?route=shop/product&id=" + path[3:]
		default:
			path = "/index.php?route=home/page&id=1"
		}
		return strings.TrimSuffix(path+"&"+query, "&")
	}
	stack := func(format func(name, value string) string, between, end string) func(string) string {
		return func(path string) string {
			path, query, _ := strings.Cut(path, "?")
			if !strings.HasPrefix(path, "/c") {
				return strings.TrimSuffix(path+"?"+query, "?")
			}
			var rest []string
			separator := "/"
			for part := range strings.SplitSeq(query, "&") {
				if name, value, _ := strings.Cut(part, "="); name == "page" {
					rest = append(rest, part)
				} else if part != "" {
					path += separator + format(name, value)
					separator = between
				}
			}
			return strings.TrimSuffix(path+end+"?"+strings.Join(rest, "&"), "?")
		}
	}
	ordered := func(path string) string {
		path, query, _ := strings.Cut(path, "?")
		order, picked, rest := "relevance", "", ""
		for part := range strings.SplitSeq(query, "&") {
			switch name, value, _ := strings.Cut(part, "="); {
			case name == "sort":
				order = value
			case name == "colour" || name == "brand":
				picked += ":" + name + ":" + value
			case part != "":
				rest += "&" + part
			}
		}
		if order != "relevance" || picked != "" {
			rest = "&q=:" + order + picked + rest
		}
		return strings.TrimSuffix(path+"?"+strings.TrimPrefix(rest, "&"), "?")
	}
	oneSegment := func(path string) string {
		path, query, _ := strings.Cut(path, "?")
		var picked, rest []string
		for part := range strings.SplitSeq(query, "&") {
			if name, value, _ := strings.Cut(part, "="); name == "colour" || name == "brand" {
				picked = append(picked, name+"-"+value)
			} else if part != "" {
				rest = append(rest, part)
			}
		}
		if len(picked) > 0 {
			path += "/filter/" + strings.Join(picked, "_")
		}
		return strings.TrimSuffix(path+"?"+strings.Join(rest, "&"), "?")
	}
	looks := func(path string) string {
		path, query, _ := strings.Cut(path, "?")
		if !strings.HasPrefix(path, "/c") {
			return strings.TrimSuffix(path+"?"+query, "?")
		}
		sort, page, rest := "", "", ""
		for part := range strings.SplitSeq(query, "&") {
			switch name, value, _ := strings.Cut(part, "="); {
			case name == "sort":
				sort = "sort-" + value + "/"
			case name == "page":
				page = "page-" + value + ".html"
			case part != "":
				rest += "&" + part
			}
		}
		return strings.TrimSuffix(path+"/"+sort+page+"?"+strings.TrimPrefix(rest, "&"), "?")
	}
	unnamed := map[string]bool{"segments": true, "a segment with plus": true} // what sorts seems to be one more value
	dashed := func(name, value string) string { return name + "-" + value }
	paired := func(name, value string) string { return name + "/" + value }
	for name, spell := range map[string]func(string) string{
		"segments": stack(bare, "/", ""), "pairs of segments": stack(paired, "/", ""), "segments with their names": stack(dashed, "/", "/"), "a segment with plus": stack(bare, "+", ""),
		"one parameter, slashes": join(keyed, "/"), "one parameter, bars": join(bare, "%7C"), "one parameter, commas": join(bare, ","),
		"an order, then facets": ordered, "facets in one segment": oneSegment, "order and parts in segments": looks,
		"folders": folder, "a front controller with slashes": route,
	} {
		t.Run(name, func(t *testing.T) {
			is := kinds(t, respelled(spell))
			for path, want := range map[string]classes.Kind{
				"/c1": classes.Page, "/c1?colour=red": classes.Page, "/c1?colour=red&page=2": classes.Page, "/p/1-5": classes.Page,
				"/c1?colour=red&brand=acme": classes.Held, "/c2?colour=blue&brand=acme&sort=price": classes.Held,
				"/p/1-5?from=list": classes.Variant,
			} {
				if got, known := is[spell(path)]; got != want || !known {
					t.Errorf("%s is %d, want %d", spell(path), got, want)
				}
			}
			for _, path := range []string{"/c1?sort=price", "/c1?colour=red&sort=name"} {
				if got := is[spell(path)]; got != classes.Variant && got != classes.Held && !unnamed[name] {
					t.Errorf("%s is %d, want a view", spell(path), got)
				}
			}
		})
	}
}

// Where it was found of a few URLs that a parameter holds several facets, each with one value, it is seen later that a
// facet has several.
func TestSeveralValuesLate(t *testing.T) {
	colours, brands := []string{"red", "blue", "green", "grey", "white"}, []string{"acme", "bolt", "dune", "elbe"}
	s := site{"/": {content: 7, links: []string{"/c1", "/c2", "/c3", "/c4"}}}
	for c := 1; c <= 4; c++ {
		list := fmt.Sprintf("/c%d", c)
		add := func(query string, has func(i int) bool) {
			p := sitePage{content: uint64(len(s) + 100)}
			for i := range 60 {
				if has(i) {
					product := fmt.Sprintf("/p/%d-%d", c, i)
					p.links = append(p.links, product)
					s[product] = sitePage{content: uint64(c*1000 + i), links: []string{list}}
				}
			}
			s[list+query] = p
		}
		add("", func(int) bool { return true })
		for set := 1; set < 1<<len(colours); set++ {
			query := "?q=Colour"
			for k, colour := range colours {
				if set>>k&1 != 0 {
					query += "-" + colour
				}
			}
			add(query, func(i int) bool { return set>>(i%len(colours))&1 != 0 })
			for b, brand := range brands {
				add(query+"/Brand-"+brand, func(i int) bool { return set>>(i%len(colours))&1 != 0 && i/len(colours)%len(brands) == b })
			}
		}
		for b, brand := range brands {
			add("?q=Brand-"+brand, func(i int) bool { return i/len(colours)%len(brands) == b })
		}
	}
	for name, plan := range map[string]string{"at once": "", "later": `{"joined":{"` + origin + ` q":"/"}}`} {
		m := crawled(t, s, 1, nil)
		if err := m.Settle(&frontier.Batch{Meta: map[string]string{frontier.MetaClasses: plan}}); err != nil {
			t.Fatal(err)
		}
		c, err := classes.Read(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		for row, err := range m.Rows(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			is, wants := c.Of(row).Kind, map[string]classes.Kind{"/c1?q=Colour-red": classes.Page, "/c1?q=Colour-red-blue": classes.Held, "/c2?q=Colour-red/Brand-acme": classes.Held}
			if want, asked := wants[strings.TrimPrefix(row.URL, origin)]; asked && is != want {
				t.Errorf("%s: %s is %d, want %d", name, row.URL, is, want)
			}
		}
	}
}
