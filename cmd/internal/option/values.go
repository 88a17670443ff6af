// Package option has the values of flags that several commands share, where they
// come from, and what is said of those that are wrong.
package option

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/diff/show"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// Values are the values that a shell offers for flags, by their name; a
// tab and a description may follow.
var Values = map[string][]string{
	"agent":          searchAgents,
	"crawl-delay":    {"obey\tas robots.txt says", "ignore", "1\tsecond", "5\tseconds"},
	"fail-on":        FailKinds(),
	"format":         show.Formats(),
	"hot":            {"1d", "7d", "30d"},
	"index":          {"auto\twhere there are several files", "always"},
	"limits":         {"2006\t10 MB a file, 1,000 files an index"},
	"list-agent":     searchAgents,
	"list-types":     append(typeNames(), "image/webp", "application/json"),
	"log-format":     {"text", "json"},
	"mode":           {"rfc9309\tthe standard", "google\tGoogle's own parser"},
	"prefer-scheme":  {"https", "http"},
	"priority":       {"depth\tby clicks from the start", "inlinks\tby pages that link to it"},
	"protocol":       {"0.9", "0.84"},
	"resume":         {"auto\tif the options fit", "never"},
	"robots-agent":   searchAgents,
	"sitemap-format": {"xml", "xml,txt\ttext files beside those in XML"},
	"split-by":       {"dir:1\tby the first directory", "dir:2", "lang\tby language"},
}

var searchAgents = []string{"portolan", "googlebot", "bingbot", "duckduckbot", "applebot", "yandexbot", "baiduspider"}

// typeNames gives the short names of --list-types.
func typeNames() []string {
	names := make([]string, 0, len(listTypeNames))
	for name := range listTypeNames {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// listTypeNames are the short names of --list-types.
var listTypeNames = map[string][]string{
	"pdf": {"application/pdf"},
	"office": {
		"application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint",
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		"application/vnd.openxmlformats-officedocument.presentationml.presentation",
	},
	"opendocument": {
		"application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.spreadsheet",
		"application/vnd.oasis.opendocument.presentation",
	},
	"rtf":        {"application/rtf", "text/rtf"},
	"text":       {"text/plain"},
	"epub":       {"application/epub+zip"},
	"postscript": {"application/postscript"},
	"svg":        {"image/svg+xml"},
}

// MediaTypes reads --list-types.
func MediaTypes(names []string) (types []string, err error) {
	for _, name := range names {
		name = strings.ToLower(strings.TrimSpace(name))
		switch named, known := listTypeNames[name]; {
		case known:
			types = append(types, named...)
		case strings.Count(name, "/") == 1:
			types = append(types, name)
		default:
			return nil, exit.Usagef("--list-types %q: it is pdf, office, opendocument, rtf, text, epub, postscript, svg or a media type%s",
				name, spelling.DidYouMean(name, "", typeNames()))
		}
	}
	return types, nil
}

// SitemapForm gives the canonical form of a --sitemap-url.
func SitemapForm(rules *canonical.Rules, text string) (string, error) {
	form := rules.Canonical(text)
	if form.Reason != canonical.OK || strings.HasSuffix(string(form.URL), "/") {
		return "", exit.Usagef("--sitemap-url %q: it is the whole URL of a file, such as https://example.com/sitemap.xml", text)
	}
	place, _, _ := strings.Cut(string(form.URL), "?")
	if err := publish.CheckURL(string(form.URL)); err != nil || strings.HasSuffix(place, "/"+folder.CrawlsDir) {
		return "", exit.Usagef("--sitemap-url %q: its last segment cannot be the name of a file in the site folder", text)
	}
	return string(form.URL), nil
}
