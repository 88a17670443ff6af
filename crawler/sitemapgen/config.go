// Package sitemapgen reads the XML configuration of sitemap_gen.py, the
// generator by which Google introduced sitemaps (versions 1.0 to 1.7), and says
// how portolan does the same. It is pure: it opens no file and no socket.
package sitemapgen

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Config is what a configuration says, in the order of its elements.
type Config struct {
	BaseURL   string // ends in "/"
	StoreInto string
	Type      string // web, mobile or news

	URLs     []URL
	Lists    []Input
	Logs     []Input
	Sitemaps []Input
	Dirs     []Directory
	Filters  []Filter
}

// URL is one <url>.
type URL struct{ Href, LastMod, ChangeFreq, Priority string }

// Input is a file, or a pattern of files, and its encoding.
type Input struct{ Path, Encoding string }

// Directory is one <directory>.
type Directory struct{ Path, URL, DefaultFile string }

// Filter is one <filter>.
type Filter struct {
	Pattern string
	Regexp  bool
	Pass    bool
}

// attributes are those of each element; those that end in "!" have to be there.
var attributes = map[string][]string{
	"site":      {"base_url!", "store_into!", "verbose", "default_encoding", "suppress_search_engine_notify", "sitemap_type"},
	"url":       {"href!", "lastmod", "changefreq", "priority"},
	"urllist":   {"path!", "encoding", "tag_order"},
	"directory": {"path!", "url!", "default_file", "remove_empty_directories"},
	"accesslog": {"path!", "encoding"},
	"sitemap":   {"path!"},
	"filter":    {"pattern!", "type", "action"},
}

const maxConfig = 8 << 20

// Read reads a configuration. As the original does, it refuses elements and
// attributes that it does not know, and all of a configuration with an error in
// it. Errors name the line.
func Read(in io.Reader) (*Config, error) {
	d := xml.NewDecoder(io.LimitReader(in, maxConfig))
	d.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		switch strings.ToLower(label) {
		case "utf-8", "us-ascii", "ascii":
			return in, nil
		}
		return nil, fmt.Errorf("its encoding is %q; save it as UTF-8", label)
	}
	c := &Config{}
	depth := 0
	for {
		token, err := d.Token()
		line, _ := d.InputPos()
		switch {
		case errors.Is(err, io.EOF) && c.BaseURL == "":
			return nil, errors.New("it has no <site>")
		case errors.Is(err, io.EOF):
			return c, nil
		case err != nil:
			return nil, fmt.Errorf("it is no XML: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if err := c.element(t, depth); err != nil {
				return nil, fmt.Errorf("line %d: %w", line, err)
			}
			depth++
		case xml.EndElement:
			depth--
		}
	}
}

func (c *Config) element(t xml.StartElement, depth int) error {
	name := t.Name.Local
	known := attributes[name]
	switch {
	case known == nil:
		return fmt.Errorf("<%s> is no element of a configuration", name)
	case (name == "site") != (depth == 0), depth > 1:
		return fmt.Errorf("<%s> is not to stand there: <site> holds all others", name)
	}
	value := map[string]string{}
	for _, a := range t.Attr {
		if !slices.Contains(known, a.Name.Local) && !slices.Contains(known, a.Name.Local+"!") {
			return fmt.Errorf("<%s> has no attribute %s", name, a.Name.Local)
		}
		value[a.Name.Local] = a.Value
	}
	for _, a := range known {
		if need, must := strings.CutSuffix(a, "!"); must && value[need] == "" {
			return fmt.Errorf("<%s> wants the attribute %s", name, need)
		}
	}
	return c.take(name, value)
}

func (c *Config) take(name string, v map[string]string) error {
	switch name {
	case "site":
		c.BaseURL, c.StoreInto, c.Type = v["base_url"], v["store_into"], v["sitemap_type"]
		if !strings.HasSuffix(c.BaseURL, "/") {
			c.BaseURL += "/"
		}
		if !strings.HasPrefix(c.BaseURL, "http://") && !strings.HasPrefix(c.BaseURL, "https://") {
			return fmt.Errorf("base_url %q: it is a whole URL, such as http://www.example.com/", c.BaseURL)
		}
		if !strings.HasSuffix(c.StoreInto, ".xml") && !strings.HasSuffix(c.StoreInto, ".gz") {
			return fmt.Errorf("store_into %q: its name ends in .xml, .xml.gz or .gz", c.StoreInto)
		}
		if c.Type != "" && c.Type != "web" {
			return fmt.Errorf("sitemap_type %q: web alone is taken over", c.Type)
		}
	case "url":
		c.URLs = append(c.URLs, URL{v["href"], v["lastmod"], v["changefreq"], v["priority"]})
	case "urllist":
		if v["tag_order"] != "" {
			return errors.New("tag_order is for news sitemaps, which are not taken over")
		}
		c.Lists = append(c.Lists, Input{v["path"], v["encoding"]})
	case "accesslog":
		c.Logs = append(c.Logs, Input{v["path"], v["encoding"]})
	case "sitemap":
		c.Sitemaps = append(c.Sitemaps, Input{Path: v["path"]})
	case "directory":
		c.Dirs = append(c.Dirs, Directory{v["path"], v["url"], v["default_file"]})
	case "filter":
		f := Filter{Pattern: v["pattern"], Regexp: strings.EqualFold(v["type"], "regexp"), Pass: strings.EqualFold(v["action"], "pass")}
		if t := strings.ToLower(v["type"]); t != "" && t != "wildcard" && t != "regexp" {
			return fmt.Errorf("filter type %q: it is wildcard or regexp", v["type"])
		}
		if a := strings.ToLower(v["action"]); a != "" && a != "drop" && a != "pass" {
			return fmt.Errorf("filter action %q: it is drop or pass", v["action"])
		}
		c.Filters = append(c.Filters, f)
	}
	return nil
}
