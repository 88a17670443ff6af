package audit

import (
	"fmt"

	"github.com/portolan-seo/portolan/frontier"
)

// quarantineEvidence gives the patterns in quarantine that a URL matches.
func (j *JudgeCrawl) quarantineEvidence(_ Code, row *frontier.Row) []Evidence {
	list, err := frontier.List[frontier.Quarantine](j.crawl.Meta(frontier.MetaQuarantine))
	if err != nil {
		return nil // NewJudge has read it
	}
	var out []Evidence
	for _, q := range list {
		if match, err := q.Match(); err == nil && match.MatchString(row.URL) {
			e := Evidence{
				Kind: EvidencePattern, Text: q.Pattern, Where: q.Kind,
				Note: fmt.Sprintf("%d fetched; of the last %d, %d had a new text and %d could be listed; new URLs found outside the pattern: %d",
					q.Fetched, q.Window, q.NewTexts, q.Indexable, q.Opened),
			}
			if q.Rest != "" {
				e.Note = "folders in front of the last of these say nothing: the same pages come without them; each page is listed at its shortest address"
			}
			out = append(out, e)
		}
	}
	return out
}

// firewallEvidence gives the firewalls that shut the crawl out of a URL's
// host.
func (j *JudgeCrawl) firewallEvidence(row *frontier.Row) []Evidence {
	host := hostOf(row.URL)
	var out []Evidence
	for _, w := range j.trouble.firewalls {
		if w.Host == host {
			vendor := w.Vendor
			if vendor == "" {
				vendor = "of an unknown make"
			}
			out = append(out, Evidence{
				Kind: EvidenceFirewall, Text: vendor, Where: w.Proof,
				Note: fmt.Sprintf("it refused everything since %s, last with HTTP %d", stamp(w.Since), w.Status),
			})
		}
	}
	return out
}

// downEvidence tells that a URL's host was given up.
func (j *JudgeCrawl) downEvidence(row *frontier.Row) []Evidence {
	status, down := j.trouble.down[hostOf(row.URL)]
	if !down {
		return nil
	}
	text := "the host does not answer any more"
	if status > 0 {
		text = fmt.Sprintf("the host answers with errors alone: %d", status)
	}
	return []Evidence{{Kind: EvidenceError, Text: text, Note: "it was given up; this URL's turn did not come"}}
}
