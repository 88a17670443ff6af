package robots_test

import (
	"fmt"

	"github.com/portolan-seo/portolan/robots"
)

// The line of a robots.txt that decides about a URL.
func ExampleAgent_Test() {
	rules := robots.Parse([]byte("User-agent: *\nDisallow: /private/\nAllow: /private/terms.html # for everybody\n"))
	agent := rules.Agent("mybot", robots.RFC9309)
	for _, url := range []string{"https://example.com/", "https://example.com/private/x", "https://example.com/private/terms.html"} {
		d := agent.Test(url)
		fmt.Printf("%t, line %d: %q\n", d.Allow, d.Line, d.Rule)
	}
	// Output:
	// true, line 0: ""
	// false, line 2: "Disallow: /private/"
	// true, line 3: "Allow: /private/terms.html"
}
