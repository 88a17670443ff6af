package main

import (
	"fmt"
	"slices"
	"strings"
)

// word is a term of the summary and of messages that is no verdict.
type word struct {
	id      string
	also    []string // other forms of it
	meaning string
}

// words are in alphabetical order.
var words = []word{
	{"budget", nil, "How many pages of one directory are fetched at most: --max-per-directory. What is left of it is told as limit-prefix."},
	{"canonical", []string{"canonical form", "canonical-form"}, "The canonical form of a URL is the one spelling under which it is known, fetched and listed: without session ids and tracking parameters, escaped as the standard wants. portolan canonical URL shows it. A page's canonical is another thing: the URL that the page names by rel=canonical."},
	{"carried", []string{"carry"}, "Listed in the last sitemap, and not to be read now: such a URL keeps its place for a while (listed-carried), so that a fault of the site does not cost it."},
	{"crawl file", []string{"crawl-file"}, "Everything that a crawl has found, in one SQLite file in the folder crawls. explain and sitemap read it, and an interrupted crawl goes on from it."},
	{"deferred", nil, "Not decided yet: not fetched when the run stopped, or not to be read now. The same command goes on."},
	{"depth", []string{"clicks"}, "Clicks from the start page by links that are followed. Redirects and frames take no click."},
	{"excluded", nil, "Known, and not in the sitemap. Each such URL has one reason, its verdict."},
	{"folded", []string{"fold", "folds"}, "Another spelling of a URL: with a session id, with a tracking parameter, under http instead of https. It counts as that URL and is no entry of its own; the summary tells how many spellings were met, and by which rule."},
	{"known", nil, "Every URL that was met, in links, redirects or sitemaps, in its canonical form. listed + excluded + deferred = known."},
	{"learned", []string{"learn", "rule"}, "What the site showed of its spelling: which of http and https, of www or not, it prefers, and parameters that are session ids under names of their own. Each rule comes with its proof. --no-learn switches the search for session ids off."},
	{"listing agent", []string{"listing-agent", "list-agent"}, "The search engine whose robots.txt rules and directives decide what is listed: --list-agent, by default googlebot. portolan itself obeys the rules for portolan as well."},
	{"orphan", nil, "Known from a sitemap, and led to by no link."},
	{"politeness", []string{"receipt"}, "How the site was asked: how often, how quickly it answered, and whether it asked for less. It is written so that it can be handed to the site's operator."},
	{"quarantine", []string{"quarantined", "trap"}, "Patterns of URLs that seem to have no end, such as a calendar's months. A sample was fetched and brought nothing new; the rest is set aside (trap-quarantine). The summary has the line that leaves them out for good, --exclude, and the one that takes them back, --allow-pattern."},
	{"scope", nil, "What the sitemap may list: one scheme, host and port, and a directory with all below it; by default that of the start URL. --sitemap-url and --scope set another one. What lies outside is known, not fetched, and excluded as scope-host, scope-scheme or scope-path."},
	{"seed", nil, "A URL known from elsewhere than a link: the start, or an entry of a sitemap."},
	{"settled", []string{"settle"}, "Of a URL: what came of it is written to the crawl file, and it is not asked for again in this crawl."},
	{"verdict", nil, "Why a URL is listed, or not. Every known URL has exactly one; portolan explain FOLDER URL tells it with the evidence."},
	{"wall", nil, "A login, consent or country page to which most of the site redirects (redirect-wall). --cookies, --cookie-file or --basic-auth may lead past it."},
}

// wordOf finds a word by one of its forms.
func wordOf(text string) (word, bool) {
	text = strings.ToLower(text)
	i := slices.IndexFunc(words, func(w word) bool { return w.id == text || slices.Contains(w.also, text) })
	if i < 0 {
		return word{}, false
	}
	return words[i], true
}

// wordsText lists the words that portolan rules explains beside the verdicts.
func wordsText(b *strings.Builder) {
	var ids []string
	for _, w := range words {
		ids = append(ids, w.id)
	}
	b.WriteString("\n")
	summaryRow(b, "Words", "%s", strings.Join(ids, ", "))
}

func (w word) text(b *strings.Builder) {
	fmt.Fprintf(b, "%s\n\n", w.id)
	summaryRow(b, "Meaning", "%s", w.meaning)
}

// wordLine is one word for programs.
type wordLine struct {
	Type    string `json:"type"` // "word"
	ID      string `json:"id"`
	Meaning string `json:"meaning"`
}
