package losses

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Kind is a kind of site.
type Kind struct {
	Name, About string
	build       func(*Site)
}

// Kinds gives all kinds.
func Kinds() []Kind { return kinds }

var kinds = []Kind{
	{"gallery", "a picture and a caption", things("/photo/%s", (*Site).id, photo)},
	{"galleryq", "the same by ?photo=", things("/show?photo=%s", (*Site).id, photo)},
	{"parts", "products that differ by their number and a dimension", things("/parts/%s.html", (*Site).id, part)},
	{"partsq", "the same by ?no=", things("/part.php?no=%s", (*Site).id, part)},
	{"city", "the same offer in each town", things("/plumber-in-%s", (*Site).slug, offer)},
	{"cityq", "the same by ?city=", things("/plumber?city=%s", (*Site).slug, offer)},
	{"store", "branches with address and hours", things("/stores/%s", (*Site).id, store)},
	{"glossary", "one short definition each", things("/glossary/%s", (*Site).slug, definition)},
	{"pageid", "?page_id= as the only address of articles", things("/?page_id=%s", (*Site).id, article)},
	{"wiki", "?title= as the only address of articles", things("/index.php?title=%s", (*Site).slug, article)},
	{"forumpost", "posts by ?p=", things("/viewtopic.php?p=%s", (*Site).id, post)},
	{"jobs", "jobs with the firm's usual words", things("/jobs/%s", (*Site).id, job)},
	{"prices", "a name and its price", things("/price/%s", (*Site).slug, price)},
	{"caseid", "identifiers that differ by case alone", things("/v/%s", (*Site).letters, article)},
	{"caseidq", "the same by ?v=", things("/watch?v=%s", (*Site).letters, article)},
	{"bareid", "a picture by ?5f3a09c1, a parameter without a value", things("/show?%s", (*Site).hex, photo)},
	{"barenumber", "parts by ?9780001234, the same way", things("/part.php?%s", (*Site).long, part)},
	{"barepath", "articles by the same in different paths", things("/read/%s", (*Site).pathHex, article)},
	{"zero", "articles in lists whose second part is ?page=1", zero},
	{"zeroby", "the same, each entry by three of some authors", zeroBy},
	{"events", "the same course every week, by date", things("/course/%s", (*Site).date, course)},
	{"eventsq", "the same by ?date=", things("/course?date=%s", (*Site).date, course)},
	{"verses", "a sentence each, by book, chapter and verse", things("/book/%s", (*Site).verse, sentence)},
	{"versions", "releases of a manual whose pages are nearly the same", versions},
	{"printed", "articles that can be printed, and read without a frame", printed},
	{"pressed", "articles that can be printed, with comments, where no address has parameters", pressed},
	{"ebooks", "books, each sold as an e-book and used, too, at pages with the same text", ebooks},
	{"releases", "the same in each release of a manual, with less in earlier ones", releases},
	{"editions", "the same in each edition of a manual, whose pages lead to no other page of it", editions},
	{"regions", "the same products in two regions", regions},
	{"sales", "some of what each brand has", sales},
	{"beginnings", "stories whose whole text is at another address, too", beginnings},
	{"chain", "pictures of which each leads to the next one alone", chain("/comic/%s/", (*Site).id, photo)},
	{"chainq", "the same by ?id=", chain("/comic?id=%s", (*Site).id, photo)},
	{"chainbare", "the same without a word", chain("/picture/%s", (*Site).id, picture)},
	{"chainstory", "chapters that lead to the next one alone", chain("/chapter-%s", (*Site).id, article)},
	{"chaindate", "a strip each day, which leads to the days beside it alone", chain("/strip/%s", (*Site).date, strip)},
	{"chaindiary", "a diary with a few words each day, which leads to the days beside it alone", chain("/diary/%s/", (*Site).date, sentence)},
	{"twofold", "a folder of the same name in another one, and hardly a word", things("/photos/photos/%s", (*Site).id, picture)},
	{"twofoldparts", "the same with parts", things("/shop/parts/shop/%s", (*Site).id, part)},
	{"twofoldchain", "the same in a chain", chain("/comics/all/comics/%s", (*Site).id, photo)},
	{"draws", "what was drawn on each day, in figures alone", things("/draw/%s", (*Site).date, drawn)},
	{"drawsq", "the same by ?date=", things("/draw?date=%s", (*Site).date, drawn)},
	{"untitled", "articles under one title", things("/read/%s", (*Site).id, untitled)},
	{"untitledq", "the same by ?id=", things("/read?id=%s", (*Site).id, untitled)},
	{"tabs", "?tab= with another text about the same thing", tabs},
	{"compare", "any two of some products beside each other", compare},
	{"langs", "translations by ?lang= that lead on in their language", translations},
	{"currency", "prices in other currencies by ?currency=", views("currency", "EUR", "USD")},
	{"money", "prices in other currencies, and lists in parts, where the one that is meant is named, too", money},
	{"variants", "?variant= with another price and picture", variants},
	{"letters", "lists by ?letter=, in parts", letters("/names?letter=%s")},
	{"letterpage", "lists by letter in the path, in parts", letters("/names/%s/")},
	{"index", "lists by ?letter= that say nothing, of which the first is shown without it, too", index},
	{"volumes", "lists by ?vol= and by ?no=, each in parts by ?from=", volumes},
	{"feed", "one list without end, of which the first part is shown for what is no number", feed},
	{"countries", "the same by ?country= of categories", countries},
	{"guides", "lists that say the same in each town", guides},
	{"posts", "posts of threads by addresses in folders that redirect, or say that they are not to be listed", posts(shared)},
	{"permalinks", "posts of threads by addresses that redirect to such as are not to be listed, authors to a login", posts(permanent)},
	{"detours", "pages that addresses that redirect lead to by others with noindex", detours},
	{"late", "members by ?id=, the first of whom say noindex", late("/member?id=%s")},
	{"latepath", "the same in the path", late("/member/%s")},
	{"latechain", "the same, each of whom leads to the next one, too", lateChain("/profile/%s", (*Site).id)},
	{"latechainname", "the same by name", lateChain("/profile/%s", (*Site).slug)},
	{"latechaindate", "days of a diary, the same way", lateChain("/diary/%s", (*Site).date)},
	{"latego", "products by addresses that redirect, the first of which say noindex", lateGo},
	{"latearchives", "archives with noindex, each with an article; the first articles lead to each other", lateArchives(withNoindex)},
	{"latecanonicals", "the same with a canonical to the start", lateArchives(withCanonical)},
	{"combos", "combinations of facets that the sitemap names", combos},
	{"drill", "each filter leads to the next one, lists show their first twelve", drill},
	{"cap", "filters in any combination, lists show their first twelve", capped},
	{"dates", "days of an archive alone lead to most articles", dates("/archive?date=%s")},
	{"datepath", "the same in the path", dates("/archive/%s")},
	{"albums", "pictures by the album that leads to them, of which some show that there is nothing", albums(false)},
	{"albumsalways", "the same, which any address that does not exist shows", albums(true)},
	{"map", "tiles of a map alone lead to the places on it", tiles},
}

// draws writes what a thing says besides its name.
type draws func(s *Site, p *apps.Page, i int)

// things are pages of one kind in lists of several parts.
func things(format string, key func(*Site, int) string, draw draws) func(*Site) {
	return func(s *Site) {
		var all []apps.Link
		for i := range s.n {
			all = append(all, s.thing(fmt.Sprintf(format, key(s, i)), i, draw))
		}
		s.lists(all)
	}
}

// zero counts the parts of lists from 0.
func zero(s *Site) {
	s.zero = true
	things("/article/%s", (*Site).slug, article)(s)
}

// zeroBy has authors, whom all parts of a list have in common.
func zeroBy(s *Site) {
	s.by = 24
	for i := range s.by {
		name := apps.Title(apps.Noun(i))
		s.page("/by/"+apps.Slug(name), name, func(p *apps.Page) { p.P(apps.Prose(40, s.seed, 44, uint64(i))) })
	}
	zero(s)
}

// chain are pages of which each leads to those beside it.
func chain(format string, key func(*Site, int) string, draw draws) func(*Site) {
	return func(s *Site) {
		var before *node
		for i := range s.n {
			l := s.thing(fmt.Sprintf(format, key(s, i)), i, draw)
			n := s.nodes[apps.ParseURL(l.Href).String()]
			if before == nil {
				s.nav = append(s.nav, l)
			} else {
				before.links = append(before.links, apps.Link{Href: l.Href, Text: "Next"})
				n.links = append(n.links, apps.Link{Href: fmt.Sprintf(format, key(s, i-1)), Text: "Previous"})
			}
			before = n
		}
	}
}

func (s *Site) thing(address string, i int, draw draws) apps.Link {
	s.page(address, s.name(i), func(p *apps.Page) { draw(s, p, i) })
	return apps.Link{Href: address, Text: s.name(i)}
}

// letters are identifiers that differ from the next one by case alone.
func (s *Site) letters(i int) string {
	id := []byte(apps.Noun(i / 2 % 150)[:3] + s.id(i/2))
	if i%2 > 0 {
		id[0] -= 'a' - 'A'
	}
	return string(id)
}

func (s *Site) hex(i int) string { return apps.Hex(8, s.seed, 70, uint64(i)) }

func (s *Site) pathHex(i int) string { return s.slug(i%7) + "?" + s.hex(i) }

func (s *Site) long(i int) string { return fmt.Sprintf("978%07d", 1000+37*i) }

// date gives each thing a day of its own.
func (s *Site) date(i int) string {
	if s.mixed {
		i = (i*48_271 + 7919) % 3001
	}
	return fmt.Sprintf("%d-%02d-%02d", 2016+i/336, 1+i/28%12, 1+i%28)
}

func (s *Site) verse(i int) string {
	return fmt.Sprintf("%s/%d/%d", apps.Noun(i/200), 1+i/20%10, 1+i%20)
}

func photo(s *Site, p *apps.Page, i int) {
	p.Raw("<figure><img src=\"/img/%s.jpg\" alt=\"\"><figcaption>%s</figcaption></figure>\n", s.id(i), s.name(i))
}

func picture(s *Site, p *apps.Page, i int) {
	p.Title = "Picture " + s.id(i)
	p.Raw("<img src=\"/img/%s.jpg\" alt=\"\">\n", s.id(i))
}

func strip(s *Site, p *apps.Page, i int) {
	p.Title = "Strip of " + s.date(i)
	p.P("A new strip each day. Subscribe, and you will have it by mail.")
	p.Raw("<img src=\"/img/%s.jpg\" alt=\"The strip\">\n", s.id(i))
}

func drawn(s *Site, p *apps.Page, i int) {
	p.Title = "Drawn on " + s.date(i)
	p.P(fmt.Sprintf("The numbers are %d, %d, %d and %d. All figures without warranty.", s.below(49, i, 30), s.below(49, i, 31), s.below(49, i, 32), s.below(49, i, 33)))
}

func untitled(s *Site, p *apps.Page, i int) {
	p.Title, p.H1 = "Read it here", "Read it here"
	article(s, p, i)
}

func part(s *Site, p *apps.Page, i int) {
	p.Title = "Hex bolt " + s.id(i)
	p.P("Hex bolt of zinc plated steel, with full thread. Sold by the hundred. Delivery within two days from stock.")
	p.Rows([2]string{"Part number", s.id(i)}, [2]string{"Length", strconv.Itoa(4+i) + " mm"})
}

func offer(s *Site, p *apps.Page, i int) {
	p.Title = "Plumber in " + s.name(i)
	p.P(strings.ReplaceAll("Do you need a plumber in X? Our plumbers are in X within an hour, day and night. We mend pipes, taps and boilers all over X, "+
		"and tell you the price before we begin. Call us today, and ask for our offers in X.", "X", s.name(i)))
}

func store(s *Site, p *apps.Page, i int) {
	p.Title = "Our store in " + s.name(i)
	p.P("Open from Monday to Friday from 9 to 18 and on Saturday from 10 to 16. Parking space in front of the house.")
	p.Rows([2]string{"Address", fmt.Sprintf("%d %s Street", 1+s.below(300, i, 3), s.name(i))}, [2]string{"Telephone", fmt.Sprintf("0%09d", s.below(1e9, i, 4))})
}

func definition(s *Site, p *apps.Page, i int) { p.P("noun. " + apps.Prose(6, s.seed, 5, uint64(i))) }

func article(s *Site, p *apps.Page, i int) { p.P(apps.Prose(120, s.seed, 6, uint64(i))) }

func sentence(s *Site, p *apps.Page, i int) { p.P(apps.Prose(7, s.seed, 7, uint64(i))) }

func post(s *Site, p *apps.Page, i int) {
	p.Title = "Re: " + s.name(i/5)
	p.P(apps.Prose(20, s.seed, 8, uint64(i)))
}

func job(s *Site, p *apps.Page, i int) {
	p.Title = "Clerk in " + s.name(i)
	p.P("We are a firm of four hundred with offices all over the country. You will work in a team that is proud of what it does. " +
		"We offer thirty days of leave, a pension and a canteen. Send your application by post, with a photograph.")
	p.Rows([2]string{"Place", s.name(i)}, [2]string{"Salary", fmt.Sprintf("£%d,000", 20+s.below(30, i, 9))})
}

func price(s *Site, p *apps.Page, i int) {
	p.P(fmt.Sprintf("£%d.%02d", s.below(900, i, 10), s.below(100, i, 11)))
}

func course(s *Site, p *apps.Page, i int) {
	p.Title = "Yoga for all on " + s.date(i)
	p.P("Our course for beginners. Bring a towel and something to drink. The course takes an hour, and begins at 18:00 on " + s.date(i) + ".")
}
