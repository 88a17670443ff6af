package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// Setting is an option that the crawl was given, in place of its default.
type Setting struct{ Name, Value string }

// readSettings gives what the crawl was asked for, with a digest by which two
// crawls can be told to be asked alike, and what a person has said to let be.
func (r *Report) readSettings(crawl *stored.Crawl) {
	given, known := stored.GivenOf(crawl)
	sum := sha256.New()
	for _, g := range given {
		if slices.Contains(ofOurs, g.Flag) {
			continue
		}
		s := Setting{"--" + g.Flag, g.Value}
		switch {
		case g.Secret:
			s.Value = hiddenValue
		case g.Switch && g.Value == "":
			s.Value = "true"
		case strings.HasPrefix(g.Flag, "from-") || strings.HasSuffix(g.Flag, "-file") || g.Flag == "browser":
			s.Value = s.Value[strings.LastIndexAny(ofPath(s.Value), `/\`)+1:]
		}
		fmt.Fprintf(sum, "%s\x00%s\x00", s.Name, s.Value)
		r.Settings = append(r.Settings, s)
	}
	if known {
		r.Digest = hex.EncodeToString(sum.Sum(nil)[:4])
	}
	if lines := crawl.Ignored.Lines(); lines != "" {
		r.Ignored = strings.Split(lines, "\n")
	}
}

// ofOurs are options that tell nothing of the site: where files are, and what is
// printed.
var ofOurs = []string{"output", "config", "report", "report-title", "report-logo", "report-lang", "quiet", "verbose", "json", "log-format", "keep"}

// ofPath gives the path in a value that may have a URL behind it, PATH=URL.
func ofPath(value string) string {
	path, _, _ := strings.Cut(value, "=http")
	return path
}

// hiddenValue stands for what is not noted.
const hiddenValue = "(not kept)"

// IgnoredFindings counts the findings that are left as they are.
func (r *Report) IgnoredFindings() (n int) { return r.ignored }

// term is a word that readers may not know.
type term struct{ Word, Meaning string }

// glossary explains the words of the document that clients ask about.
var glossary = []term{
	{"canonical", "The address that a page names as its own among several with the same content. Search engines take it as advice."},
	{"cause", "What findings have in common, so that one change mends them all: a template, a page with the links, the address to which they lead."},
	{"click depth", "How many clicks a visitor needs from the start page, by the shortest way."},
	{"deferred", "Not decided yet: not read when the crawl ended, or not to be read now."},
	{"excluded", "Known, and not for the sitemap; its verdict says why. Most of this is as it should be."},
	{"finding", "One thing that is wrong at one address. Errors lose a page or a visitor; warnings waste what search engines do for the site; notices are chances."},
	{"indexable", "Search engines may show it: it answers, is not forbidden, not noindex, and names no other page as canonical."},
	{"likely", "Found by a rule of thumb, which may be wrong: look at one page before anything is changed."},
	{"listed", "Stands in the sitemap that portolan writes."},
	{"noindex", "A word in a page or its header by which the site asks search engines to leave it out."},
	{"offered", "Addresses to which the site itself leads search engines, by links, sitemaps or translations."},
	{"template", "Pages whose addresses have the same shape, and which most often come from one program: what is mended there is mended on all of them."},
}
