package classes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/portolan-seo/portolan/frontier"
)

func TestParse(t *testing.T) {
	for url, want := range map[string]string{
		"http://h/coats":                                       "http://h/coats",
		"http://h/coats?brand=acme&colour=red":                 "http://h/coats brand=acme colour=red",
		"http://h/coats?brand=acme;colour=red":                 "http://h/coats brand=acme colour=red",
		"http://h/coats?filter[brand]=acme":                    "http://h/coats filter[brand]=acme",
		"http://h/coats?f%5B0%5D=brand:acme&f%5B1%5D=colour:b": "http://h/coats f[]:brand=acme f[]:colour=b",
		"http://h/coats?filter=brand:acme%7Ccolour:red":        "http://h/coats filter:brand=acme filter:colour=red",
		"http://h/coats;brand=acme;colour=red":                 "http://h/coats brand=acme colour=red",
		"http://h/coats/brand:acme/colour:red":                 "http://h/coats brand=acme colour=red",
		"http://h/coats/brand=acme/colour=red":                 "http://h/coats brand=acme colour=red",
		"http://h/coats/f/brand-acme/colour-red":               "http://h/coats brand=acme colour=red",
		"http://h/kurtki/filtr/marka-kestrel/kolor-czarny":     "http://h/kurtki marka=kestrel kolor=czarny",
		"http://h/coats/filter/brand-acme_colour-red/":         "http://h/coats/ brand=acme colour=red",
		"http://h/coats/f/brand-a_b_max_size-9--colour-d--k":   "http://h/coats brand=a_b_max_size-9 colour=d--k",
		"http://h/coats/filter/max_price-9_colour-dark_blue":   "http://h/coats max_price=9 colour=dark_blue",
		"http://h/coats/brand:acme%2Ccolour:red,blue":          "http://h/coats brand=acme colour=red,blue",
		"http://h/coats?q=:name:brand:acme:colour:red":         "http://h/coats q:sort=name q:brand=acme q:colour=red",
		"http://h/coats?q=%3Arelevance%3Abrand%3Aacme":         "http://h/coats q:brand=acme",
		"http://h/coats?q=:relevance":                          "http://h/coats q:sort=relevance",
		"http://h/wiki?id=:a:b":                                "http://h/wiki id=:a:b",
		"http://h/coats/page/2?x=1":                            "http://h/coats page=2 x=1=1",
		"http://h/a-b/c-d.html":                                "http://h/a-b/c-d.html",
		"http://h/?u=http://x.y/":                              "http://h/ u=http://x.y/",
		"http://h/coats?brand=acme%2Cbolt":                     "http://h/coats brand=acme,bolt",
		"http://h/?t=12:30":                                    "http://h/ t=12:30",
	} {
		a := parse(url, nil)
		got := a.family
		for _, p := range a.params {
			got += " " + p.name + "=" + p.value
		}
		if got != want {
			t.Errorf("%s: %s, want %s", url, got, want)
		}
	}
}

// The order of parameters is nothing, and the number of them is bounded.
func FuzzParse(f *testing.F) {
	f.Add("http://h/coats/f/brand-acme;a=b/page/2?f[0]=x:y|z:1&&;=;%5B", uint64(1))
	f.Fuzz(func(t *testing.T, url string, seed uint64) {
		a := parse(url, nil)
		if len(a.params) > maxParams {
			t.Fatalf("%d parameters", len(a.params))
		}
		b := address{family: a.family, params: slices.Clone(a.params)}
		rand.New(rand.NewPCG(seed, 2)).Shuffle(len(b.params), func(i, j int) { b.params[i], b.params[j] = b.params[j], b.params[i] })
		if a.key(nil) != b.key(nil) {
			t.Fatalf("%q: another order is another page", url)
		}
		var tr tree
		tr.see(&frontier.Row{}, &a, tr.add(a.family), false)
		if tr.of(a.family) == nil {
			t.Fatalf("%q has no shape", url)
		}
	})
}

// The tree is the same in whatever order URLs come, and bounded.
func TestTreeOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var families []string
		for range rapid.IntRange(1, 12).Draw(t, "directories") {
			dir := "http://h"
			for range rapid.IntRange(0, 3).Draw(t, "depth") {
				dir += "/" + rapid.StringMatching("[a-c]|[0-9]{1,3}").Draw(t, "name")
			}
			for i := range rapid.SampledFrom([]int{1, 3, 49, 50, 51, 120}).Draw(t, "pages") {
				families = append(families, fmt.Sprintf("%s/x%d%s", dir, i, strings.Repeat("/y", i%2)))
			}
		}
		shapes := func() (list []string) {
			var tr tree
			for _, f := range families {
				n := tr.add(f)
				tr.see(&frontier.Row{}, &address{}, n, false)
			}
			patterns := map[*shape]string{}
			tr.each(func(path string, n *node) { patterns[n.shape] = fmt.Sprint(path, n.shape.known) })
			for _, f := range families {
				list = append(list, f+" "+patterns[tr.of(f)])
			}
			slices.Sort(list)
			return list
		}
		one := shapes()
		shuffled := rapid.Permutation(families).Draw(t, "order")
		families = shuffled
		if other := shapes(); !slices.Equal(one, other) {
			t.Fatalf("another order, another tree")
		}
	})
}

// Sets of links are compared as if they were whole.
func TestSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) (s set, all map[uint32]bool) {
			all = map[uint32]bool{}
			for _, n := range rapid.SliceOfN(rapid.Uint32Range(0, 400), 0, 300).Draw(t, name) {
				h := uint32(mix(uint64(n)))
				s.add(h)
				all[h] = true
			}
			return s, all
		}
		a, inA := draw("a")
		b, inB := draw("b")
		if len(a.low) > maxLinks || a.over != (len(inA) > maxLinks) || !slices.IsSorted(a.low) {
			t.Fatalf("%d of %d, over %t", len(a.low), len(inA), a.over)
		}
		own, other, both := a.compare(&b)
		if a.over || b.over {
			return
		}
		for h := range inA {
			if inB[h] {
				both--
			} else {
				own--
			}
		}
		if other += both; own != 0 || both != 0 || other != len(inB)-(len(inA)-(len(inA)-countIn(inA, inB))) {
			t.Fatalf("miscounted: %d, %d, %d", own, other, both)
		}
	})
}

func countIn(a, b map[uint32]bool) (n int) {
	for h := range a {
		if b[h] {
			n++
		}
	}
	return n
}
