package query

import (
	"net/url"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// FindingShape is a finding as an object for programs. Its fields are fixed:
// others may be added to Evidence alone. In report.jsonl, where all that is
// absent is null, URL and Template are *string.
type FindingShape[Text string | *string] struct {
	Type       string   `json:"type"` // "finding"
	ID         string   `json:"id"`
	Severity   string   `json:"severity"`
	Confidence string   `json:"confidence"`
	URL        Text     `json:"url"`      // of a page or a file; empty for a host, a pattern, or the site
	Template   Text     `json:"template"` // shape of the URL, or the pattern; empty for a host or the site
	Detail     string   `json:"detail"`
	Evidence   Evidence `json:"evidence"`
}

// Evidence is what a finding rests on; what there is none of is null.
type Evidence struct {
	Subject      *string `json:"subject"` // the host or pattern, where there is no URL
	Status       *int    `json:"status"`
	Target       *string `json:"target"`
	LinkedFrom   *string `json:"linked_from"`
	LinkingPages *int    `json:"linking_pages"`
	Segment      *string `json:"segment"` // of the user's
	Ignored      *string `json:"ignored"` // why it is left as it is

	Raw []byte `json:"raw_b64,omitempty"` // Detail where that is no UTF-8
}

// Shape gives the finding as an object of lists. It shares nothing with it.
func (f *Finding) Shape() FindingShape[string] { return shapeOf(f, strings.Clone) }

// Line gives it as an object of report.jsonl.
func (f *Finding) Line() FindingShape[*string] { return shapeOf(f, orNull) }

func shapeOf[Text string | *string](f *Finding, text func(string) Text) FindingShape[Text] {
	url, template, subject := f.PageURL(), f.Template, ""
	if url == "" {
		subject = f.URL
		if strings.Contains(f.URL, "/") && template == "" {
			template = subject
		}
	}
	s := FindingShape[Text]{
		Type: "finding", ID: f.Rule.ID, Severity: f.Severity.String(), Confidence: f.Confidence(),
		URL: text(url), Template: text(template), Detail: strings.Clone(f.Detail), Evidence: Evidence{Subject: orNull(subject), Raw: rawOf(f.Detail)},
	}
	if status := f.Status; status != 0 {
		s.Evidence.Status = &status
	}
	s.Evidence.Target, s.Evidence.LinkedFrom = orNull(f.TargetURL()), orNull(f.FromURL())
	if pages := f.Pages; f.ID != frontier.NoID {
		s.Evidence.LinkingPages = &pages
	}
	s.Evidence.Segment, s.Evidence.Ignored = orNull(f.Segment()), orNull(f.Ignored)
	return s
}

// PageURL is the URL that it is about, "" where that is a host, a pattern, or
// the whole site.
func (f *Finding) PageURL() string {
	if f.ID == frontier.NoID {
		u, err := url.Parse(f.URL)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.ContainsAny(f.URL, "*{") {
			return ""
		}
	}
	return strings.Clone(f.URL)
}
