package audit

import (
	"fmt"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// evidence gives what shows that a rule matches.
func (j *JudgeCrawl) evidence(c Code, row *frontier.Row) []Evidence {
	switch c {
	case InvalidURL, TooLong:
		return []Evidence{{Kind: EvidenceURL, Text: row.URL, Note: c.Meaning()}}
	case DuplicateSession, DuplicateTracking, DuplicateSchemeHost, DuplicateCleanParam:
		return j.removed(c, row)
	case ScopeHost, ScopeScheme, ScopePath, FilterCrawl:
		return ruleEvidence(j.o.DecidedBy, row)
	case FilterList:
		return ruleEvidence(j.o.NoListBy, row)
	case NotFollowed:
		return []Evidence{{Kind: EvidenceRule, Text: "nofollow is respected", Note: "every link to it says nofollow, or stands on a page that does"}}
	case RobotsBlocked, RobotsUnavailable:
		return j.robotsEvidence(row)
	case LimitDepth:
		return []Evidence{{Kind: EvidenceLimit, Text: fmt.Sprintf("depth %d, where %d is the limit", row.Depth, max(j.o.MaxDepth, 0))}}
	case TrapQuarantine, LimitPrefix:
		return j.quarantineEvidence(row)
	case LimitPages, LimitTime, LimitBytes, LimitMemory, LimitDisk:
		return append(limitEvidence(j.o.LeftBy), retryEvidence(row)...)
	case ListedCarried:
		if row.Location != frontier.NoID {
			c = Redirect
		}
		return append(j.previousEvidence(row), j.answerEvidence(c, row)...)
	case Challenged:
		return append(j.firewallEvidence(row), j.answerEvidence(c, row)...)
	}
	return j.answerEvidence(c, row)
}

func limitEvidence(by string) []Evidence {
	if by == "" {
		return nil
	}
	return []Evidence{{Kind: EvidenceLimit, Text: by}}
}

func (j *JudgeCrawl) previousEvidence(row *frontier.Row) []Evidence {
	sources, err := j.crawl.Sources(row.ID)
	if p, ok := PreviousOf(sources); err == nil && ok {
		note := fmt.Sprintf("carried unread by %d set(s) since", p.Runs)
		if p.Left {
			note = fmt.Sprintf("it has left the sitemap, and was asked for again %d time(s)", p.Runs)
		}
		return []Evidence{{Kind: EvidencePrevious, Text: "verified " + stamp(p.Verified), Note: note}}
	}
	return nil
}

func ruleEvidence(by func([]byte) string, row *frontier.Row) []Evidence {
	if by == nil {
		return nil
	}
	text := by([]byte(row.URL))
	if text == "" {
		return nil
	}
	return []Evidence{{Kind: EvidenceRule, Text: text}}
}

// removed gives the parts of a URL that make it another's duplicate.
func (j *JudgeCrawl) removed(c Code, row *frontier.Row) []Evidence {
	var out []Evidence
	for _, r := range j.forms.Resolve([]byte(row.URL)).Removed {
		if formCode(r.Kind) == c {
			out = append(out, RemovedEvidence(r))
		}
	}
	return out
}

// RemovedEvidence words what an identity rule removed from a URL.
func RemovedEvidence(r canonical.Removal) Evidence {
	return Evidence{Kind: EvidenceRemoved, Text: r.Name, Where: r.Kind, Note: r.Why}
}

func (j *JudgeCrawl) robotsEvidence(row *frontier.Row) []Evidence {
	var out []Evidence
	for _, w := range j.Robots(row.URL) {
		if w.Unavailable {
			return []Evidence{w.evidence()} // to all agents
		}
		if !w.Allow {
			out = append(out, w.evidence())
		}
	}
	if len(out) == 0 && row.Page != nil {
		out = append(out, Evidence{Kind: EvidenceRobotsTxt, Note: "the robots.txt that was in force at " +
			stamp(row.Page.FetchedAt) + " forbade it; a later one does not"})
	}
	return out
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func retryEvidence(row *frontier.Row) []Evidence {
	r := row.Retry
	if r == nil {
		return nil
	}
	what := "no answer"
	if r.Status != 0 {
		what = fmt.Sprintf("HTTP %d", r.Status)
	}
	if r.Err != record.ErrNone {
		what += ": " + r.Err.Words() + " (" + r.Err.String() + ")"
	}
	return []Evidence{{Kind: EvidenceRetry, Text: what, Note: fmt.Sprintf("%s; the next is due at %s",
		requests(r.Tries), stamp(r.Due))}}
}

// answerEvidence gives what the answer says for a rule.
func (j *JudgeCrawl) answerEvidence(c Code, row *frontier.Row) []Evidence {
	p := row.Page
	if p == nil {
		return append(j.downEvidence(row), retryEvidence(row)...)
	}
	status := Evidence{Kind: EvidenceStatus, Text: fmt.Sprintf("HTTP %d", p.Status), Note: requests(p.Tries)}
	failure := Evidence{Kind: EvidenceError, Text: strings.TrimSpace(p.Err.String() + " " + p.ErrText), Note: requests(p.Tries)}
	switch c {
	case PrivateAddress, InternalError:
		return []Evidence{failure}
	case NetworkError, HTTPOther, Throttled:
		if p.Status == 0 {
			return []Evidence{failure}
		}
		if p.Err != record.ErrNone {
			return []Evidence{status, failure}
		}
	case Redirect, RedirectLoop, RedirectWall:
		if p.Status >= 300 {
			return []Evidence{status, {Kind: EvidenceHeader, Text: "Location: " + p.Location}}
		}
		return []Evidence{status, {Kind: EvidenceTag, Text: "refresh", Note: "by tag or header, it sends its visitors on at once"}}
	case Type:
		return []Evidence{typeEvidence(p)}
	case NoIndexHeader:
		return j.noIndexHeader(p)
	case NoIndexMeta:
		return j.noIndexMeta(p)
	case CanonicalElsewhere:
		return []Evidence{j.canonicalEvidence(row)}
	case Listed, ListedCarried:
		return append([]Evidence{status, typeEvidence(p), j.canonicalEvidence(row)}, j.soft404Evidence(row)...)
	case Soft404:
		return append([]Evidence{status}, j.soft404Evidence(row)...)
	}
	return []Evidence{status}
}

func requests(n int) string {
	if n == 1 {
		return "1 request"
	}
	return fmt.Sprintf("%d requests", n)
}

func typeEvidence(p *record.Page) Evidence {
	e := Evidence{Kind: EvidenceType, Text: p.Type}
	switch {
	case p.ContentType == "":
		e.Note = "no Content-Type was sent; the type is what the content looks like"
	default:
		e.Where = "Content-Type: " + p.ContentType
	}
	return e
}

// canonicalTexts say what rel=canonical amounts to.
var canonicalTexts = [...]string{
	record.CanonicalAbsent:   "absent",
	record.CanonicalSelf:     "names the page itself",
	record.CanonicalOther:    "names another URL",
	record.CanonicalInvalid:  "void: not the URL of a web page, or not in the head",
	record.CanonicalConflict: "void: several different ones",
}

// canonicalEvidence tells what rel=canonical amounts to, and why one that
// names another URL does not count.
func (j *JudgeCrawl) canonicalEvidence(row *frontier.Row) Evidence {
	e := Evidence{Kind: EvidenceCanonical, Text: canonicalTexts[row.Page.Canonical]}
	if row.Page.Canonical != record.CanonicalOther {
		return e
	}
	switch j.targets.canonical(row) {
	case TargetGone:
		e.Note = "it does not count: what it names is certainly gone (404, 410)"
	case TargetLoop:
		e.Note = "it does not count: it leads in a circle"
	}
	return e
}

// noIndexHeader gives the X-Robots-Tag lines that forbid indexing.
func (j *JudgeCrawl) noIndexHeader(p *record.Page) []Evidence {
	var out []Evidence
	for line := range strings.SplitSeq(p.RobotsHeader, "\n") {
		if !robots.ParseHeader(line, j.o.ListAgent, p.FetchedAt).Indexable() {
			out = append(out, Evidence{Kind: EvidenceHeader, Text: "X-Robots-Tag: " + line, Note: "read as " + j.o.ListAgent})
		}
	}
	return out
}

// noIndexMeta gives the robots metas that forbid indexing.
func (j *JudgeCrawl) noIndexMeta(p *record.Page) []Evidence {
	var out []Evidence
	for line := range strings.SplitSeq(p.RobotsMeta, "\n") {
		name, content, _ := strings.Cut(line, ": ")
		if d, applies := robots.ParseMeta(name, content, j.o.ListAgent, p.FetchedAt); applies && !d.Indexable() {
			out = append(out, Evidence{Kind: EvidenceTag, Text: fmt.Sprintf("<meta name=%q content=%q>", name, content), Note: "read as " + j.o.ListAgent})
		}
	}
	return out
}
