package catalog_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/catalog"
	_ "github.com/portolan-seo/portolan/crawler/crawltest/lazygc"
)

// serveEnv makes the test binary a server of one application, "short/NAME" or
// "long/NAME", so that the table counts the crawler's CPU time alone, and
// programs can crawl it.
const serveEnv = "PORTOLAN_APPS_SERVE"

func TestMain(m *testing.M) {
	if what := os.Getenv(serveEnv); what != "" {
		serveAlone(what)
		return
	}
	goleak.VerifyTestMain(m)
}

// serveAlone serves until standard input is closed.
func serveAlone(what string) {
	length, name, _ := strings.Cut(what, "/")
	s := catalog.Short
	if length == "long" {
		s = catalog.Long
	}
	app := catalog.New(name, s)
	if app == nil {
		fmt.Println("no application", name, "- there are", catalog.Names())
		return
	}
	server, err := crawltest.Start(crawltest.Config{NoLog: true}, app.Run().Site())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s:80:%s\n", strings.TrimPrefix(app.Origin(), "http://"), strings.TrimPrefix(server.URL(), "http://"))
	_, _ = io.Copy(io.Discard, os.Stdin)
	server.Close()
}

// serveElsewhere serves an application in a process of its own and tells
// where.
func serveElsewhere(tb testing.TB, name string) []string {
	tb.Helper()
	length := "short"
	if *long {
		length = "long"
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serveEnv+"="+length+"/"+name)
	in, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			tb.Error(err)
		}
	})
	line, _, err := bufio.NewReader(out).ReadLine()
	if err != nil {
		tb.Fatal(err)
	}
	return []string{string(line)}
}

// TestTable crawls each application whose name matches -table, served by a
// process of its own, and prints what it cost and how far the list is off.
func TestTable(t *testing.T) {
	if *table == "" {
		t.Skip("no applications are asked for: see the package's documentation")
	}
	match, err := regexp.Compile(*table)
	if err != nil {
		t.Fatalf("-table: %v", err)
	}
	for _, name := range catalog.Names() {
		if !match.MatchString(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			app := catalog.New(name, size())
			r := crawl(t, app, serveElsewhere(t, name), *conns)
			fmt.Println(r.row(app))
			for _, fault := range app.Faults(r.Score, r.requests) {
				t.Log(fault)
			}
		})
	}
}
