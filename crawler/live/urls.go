package live

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// URLs gathers what sitemaps list, by host; it keeps them in files. It is for
// one goroutine.
type URLs struct {
	dir   string
	rules *canonical.Rules
	hosts map[string]*Host
	order []*Host
}

// Host is the listed URLs of one origin.
type Host struct {
	Origin string // scheme and host
	URLs   int
	scope  canonical.Scope
	first  string
	file   *os.File
	out    *bufio.Writer
}

// maxHosts is of how many origins URLs are gathered: sitemaps list one, or few
// that a robots.txt vouches for.
const maxHosts = 100

// NewURLs makes an empty list with its files in temp, "" for the system's
// folder. It has to be closed.
func NewURLs(temp string) (*URLs, error) {
	rules, err := canonical.New(identity)
	if err != nil {
		return nil, fmt.Errorf("set up the rules of URLs: %w", err)
	}
	dir, err := os.MkdirTemp(temp, "portolan-live-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the URLs to ask for: %w", err)
	}
	return &URLs{dir: dir, rules: rules, hosts: map[string]*Host{}}, nil
}

// identity leaves URLs as they are listed.
var identity = canonical.Config{NoSessionRules: true, NoTrackingRules: true}

// Add adds a URL with the place that lists it. What is no URL of the web is left
// out: the sitemap's own check tells of it.
func (u *URLs) Add(url, where string) error {
	form := u.rules.Canonical(url)
	if form.Reason != canonical.OK {
		return nil
	}
	scheme, host, _, _ := canonical.Split(form.URL)
	origin := string(scheme) + "://" + string(host)
	h := u.hosts[origin]
	if h == nil {
		if len(u.hosts) == maxHosts {
			return fmt.Errorf("ask for the URLs of the sitemap: they are on more than %d hosts", maxHosts)
		}
		scope, err := canonical.ScopeOf(origin + "/")
		if err != nil {
			return fmt.Errorf("ask for the URLs of %s: %w", origin, err)
		}
		file, err := os.Create(filepath.Join(u.dir, strconv.Itoa(len(u.order))))
		if err != nil {
			return fmt.Errorf("keep the URLs to ask for: %w", err)
		}
		h = &Host{Origin: origin, scope: scope, first: string(form.URL), file: file, out: bufio.NewWriter(file)}
		u.hosts[origin] = h
		u.order = append(u.order, h)
	}
	h.URLs++
	_, err := fmt.Fprintf(h.out, "%s %s\n", form.URL, strings.ReplaceAll(where, "\n", " "))
	return err
}

// Hosts gives the origins in the order in which they were named.
func (u *URLs) Hosts() []*Host { return u.order }

// Close removes the files.
func (u *URLs) Close() {
	for _, h := range u.order {
		h.file.Close() // goes with the folder
	}
	os.RemoveAll(u.dir)
}

// mentions gives the URLs as seeds of a crawl.
func (h *Host) mentions(yield func(crawler.Mention, error) bool) {
	if err := h.rewind(); err != nil {
		yield(crawler.Mention{}, err)
		return
	}
	lines := bufio.NewScanner(h.file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		url, where, _ := strings.Cut(lines.Text(), " ")
		if !yield(crawler.Mention{URL: url, Source: frontier.FromList, Detail: where}, nil) {
			return
		}
	}
	if err := lines.Err(); err != nil {
		yield(crawler.Mention{}, fmt.Errorf("read the URLs to ask for: %w", err))
	}
}

func (h *Host) rewind() error {
	if err := h.out.Flush(); err != nil {
		return fmt.Errorf("keep the URLs to ask for: %w", err)
	}
	if _, err := h.file.Seek(0, 0); err != nil {
		return fmt.Errorf("read the URLs to ask for: %w", err)
	}
	return nil
}
