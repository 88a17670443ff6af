package crawltest_test

import (
	"fmt"
	"io"
	"log"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// A whole site in one string, served under its own name.
func Example() {
	site, err := crawltest.Parse([]byte(`
origin: https://shop.example
-- / --
<title>Shop</title> <a href="/old?PHPSESSID={{session}}">old</a>
-- /old --
HTTP 301
Location: /new

-- /new --
<title>New</title>
`))
	if err != nil {
		log.Fatal(err)
	}
	srv, err := crawltest.Start(crawltest.Config{}, site)
	if err != nil {
		log.Fatal(err)
	}
	defer srv.Close()

	resp, err := srv.Client().Get("https://shop.example/old")
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	fmt.Println(resp.Status, resp.Header.Get("Location"))
	for _, r := range srv.Log() {
		fmt.Println(r.Method, r.URL)
	}
	// Output:
	// 301 Moved Permanently /new
	// GET https://shop.example/old
}

// A big site for benchmarks: 100,000 pages that are computed when they are
// asked for. A program of its own waits for its context instead of asking,
// and then closes the server.
func ExampleGenerate() {
	big := crawltest.Generate(crawltest.Typical(100_000, 1))
	srv, err := crawltest.Start(crawltest.Config{NoLog: true}, big.Site())
	if err != nil {
		log.Fatal(err)
	}
	defer srv.Close()

	resp, err := srv.Client().Get("https://big.example/robots.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(string(body))
	fmt.Println(len(big.Expected()), "pages belong in its sitemap,", big.Asks(), "requests see all of it")
	// Output:
	// User-agent: *
	// Disallow: /private/
	// 95578 pages belong in its sitemap, 109907 requests see all of it
}
