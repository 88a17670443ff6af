package catalog

import (
	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/endless"
)

// maker is what all endless sites are.
type maker interface {
	App(name, about string, limit apps.Limit) *apps.App
}

func endlessLimit(size Size) apps.Limit { return apps.Limit{Base: size.of(2500, 5000), Others: 50} }

// endlessOnes are small sites on which a crawl finds no end.
func endlessOnes() []entry {
	one := func(name, about string, build func(seed uint64, notes int) maker) entry {
		return entry{name, about, func(name, about string, size Size) *apps.App {
			return build(apps.Hash(name), size.of(60, 300)).App(name, about, endlessLimit(size))
		}}
	}
	calendar := func(name, about string, style endless.CalendarStyle) entry {
		return one(name, about, func(seed uint64, notes int) maker {
			months := 24
			if notes > 60 {
				months = 65 // 181 months and events
			}
			return endless.Calendar(seed, notes, months, style)
		})
	}
	shell := func(name, about, prefix string) entry {
		return entry{name, about, func(name, about string, size Size) *apps.App {
			return endless.Shell(name, about, apps.Hash(name), size.of(60, 300), prefix, endlessLimit(size))
		}}
	}
	nonces := func(name, about string, style endless.NonceStyle) entry {
		return one(name, about, func(seed uint64, n int) maker { return endless.Nonces(seed, n, style) })
	}
	stock := func(name, about string, style endless.StockStyle) entry {
		return still(entry{name, about, func(name, about string, size Size) *apps.App {
			return endless.Stock(apps.Hash(name), size.of(300, 2400), style).App(name, about, apps.Limit{Base: 300, PerPage: 8, Others: 5})
		}})
	}
	return []entry{
		nonces("endless-nonce-number", "each link with a number that no other answer has, ?1795612345", endless.NonceStyle{Parts: true}),
		nonces("endless-nonce-mixed", "each link with a parameter whose name no other answer has, ?kx83jd=1", endless.NonceStyle{Name: endless.NamedMixed, Parts: true}),
		nonces("endless-nonce-letters", "the same, of letters alone", endless.NonceStyle{Name: endless.NamedLetters, Parts: true}),
		nonces("endless-nonce-hex", "the same without a value, ?5f3a09c1", endless.NonceStyle{Name: endless.NamedHex}),
		nonces("endless-nonce-some-number", "three links a page with such a number", endless.NonceStyle{Some: true, Parts: true}),
		nonces("endless-nonce-some-mixed", "three links a page with such a name", endless.NonceStyle{Name: endless.NamedMixed, Some: true, Parts: true}),
		nonces("endless-nonce-some-letters", "the same, of letters alone", endless.NonceStyle{Name: endless.NamedLetters, Some: true, Parts: true}),
		nonces("endless-nonce-redirect", "each page redirects to itself with such a name", endless.NonceStyle{Name: endless.NamedMixed, Redirect: true}),
		nonces("endless-nonce-redirect-number", "the same with a number", endless.NonceStyle{Redirect: true}),
		nonces("endless-nonce-redirect-value", "the same with a value of one parameter", endless.NonceStyle{Name: endless.NamedValue, Redirect: true}),
		still(one("endless-404", "every address answers 200 \"404 - Page not found\" with one new link",
			func(seed uint64, n int) maker { return endless.NotFound(seed, n, false) })),
		still(one("endless-404-long", "the same with many words, some of which stand in addresses",
			func(seed uint64, n int) maker { return endless.LongNotFound(seed, n) })),
		still(one("endless-404-tells", "the same with other words at each address below the title and the heading",
			func(seed uint64, n int) maker { return endless.TellingNotFound(seed, n) })),
		one("endless-404-echo", "the same, and the page is made of words of the address",
			func(seed uint64, n int) maker { return endless.NotFound(seed, n, true) }),
		still(one("endless-ab", "relative links a/ and b/ on a page that is the same at each depth",
			func(seed uint64, n int) maker { return endless.Relative(seed, n, false) })),
		one("endless-ab-echo", "the same with the address in the heading",
			func(seed uint64, n int) maker { return endless.Relative(seed, n, true) }),
		still(one("endless-pathinfo", "a script that overlooks what stands before the last segment, and links that stack up",
			func(seed uint64, n int) maker { return endless.PathInfo(seed, n) })),
		one("endless-facets", "eight facets in any order, the title repeating them, fewer notes each time",
			func(seed uint64, n int) maker { return endless.Facets(seed, n, true) }),
		still(one("endless-facets-idle", "eight facets in any order, the title repeating them, the same notes each time",
			func(seed uint64, n int) maker { return endless.Facets(seed, n, false) })),
		still(calendar("endless-calendar", "months for ever both ways; the real ones have events", endless.MonthParam)),
		still(one("endless-calendar-empty", "months for ever both ways, and never an event",
			func(seed uint64, n int) maker { return endless.Calendar(seed, n, 0, endless.MonthParam) })),
		calendar("endless-calendar-days", "months and days in the path", endless.MonthPath),
		still(calendar("endless-calendar-links", "the same, links and figures alone, days lead to days, and ten months without an event", endless.LinksAlone)),
		still(calendar("endless-calendar-views", "year and month as two parameters, each month as list and week, too", endless.TwoParams)),
		open(calendar("endless-calendar-recurring", "every Monday has a page of its own, for ever", endless.Recurring)),
		still(shell("endless-shell", "a blank page that waits for scripts at every address, 154 of them in the sitemap", "/")),
		still(shell("endless-shell-part", "the same below /app/, beside a real site", "/app/")),
		still(one("endless-session", "a new session in the path of each link; without one the page comes, too",
			func(seed uint64, n int) maker { return endless.PathSession(seed, n, false) })),
		one("endless-session-redirect", "the same; without one there is a redirect to an address with one",
			func(seed uint64, n int) maker { return endless.PathSession(seed, n, true) }),
		one("endless-search", "words that link to the search for them, and searches to more searches",
			func(seed uint64, n int) maker { return endless.Search(seed, n) }),
		still(one("endless-tags", "tags that can be put together, in the order of the clicks",
			func(seed uint64, n int) maker { return endless.Tags(seed, n) })),
		still(one("endless-views", "each page to print, to share, as PDF, in big letters, behind a login that leads to the login",
			func(seed uint64, n int) maker { return endless.Views(seed, n) })),
		one("endless-random", "links in each answer that no other answer has",
			func(seed uint64, n int) maker { return endless.Random(seed, n) }),
		one("endless-map", "a map that can be moved and zoomed", func(seed uint64, n int) maker { return endless.Map(seed, n) }),
		still(one("endless-files", "directories in four columns both ways, ?C=N;O=D",
			func(seed uint64, n int) maker { return endless.Files(seed, n, 60) })),
		still(one("endless-pager-first", "an archive whose parts link on for ever; behind the last one is the first one again",
			func(seed uint64, n int) maker { return endless.Pager(seed, n, endless.FirstAgain, false) })),
		one("endless-pager-last", "the same as /page/2/, with the last one again",
			func(seed uint64, n int) maker { return endless.Pager(seed, n, endless.LastAgain, true) }),
		one("endless-pager-nothing", "the same with nothing, and notes by chance",
			func(seed uint64, n int) maker { return endless.Pager(seed, n, endless.NothingLeft, false) }),
		stock("endless-stock", "a shop with four facets, each list of which links on for ever, with nothing in its parts; most categories have one",
			endless.StockStyle{Facets: 4, After: endless.NothingLeft, Each: 12}),
		stock("endless-stock-path", "the same as /page/2/, with more in a category", endless.StockStyle{Facets: 3, After: endless.NothingLeft, InPath: true, Each: 30}),
		stock("endless-stock-last", "the same with the last part again", endless.StockStyle{Facets: 4, After: endless.LastAgain, Each: 12}),
		stock("endless-stock-first", "the same with the first part again", endless.StockStyle{Facets: 4, After: endless.FirstAgain, Each: 12}),
		stock("endless-stock-box", "the same with an end, five facets, and four products drawn for each answer on each page",
			endless.StockStyle{Facets: 5, Ends: true, Box: 4, Each: 100}),
		stock("endless-stock-bigbox", "the same with eight products", endless.StockStyle{Facets: 4, Ends: true, Box: 8, Each: 24}),
		stock("endless-stock-box-empty", "the same without an end, and nothing but the box behind it", endless.StockStyle{Facets: 3, After: endless.NothingLeft, Box: 4, Each: 100}),
		stock("endless-stock-box-last", "the same with the last part again", endless.StockStyle{Facets: 3, After: endless.LastAgain, Box: 8, Each: 24}),
		stock("endless-stock-sizes", "the same with an end, and sizes that are numbers", endless.StockStyle{Facets: 4, Ends: true, Box: 6, Each: 48, Sizes: true}),
		stock("endless-stock-drawn", "the same without a box, lists in another order with each answer", endless.StockStyle{Facets: 3, Ends: true, Each: 48, Sizes: true, Drawn: true}),
		still(one("endless-similar", "/similar/3/14/15: what is like several notes", func(seed uint64, n int) maker { return endless.Similar(seed, n) })),
		one("endless-back", "a login that knows where one comes from, itself included", func(seed uint64, n int) maker { return endless.Back(seed, n) }),
		still(one("endless-trail", "?seen=3&seen=14: each link knows the notes before", func(seed uint64, n int) maker { return endless.Trail(seed, n) })),
		one("endless-stamps", "the time in each link", func(seed uint64, n int) maker { return endless.Stamps(seed, n) }),
		one("endless-404-random", "200 at any address, with other words and notes each time",
			func(seed uint64, n int) maker { return endless.SoftMissing(seed, n) }),
		still(one("endless-agenda", "months, days and lists of events for ever, each as file, too", func(seed uint64, n int) maker {
			months := 24
			if n > 60 {
				months = 65
			}
			return endless.Agenda(seed, n, months)
		})),
		but(one("endless-tracker", "lists with two spellings and a name, of entries that are said to be some minutes or an hour old",
			func(seed uint64, n int) maker { return endless.Tracker(seed, n) }), func(a *apps.App) { a.Limit = apps.Limit{Base: 50, PerPage: 1.5, Once: true} }),
		one("endless-booking", "a room on any day to come, each with its own price",
			func(seed uint64, n int) maker { return endless.Booking(seed, n) }),
		still(open(one("endless-compare", "any two notes beside each other",
			func(seed uint64, n int) maker { return endless.Compare(seed, n) }))),
		still(one("endless-words", "words that lead to other words, all of them with noindex",
			func(seed uint64, n int) maker { return endless.Words(seed, n) })),
		still(one("endless-diary", "months and days for ever, all of them with noindex",
			func(seed uint64, n int) maker { return endless.Diary(seed, n) })),
		still(one("endless-crossing", "two chains of noindex pages, named by words, that lead to each other",
			func(seed uint64, n int) maker { return endless.Crossing(seed, n) })),
		still(one("endless-maze", "made-up text that leads ever deeper",
			func(seed uint64, n int) maker { return endless.Maze(seed, n, false) })),
		one("endless-maze-flat", "made-up text in one directory",
			func(seed uint64, n int) maker { return endless.Maze(seed, n, true) }),
	}
}
