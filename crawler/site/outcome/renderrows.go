package outcome

import (
	"context"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/opinions"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/summary"
)

// renderRows tells which pages were read with their scripts run, and what could
// not be read for want of a browser.
func (r *Outcome) renderRows(b *strings.Builder) {
	s, err := summary.RenderedOf(context.Background(), r.Store)
	if err != nil || s == nil {
		return
	}
	if s.Rendered > 0 {
		text := fmt.Sprintf("%s of %s page%s rendered", prose.Thousands(s.Rendered), prose.Thousands(s.Pages), prose.Plural(s.Pages))
		if where := differing(s.Templates, r.Start.URL); where != "" {
			text += ": " + where
		}
		if s.Kept > 0 {
			text += fmt.Sprintf("; %s of them in an earlier crawl, as there is no browser now (%s)", prose.Thousands(s.Kept), safe.OneLine(s.Lack))
		}
		prose.Row(b, "Scripts", "%s", text)
	}
	if s.Failed > 0 {
		prose.Row(b, labelOnce(s.Rendered > 0, "Scripts"), "%s page%s could not be rendered: portolan findings %s render-failed", prose.Thousands(s.Failed), prose.Plural(s.Failed), safe.Printable(r.Folder.Dir))
	}
	if s.Lack != "" && s.Rendered+s.Failed+s.Unread == 0 {
		prose.Row(b, "Scripts", "NO PAGE WAS RENDERED. %s", browserHint(s.Lack))
	}
	if s.Unread > 0 {
		prose.Row(b, labelOnce(s.Rendered+s.Failed > 0, "Scripts"), "%s page%s could not be read: only a browser shows what is in them. %s", prose.Thousands(s.Unread), prose.Plural(s.Unread), browserHint(s.Lack))
	}
	if len(s.Hashes) > 0 {
		prose.Row(b, labelOnce(true, ""), "what stands after # is no URL, and cannot be listed: %s on %s", safe.OneLine(strings.Join(s.Hashes, " ")), safe.OneLine(s.On))
	}
	b.WriteString("\n")
}

func labelOnce(told bool, label string) string {
	if told {
		return ""
	}
	return label
}

// browserHint says why there is no browser, and how to get one.
func browserHint(lack string) string {
	lack = strings.TrimRight(strings.Join(strings.Fields(lack), " "), ".")
	hint := strings.ToUpper(lack[:min(len(lack), 1)]) + lack[min(len(lack), 1):]
	if strings.Contains(lack, "root") {
		return hint + ", by --browser-no-sandbox."
	}
	return safe.OneLine(hint) + ". With one, run the same command again; --browser PATH names one elsewhere."
}

// differing names the templates whose pages differ most, three at most, with
// what differs.
func differing(templates []opinions.Decision, start string) string {
	var parts []string
	left := 0
	for i := range templates {
		d := &templates[i]
		switch {
		case d.Differ == 0:
		case len(parts) == 3:
			left++
		default:
			parts = append(parts, withoutOrigin(d.Template, start)+" differs in "+opinions.Join(d.In))
		}
	}
	if left > 0 {
		parts = append(parts, fmt.Sprintf("%d more", left))
	}
	return safe.OneLine(strings.Join(parts, ", "))
}

// withoutOrigin leaves out the origin that a pattern has in common with the
// start.
func withoutOrigin(pattern, start string) string {
	if i := strings.Index(start, "://"); i >= 0 {
		if end := strings.IndexByte(start[i+3:], '/'); end >= 0 {
			if rest, found := strings.CutPrefix(pattern, start[:i+3+end]); found && rest != "" {
				return rest
			}
		}
	}
	return pattern
}
