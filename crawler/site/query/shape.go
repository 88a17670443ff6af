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
	URL        string   `json:"url"`      // of a page or a file; "" for a host, a pattern, or the site
	Template   string   `json:"template"` // shape of the URL, or the pattern; "" for a host or the site
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
}

// Shape gives the finding as an object. It shares nothing with it.
func (f *Finding) Shape() FindingShape {
	s := FindingShape{
		Type: "finding", ID: f.Rule.ID, Severity: f.Severity.String(), Confidence: f.Confidence(),
		URL: f.PageURL(), Template: strings.Clone(f.Template), Detail: strings.Clone(f.Detail),
	}
	if s.URL == "" && f.URL != "" {
		subject := strings.Clone(f.URL)
		s.Evidence.Subject = &subject
		if strings.Contains(subject, "/") && s.Template == "" {
			s.Template = subject
		}
	}
	if status := f.Status; status != 0 {
		s.Evidence.Status = &status
	}
	if url := f.TargetURL(); url != "" {
		s.Evidence.Target = &url
	}
	if url := f.FromURL(); url != "" {
		s.Evidence.LinkedFrom = &url
	}
	if pages := f.Pages; f.ID != frontier.NoID {
		s.Evidence.LinkingPages = &pages
	}
	if segment := f.Segment(); segment != "" {
		s.Evidence.Segment = &segment
	}
	if why := f.Ignored; why != "" {
		s.Evidence.Ignored = &why
	}
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
