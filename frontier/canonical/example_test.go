package canonical_test

import (
	"fmt"
	"log"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// The one spelling of a URL, and what was removed for it.
func ExampleRules_Canonical() {
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		log.Fatal(err)
	}
	form := rules.Canonical("HTTPS://Example.com:443/a/../b?id=4&utm_source=mail&PHPSESSID=9682993c8daa2c54#top")
	fmt.Println(string(form.URL))
	for _, r := range form.Removed {
		fmt.Println(r.Kind, r.Name)
	}

	scope, err := canonical.ScopeOf("https://example.com/b/sitemap.xml")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(scope, scope.Check(form.URL))
	// Output:
	// https://example.com/b?id=4
	// tracking utm_source
	// session PHPSESSID
	// https://example.com/b/ scope-path
}
