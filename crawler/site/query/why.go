package query

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// why tells what shows the verdicts of URLs. It keeps what it told last.
type why struct {
	crawl   *stored.Crawl
	judge   *audit.JudgeCrawl
	of      frontier.ID
	reasons []audit.Reason
}

func newWhy(ctx context.Context, crawl *stored.Crawl) (*why, error) {
	judge, err := crawl.Explainer(ctx)
	return &why{crawl: crawl, judge: judge, of: frontier.NoID}, err
}

// reasons are the rules that match a URL, its verdict's first; none of one that
// is simply listed. Of a view of a page in a large crawl the page alone is told
// (stored.Crawl.Explainer).
func (u *URL) reasons() []audit.Reason {
	w := u.why
	if w == nil || u.Code == audit.Listed || u.Code == audit.NoVerdict {
		return nil
	}
	if w.of == u.ID {
		return w.reasons
	}
	list, err := w.judge.Explain(u.Row)
	if err == nil && (len(list) == 0 || list[0].Code != u.Code) {
		list, err = w.view(u)
	}
	if err != nil && u.names.err == nil {
		u.names.err = err
	}
	w.of, w.reasons = u.ID, list
	return list
}

// view tells by the stored verdict of which page a URL is a view.
func (w *why) view(u *URL) ([]audit.Reason, error) {
	const explainTells = "what shows it: portolan explain FOLDER URL"
	v, err := w.crawl.VerdictOf(u.ID)
	if err != nil {
		return nil, err
	}
	shown := audit.Evidence{Kind: audit.EvidenceClass, Note: explainTells}
	if v.Target != frontier.NoID {
		url, err := w.crawl.URL(v.Target)
		if err != nil {
			return nil, err
		}
		shown.Text = "a view of " + url
	}
	return []audit.Reason{{Code: u.Code, Evidence: []audit.Evidence{shown}}}, nil
}

// evidence is what shows the verdict.
func (u *URL) evidence() []audit.Evidence {
	if list := u.reasons(); len(list) > 0 {
		return list[0].Evidence
	}
	return nil
}

// also are the later rules that match.
func (u *URL) also() (codes []string) {
	for i, r := range u.reasons() {
		if i > 0 {
			codes = append(codes, r.Code.String())
		}
	}
	return codes
}

// hops are the way along redirects, the target first.
func (u *URL) hops() []audit.Hop {
	for _, r := range u.reasons() {
		if len(r.Hops) > 0 {
			return r.Hops
		}
	}
	return nil
}

// evidenceText is a piece of evidence in one line: the bytes that decide, what
// they mean, and where they stand.
func evidenceText(e audit.Evidence) string {
	text := e.Text
	if text == "" {
		text = e.Note
	} else if e.Note != "" {
		text += ", " + e.Note
	}
	if e.Where != "" {
		text += " (" + e.Where + ")"
	}
	return text
}

// EvidenceShape is a piece of evidence as an object for programs; what there is
// none of is null.
type EvidenceShape struct {
	Kind  string  `json:"kind"`
	Text  *string `json:"text"`  // the deciding bytes
	Where *string `json:"where"` // file and line
	Note  *string `json:"note"`  // what it means

	Raw []byte `json:"raw_b64,omitempty"` // Text where that is no UTF-8
}

// rawOf gives a text that is no UTF-8; nil for others.
func rawOf(text string) []byte {
	if utf8.ValidString(text) {
		return nil
	}
	return []byte(text)
}

// HopShape is a URL on the way along redirects.
type HopShape struct {
	URL     string  `json:"url"`
	Status  *int    `json:"status"`
	Verdict *string `json:"verdict"`
}

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	text = strings.Clone(text)
	return &text
}

// whyColumns are those of what shows a verdict.
func whyColumns() Table[URL] {
	return Table[URL]{
		{Name: "evidence", Key: "verdict.evidence", Words: "what shows the verdict; empty where it is listed", Many: true, Glue: "; ", cost: 3, need: needReasons,
			Values: func(u *URL) (list []string) {
				for _, e := range u.evidence() {
					list = append(list, evidenceText(e))
				}
				return list
			},
			Shape: EvidenceShape{}, Shapes: func(u *URL) any {
				list := []EvidenceShape{}
				for _, e := range u.evidence() {
					list = append(list, EvidenceShape{e.Kind, orNull(e.Text), orNull(e.Where), orNull(e.Note), rawOf(e.Text)})
				}
				return list
			}},
		{Name: "also", Key: "verdict.also", Words: "verdicts of later rules that match it, too", Many: true, Of: verdicts, cost: 3, need: needReasons, Values: (*URL).also},
		{Name: "redirects", Words: "the way along its redirects, the target first, twenty at most", Many: true, cost: 3, need: needReasons,
			Values: func(u *URL) (list []string) {
				for _, h := range u.hops() {
					list = append(list, h.URL)
				}
				return list
			},
			Shape: HopShape{}, Shapes: func(u *URL) any {
				list := []HopShape{}
				for _, h := range u.hops() {
					hop := HopShape{URL: h.URL, Verdict: orNull(h.Code.String())}
					if status := h.Status; status != 0 {
						hop.Status = &status
					}
					list = append(list, hop)
				}
				return list
			}},
	}
}
