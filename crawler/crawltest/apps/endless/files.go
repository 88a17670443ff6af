package endless

import (
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Files are directories as Apache shows them: each in four columns and both
// ways, with semicolons.
func Files(seed uint64, notes, dirs int) *Site {
	s := newSite(seed, notes)
	paths := []string{"/files/"}
	for n := 1; n < dirs; n++ {
		paths = append(paths, fmt.Sprintf("%s%s-%d/", paths[(n-1)/4], apps.Noun(n), n))
	}
	sorted := map[string]bool{}
	for _, column := range "NMSD" {
		sorted[fmt.Sprintf("?C=%c&O=A", column)], sorted[fmt.Sprintf("?C=%c&O=D", column)] = true, true
	}
	s.trap = func(u apps.URL) apps.View {
		if strings.HasSuffix(u.Path, ".txt") && strings.HasPrefix(u.Path, "/files/") {
			return apps.View{Truth: apps.Truth{Kind: "file"}, Type: "text/plain", Body: u.Path}
		}
		n := slices.Index(paths, u.Path)
		if n < 0 || len(u.Query) > 0 && !sorted[u.Query.String()] {
			return apps.Missing()
		}
		v := forbidden("sorted", func(p *apps.Page) { drawFiles(p, u, n, paths) })
		if len(u.Query) == 0 {
			v.Truth = apps.Truth{Word: apps.Required, Kind: "directory"}
		}
		return v
	}
	s.required = paths
	s.decorate = func(p *apps.Page, _ int) { p.Links("files", []apps.Link{{Href: "/files/", Text: "Files"}}) }
	return s
}

func drawFiles(p *apps.Page, u apps.URL, n int, paths []string) {
	p.NoFrame, p.Title = true, "Index of "+u.Path
	p.Raw("<h1>%s</h1><pre>", p.Title)
	for _, column := range []string{"Name", "Last modified", "Size", "Description"} {
		way := "A"
		if u.Query.Get("C") == column[:1] && u.Query.Get("O") == "A" || column == "Name" && len(u.Query) == 0 {
			way = "D"
		}
		letter := strings.Replace(column[:1], "L", "M", 1)
		p.Raw("%s ", p.A(apps.Link{Href: "?C=" + letter + ";O=" + way, Text: column}))
	}
	var rows []string
	for m := 4*n + 1; m <= 4*n+4 && m < len(paths); m++ {
		rows = append(rows, p.A(apps.Link{Href: strings.TrimPrefix(paths[m], u.Path), Text: strings.TrimPrefix(paths[m], u.Path)})+"   2026-10-04 11:20    -")
	}
	for k := range 6 {
		name := fmt.Sprintf("%s-%d.txt", apps.Noun(n*6+k), k)
		rows = append(rows, p.A(apps.Link{Href: name, Text: name})+fmt.Sprintf("   2026-0%d-14 09:00  %dK", 1+k, 3*k))
	}
	if u.Query.Get("O") == "D" {
		slices.Reverse(rows)
	}
	p.Raw("\n%s\n", p.A(apps.Link{Href: "../", Text: "Parent Directory"}))
	p.Raw("%s\n</pre>\n", strings.Join(rows, "\n"))
}
