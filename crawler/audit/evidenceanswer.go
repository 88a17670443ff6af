package audit

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/filetype"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// Each of these gives what an answer, or what came instead of one, says for a
// rule.

func (j *JudgeCrawl) statusEvidence(_ Code, row *frontier.Row) []Evidence {
	if row.Page == nil {
		return append(j.downEvidence(row), retryEvidence(row)...)
	}
	status := []Evidence{{Kind: EvidenceStatus, Text: fmt.Sprintf("HTTP %d", row.Page.Status), Note: counted(row.Page.Tries, "request")}}
	if !row.Page.Problems.Has(record.UnderSession) {
		return status
	}
	redirect := "a redirect" // an earlier version has noted no status
	for line := range strings.SplitSeq(row.Page.Notes, "\n") {
		if by, is := strings.CutPrefix(line, record.UnderSession.String()+" 0:0 1 "); is {
			redirect = "HTTP " + by
		}
	}
	status[0].Text += " under such an id alone"
	return append([]Evidence{{Kind: EvidenceStatus, Text: redirect, Note: record.UnderSession.Words()}}, status...)
}

func (j *JudgeCrawl) errorEvidence(c Code, row *frontier.Row) []Evidence {
	p := row.Page
	if p == nil {
		return j.statusEvidence(c, row)
	}
	return []Evidence{{Kind: EvidenceError, Text: strings.TrimSpace(p.Err.String() + " " + p.ErrText), Note: counted(p.Tries, "request")}}
}

// failureEvidence is for verdicts that a status can have, or an error.
func (j *JudgeCrawl) failureEvidence(c Code, row *frontier.Row) []Evidence {
	switch p := row.Page; {
	case p == nil || p.Status != 0 && p.Err == record.ErrNone:
		return j.statusEvidence(c, row)
	case p.Status == 0:
		return j.errorEvidence(c, row)
	}
	return append(j.statusEvidence(c, row), j.errorEvidence(c, row)...)
}

func (j *JudgeCrawl) redirectEvidence(c Code, row *frontier.Row) []Evidence {
	status := j.statusEvidence(c, row)
	switch p := row.Page; {
	case p == nil:
		return status
	case p.Status >= 300:
		return append(status, Evidence{Kind: EvidenceHeader, Text: "Location: " + p.Location})
	case row.Location == frontier.NoID:
		return append(status, Evidence{Kind: EvidenceURL, Text: row.URL, Note: "it is the page to which the others redirect"})
	}
	return append(status, Evidence{Kind: EvidenceTag, Text: "refresh", Note: "by tag or header, it sends its visitors on at once"})
}

func (j *JudgeCrawl) listedEvidence(c Code, row *frontier.Row) []Evidence {
	status := j.statusEvidence(c, row)
	if row.Page == nil {
		return status
	}
	return append(append(status, typeEvidence(row.Page), j.canonicalEvidence(row)), j.soft404Evidence(row)...)
}

func (j *JudgeCrawl) likenessEvidence(c Code, row *frontier.Row) []Evidence {
	return append(append(j.statusEvidence(c, row), j.soft404Evidence(row)...), j.viewEvidence(row)...)
}

func (j *JudgeCrawl) mediaEvidence(_ Code, row *frontier.Row) []Evidence {
	if row.Page == nil {
		return []Evidence{{Kind: EvidenceType, Text: filetype.ByName(row.URL), Note: "by the end of its file name"}}
	}
	return []Evidence{typeEvidence(row.Page)}
}

// sourceEvidence tells which sources name a URL that was not fetched.
func (j *JudgeCrawl) sourceEvidence(_ Code, row *frontier.Row) (list []Evidence) {
	sources, err := j.crawl.Sources(row.ID)
	if err != nil {
		return nil // told by who asks for the sources themselves
	}
	for _, s := range sources {
		list = append(list, Evidence{Kind: EvidenceSource, Text: s.Detail, Note: "it was not asked for"})
	}
	return list
}

func (j *JudgeCrawl) copyEvidence(_ Code, row *frontier.Row) []Evidence {
	if e := j.viewEvidence(row); e != nil {
		return e
	}
	return []Evidence{{Kind: EvidenceSame, Text: "title and visible text", Note: "word by word those of the page that stands for all"}}
}

func (j *JudgeCrawl) canonicalNamed(_ Code, row *frontier.Row) []Evidence {
	return []Evidence{j.canonicalEvidence(row)}
}

// counted writes a number with what it counts.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
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
func (j *JudgeCrawl) noIndexHeader(_ Code, row *frontier.Row) []Evidence {
	p := row.Page
	var out []Evidence
	for line := range strings.SplitSeq(p.RobotsHeader, "\n") {
		if !robots.ParseHeader(line, j.o.ListAgent, p.FetchedAt).Indexable() {
			out = append(out, Evidence{Kind: EvidenceHeader, Text: "X-Robots-Tag: " + line, Note: "read as " + j.o.ListAgent})
		}
	}
	return out
}

// noIndexMeta gives the robots metas that forbid indexing.
func (j *JudgeCrawl) noIndexMeta(_ Code, row *frontier.Row) []Evidence {
	p := row.Page
	var out []Evidence
	for line := range strings.SplitSeq(p.RobotsMeta, "\n") {
		name, content, _ := strings.Cut(line, ": ")
		if d, applies := robots.ParseMeta(name, content, j.o.ListAgent, p.FetchedAt); applies && !d.Indexable() {
			out = append(out, Evidence{Kind: EvidenceTag, Text: fmt.Sprintf("<meta name=%q content=%q>", name, content), Note: "read as " + j.o.ListAgent})
		}
	}
	return out
}
