package endless

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Map can be moved and zoomed without end. It shows which notes belong to the
// places in sight.
func Map(seed uint64, notes int) *Site {
	s := newSite(seed, notes)
	at := func(lat, lon, zoom int) string {
		return fmt.Sprintf("/map?lat=%.2f&lon=%.2f&zoom=%d", float64(lat)/100, float64(lon)/100, zoom)
	}
	s.trap = func(u apps.URL) apps.View {
		lat, _ := strconv.ParseFloat(u.Query.Get("lat"), 64)
		lon, _ := strconv.ParseFloat(u.Query.Get("lon"), 64)
		zoom, _ := strconv.Atoi(u.Query.Get("zoom"))
		if u.Path != "/map" || !u.Query.Only("lat", "lon", "zoom") || zoom < 0 || zoom > 20 {
			return apps.Missing()
		}
		v := forbidden("view of the map", func(p *apps.Page) {
			p.Title = "Map"
			y, x := int(math.Round(lat*100)), int(math.Round(lon*100))
			step := 1 << max(0, 10-zoom/2)
			p.Line("move", []apps.Link{{Href: at(y+step, x, zoom), Text: "N"}, {Href: at(y-step, x, zoom), Text: "S"}, {Href: at(y, x+step, zoom), Text: "E"},
				{Href: at(y, x-step, zoom), Text: "W"}, {Href: at(y, x, min(20, zoom+1)), Text: "+"}, {Href: at(y, x, max(0, zoom-1)), Text: "-"}})
			for n := 1; n < notes; n++ {
				ny, nx := apps.Below(400, seed, 70, uint64(n))-200, apps.Below(400, seed, 71, uint64(n))-200
				if len(u.Query) == 0 || abs(ny-y)+abs(nx-x) < 4*step {
					p.Card(s.link(n), "here")
				}
			}
		})
		if len(u.Query) == 0 {
			v.Truth = apps.Truth{Word: apps.Required, Kind: "map"}
		}
		return v
	}
	s.required = []string{"/map"}
	s.decorate = func(p *apps.Page, note int) {
		links := []apps.Link{{Href: "/map", Text: "Map"}}
		if note > 0 {
			links = append(links, apps.Link{Href: at(apps.Below(400, seed, 70, uint64(note))-200, apps.Below(400, seed, 71, uint64(note))-200, 12), Text: "On the map"})
		}
		p.Links("map", links)
	}
	return s
}

func abs(n int) int { return max(n, -n) }

// Booking offers rooms for any day to come; each day has its own price.
func Booking(seed uint64, notes int) *Site {
	s := newSite(seed, notes)
	const rooms = 12
	s.trap = func(u apps.URL) apps.View {
		var room int
		if n, _ := fmt.Sscanf(u.Path, "/rooms/%d", &room); n != 1 || room < 1 || room > rooms || fmt.Sprintf("/rooms/%d", room) != u.Path || !u.Query.Only("arrival", "nights") {
			return apps.Missing()
		}
		v := forbidden("room on a day", func(p *apps.Page) { s.drawRoom(p, room, u.Query) })
		if len(u.Query) == 0 {
			v.Truth = apps.Truth{Word: apps.Required, Kind: "room"}
		}
		return v
	}
	for r := range rooms {
		s.required = append(s.required, fmt.Sprintf("/rooms/%d", r+1))
	}
	s.decorate = func(p *apps.Page, note int) {
		if note > 0 {
			p.Links("rooms", []apps.Link{{Href: fmt.Sprintf("/rooms/%d", 1+note%rooms), Text: "Sleep here"}})
		}
	}
	return s
}

func (s *Site) drawRoom(p *apps.Page, room int, q apps.Params) {
	day, err := time.Parse("20060102", q.Get("arrival"))
	if err != nil {
		day = today
	}
	nights, _ := strconv.Atoi(q.Get("nights"))
	p.Title = fmt.Sprintf("Room %d", room)
	p.P(apps.Prose(60, s.seed, 72, uint64(room)))
	if len(q) > 0 {
		p.P(fmt.Sprintf("%d nights from %s: £%d", max(1, nights), day.Format("2 January 2006"), 40+apps.Below(90, s.seed, 73, uint64(room), uint64(day.Unix()), uint64(nights))))
	}
	var links []apps.Link
	for k := 1; k <= 14; k++ {
		d := day.AddDate(0, 0, k)
		links = append(links, apps.Link{Href: fmt.Sprintf("/rooms/%d?arrival=%s&nights=%d", room, d.Format("20060102"), 1+k%4), Text: d.Format("2 Jan")})
	}
	p.Links("days", links)
}

// Compare puts any two notes beside each other.
func Compare(seed uint64, notes int) *Site {
	s := newSite(seed, notes)
	s.trap = func(u apps.URL) apps.View {
		a, bad := strconv.Atoi(u.Query.Get("a"))
		b, worse := strconv.Atoi(u.Query.Get("b"))
		if u.Path != "/compare" || bad != nil || worse != nil || a < 1 || b < 1 || a >= notes || b >= notes {
			return apps.Missing()
		}
		return forbidden("pair", func(p *apps.Page) {
			p.Title = s.title(a) + " and " + s.title(b)
			for _, n := range []int{a, b} {
				p.H2(s.title(n))
				p.P(apps.Prose(50, seed, 4, uint64(n), 0))
			}
			p.Links("pair", []apps.Link{s.link(a), s.link(b)})
			s.drawPairs(p, b)
		})
	}
	s.decorate = func(p *apps.Page, note int) {
		if note > 0 {
			s.drawPairs(p, note)
		}
	}
	return s
}

func (s *Site) drawPairs(p *apps.Page, with int) {
	var links []apps.Link
	for k := range 10 {
		if n := 1 + apps.Below(s.notes-1, s.seed, 74, uint64(with), uint64(k)); n != with {
			links = append(links, apps.Link{Href: fmt.Sprintf("/compare?a=%d&b=%d", with, n), Text: s.title(n)})
		}
	}
	p.Block("Compare with", links)
}
