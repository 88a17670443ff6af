package guard

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// verdictWords say what URLs with a verdict do.
var verdictWords = map[audit.Code]struct {
	what  string
	looks Looks
}{
	audit.RobotsBlocked:      {"are forbidden by robots.txt", LooksUnclear},
	audit.RobotsUnavailable:  {"could not be asked for: no robots.txt could be had", LooksAFault},
	audit.TrapQuarantine:     {"seem part of an endless pattern, or are views of a list that were not asked for", LooksUnclear},
	audit.NeedsRendering:     {"say nothing before their scripts have run", LooksUnclear},
	audit.Pending:            {"were not come to before the crawl ended", LooksAFault},
	audit.Throttled:          {"were answered with \"less, please\" (429, 503), or too late", LooksAFault},
	audit.InternalError:      {"met a fault of portolan", LooksAFault},
	audit.NetworkError:       {"gave no answer", LooksAFault},
	audit.Challenged:         {"were answered by a firewall", LooksAFault},
	audit.Type:               {"are of another type than pages", LooksAFault},
	audit.NoIndexHeader:      {"say noindex in a header", LooksUnclear},
	audit.NoIndexMeta:        {"say noindex in a meta tag", LooksUnclear},
	audit.CanonicalElsewhere: {"name another page as canonical", LooksUnclear},
	audit.Soft404:            {"look like the answer to addresses that do not exist", LooksUnclear},
	audit.DuplicateContent:   {"show the same content as another page", LooksAFault},
	audit.NotFollowed:        {"are linked by nofollow links only", LooksUnclear},
	audit.RedirectWall:       {"stand before the site now", LooksAFault},
}

// words say what a URL with a verdict does.
func words(code audit.Code, row *frontier.Row) (string, Looks) {
	if row.Page != nil {
		switch status := row.Page.Status; code {
		case audit.HTTP4xx:
			if status == 410 {
				return "answer 410", LooksMeant
			}
			return fmt.Sprintf("answer %d", status), LooksUnclear
		case audit.HTTP5xx, audit.Denied:
			return fmt.Sprintf("answer %d", status), LooksAFault
		case audit.HTTPOther:
			return "answer with no page and no error", LooksAFault
		}
	}
	if w, ok := verdictWords[code]; ok {
		return w.what, w.looks
	}
	return fmt.Sprintf("are %s (%s)", code, code.Meaning()), LooksUnclear
}

// forPeople gives the pattern of a template without scheme and host, and what
// --accept-loss wants to match its URLs and no others.
func forPeople(pattern string) (short, accept string) {
	_, rest, found := strings.Cut(pattern, "://")
	i := strings.IndexAny(rest, "/?")
	if !found || i < 0 {
		return pattern, pattern
	}
	if short = rest[i:]; short[0] == '?' {
		short = "/" + short
	}
	clean := strings.NewReplacer("#", "*", "…", "*").Replace(short)
	if i := strings.IndexByte(clean, '?'); i >= 0 {
		clean = clean[:i] + "?*"
	}
	if dir, name, slash := strings.Cut(clean[1:], "/"); name == "" && strings.Contains(dir, "*") && !strings.Contains(dir, "?") {
		if slash {
			dir += "/"
		}
		any := "[^/?]+"
		if short == "/…" {
			any = "[^/?]*" // the home page, too
		}
		return short, "re:^[^/]*//[^/]*/" + strings.ReplaceAll(regexp.QuoteMeta(dir), `\*`, any) + "$"
	}
	return short, clean
}
