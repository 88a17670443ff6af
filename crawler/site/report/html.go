package report

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"image"
	_ "image/jpeg" // for logos, and so is PNG
	_ "image/png"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/lookalike"
)

//go:embed report.tmpl
var pageText string

//go:embed report.css
var styleText string

// HTML writes the report as one page: no script, no request, system fonts. What is
// shown of the findings is chosen by style alone.
func (r *Report) HTML(to io.Writer) error {
	w, err := wordsOf(r.Lang)
	if err != nil {
		return err
	}
	page, err := r.template(w)
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(styleText))
	var out bytes.Buffer
	err = page.Execute(&out, map[string]any{
		"R": r, "Lang": w.code, "Style": template.CSS(styleText), "Hash": template.HTMLAttr(`content="` + policy(base64.StdEncoding.EncodeToString(sum[:])) + `"`),
		"Logo": r.logo(), "New": r.Fresh(), "States": r.states(), "Templates": r.Templates[:min(len(r.Templates), maxShown)], "MoreTemplates": max(len(r.Templates)-maxShown, 0),
		"Cells": r.Treemap(), "Parts": r.parts(w),
	})
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	if _, err := out.WriteTo(to); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

// template gives the document's template, which says its texts in words.
func (r *Report) template(w *words) (*template.Template, error) {
	page, err := template.New("report").Funcs(template.FuncMap{
		"tr": w.tr, "nn": w.nn, "n": w.count, "share": w.share, "date": w.date, "when": w.when,
		"politeness": func() string { return r.Politeness(w) },
		"cap":        capital, "t": visible, "addr": address, "detail": w.says, "seen": w.seen, "ms": func(d time.Duration) int { return int(d.Milliseconds()) }, "web": isWeb, "width": width, "coord": coord,
		"advice":  func() []string { return r.advice(w) },
		"changed": func() string { return r.changed(w) }, "path": r.path, "vague": lookalike.Vague, "folder": func(path string) string { return r.path(r.scheme() + path) }, "link": func(url string) template.URL {
			if !isWeb(url) {
				return "#"
			}
			return template.URL(escapeURL(url)) // its scheme is http or https
		},
	}).Parse(strings.ReplaceAll(pageText+scriptsText, "\r\n", "\n"))
	if err != nil {
		return nil, fmt.Errorf("read the template of the report: %w", err)
	}
	return page, nil
}

// part is a section of the document.
type part struct{ ID, Name string }

// parts are the sections that there are, for the list of contents.
func (r *Report) parts(w *words) (list []part) {
	for _, p := range []struct {
		part
		there bool
	}{
		{part{"summary", w.tr("Summary")}, true},
		{part{"verdicts", w.tr("What became of every URL")}, true},
		{part{"findings", w.tr("Findings")}, true},
		{part{"templates", w.tr("Kinds of pages")}, true},
		{part{"scripts", w.tr("Pages that need scripts")}, r.Scripts != nil},
		{part{"structure", w.tr("Structure")}, true},
		{part{"sources", w.tr("Sitemaps and sources")}, true},
		{part{"changes", w.tr("Changes since the last crawl")}, r.ComparesChanges()},
		{part{"redirects", w.tr("Redirects")}, true},
		{part{"languages", w.tr("Languages")}, r.Languages != nil},
		{part{"speed", w.tr("Answers and speed")}, true},
		{part{"robots", "robots.txt"}, r.Robots != nil},
		{part{"politeness", w.tr("How the site was asked")}, r.Politeness != nil},
		{part{"settings", w.tr("Settings and words")}, true},
	} {
		if p.there {
			list = append(list, p.part)
		}
	}
	return list
}

// ComparesChanges tells whether there is something to say of what has changed.
func (r *Report) ComparesChanges() bool {
	return len(r.Changes) > 0 || r.Before != nil && r.Seen.Ended != ""
}

// Fresh counts findings that the crawl before did not have.
func (r *Report) Fresh() (n int) {
	for _, g := range r.Groups {
		n += max(0, g.New)
	}
	return n
}

// path gives a shape of addresses of the site without its host, which all have.
func (r *Report) path(pattern string) string {
	origin := r.scheme() + strings.SplitN(strings.TrimPrefix(r.Site, r.scheme()), "/", 2)[0]
	if rest, own := strings.CutPrefix(pattern, origin); own && strings.HasPrefix(rest, "/") {
		pattern = rest
	}
	return visible(pattern)
}

func (r *Report) scheme() string {
	scheme, _, _ := strings.Cut(r.Site, "://")
	return scheme + "://"
}

// policy is the Content Security Policy of the page: nothing may be loaded, run
// or sent.
func policy(style string) string {
	return "default-src 'none'; style-src 'sha256-" + style + "'; img-src data:; base-uri 'none'; form-action 'none'"
}

// escapeURL leaves nothing in a URL that could end an attribute or a line.
func escapeURL(url string) string {
	var b strings.Builder
	for i := 0; i < len(url); i++ {
		if c := url[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\"'<>`\\{}|^", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// logo gives the picture as a data URL, "" for none.
func (r *Report) logo() template.URL {
	if r.Logo == nil {
		return ""
	}
	return template.URL("data:" + http.DetectContentType(r.Logo) + ";base64," + base64.StdEncoding.EncodeToString(r.Logo))
}

// IsLogo reports a picture that a report may show: PNG or JPEG, with a head that
// says how large it is.
func IsLogo(data []byte) bool {
	switch http.DetectContentType(data) {
	case "image/png", "image/jpeg":
		c, _, err := image.DecodeConfig(bytes.NewReader(data))
		return err == nil && c.Width > 0 && c.Height > 0
	}
	return false
}

// Piece is a part of the bar of verdicts.
type Piece struct {
	Name, Class string
	N           int
	X, Width    float64 // in thousandths of the bar
}

// states are the parts of the known URLs of the site.
func (r *Report) states() (list []Piece) {
	x := 0.0
	for _, s := range [...]struct {
		state audit.State
		class string
		n     int
	}{{audit.ListedInFile, "good", r.Listed}, {audit.Excluded, "out", r.Excluded - r.Outside}, {audit.Deferred, "wait", r.Deferred}} {
		if s.n == 0 {
			continue
		}
		w := float64(s.n) * 1000 / float64(max(r.Inside(), 1))
		list = append(list, Piece{s.state.String(), s.class, s.n, x, w})
		x += w
	}
	return list
}

// width gives the length of a bar among others, in thousandths.
func width(n int, of []Bar) int {
	most := 1
	for _, b := range of {
		most = max(most, b.Count)
	}
	return n * 1000 / most
}
