package audit

import (
	"fmt"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Each of these gives what shows that a rule matches a URL.

func (j *JudgeCrawl) urlEvidence(c Code, row *frontier.Row) []Evidence {
	return []Evidence{{Kind: EvidenceURL, Text: row.URL, Note: c.Meaning()}}
}

func (j *JudgeCrawl) decidedEvidence(_ Code, row *frontier.Row) []Evidence {
	return ruleEvidence(j.o.DecidedBy, row)
}

func (j *JudgeCrawl) noListEvidence(_ Code, row *frontier.Row) []Evidence {
	list := ruleEvidence(j.o.NoListBy, row)
	if j.leftOutPart(row) {
		list = append(list, Evidence{Kind: EvidenceRule, Text: "--no-list-pagination", Note: "it is the second part of a list, or a later one"})
	}
	return list
}

func (j *JudgeCrawl) noFollowEvidence(Code, *frontier.Row) []Evidence {
	return []Evidence{{Kind: EvidenceRule, Text: "nofollow is respected", Note: "every link to it says nofollow, or stands on a page that does"}}
}

func (j *JudgeCrawl) depthEvidence(_ Code, row *frontier.Row) []Evidence {
	if row.Depth == frontier.NoDepth {
		return []Evidence{{Kind: EvidenceLimit, Text: "the start page alone", Note: "the last sitemap lists it; it was not asked for"}}
	}
	return []Evidence{{Kind: EvidenceLimit, Text: fmt.Sprintf("depth %d, where %d is the limit", row.Depth, max(j.o.MaxDepth, 0))}}
}

func (j *JudgeCrawl) limitEvidence(_ Code, row *frontier.Row) []Evidence {
	if j.o.LeftBy == "" {
		return retryEvidence(row)
	}
	return append([]Evidence{{Kind: EvidenceLimit, Text: j.o.LeftBy}}, retryEvidence(row)...)
}

func (j *JudgeCrawl) carriedEvidence(c Code, row *frontier.Row) []Evidence {
	if row.Location != frontier.NoID {
		return append(j.previousEvidence(row), j.redirectEvidence(c, row)...)
	}
	return append(j.previousEvidence(row), j.listedEvidence(c, row)...)
}

func (j *JudgeCrawl) challengeEvidence(c Code, row *frontier.Row) []Evidence {
	return append(j.firewallEvidence(row), j.statusEvidence(c, row)...)
}

func (j *JudgeCrawl) previousEvidence(row *frontier.Row) []Evidence {
	sources, err := j.crawl.Sources(row.ID)
	if p, ok := PreviousOf(sources); err == nil && ok {
		note := "carried unread by " + counted(p.Runs, "set") + " since"
		if p.Left {
			note = "it has left the sitemap, and was asked for again in " + counted(p.Runs, "run")
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

func (j *JudgeCrawl) robotsEvidence(_ Code, row *frontier.Row) []Evidence {
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
		counted(r.Tries, "request"), stamp(r.Due))}}
}
