package query

import (
	"net/url"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// FindingShape is a finding as an object for programs. Its fields are fixed:
// others may be added to Evidence alone.
type FindingShape struct {
	Type       string   `json:"type"` // "finding"
	ID         string   `json:"id"`
	Severity   string   `json:"severity"`
	Confidence string   `json:"confidence"`
	URL        *string  `json:"url"`      // of a page or a file; null for a host, a pattern, or the site
	Template   *string  `json:"template"` // shape of the URL, or the pattern; null for a host or the site
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

// Shape gives the finding as an object. It shares nothing with it.
func (f *Finding) Shape() FindingShape {
	s := FindingShape{
		Type: "finding", ID: f.Rule.ID, Severity: f.Severity.String(), Confidence: f.Confidence(),
		URL: orNull(f.PageURL()), Template: orNull(f.Template), Detail: strings.Clone(f.Detail), Evidence: Evidence{Raw: rawOf(f.Detail)},
	}
	if s.URL == nil {
		s.Evidence.Subject = orNull(f.URL)
		if strings.Contains(f.URL, "/") && s.Template == nil {
			s.Template = s.Evidence.Subject
		}
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
