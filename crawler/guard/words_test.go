package guard

import "testing"

func TestForPeople(t *testing.T) {
	for pattern, want := range map[string][2]string{
		"https://a.example/p/*":           {"/p/*", "/p/*"},
		"https://a.example/":              {"/", "/"},
		"https://a.example/*":             {"/*", "re:^[^/]*//[^/]*/[^/?]+$"},
		"https://a.example/…":             {"/…", "re:^[^/]*//[^/]*/[^/?]*$"},
		"https://a.example/*/":            {"/*/", "re:^[^/]*//[^/]*/[^/?]+/$"},
		"https://a.example/*.html":        {"/*.html", `re:^[^/]*//[^/]*/[^/?]+\.html$`},
		"https://a.example/#/*":           {"/#/*", "/*/*"},
		"https://a.example/*/x/…":         {"/*/x/…", "/*/x/*"},
		"https://a.example/shop/p?id&rev": {"/shop/p?id&rev", "/shop/p?*"},
		"https://a.example?id":            {"/?id", "/?*"},
		"https://a.example/it's/*":        {"/it's/*", "/it's/*"},
	} {
		if short, accept := forPeople(pattern); short != want[0] || accept != want[1] {
			t.Errorf("%s: %q, %q; want %q", pattern, short, accept, want)
		}
	}
}
