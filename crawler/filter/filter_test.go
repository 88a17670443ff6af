package filter_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/portolan-seo/portolan/crawler/filter"
)

// list makes a filter of lines such as "exclude */cart*".
func list(t *testing.T, lines ...string) *filter.List {
	t.Helper()
	var f filter.List
	for _, line := range lines {
		kind, pattern, _ := strings.Cut(line, " ")
		if err := f.Add(pattern, kind == "include"); err != nil {
			t.Fatal(err)
		}
	}
	return &f
}

func TestPass(t *testing.T) {
	for name, tt := range map[string]struct {
		rules []string
		url   string
		pass  bool
		by    int // the rule's number, 0 = none
	}{
		"no rule":                     {nil, "https://h/a", true, 0},
		"excluded":                    {[]string{"exclude */a*"}, "https://h/a", false, 1},
		"excludes alone let others":   {[]string{"exclude */a*"}, "https://h/b", true, 0},
		"includes alone do not":       {[]string{"include */a*"}, "https://h/b", false, 0},
		"mixed rules let others":      {[]string{"include */a*", "exclude */c*"}, "https://h/b", true, 0},
		"the first that matches":      {[]string{"include */a/b*", "exclude */a/*"}, "https://h/a/b", true, 1},
		"the first, other order":      {[]string{"exclude */a/*", "include */a/b*"}, "https://h/a/b", false, 1},
		"a glob is of the whole URL":  {[]string{"exclude /a"}, "https://h/a", true, 0},
		"a question mark is itself":   {[]string{"exclude https://h/?a"}, "https://h/xa", true, 0},
		"and matches in a query":      {[]string{"exclude https://h/?a"}, "https://h/?a", false, 1},
		"a dot is itself":             {[]string{"exclude https://h/a.b"}, "https://h/axb", true, 0},
		"stars stand for nothing too": {[]string{"exclude https://h/*a*"}, "https://h/a", false, 1},
		"re: is found anywhere":       {[]string{`exclude re:/\d+$`}, "https://h/a/12", false, 1},
		"re: has anchors":             {[]string{`exclude re:^/a`}, "https://h/a", true, 0},
		"case counts":                 {[]string{"exclude */A"}, "https://h/a", true, 0},
	} {
		f := list(t, tt.rules...)
		pass, by, text := f.Pass([]byte(tt.url))
		if pass != tt.pass || by != tt.by {
			t.Errorf("%s: pass %t by rule %d, want %t by %d", name, pass, by, tt.pass, tt.by)
		}
		if want := ""; by > 0 {
			if want = tt.rules[by-1]; text != want {
				t.Errorf("%s: the rule is told as %q, want %q", name, text, want)
			}
		}
		if f.Empty() != (len(tt.rules) == 0) || f.String() != strings.Join(tt.rules, "\n") {
			t.Errorf("%s: empty %t, text %q", name, f.Empty(), f.String())
		}
	}
}

func TestAddRefusesBadPatterns(t *testing.T) {
	var f filter.List
	err := f.Add("re:a(b", false)
	if err == nil || !strings.Contains(err.Error(), `"re:a(b"`) {
		t.Errorf("error is %v, want one that names the pattern", err)
	}
	if !f.Empty() {
		t.Error("a pattern that cannot be read has become a rule")
	}
}

// FuzzGlob: a URL matches the glob that it is itself, whatever it holds.
func FuzzGlob(f *testing.F) {
	f.Add("https://h/a?b=[c]", "x")
	f.Add(`https://h/\E.*`, "")
	f.Fuzz(func(t *testing.T, url, more string) {
		if strings.HasPrefix(url, "re:") || strings.Contains(url, "*") || strings.Contains(more, "\n") || !utf8.ValidString(url) || !utf8.ValidString(more) {
			return
		}
		var rules filter.List
		if err := rules.Add(url, false); err != nil {
			t.Fatal(err)
		}
		if pass, _, _ := rules.Pass([]byte(url)); pass {
			t.Errorf("%q does not match itself", url)
		}
		if pass, _, _ := rules.Pass([]byte(url + more)); !pass && more != "" {
			t.Errorf("%q matches %q", url, url+more)
		}
	})
}

func TestHasEffect(t *testing.T) {
	for url, want := range map[string]string{
		"https://h/":                                                   "",
		"https://h/blog/how-to-logout":                                 "",
		"https://h/logout":                                             "logout",
		"https://h/Account/LogOut/":                                    "LogOut",
		"https://h/cart/add/7":                                         "add",
		"https://h/wishlist/index/add/product/3":                       "add",
		"https://h/cart/7/add":                                         "",
		"https://h/add":                                                "",
		"https://h/" + strings.Repeat("a", 41):                         "",
		"https://h/p?add-to-cart=7":                                    "add-to-cart=7",
		"https://h/p?x=1&ADD-TO-CART=7":                                "ADD-TO-CART=7",
		"https://h/admin/delete/3":                                     "delete",
		"https://h/admin/delete?id=3":                                  "delete",
		"https://h/delete.php?id=3":                                    "delete.php",
		"https://h/post/3/delete":                                      "delete",
		"https://h/users/3/destroy":                                    "destroy",
		"https://h/item/3/remove":                                      "remove",
		"https://h/a?op=del&id=1":                                      "op=del",
		"https://h/cart?add=1&id_product=7":                            "add=1",
		"https://h/index.php?route=checkout%2Fcart%2Fadd&product_id=3": "route=checkout%2Fcart%2Fadd",
		"https://h/index.php?route=checkout/cart/add":                  "route=checkout/cart/add",
		"https://h/index.php?route=product/product&product_id=3":       "",
		"https://h/konto/abmelden":                                     "abmelden",
		"https://h/auto/abmelden":                                      "",
		"https://h/docs/Map/delete":                                    "",
		"https://h/docs/delete.html?v=2":                               "",
		"https://h/sql/delete.php":                                     "",
		"https://h/cart?page=2":                                        "",
		"https://h/es6/3/delete/polyfill":                              "",
		"https://h/p?action=delete":                                    "action=delete",
		"https://h/ratethread.php?tid=9&rating=5&my_post_key=0a1b":     "my_post_key=0a1b",
		"https://h/mod/forum/subscribe.php?id=3&sesskey=Zx81":          "sesskey=Zx81",
		"https://h/p?token=12":                                         "",
		"https://h/p?action=show":                                      "",
		"https://h/p?q=delete":                                         "",
		"https://h/p?" + strings.Repeat("a", 41):                       "",
		"https://h/p?action=" + "delete&action=show":                   "action=delete",
	} {
		part, found := filter.HasEffect([]byte(url))
		if part != want || found != (want != "") {
			t.Errorf("%s: %q, %t; want %q", url, part, found, want)
		}
		if name, _, _ := strings.Cut(want, "="); filter.HasToken([]byte(url)) != (name == "my_post_key" || name == "sesskey") {
			t.Errorf("%s: a token: %t", url, filter.HasToken([]byte(url)))
		}
	}
}
