// Command portolan crawls a web site, finds every URL, and writes a sitemap
// that search engines take without complaint, with the reason for every URL
// that is not in it.
package main

import (
	"context"
	"io"
	"log"
	"os"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	_ "github.com/portolan-seo/portolan/cmd/internal/heap"
)

// version is set at release by -ldflags "-X main.version=1.2.3".
var version = ""

func main() {
	console.Released = version
	log.SetOutput(io.Discard) // net/http's remarks on what servers do wrong; we have our own log
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// exitNow ends the process where it stands, whatever its goroutines are at.
func exitNow(code int) { os.Exit(code) }
