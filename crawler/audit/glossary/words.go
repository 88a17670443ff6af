package glossary

import (
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/prose"
)

// Word is a term of the summary and of messages that is no verdict.
type Word struct {
	Id      string
	also    []string // other forms of it
	Meaning string
}

// Words are in alphabetical order.
var Words = []Word{
	{"accepted", []string{"accept-loss", "acceptance"}, "Losses that a person has accepted with --accept-loss, each with its reason, and what came of it: URLs that left the sitemap, or that stay in it with another text than before. It is of the set at hand; a later crawl lists again what answers well."},
	{"answers all", []string{"unknown-urls-answer-200", "unknown urls answer 200"}, "The site answers addresses that cannot exist with 200 and a page, and more than one in twenty pages of a template look like that answer (unknown-urls-answer-200). All of them are listed, since nothing tells pages from error pages there. Where fewer do, they are excluded as soft-404."},
	{"asked again", []string{"recheck", "changed", "asked now"}, "The URL was asked for once more, outside of a crawl (explain --recheck, recheck): what has changed against the crawl is told, and which of its findings are still there, gone or new. The crawl file stays as it is."},
	{"budget", nil, "How many pages of one directory are fetched at most: --max-per-directory. What is left of it is told as limit-prefix."},
	{"canonical", []string{"canonical form", "canonical-form"}, "The canonical form of a URL is the one spelling under which it is known, fetched and listed: without session ids and tracking parameters, escaped as the standard wants. portolan canonical URL shows it. A page's canonical is another thing: the URL that the page names by rel=canonical."},
	{"carried", []string{"carry", "listed last time"}, "Listed in the last sitemap, and not to be read now, or shut or sent away for a while: such a URL keeps its place for a while (listed-carried), so that a fault of the site does not cost it."},
	{"changes", []string{"change"}, "How often portolan diff met each kind of change: added, removed, moved, another status, a new noindex, another canonical, title or content."},
	{"check first", nil, "Stands before the summary of a sitemap that was published and that a person should look at before it is used: most pages show one text, look like error pages, are listed under session ids alone or name their canonicals on another host, or much of what the site's own sitemap lists is not to be listed. It says which."},
	{"checked", []string{"check-external", "check-images"}, "Links to other hosts (--check-external) and pictures (--check-images) that were asked for at the end of the crawl, once each. What is broken is a finding: external-link-broken, image-broken."},
	{"complete", []string{"complete?"}, "Whether the crawl has seen the whole site: yes, nearly (so many URLs could not be read), or no, with the reason; and how many URLs are held back as endless, or as views of pages, which costs no claim (trap-quarantine; portolan classes FOLDER lists them). What only the whole site can show, such as orphans, is not claimed of a crawl that has not seen it."},
	{"coverage", []string{"orphan", "unlisted", "dead-listed", "bot-waste", "never-requested", "traffic-lost"}, "Which URLs the links, the site's sitemaps, the requests in logs, the files and the exports know, and the sets in which they disagree: orphan (indexable, and no page links there), unlisted (listed, in no sitemap of the site), dead-listed (in the site's sitemaps, and dead), bot-waste (requests by bots for what is not listed), never-requested (listed, and in no log), traffic-lost (visited, by people and while it answered, and now dead, moved or noindex; the finding of that name leaves out what is moved for good). All of it is in the view coverage of the crawl file."},
	{"crawl file", []string{"crawl-file"}, "Everything that a crawl has found, in one SQLite file in the folder crawls. explain and sitemap read it, and an interrupted crawl goes on from it."},
	{"crawled at", nil, "The origin of the staging copy to which requests went: --as lists its pages under the address of the site."},
	{"deferred", nil, "Not decided yet: not fetched when the run stopped, or not to be read now. The same command goes on."},
	{"delta", nil, "A small sitemap beside the full one, of the URLs that were added or changed since a crawl that is as old as --delta says. No index names it; engines are told of it by robots.txt, or by submitting it."},
	{"depth", []string{"clicks"}, "Clicks from the start page by links that are followed. Redirects and frames take no click."},
	{"excluded", nil, "Known, and not in the sitemap. Each such URL has one reason, its verdict."},
	{"extracted", []string{"extract", "search"}, "What --extract and --search have taken, with the number of pages: a column of portolan urls each. What nothing was taken of has a wrong expression as a rule, or is put in by scripts (--render)."},
	{"findings", []string{"finding"}, "What is wrong with the site: errors, warnings and notices. portolan findings FOLDER names them with their URLs, portolan rules ID says what one means and what mends it."},
	{"firewall", []string{"challenge"}, "Something before the site that answers in its stead: a challenge, a refusal of everything. Such URLs are challenged; the operator has to allow the user agent, or the crawl has to be slower."},
	{"folded", []string{"fold", "folds"}, "Another spelling of a URL: with a session id, with a tracking parameter, under http instead of https. It counts as that URL and is no entry of its own; with --verbose the summary tells how many spellings were met, and by which rule."},
	{"gone", []string{"lost"}, "Of a URL in the last sitemap: it would leave the set. It answers 404, 410 or another 4xx that is about the page, is noindex or blocked, names another canonical, or has been carried long enough. If too many are gone, nothing is published (exit 4); --accept-loss accepts the loss of a pattern."},
	{"hint", []string{"hints"}, "What is right by the options given, and may not be what was meant: an --include that restricts nothing, a start page without links."},
	{"host down", nil, "A host that gave no answer ten times in a row, or twenty URLs an error of the server (5xx), and nothing else after a while. What it serves is left for the next run."},
	{"indexable", []string{"offered and indexable"}, "The share of the URLs that search engines may index, of those of the scope that the site itself offers by links, sitemaps or hreflang, files such as PDF and pictures that are linked included; with that of the complete crawl before. The report has the same figure."},
	{"indexnow", []string{"notify", "key"}, "A protocol by which Bing, Yandex and others are told of URLs that were added, changed or removed: portolan notify. A key, a file that lies on the site, shows that it is the site that speaks. Google does not take part."},
	{"kept", nil, "Of a URL in the last sitemap: listed again. One that was moved to a page that is listed counts as kept."},
	{"known", []string{"known urls"}, "Every URL that was met, in links, redirects or sitemaps, in its canonical form. listed + excluded + deferred = known."},
	{"learned", []string{"learn", "rule"}, "What the site showed of its spelling: which of http and https, of www or not, it prefers, and parameters that are session ids under names of their own. Each rule comes with its proof. --no-learn switches the search for session ids off, and has every URL fetched whatever its parameters do."},
	{"left out as you asked", []string{"left out"}, "Of a URL in the last sitemap: a filter, a limit or another option that you typed keeps it out. It is no loss."},
	{"likely not seen", nil, "Stands before the summary where the start page has next to no words or links and scripts that make them (js-shell): without a browser neither what the pages say nor where they lead was read."},
	{"link score", []string{"score", "pagerank"}, "How much of the site's own links leads to a URL: PageRank over the followed links of its pages, all URLs together 100 %. Of a cause it is that of its URLs together; causes are ordered by it where no import tells of clicks."},
	{"links cut", nil, "Pages with more links, or longer ones, than are kept of one page: the rest of their links was not followed."},
	{"listing agent", []string{"listing-agent", "list-agent"}, "The search engine whose robots.txt rules and directives decide what is listed: --list-agent, by default googlebot. portolan itself obeys the rules for portolan as well."},
	{"made-up", []string{"made", "made up", "made-up names"}, "A parameter whose name is another one in each answer (?1795612345, ?kx83jd=1), so that no cache knows the address. Where the site shows that it changes nothing it is taken off, as a session id is; the finding is url-session-id. --no-learn switches that off."},
	{"mass-redirect", []string{"sent on", "mass redirect"}, "Many URLs of the last sitemap redirect to one page that stays listed, as retired products are sent home. Five of them count as moved, the others as gone."},
	{"mend first", nil, "The five gravest causes of what is wrong, of them first those to which the site's own links lead most; each with the number of findings that go with it. What is likely is to be checked on a page first. portolan causes has all, and what mends each."},
	{"mended", []string{"unseen", "not seen this time"}, "Of a cause of findings that the complete crawl before had and this one has not: a page of it was read without it. It is gone where it went with its pages, which answer 404 or 410 now, or to which nothing leads any more. Else it is not seen this time: its pages were not read, were blocked, blank or behind a login, or the sitemap was refused, and nobody has accepted it since. portolan causes tells of all."},
	{"moved", []string{"move"}, "Of a URL in the last sitemap: it redirects permanently (301, 308) to a page that is listed in its stead, or names one as canonical that shows the same. At most five URLs may move to one page; more were sent there because they are gone."},
	{"news", nil, "A news sitemap beside the full one, of the listed articles of the last two days under the name that --news gives. No index names it; engines are told of it by robots.txt, or by submitting it."},
	{"no match", nil, "A pattern that you typed matches no URL that is known, or decides about none: it is mistyped, most likely. The summary has the one that would match."},
	{"noindex", nil, "In a summary: URLs of the last sitemap that say noindex now, and have left it; too few for the set to be refused. Of single URLs it is a verdict, noindex-meta or noindex-header. portolan diff FOLDER names them all, and with --fail-on noindex its exit code tells."},
	{"not obeyed", nil, "What robots.txt or noindex would have kept out, had --staging not been given: such URLs are crawled and listed all the same, as they will be on the site itself."},
	{"one text", nil, "Many URLs of the last sitemap, not half of them, show one and the same text, which they did not before. Pages that are gone are to answer 404 or 410; what most URLs show is a wall."},
	{"orphan", nil, "Known from a sitemap, and led to by no link."},
	{"parameters", []string{"parameter", "views"}, "What the parameters of URLs do that make most views of pages: nothing, sort a list, or narrow it. Views are mostly not asked for; portolan classes FOLDER has all of them, with two pages that show it."},
	{"partial", nil, "The crawl has not come to its end: it stopped at a limit, or something kept it from going on. What it found is published; the same command goes on."},
	{"politeness", []string{"receipt"}, "How the site was asked: how often, how quickly it answered, and whether it asked for less. It is written so that it can be handed to the site's operator: the report has it, and with --verbose the summary."},
	{"quarantine", []string{"quarantined", "trap"}, "Patterns of URLs that seem to have no end, such as a calendar's months. A sample was fetched and brought nothing new; the rest is set aside (trap-quarantine). Where the summary names a pattern it has the line that leaves it out for good, --exclude, and the one that takes it back, --allow-pattern; portolan classes FOLDER has those of what is held back as views of pages, or as part of a walk without an end."},
	{"reference", nil, "The largest complete set of the last ten sitemaps or 90 days. Losses are measured against it, too, so that small ones do not add up unseen."},
	{"refused", []string{"not published", "refusal"}, "The sitemap of a crawl was not put in the place of the one that stands without a person's word (exit code 4; of a first one 3). The site may have been broken then: later crawls are not compared with it, until portolan sitemap --accept-loss has its sitemap written."},
	{"scope", nil, "What the sitemap may list: one scheme, host and port, and a directory with all below it; by default that of the start URL. --sitemap-url and --scope set another one. What lies outside is known, not fetched, and excluded as scope-host, scope-scheme or scope-path."},
	{"scripts", []string{"rendered", "rendering", "render"}, "Pages that were read a second time, in a browser that ran their scripts: those that say next to nothing without, by samples of each template (--render). They are judged by what they are then, but for a noindex that is sent. What differs is told, and by which template; portolan findings has each page."},
	{"seed", nil, "A URL known from elsewhere than a link: the start, or an entry of a sitemap."},
	{"settled", []string{"settle"}, "Of a URL: what came of it is written to the crawl file, and it is not asked for again in this crawl."},
	{"site folder", []string{"folder"}, "What a site leaves behind: the sitemap, and the crawl files in the folder crawls. It is named after host, port and path; -o names another."},
	{"site's sitemap", []string{"sitemaps", "own sitemap"}, "The sitemaps that the site itself serves. They are read, compared with what was found, and what only they name is fetched."},
	{"sitemap", nil, "The set of files that was written: one, or an index of several. Beside it stands the line for robots.txt that tells search engines of it."},
	{"sources", []string{"source"}, "What you gave besides the start URL: lists, access logs, a web server's folder, other tools' exports (--from-list, --from-log, --from-dir, --from-export). The summary tells how many URLs came of each."},
	{"staging", []string{"staging copy"}, "A copy of the site on another host: --as URL lists it as the site that it will be, and --staging sees past the robots.txt and noindex that keep search engines from it."},
	{"template", []string{"templates", "path shape"}, "Pages of one kind, by the shape of their addresses: http://example.com/shoes/* are all that lie in that folder, since enough of them look alike. Findings, causes and counts are told by it; --segment NAME=PATTERN gives names of your own."},
	{"top problems", []string{"problems"}, "Up to five broken URLs, some of each kind, with the page that first linked to each (--verbose)."},
	{"translations", []string{"hreflang"}, "Pages that name each other by hreflang. --hreflang writes them into the sitemap; a page counts only if it names itself and the others name it in their turn."},
	{"undecided", nil, "What portolan diff cannot say of a URL, since one side does not know it: a sitemap knows only what it lists, and an incomplete crawl removes nothing."},
	{"unsteady", []string{"intermittent"}, "A page looked like the answer to addresses that do not exist, and did not when it was asked for once more. It is listed; the site may have been overloaded."},
	{"verdict", nil, "Why a URL is listed, or not. Every known URL has exactly one; portolan explain FOLDER URL tells it with the evidence."},
	{"wall", []string{"login"}, "A login, consent or country page to which most of the site redirects (redirect-wall). --cookies, --cookie-file or --basic-auth may lead past it."},
	{"what-if", []string{"robots.txt"}, "robots.txt: the rules that say what crawlers may fetch. With --robots-file a file was obeyed instead of the live one: the summary says WHAT-IF, the sitemap that stands is left as it is (unless --force), and later crawls are not compared with that one; --ignore-robots obeys none."},
}

// WordOf finds a word by one of its forms.
func WordOf(text string) (Word, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	i := slices.IndexFunc(Words, func(w Word) bool { return w.Id == text || slices.Contains(w.also, text) })
	if i < 0 {
		return Word{}, false
	}
	return Words[i], true
}

// WordsText lists the words that portolan rules explains beside the verdicts.
func WordsText(b *strings.Builder) {
	var ids []string
	for _, w := range Words {
		ids = append(ids, w.Id)
	}
	b.WriteString("\n")
	prose.Row(b, "Words", "%s", strings.Join(ids, ", "))
}

func (w Word) text(b *strings.Builder) {
	fmt.Fprintf(b, "%s\n\n", w.Id)
	prose.Row(b, "Meaning", "%s", w.Meaning)
}

// WordLine is one word for programs.
type WordLine struct {
	Type    string `json:"type"` // "word"
	ID      string `json:"id"`
	Meaning string `json:"meaning"`
}
