package whole

import (
	"fmt"
	"iter"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Forum has boards, threads and posts; parts of both by ?start=.
type Forum struct {
	seed      uint64
	boards    int
	threads   int
	permalink bool // each post has an address of its own, whose canonical is its part of the thread
}

const (
	boardPart  = 50
	threadPart = 15
)

// NewForum makes a forum up.
func NewForum(seed uint64, threads int, permalinks bool) *Forum {
	return &Forum{seed, 12, threads, permalinks}
}

// App gives the forum as an application.
func (f *Forum) App(name, about string, limit apps.Limit) *apps.App {
	return &apps.App{Name: name, About: about, Site: f, Seed: f.seed, Limit: limit, Frame: apps.Frame{Brand: "The board", Skin: apps.Tables}}
}

// posts gives the number of posts of a thread: most have few.
func (f *Forum) posts(t int) int {
	if apps.Share(85, f.seed, 1, uint64(t)) {
		return 1 + apps.Below(14, f.seed, 2, uint64(t))
	}
	return 16 + apps.Below(40, f.seed, 2, uint64(t))
}

func (f *Forum) title(t int) string {
	return apps.Phrase(f.seed, 3, uint64(t)) + " " + apps.Noun(t%180)
}

func (f *Forum) inBoard(b int) int { return (f.threads - b + f.boards - 1) / f.boards }

func start(path string, n int) string {
	if n == 0 {
		return path
	}
	return path + "&start=" + strconv.Itoa(n)
}

func (f *Forum) board(b, from int) string {
	return start(fmt.Sprintf("/viewforum.php?f=%d", b+1), from)
}

func (f *Forum) thread(t, from int) string {
	return start(fmt.Sprintf("/viewtopic.php?f=%d&t=%d", t%f.boards+1, t+1), from)
}

// post is the address of a post, numbered through the whole forum.
func (f *Forum) post(t, n int) string {
	id := t*60 + n + 1
	return fmt.Sprintf("/viewtopic.php?p=%d#p%d", id, id)
}

// Required gives boards and threads with their parts.
func (f *Forum) Required() iter.Seq[string] {
	return func(yield func(string) bool) {
		if !yield("/") {
			return
		}
		for b := range f.boards {
			for from := 0; from < f.inBoard(b); from += boardPart {
				if !yield(f.board(b, from)) {
					return
				}
			}
		}
		for t := range f.threads {
			for from := 0; from < f.posts(t); from += threadPart {
				if !yield(f.thread(t, from)) {
					return
				}
			}
		}
	}
}

// Look tells what a URL shows.
func (f *Forum) Look(u apps.URL) apps.View {
	number := func(name string) int {
		n, err := strconv.Atoi(u.Query.Get(name))
		if err != nil {
			return -1
		}
		return n
	}
	required := func(kind string, draw func(*apps.Page)) apps.View {
		return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: kind}, Draw: draw}
	}
	from, same := max(0, number("start")), u.String()
	switch b, t, p := number("f")-1, number("t")-1, number("p")-1; {
	case same == "/":
		return required("home", f.drawHome)
	case u.Path == "/viewforum.php" && b >= 0 && b < f.boards && from < f.inBoard(b) && from%boardPart == 0 && f.board(b, from) == same:
		return required("board", func(p *apps.Page) { f.drawBoard(p, b, from) })
	case u.Path == "/viewtopic.php" && p >= 0 && u.Query.Only("p") && p/60 < f.threads && p%60 < f.posts(p/60) && f.permalink:
		from := p % 60 / threadPart * threadPart
		return apps.View{Truth: apps.Truth{Kind: "post"}, Draw: func(page *apps.Page) { f.drawThread(page, p/60, from) }}
	case u.Path == "/viewtopic.php" && t >= 0 && t < f.threads && from < f.posts(t) && from%threadPart == 0 && f.thread(t, from) == same:
		return required("thread", func(p *apps.Page) { f.drawThread(p, t, from) })
	}
	return apps.Missing()
}

func (f *Forum) drawHome(p *apps.Page) {
	p.Title = "Boards"
	for b := range f.boards {
		p.Card(apps.Link{Href: f.board(b, 0), Text: apps.Title(apps.Noun(b))}, fmt.Sprintf("%d threads", f.inBoard(b)))
	}
}

// pager leads to the parts around one.
func pager(p *apps.Page, from, size, all int, link func(from int) string) {
	var links []apps.Link
	for at := 0; at < all; at += size {
		if at != from && (at == 0 || at >= from-3*size && at <= from+3*size || at+size >= all) {
			links = append(links, apps.Link{Href: link(at), Text: strconv.Itoa(at/size + 1)})
		}
	}
	p.Line("pager", links)
}

func (f *Forum) drawBoard(p *apps.Page, b, from int) {
	p.Title = apps.Title(apps.Noun(b))
	p.Trail = []apps.Link{{Href: "/", Text: "Boards"}}
	for k := from; k < min(from+boardPart, f.inBoard(b)); k++ {
		t := k*f.boards + b
		p.Card(apps.Link{Href: f.thread(t, 0), Text: f.title(t)}, fmt.Sprintf("%d posts", f.posts(t)))
		if f.permalink {
			p.Raw("%s\n", p.A(apps.Link{Href: f.post(t, f.posts(t)-1), Text: "last post"}))
		}
	}
	pager(p, from, boardPart, f.inBoard(b), func(at int) string { return f.board(b, at) })
}

func (f *Forum) drawThread(p *apps.Page, t, from int) {
	p.Title = f.title(t)
	if f.permalink {
		p.Canonical = f.thread(t, from)
	}
	p.Trail = []apps.Link{{Href: "/", Text: "Boards"}, {Href: f.board(t%f.boards, 0), Text: apps.Title(apps.Noun(t % f.boards))}}
	for n := from; n < min(from+threadPart, f.posts(t)); n++ {
		p.Raw("<h3>%s</h3>\n", p.A(apps.Link{Href: f.postLink(t, n), Text: "Re: " + f.title(t)}))
		p.P(apps.Title(apps.Noun(apps.Below(150, f.seed, 4, uint64(t), uint64(n)))) + ": " + apps.Prose(12, f.seed, 5, uint64(t), uint64(n)))
	}
	pager(p, from, threadPart, f.posts(t), func(at int) string { return f.thread(t, at) })
}

func (f *Forum) postLink(t, n int) string {
	if f.permalink {
		return f.post(t, n)
	}
	return "#p" + strconv.Itoa(n)
}
