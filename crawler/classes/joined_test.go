package classes_test

import (
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
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
	m := crawled(t, s, 1, nil)
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
	unnamed := map[string]bool{"segments": true, "a segment with plus": true} // what sorts seems to be one more value
	dashed := func(name, value string) string { return name + "-" + value }
	paired := func(name, value string) string { return name + "/" + value }
	for name, spell := range map[string]func(string) string{
		"segments": stack(bare, "/", ""), "pairs of segments": stack(paired, "/", ""), "segments with their names": stack(dashed, "/", "/"), "a segment with plus": stack(bare, "+", ""),
		"one parameter, slashes": join(keyed, "/"), "one parameter, bars": join(bare, "%7C"), "one parameter, commas": join(bare, ","),
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
