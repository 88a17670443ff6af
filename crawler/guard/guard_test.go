package guard_test

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// site is a made-up site: what each path answers. "200 words" is a page with
// that text, "200 words, see /path /path" with links, too, "301 /path" a redirect, "404" an error, "wait" was not asked for.
type site map[string]string

// with gives the site with other answers to numbered paths; the number stands in the
// place of #, or at the end.
func (s site) with(prefix string, from, to int, answer string) site {
	s = maps.Clone(s)
	if !strings.Contains(prefix, "#") {
		prefix += "#"
	}
	for n := from; n <= to; n++ {
		number := strings.NewReplacer("#", strconv.Itoa(n))
		s[number.Replace(prefix)] = number.Replace(answer)
	}
	return s
}

const origin = "https://a.example"

// urls gives the paths' URLs, sorted.
func (s site) urls(wanted func(answer string) bool) (urls []string) {
	for path, answer := range s {
		if wanted(answer) {
			urls = append(urls, origin+path)
		}
	}
	slices.Sort(urls)
	return urls
}

func isPage(answer string) bool { return strings.HasPrefix(answer, "200") }

// world is a crawl of a site, judged.
type world struct {
	*frontier.Memory
	rules   *canonical.Rules
	options audit.Options
}

// crawl settles a site. URLs that the last set lists are noted as such.
func crawl(t *testing.T, s site, last []string) *world {
	t.Helper()
	rules, err := canonical.New(canonical.Config{})
	must(t, err)
	scope := canonical.Scope{Scheme: "https", Host: "a.example", Dir: "/"}
	w := &world{Memory: frontier.NewMemory(), rules: rules}
	w.options = audit.Options{Rules: rules, Agent: "portolan", ListAgent: "googlebot", Left: audit.Pending, Decide: func(url []byte) frontier.Reason {
		if scope.Check(url) != canonical.OK {
			return frontier.ScopeHost
		}
		return frontier.Undecided
	}}
	seeds := &frontier.Batch{Decide: w.options.Decide}
	for _, url := range s.urls(func(string) bool { return true }) {
		seed := frontier.Seed{Key: rules.Key([]byte(url)), URL: []byte(url), Source: frontier.FromList, Depth: frontier.NoDepth}
		if _, listed := slices.BinarySearch(last, url); listed {
			seed.Source, seed.Detail = frontier.FromPrevious, audit.Previous{Verified: time.Now()}.Next(time.Now()).String()
		}
		seeds.Seeds = append(seeds.Seeds, seed)
		if url == origin+"/" {
			seed.Source, seed.Detail = frontier.FromStart, ""
			seeds.Seeds = append(seeds.Seeds, seed)
		}
	}
	must(t, w.Settle(seeds))
	items, _, err := w.Lease(100_000, frontier.LastRank, time.Now())
	must(t, err)
	batch := &frontier.Batch{Decide: w.options.Decide}
	for _, it := range items {
		if p := w.answer(s[strings.TrimPrefix(it.URL, origin)]); p != nil {
			p.ID = it.ID
			batch.Pages = append(batch.Pages, *p)
		} else {
			w.Release(it.ID)
		}
	}
	must(t, w.Settle(batch))
	w.judge(t)
	return w
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) judge(t *testing.T) {
	t.Helper()
	if _, err := audit.JudgeAll(t.Context(), w, w.options); err != nil {
		t.Fatal(err)
	}
}

func (w *world) answer(text string) *frontier.Settled {
	word, rest, _ := strings.Cut(text, " ")
	status, err := strconv.Atoi(word)
	if err != nil {
		return nil
	}
	p := &frontier.Settled{Location: -1, Canonical: -1, Record: record.Page{Exchange: record.Exchange{Status: status, FetchedAt: time.Now()}, Facts: record.Facts{HTML: true}}}
	if status >= 300 && status < 400 {
		if strings.HasPrefix(rest, "/") {
			rest = origin + rest
		}
		p.Links, p.Location = []frontier.Link{{Key: w.rules.Key([]byte(rest)), URL: []byte(rest), Flags: frontier.LinkRedirect}}, 0
	} else if rest != "" {
		rest, linked, _ := strings.Cut(rest, ", see ")
		if named, text, canonical := strings.Cut(rest, " is shown here: "); canonical {
			rest, p.Record.Canonical = text, record.CanonicalOther
			p.Links, p.Canonical = []frontier.Link{{Key: w.rules.Key([]byte(origin + named)), URL: []byte(origin + named), Flags: frontier.LinkCanonical}}, 0
		}
		if title, text, titled := strings.Cut(rest, " | "); titled {
			p.Record.Title, rest = title, text
		}
		words := page.AppendWords(nil, []byte(rest))
		p.Record.Words = len(words)
		p.Record.Sketch, p.Record.TextHash = record.SketchOf(words), uint64(len(rest))<<32+uint64(rest[0])
		for _, word := range words {
			p.Record.TextHash += word
		}
		for _, path := range strings.Fields(linked) {
			p.Links = append(p.Links, frontier.Link{Key: w.rules.Key([]byte(origin + path)), URL: []byte(origin + path)})
		}
	}
	return p
}

// own is a page with a text of its own.
const own = "200 the very own text of the page that is called #"

func list(urls []string) guard.URLs {
	return func() iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			for _, url := range urls {
				if !yield(url, nil) {
					return
				}
			}
		}
	}
}

// shop is a site of 101 pages.
var shop = site{"/": "200 welcome to our shop of lamps and chairs", "/about": "200 about all of us", "/outlet": "200 the outlet has what is left over"}.
	with("/p/", 1, 80, strings.Replace(own, "own", "own lamp", 1)).with("/sale/", 1, 18, own)

// words gives each number a text of its own: figures do not count in sketches.
func words(n int) string {
	return strings.NewReplacer("0", "nil ", "1", "one ", "2", "two ", "3", "three ", "4", "four ", "5", "five ", "6", "six ", "7", "seven ", "8", "eight ", "9", "nine ").Replace(strconv.Itoa(n) + strconv.Itoa(7919*n))
}

func init() {
	for n := 1; n <= 80; n++ {
		shop["/p/"+strconv.Itoa(n)] = "200 lamp " + words(n)
		shop["/sale/"+strconv.Itoa(1+n%18)] = "200 chair " + words(1000+n%18)
	}
}

func TestCompare(t *testing.T) {
	login := maps.Clone(shop)
	spelled := maps.Clone(shop)
	for n := 1; n <= 30; n++ {
		login[fmt.Sprintf("/login?next=/p/%d", n)] = "200 please log in"
		spelled[fmt.Sprintf("/session/%d", n)] = fmt.Sprintf("302 /start?n=%d", n)
		spelled[fmt.Sprintf("/start?n=%d", n)] = "200 who are you"
	}
	renamed := shop.with("/p/", 1, 80, "301 /new/#")
	for n := 1; n <= 80; n++ {
		renamed[fmt.Sprintf("/new/%d", n)] = "200 lamp " + words(n)
	}
	slashed, tagged, mended, numbered, drafts := shop, shop, shop, shop, shop
	for n := 1; n <= 80; n++ {
		numbered = numbered.with("/p/", n, n, fmt.Sprintf("301 /p/#?id=%d", n)).and(fmt.Sprintf("/p/%d?id=%d", n, n), "200 lamp "+words(n))
		tagged = tagged.with("/p/", n, n, "200 /p/#?ref=x is shown here: lamp "+words(n)).and(fmt.Sprintf("/p/%d?ref=x", n), "200 lamp "+words(n))
		mended = mended.with("/p/", n, n, "200 lamp "+words(n)).and(fmt.Sprintf("/p/%d?ref=x", n), fmt.Sprintf("200 /p/%d is shown here: lamp ", n)+words(n))
		drafts = drafts.with("/p/", n, n, "200 /draft/p/# is shown here: lamp "+words(n)).and(fmt.Sprintf("/draft/p/%d", n), "200 lamp "+words(n))
		slashed = slashed.with("/p/", n, n, "200 /p/#/ is shown here: lamp "+words(n)).and(fmt.Sprintf("/p/%d/", n), "200 lamp "+words(n))
	}
	same := site{"/": "200 welcome"}
	for n := 1; n <= 40; n++ {
		same["/"+strconv.Itoa(n)] = "200 the scripts of this site have to run"
	}
	for _, c := range []struct {
		name          string
		before, after site
		accept        string
		want          string // fates, reason, walls
		causes        []string
	}{
		{"nothing", shop, shop, "", "kept 101", nil},
		{"one gone", shop, shop.with("/p/", 1, 1, "404"), "", "kept 100, lost 1", []string{"1 of 80 in /p/* answer 404"}},
		{"ten in a hundred", shop, shop.with("/p/", 1, 10, "404"), "", "kept 91, lost 10", []string{"10 of 80 in /p/* answer 404"}},
		{"eleven", shop, shop.with("/p/", 1, 11, "404"), "", "kept 90, lost 11; loss", []string{"11 of 80 in /p/* answer 404"}},
		{"two causes", shop, shop.with("/sale/", 1, 18, "410").with("/p/", 1, 3, "500"), "", "kept 80, carried 3, lost 18; loss",
			[]string{"all 18 in /sale/* answer 410: looks meant", "3 of 80 in /p/* answer 500: looks like a fault"}},
		{"accepted", shop, shop.with("/sale/", 1, 18, "410").with("/p/", 1, 3, "500"), "/sale/", "kept 80, carried 3, accepted 18",
			[]string{"3 of 80 in /p/* answer 500: looks like a fault"}},
		{"moved", shop, renamed, "", "kept 21, moved 80", nil},
		{"all sent to one", shop, shop.with("/p/", 1, 80, "404").with("/p/", 1, 40, "301 /about").with("/sale/", 1, 18, "404"), "", "kept 3, moved 5, lost 93; loss sent /about 40",
			[]string{"40 of 80 in /p/* answer 404: looks like a fault", "35 of 80 in /p/* redirect to /about", "all 18 in /sale/* answer 404: looks like a fault"}},
		{"most lost, few alike", shop, shop.with("/p/", 1, 80, "404").with("/p/", 1, 6, "200 nothing here").with("/sale/", 1, 18, "404"), "", "kept 9, lost 92; loss",
			[]string{"74 of 80 in /p/* answer 404: looks like a fault", "all 18 in /sale/* answer 404: looks like a fault"}},
		{"moved to one text", shop, shop.with("/p/", 1, 80, "301 /hello/p/#").with("/hello/p/", 1, 80, "200 please tell us who you are"), "", "kept 21, alike 80; one-text",
			[]string{"all 80 in /p/* show one and the same text: looks like a fault"}},
		{"moved to the dead", shop, shop.with("/p/", 1, 80, "301 /new/#").with("/new/", 1, 80, "404"), "", "kept 21, lost 80; loss",
			[]string{"all 80 in /p/* redirect to pages that answer 404: looks like a fault"}},
		{"six to one", shop, shop.with("/p/", 1, 6, "301 /about"), "", "kept 95, moved 5, lost 1; sent /about 6", []string{"1 of 80 in /p/* redirect to /about"}},
		{"wall with queries", shop, login.with("/p/", 1, 30, "301 /login?next=/p/#"), "", "kept 71, carried 30; wall /login 30",
			[]string{"30 of 80 in /p/* redirect to /login: looks like a fault"}},
		{"nineteen are no wall", shop, login.with("/p/", 1, 19, "302 /welcome?#").with("/welcome?", 1, 19, "200 hello"), "", "kept 82, carried 19; loss",
			[]string{"19 of 80 in /p/* redirect for the time being"}},
		{"wall in the end", shop, spelled.with("/p/", 1, 30, "301 /session/#"), "", "kept 71, carried 30; wall /start 30",
			[]string{"30 of 80 in /p/* redirect to /start: looks like a fault"}},
		{"sent to the outlet", shop, shop.with("/p/", 1, 40, "301 /outlet"), "", "kept 61, moved 5, lost 35; loss sent /outlet 40",
			[]string{"35 of 80 in /p/* redirect to /outlet"}},
		{"the outlet has become a login", shop, shop.with("/p/", 1, 40, "301 /outlet").with("/outlet", 0, -1, "").and("/outlet", "200 type your secret word to be let in"), "",
			"kept 60, carried 40, lost 1; wall /outlet 40", []string{"40 of 80 in /p/* redirect to /outlet: looks like a fault", "1 of 3 in /… (/outlet) stand before the site now: looks like a fault"}},
		{"host takes all", shop, shop.with("/p/", 1, 60, "301 https://b.example/p/#"), "", "kept 41, carried 60; wall https://b.example/ 60",
			[]string{"60 of 80 in /p/* redirect to https://b.example/: looks like a fault"}},
		{"not asked for", shop, shop.with("/p/", 1, 30, "wait"), "", "kept 71, carried 30; loss",
			[]string{"30 of 80 in /p/* were not come to before the crawl ended: looks like a fault"}},
		{"one text", shop, shop.with("/p/", 1, 30, "200 your session is over"), "", "kept 71, alike 30; one-text", []string{"30 of 80 in /p/* show one and the same text: looks like a fault"}},
		{"blank", shop, shop.with("/p/", 1, 30, "200"), "", "kept 71, alike 30; one-text", []string{"30 of 80 in /p/* show one and the same text: looks like a fault"}},
		{"one title above other texts", shop.retitled("/p/", "Lamp "), shop.changed("/p/", "Back soon | be patient "), "", "kept 21, alike 80; one-text",
			[]string{"all 80 in /p/* show one and the same title: looks like a fault"}},
		{"one title above the same texts", shop.retitled("/p/", "Lamp "), shop.retitled("/p/", "Back soon | "), "", "kept 101", nil},
		{"one text below titles of their own", stock, stock.edited("/p/", headed("the database of this house does not answer please come back later")), "", "kept 21, alike 80; one-text",
			[]string{"all 80 in /p/* show one and the same text but for a few words: looks like a fault"}},
		{"the same on a third of the pages", stock, stock.edited("/p/1", consent).edited("/p/2", consent).edited("/p/3", consent), "", "kept 68, alike 33; one-text",
			[]string{"33 of 80 in /p/* show one and the same text but for a few words: looks like a fault"}},
		{"a new frame", stock, stock.edited("/p/", func(text string) string { return strings.Repeat(banner, 2) + text }), "", "kept 101", nil},
		{"alike before", stock.edited("/p/", headed("lamps of brass and glass made by hand in our own house")),
			stock.edited("/p/", headed("the lamps that we make are of oak and come within two days")), "", "kept 101", nil},
		{"moved back", shop.with("/p/", 1, 80, "301 /new/#").with("/new/", 1, 80, own), shop.with("/new/", 1, 80, "404"), "", "kept 21, moved 80", nil},
		{"canonicals taken back", drafts, shop.with("/draft/p/", 1, 80, "404").linkedTo("/p/%d"), "", "kept 101, moved 80", nil},
		{"canonicals that come back", mended, tagged.linkedTo("/p/%d"), "", "kept 101, lost 80; loss", []string{"all 80 in /p/* name as canonical their own address with a parameter more"}},
		{"canonicals taken back below other texts", drafts, shop.with("/draft/p/", 1, 80, "404").with("/p/", 1, 80, "200 there is no lamp here, but # chairs").linkedTo("/p/%d"), "", "kept 101, lost 80; loss",
			[]string{"all 80 in /draft/p/* answer 404"}},
		{"one text as ever", same, same, "", "kept 41", nil},
		{"start redirects to the dead", shop, shop.and("/", "301 /home"), "", "kept 100, lost 1; start-lost", []string{"1 of 3 in /… (/) redirect to pages that are not listed, or too many to one"}},
		{"start redirects to another host", shop, shop.and("/", "301 https://b.example/x"), "", "kept 100, lost 1; start-lost", []string{"1 of 3 in /… (/) redirect to https://b.example/"}},
		{"start has moved", shop, shop.and("/", "301 /home").and("/home", "200 welcome home"), "", "kept 100, moved 1", nil},
		{"start leads to another page", shop, shop.and("/", "301 /about"), "", "kept 100, moved 1", nil},
		{"canonical with a slash", shop, slashed, "", "kept 21, moved 80", nil},
		{"canonical to pages that no page links to", shop, drafts, "", "kept 21, lost 80; loss", []string{"all 80 in /p/* name as canonical their own address below /draft: looks like a fault"}},
		{"canonical to pages that pages link to", shop, drafts.linkedTo("/draft/p/%d"), "", "kept 21, moved 80", nil},
		{"canonical with a parameter more", shop, tagged, "", "kept 21, lost 80; loss", []string{"all 80 in /p/* name as canonical their own address with a parameter more: looks like a fault"}},
		{"redirect to a parameter more", shop, shop.with("/p/", 1, 80, "301 /p/#?ref=x").with("/p/#?ref=x", 1, 80, "200 lamp number #"), "", "kept 21, lost 80; loss",
			[]string{"all 80 in /p/* redirect to their own address with a parameter more"}},
		{"redirect to two parameters more", shop, shop.with("/p/", 1, 80, "301 /p/#?a=1&ref=x").with("/p/#?a=1&ref=x", 1, 80, "200 lamp number #"), "", "kept 21, lost 80; loss",
			[]string{"all 80 in /p/* redirect to their own address with a parameter more"}},
		{"redirect to one of the path", shop, shop.with("/p/", 1, 80, "301 /p/#/;ref=x").with("/p/#/;ref=x", 1, 80, "200 lamp number #"), "", "kept 21, lost 80; loss",
			[]string{"all 80 in /p/* redirect to their own address with a parameter more"}},
		{"canonical with a parameter more that pages link to", shop, tagged.linkedTo("/p/%d?ref=x"), "", "kept 21, lost 80; loss",
			[]string{"all 80 in /p/* name as canonical their own address with a parameter more: looks like a fault"}},
		{"redirect to a number that pages link to", shop, numbered.linkedTo("/p/%d?id=%[1]d"), "", "kept 21, moved 80", nil},
		{"redirect to a number that no page links to", shop, numbered, "", "kept 21, lost 80; loss", []string{"all 80 in /p/* redirect to their own address with a parameter more"}},
		{"canonical to other texts", shop, slashed.with("/p/", 1, 80, "200 /p/#/ is shown here: the lamp that once was"), "", "kept 21, lost 80; loss",
			[]string{"all 80 in /p/* name another page as canonical: looks like a fault"}},
		{"canonical to one page of the same text", shop, shop.with("/p/", 1, 80, "200 /about is shown here: about all of us"), "", "kept 21, moved 5, lost 75; loss",
			[]string{"75 of 80 in /p/* name another page as canonical: looks like a fault"}},
		{"sale leads to the lamps", shop, shop.with("/sale/", 1, 18, "301 /p/#"), "", "kept 83, lost 18; loss", []string{"all 18 in /sale/* redirect to pages that the sitemap lists beside them"}},
		{"sale names the lamps", shop, merging("/sale/", 18, "200 /p/# is shown here: lamp ").in(shop), "", "kept 83, lost 18; loss", []string{"all 18 in /sale/* name as canonical pages that the sitemap lists beside them"}},
		{"ten lead to others", shop, shop.with("/sale/", 1, 10, "301 /p/#"), "", "kept 91, moved 10", nil},
		{"nine of them, and nine that are gone", shop, shop.with("/sale/", 1, 9, "301 /p/#").with("/p/", 60, 68, "404"), "", "kept 83, lost 18; loss",
			[]string{"9 of 80 in /p/* answer 404", "9 of 18 in /sale/* redirect to pages that the sitemap lists beside them"}},
		{"nine of them, and eight that are gone, accepted", shop, shop.with("/sale/", 1, 9, "301 /p/#").with("/p/", 60, 67, "404"), "/sale/", "kept 75, lost 8, accepted 9",
			[]string{"8 of 80 in /p/* answer 404"}},
		{"accepted that lead to others", shop, shop.with("/sale/", 1, 18, "301 /p/#"), "/sale/", "kept 83, accepted 18", nil},
		{"some accepted that lead to others", shop, shop.with("/sale/", 1, 18, "301 /p/#").with("/p/", 80, 80, "301 /p/1"), "/sale/", "kept 82, lost 1, accepted 18",
			[]string{"1 of 80 in /p/* redirect to pages that the sitemap lists beside them"}},
		{"spelled in one way", merging("/p/#/", 80, "200 lamp ").in(shop), shop.with("/p/#/", 1, 80, "301 /p/#"), "", "kept 101, moved 80", nil},
		{"parts of a list that are its first one", shop.with("/list?page=", 1, 30, "200 all that we have").and("/list", "200 all that we have"),
			shop.with("/list?page=", 1, 30, "301 /list").and("/list", "200 all that we have"), "", "kept 102, moved 30", nil},
		{"parts of a list that lead to its first one", shop.with("/list?page=", 2, 30, own).and("/list", "200 all that we have"),
			shop.with("/list?page=", 2, 17, "301 /list").with("/list?page=", 18, 30, "200 /list is shown here: nothing").and("/list", "200 all that we have"), "", "kept 102, moved 5, lost 24; loss",
			[]string{"13 of 29 in /list?page name as canonical their own address without parameters", "11 of 29 in /list?page redirect to their own address without parameters"}},
		{"scripts at two addresses", shop.with("/de/", 1, 30, "200 scripts have to run").with("/en/", 1, 30, "200 scripts have to run"),
			shop.with("/de/", 1, 30, "301 /en/#").with("/en/", 1, 30, "200 scripts have to run"), "", "kept 131, lost 30; loss", []string{"all 30 in /de/* redirect to pages that the sitemap lists beside them"}},
		{"unknown", shop, shop.without("/sale/"), "", "kept 83, unknown 18; loss", []string{"all 18 in /sale/* are not known to the crawl any more"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			last := c.before.urls(isPage)
			w := crawl(t, c.after, last)
			o := guard.Options{Standing: list(last), Earlier: crawl(t, c.before, nil)}
			if c.accept != "" {
				o.Accepted = func(url string) bool { return strings.HasPrefix(url, origin+c.accept) }
				w.options.Accepted = o.Accepted
			}
			got, err := guard.Compare(t.Context(), w, o)
			must(t, err)
			must(t, w.Settle(&frontier.Batch{Meta: map[string]string{frontier.MetaWalls: frontier.ListText(got.Noted())}}))
			w.judge(t)
			got, err = guard.Compare(t.Context(), w, o)
			must(t, err)
			if diff := cmp.Diff(c.want, describe(got)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			causes, err := got.Causes(t.Context())
			must(t, err)
			var lines []string
			for i := range causes {
				lines = append(lines, causes[i].String())
			}
			if diff := cmp.Diff(c.causes, lines); diff != "" {
				t.Errorf("causes, -want +got\n%s", diff)
			}
		})
	}
}

// merging are numbered pages that show the texts of the lamps.
func merging(path string, to int, answer string) site {
	s := site{}
	for n := 1; n <= to; n++ {
		maps.Copy(s, site{}.with(path, n, n, answer+words(n)))
	}
	return s
}

// in gives another site with these answers.
func (s site) in(other site) site {
	other = maps.Clone(other)
	maps.Copy(other, s)
	return other
}

// and gives the site with one more answer.
func (s site) and(path, answer string) site {
	s = maps.Clone(s)
	s[path] = answer
	return s
}

// linkedTo gives the site with a start page that links to 80 numbered paths.
func (s site) linkedTo(path string) site {
	var all []string
	for n := 1; n <= 80; n++ {
		all = append(all, fmt.Sprintf(path, n))
	}
	return s.and("/", s["/"]+", see "+strings.Join(all, " "))
}

// without gives the site without the paths that begin so.
func (s site) without(prefix string) site {
	s = maps.Clone(s)
	maps.DeleteFunc(s, func(path, _ string) bool { return strings.HasPrefix(path, prefix) })
	return s
}

// retitled gives pages a title, with a word of their own if it does not end in
// a bar; changed other texts, too.
func (s site) retitled(prefix, title string) site {
	return s.edited(prefix, func(text string) string {
		if !strings.HasSuffix(title, "| ") {
			return title + text + " | " + text
		}
		return title + text
	})
}

func (s site) changed(prefix, title string) site {
	return s.edited(prefix, func(text string) string {
		own := strings.Fields(text)
		slices.Reverse(own)
		for i := range own {
			own[i] = "x" + own[i]
		}
		return title + strings.Join(own, " ")
	})
}

func (s site) edited(prefix string, edit func(text string) string) site {
	s = maps.Clone(s)
	for path, answer := range s {
		if text, ok := strings.CutPrefix(answer, "200 "); ok && strings.HasPrefix(path, prefix) {
			s[path] = "200 " + edit(text)
		}
	}
	return s
}

func describe(c *guard.Comparison) string {
	names := map[guard.Fate]string{guard.Kept: "kept", guard.Moved: "moved", guard.Carried: "carried", guard.Alike: "alike", guard.Own: "own", guard.Lost: "lost", guard.Unknown: "unknown"}
	var fates []string
	for _, f := range []guard.Fate{guard.Kept, guard.Moved, guard.Carried, guard.Alike, guard.Own, guard.Lost, guard.Unknown} {
		if n := c.Standing.Of[f]; n > 0 {
			fates = append(fates, fmt.Sprintf("%s %d", names[f], n))
		}
	}
	if c.Accepted > 0 {
		fates = append(fates, fmt.Sprintf("accepted %d", c.Accepted))
	}
	var rest []string
	if r := c.Reason(); r != guard.None {
		rest = append(rest, r.String())
	}
	for _, w := range c.Walls {
		rest = append(rest, strings.TrimPrefix(w.URL, origin), strconv.Itoa(w.From))
	}
	for _, w := range c.Sent {
		rest = append(rest, "sent", strings.TrimPrefix(w.URL, origin), strconv.Itoa(w.From))
	}
	if len(rest) == 0 {
		return strings.Join(fates, ", ")
	}
	return strings.Join(fates, ", ") + "; " + strings.Join(rest, " ")
}

// Losses against the reference are netted by template.
func TestReference(t *testing.T) {
	reference := shop.urls(isPage)
	for _, c := range []struct {
		name            string
		standing, after site
		want            string
		slow            int
		same, replaces  bool
	}{
		{"as it was", shop, shop, "kept 101", 0, true, true},
		{"a little in each", shop.with("/p/", 1, 10, "404"), shop.with("/p/", 1, 18, "404"), "kept 83, lost 8; slow-loss", 18, false, false},
		{"others have come", shop.with("/p/", 1, 10, "404").with("/p/", 200, 209, own), shop.with("/p/", 1, 18, "404").with("/p/", 200, 217, own), "kept 93, lost 8", 0, false, true},
		{"others of another kind have come", shop.with("/p/", 1, 10, "404").with("/x/", 200, 209, own), shop.with("/p/", 1, 18, "404").with("/x/", 200, 217, own), "kept 93, lost 8; slow-loss", 18, false, false},
		{"grown", shop, shop.with("/p/", 200, 209, own), "kept 101", 0, false, true},
		{"merged bit by bit", shop.with("/sale/", 1, 9, "301 /p/#"), shop.with("/sale/", 1, 18, "301 /p/#"), "kept 83, lost 9; slow-loss", 18, false, false},
		{"merged, then gone", shop.with("/sale/", 1, 9, "301 /p/#"), shop.with("/sale/", 1, 9, "301 /p/#").with("/p/", 60, 68, "404"), "kept 83, lost 9; slow-loss", 18, false, false},
		{"merged, then gone for others", shop.with("/sale/", 1, 9, "301 /p/#"), shop.with("/sale/", 1, 9, "301 /p/#").with("/p/", 60, 68, "404").with("/p/", 200, 208, own), "kept 83, lost 9", 0, false, false},
		{"merged once", shop.with("/sale/", 1, 9, "301 /p/#"), shop.with("/sale/", 1, 9, "301 /p/#").with("/x/", 1, 9, own), "kept 92", 0, false, false},
		{"merged, and others have come", shop.with("/p/", 1, 9, "301 /sale/#"), shop.with("/p/", 1, 18, "301 /sale/#").with("/p/", 200, 217, own), "kept 83, moved 9", 0, false, false},
		{"left before, and back", shop.with("/p/", 1, 10, "404"), shop, "kept 91", 0, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			last := c.standing.urls(isPage)
			got, err := guard.Compare(t.Context(), crawl(t, c.after, last), guard.Options{Standing: list(last), Reference: list(reference)})
			must(t, err)
			if diff := cmp.Diff(c.want, describe(got)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if got.SlowLoss() != c.slow || got.SameAsReference() != c.same || got.Replaces() != c.replaces {
				t.Errorf("slow loss %d, same %t, replaces %t; want %d, %t, %t", got.SlowLoss(), got.SameAsReference(), got.Replaces(), c.slow, c.same, c.replaces)
			}
		})
	}
}

// All of the reference counts, wherever what the last set does not list stands in it.
func TestWholeReference(t *testing.T) {
	last := shop.urls(isPage)
	after := crawl(t, shop, last)
	for n := 1; n <= len(last); n++ {
		gone := []string{origin + "/gone/1", origin + "/gone/2", origin + "/gone/3"}
		got, err := guard.Compare(t.Context(), after, guard.Options{Standing: list(last[:n]), Reference: list(slices.Concat(gone, last[:n]))})
		must(t, err)
		if want := n + len(gone); got.Reference.URLs != want || got.Reference.Of[guard.Kept] != n {
			t.Fatalf("of %d URLs of the reference %d count, and %d of %d are kept", want, got.Reference.URLs, got.Reference.Of[guard.Kept], n)
		}
	}
}

// What a person accepts is expected no more once it is gone.
func TestStillExpected(t *testing.T) {
	last := shop.urls(isPage)
	o := guard.Options{Standing: list(last), Accepted: func(url string) bool { return strings.HasPrefix(url, origin+"/sale/") }}
	c, err := guard.Compare(t.Context(), crawl(t, shop.with("/sale/", 1, 4, "410").with("/p/", 1, 4, "404"), last), o)
	must(t, err)
	var still []string
	for url, err := range c.StillExpected() {
		must(t, err)
		still = append(still, url)
	}
	want := shop.with("/sale/", 1, 4, "410").urls(isPage)
	if diff := cmp.Diff(want, still); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// What the crawl has to note of the set that stands: what would leave it, and
// whether a verdict hangs on that.
func TestMissing(t *testing.T) {
	last := shop.urls(isPage)
	after := shop.with("/p/", 1, 2, "404").with("/p/", 3, 4, "302 /about").with("/p/", 5, 5, "wait").with("/p/", 6, 6, "301 /about").without("/p/80")
	type missing struct{ missing, matters bool }
	for noted, want := range map[bool]map[string]missing{
		false: {"/p/1": {true, false}, "/p/3": {true, true}, "/p/5": {true, true}, "/p/6": {}, "/p/80": {true, true}, "/p/7": {}, "/nowhere": {}},
		true:  {"/p/1": {}, "/p/3": {}, "/p/5": {}, "/p/6": {}, "/p/80": {true, true}, "/p/7": {}, "/nowhere": {}},
	} {
		var list0 []string
		if noted {
			list0 = last
		}
		c, err := guard.Compare(t.Context(), crawl(t, after, list0), guard.Options{Standing: list(last)})
		must(t, err)
		for path, want := range want {
			var got missing
			if got.missing, got.matters = c.MissingURL(origin + path); got != want {
				t.Errorf("noted %t: %s: %+v, want %+v", noted, path, got, want)
			}
		}
		if !c.Missing() {
			t.Errorf("noted %t: nothing is missing", noted)
		}
	}
}

// What the user typed is no loss, be the URL known or not; other spellings of
// what is listed are the same page.
func TestOwnWish(t *testing.T) {
	last := append(shop.urls(isPage), origin+"/p/1?old=1", origin+"/p/2?old=1", origin+"/q?typed=1")
	slices.Sort(last)
	o := guard.Options{
		Standing: list(last),
		Own: func(code audit.Code, row *frontier.Row) bool {
			return code == audit.HTTP4xx && strings.Contains(row.URL, "/sale/")
		},
		Elsewhere: func(url string) (own bool, form string) {
			form, _, found := strings.Cut(url, "?old")
			if !found {
				form = ""
			}
			return strings.Contains(url, "?typed"), form
		},
	}
	c, err := guard.Compare(t.Context(), crawl(t, shop.with("/sale/", 1, 18, "404").with("/p/", 2, 2, "404"), nil), o)
	must(t, err)
	if got, want := describe(c), "kept 82, moved 1, own 19, lost 2"; got != want || c.Standing.URLs != 85 {
		t.Errorf("%s of %d, want %s of 85", got, c.Standing.URLs, want)
	}
}
