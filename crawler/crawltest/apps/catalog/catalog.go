// Package catalog lists the made-up applications of package apps.
//
// Names tell the kind: "shop-" sites have facets, "commits-" and "manual-"
// ones many views of the same, "endless-" ones no end, and of "whole-" and "loss-" ones
// nothing may be cut.
//
// To crawl those whose name matches an expression, each served by a process of
// its own, and to print a line for each:
//
//	go test -v -run Table -timeout 2h ./crawler/crawltest/apps/catalog -table 'shop|endless'
//
// with -classes for what parameters were found to do, -long for the sizes of real sites, -conns for the connections of the
// crawl and -max-pages for its bound, by default four times what is allowed.
// A line tells the requests, those that are allowed, the pages that are not
// listed, the forbidden URLs that are (others), second addresses of pages
// (copies), URLs that may or may not be listed (ambiguous), the CPU time of the
// crawl with its verdicts, without that of the server, and a digest of the
// list, by which crawls with other -conns can be compared. Below it, what is
// wrong, by kind of URL, with examples.
//
// To look at one, or to crawl it with another program, until standard input
// is closed:
//
//	go test -c -o apps.test ./crawler/crawltest/apps/catalog
//	PORTOLAN_APPS_SERVE=short/shop-query ./apps.test
//
// It prints HOST:PORT:ADDRESS:PORT, for --resolve of portolan or --connect-to of curl.
package catalog

import (
	"slices"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Size says how big an application is.
type Size uint8

// The sizes.
const (
	Short Size = iota // some hundred pages: for every run of the tests
	Long              // as big as such applications are
)

// of gives the number for a size.
func (s Size) of(short, long int) int {
	if s == Long {
		return long
	}
	return short
}

// entry makes one application up.
type entry struct {
	name, about string
	make        func(name, about string, size Size) *apps.App
}

// but changes an application once it is made.
func but(e entry, change func(*apps.App)) entry {
	inner := e.make
	e.make = func(name, about string, size Size) *apps.App {
		a := inner(name, about, size)
		change(a)
		return a
	}
	return e
}

// open marks an application whose limits hold nobody: see apps.App.Open.
func open(e entry) entry { return but(e, func(a *apps.App) { a.Open = true }) }

// still makes all requests for a URL give the same page.
func still(e entry) entry { return but(e, func(a *apps.App) { a.Still = true }) }

func entries() []entry {
	return slices.Concat(shops(), platforms(), browsers(), manuals(), endlessOnes(), wholes(), losable())
}

// Names gives the names of all applications, in the order of the list.
func Names() (names []string) {
	for _, e := range entries() {
		names = append(names, e.name)
	}
	return names
}

// New makes the application of that name, nil if there is none.
func New(name string, size Size) *apps.App {
	for _, e := range entries() {
		if e.name == name {
			a := e.make(name, e.about, size)
			if a.Skin == apps.Elements {
				a.Skin = apps.Pick([]apps.Skin{apps.Elements, apps.Elements, apps.Divs, apps.Tables, apps.Flat}, apps.Hash(name), 1)
			}
			return a
		}
	}
	return nil
}
