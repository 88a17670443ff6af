package pace

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Hosts keeps the pace of each host that is asked. It belongs to one goroutine.
type Hosts struct {
	politeness Politeness
	begun      time.Time
	paces      map[string]*Pace
}

// NewHosts knows no host yet. Each is taken as asked something at begun.
func NewHosts(p Politeness, begun time.Time) *Hosts {
	return &Hosts{politeness: p, begun: begun, paces: map[string]*Pace{}}
}

// Of gives the pace of the host of a URL or an origin. Http and https share
// it: they are one server.
func (h *Hosts) Of(url string) *Pace {
	host := canonical.Host(url)
	p := h.paces[host]
	if p == nil {
		p = newPace(h.politeness, h.begun)
		h.paces[host] = p
	}
	return p
}

// Forget forgets a host: the next request to it is as the first.
func (h *Hosts) Forget(host string) { delete(h.paces, host) }

// Recheck gives the URL by which a host that is parked is to be asked now
// whether it is well again; until its answer comes nothing else is asked of
// it. fresh gives a page of the host of a refused URL that is queued, and was not asked for, ""
// where none is. Where url is "" none is due, and wait tells when to call
// again at the latest.
func (h *Hosts) Recheck(now time.Time, mayAsk func(url string) bool, fresh func(refused string) string) (url string, wait time.Duration) {
	wait = time.Hour
	for _, p := range h.paces {
		w := &p.health
		if w.cause == wellBehaved || w.givenUp {
			continue
		}
		left, due, ok := w.parked(now)
		switch {
		case !ok || due && p.inFlight > 0:
		case !due:
			wait = min(wait, left)
		case p.next().After(now):
			wait = min(wait, p.next().Sub(now))
		default:
			w.trying = true
			return w.recheckURL(now, mayAsk, fresh), 0
		}
	}
	return "", wait
}

// ShutOut reports that the firewall of a host has not opened in all rechecks.
func (h *Hosts) ShutOut() bool {
	for _, p := range h.paces {
		if p.health.givenUp && p.Shut() {
			return true
		}
	}
	return false
}

// LeastGap gives the longest of the gaps that are kept between two requests to
// a host, whatever it answers.
func (h *Hosts) LeastGap() time.Duration {
	gap := time.Duration(0)
	for _, p := range h.paces {
		gap = max(gap, p.least)
	}
	return gap
}

// Parks counts how often hosts were left alone for a minute or more.
func (h *Hosts) Parks() int {
	parks := 0
	for _, p := range h.paces {
		parks += p.health.parks
	}
	return parks
}

// longPause is a pause between two requests that people should be told of.
const longPause = 2 * time.Second

// Parked tells which host is left alone longest, "" if none is.
func (h *Hosts) Parked(now time.Time) string {
	var longest *health
	host := ""
	for name, p := range h.paces {
		if w := &p.health; w.cause != wellBehaved && !w.givenUp && (longest == nil || w.until.After(longest.until)) {
			host, longest = name, w
		}
	}
	if longest == nil {
		return ""
	}
	return host + ", which " + longest.cause.String() + ", asked again in " + max(0, longest.until.Sub(now)).Round(time.Second).String()
}

// Slow tells of a host whose next request is seconds away, "" if none is.
func (h *Hosts) Slow(now time.Time) string {
	for host, p := range h.paces {
		if d := p.next().Sub(now); d > longPause {
			if asks := p.hold.text(now); asks != "" {
				return host + ", which " + asks + ", asked again in " + d.Round(time.Second).String()
			}
			return host + ", which is asked slowly, again in " + d.Round(time.Second).String()
		}
	}
	return ""
}

// Held tells of a host that asks to be left alone for long, and until when it is
// tried from time to time; "" if none does.
func (h *Hosts) Held(now time.Time) string {
	for _, host := range slices.Sorted(maps.Keys(h.paces)) {
		hold := &h.paces[host].hold
		if asks := hold.text(now); asks != "" {
			return host + " " + asks + "; it is tried again from time to time, until " + hold.until.Format("15:04") + " at most"
		}
	}
	return ""
}

// Slowed tells of the host that is asked most slowly for what it answered, and
// why; "" if none is.
func (h *Hosts) Slowed() string {
	var slowest *Pace
	name := ""
	for host, p := range h.paces {
		if p.slow >= telling && !p.health.givenUp && (slowest == nil || p.slow > slowest.slow || p.slow == slowest.slow && host < name) {
			slowest, name = p, host
		}
	}
	if slowest == nil {
		return ""
	}
	return name + " is asked every " + (slowest.least + slowest.slow).Round(time.Second/10).String() + ", because " + strainTexts[slowest.why]
}

// telling is a pause for strain that people should be told of.
const telling = time.Second / 2

// Downs gives the hosts that were given up because they do not answer, or with errors alone.
func (h *Hosts) Downs() []frontier.Down {
	var list []frontier.Down
	for host, p := range h.paces {
		switch w := &p.health; {
		case w.givenUp && w.cause == hostDown:
			list = append(list, frontier.Down{Host: host, Err: w.last.Err.String()})
		case w.givenUp && w.cause == hostBroken:
			list = append(list, frontier.Down{Host: host, Status: w.last.Status})
		}
	}
	slices.SortFunc(list, func(a, b frontier.Down) int { return cmp.Compare(a.Host, b.Host) })
	return list
}

// Firewalls gives the hosts whose firewall ended the crawl.
func (h *Hosts) Firewalls() []frontier.Firewall {
	var list []frontier.Firewall
	for host, p := range h.paces {
		w := &p.health
		if !w.givenUp || w.cause != hostShut {
			continue
		}
		list = append(list, frontier.Firewall{
			Host: host, Vendor: w.last.Vendor, Proof: w.last.Proof, Status: w.last.Status,
			Since: w.since.UTC().Truncate(time.Millisecond), Example: w.last.URL,
		})
	}
	slices.SortFunc(list, func(a, b frontier.Firewall) int { return cmp.Compare(a.Host, b.Host) })
	return list
}
