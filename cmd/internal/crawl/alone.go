package crawl

// sayAlone tells of such a sitemap by --quiet, too, where the page has scripts:
// then it may be that of a site which nobody has seen.
func (r *crawlRun) sayAlone() {
	if text := r.AloneText(); text != "" && r.Start.Front.Scripts > 0 {
		r.p.Say(text)
	}
}
