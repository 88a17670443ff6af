package notify

import (
	"bufio"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/engines"
	"github.com/portolan-seo/portolan/sitemap/indexnow"
)

// printer prints what comes of each endpoint.
type printer struct {
	p     *console.Program
	again time.Duration
}

// Told prints what was sent.
func (n *printer) Told(sum *engines.Told) error {
	if n.p.JSON {
		return n.p.PrintJSON(sum)
	}
	if n.p.Quiet {
		return nil
	}
	var b strings.Builder
	prose.Row(&b, "IndexNow", "%s told to %s", prose.Counted(sum.Sent, "URL"), sum.Endpoint)
	prose.Row(&b, "", "%s%s", prose.Counted(sum.Requests, "request"), prose.Kinds(sum.Kinds))
	if sum.Status == http.StatusAccepted {
		prose.Row(&b, "", "It has still to look at the key.")
	}
	if sum.Waiting > 0 {
		prose.Row(&b, "", "%s told less than %s ago: later", prose.Counted(sum.Waiting, "URL"), prose.Span(n.again))
	}
	_, err := fmt.Fprint(n.p.Out, b.String())
	return err
}

const nothingBefore = "there is no earlier crawl to compare with. Changes are told from the next one on."

// Nothing says that nothing is sent, and why.
func (n *printer) Nothing(x *engines.Nothing) error {
	if n.p.JSON {
		return n.p.PrintJSON(engines.Told{Type: "notify", Endpoint: x.Endpoint, Kinds: map[string]int{}, Waiting: x.Waiting, Key: x.KeyAt})
	}
	if n.p.Quiet {
		return nil
	}
	var b strings.Builder
	switch {
	case x.First:
		prose.Row(&b, "IndexNow", "nothing to tell yet: "+nothingBefore)
		prose.Row(&b, "Key", "copy the key's file to the site:")
		fmt.Fprintf(&b, "  %s\n  to %s\n", safe.ShellQuote(x.KeyFile), safe.OneLine(x.KeyAt))
	case x.Waiting > 0:
		prose.Row(&b, "IndexNow", "nothing is sent: %s told less than %s ago", prose.Counted(x.Waiting, "URL"), prose.Span(n.again))
	default:
		prose.Row(&b, "IndexNow", "nothing has changed: nothing is sent")
	}
	_, err := fmt.Fprint(n.p.Out, b.String())
	return err
}

// previewLine is a URL that would be sent, for programs.
type previewLine struct {
	Type     string `json:"type"` // "url"
	Endpoint string `json:"endpoint"`
	Kind     string `json:"kind"`
	URL      string `json:"url"`
}

// Preview prints what would be sent.
func (n *printer) Preview(endpoint string, all iter.Seq2[indexnow.Entry, error], waits func(string) bool, first bool) error {
	out := bufio.NewWriter(n.p.Out)
	due, waiting := 0, 0
	for e, err := range all {
		switch {
		case err != nil:
			return exit.Failf("%w", err)
		case waits(e.URL):
			waiting++
			continue
		}
		due++
		switch {
		case n.p.JSON:
			data, err := safe.JSON(previewLine{"url", endpoint, e.Kind, e.URL})
			if err != nil {
				return exit.Failf("%w", err)
			}
			out.Write(data)
		case !n.p.Quiet:
			fmt.Fprintf(out, "%-8s %s\n", e.Kind, safe.OneLine(e.URL))
		}
	}
	switch {
	case n.p.JSON || n.p.Quiet:
	case first && due+waiting == 0:
		fmt.Fprintf(out, "nothing would be told to %s yet: %s\n", endpoint, nothingBefore)
	case due+waiting == 0:
		fmt.Fprintf(out, "nothing would be told to %s: nothing has changed\n", endpoint)
	default:
		fmt.Fprintf(out, "%s would be told to %s; %s told less than %s ago\n", prose.Counted(due, "URL"), endpoint, prose.Thousands(waiting), prose.Span(n.again))
	}
	if err := out.Flush(); err != nil {
		return exit.Failf("print what would be sent: %w", err)
	}
	return nil
}
