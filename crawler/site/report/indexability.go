package report

import (
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Indexability says whether search engines may have a page, and if not, why;
// nothing where it was not read.
func Indexability(code audit.Code, p *record.Page) (indexable, why string) {
	const no = "Non-Indexable"
	switch code {
	case audit.RobotsBlocked, audit.RobotsUnavailable:
		return no, "Blocked by robots.txt"
	case audit.Redirect, audit.RedirectLoop, audit.RedirectWall:
		return no, "Redirected"
	case audit.HTTP4xx, audit.Denied:
		return no, "Client Error"
	case audit.HTTP5xx, audit.Throttled:
		return no, "Server Error"
	case audit.NetworkError:
		return no, "No Response"
	case audit.Challenged:
		return no, "Blocked"
	case audit.NoIndexHeader, audit.NoIndexMeta:
		return no, "noindex"
	case audit.CanonicalElsewhere:
		return no, "Canonicalised"
	case audit.Soft404:
		return no, "Soft 404"
	case audit.Listed:
		return "Indexable", ""
	}
	if p == nil || p.Outcome != record.Answered || !record.IsPage(p.Status) || p.Canonical == record.CanonicalOther {
		return "", ""
	}
	if code == audit.DuplicateContent || code == audit.DuplicateVariant {
		return no, "Duplicate" // search engines index one of them, which is listed
	}
	return "Indexable", ""
}

func isIndexable(code audit.Code, p *record.Page) bool {
	indexable, _ := Indexability(code, p)
	return indexable == "Indexable"
}
