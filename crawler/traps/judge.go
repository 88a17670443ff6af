package traps

// judge looks at a pattern whose window is full, and puts it in quarantine if
// it is a trap.
func (t *Detector) judge(p *pattern, s *patternStat, o *Page) bool {
	window := textWindow
	if p.kind == patternLoop {
		window = loopWindow
	}
	if s.window.pages >= window {
		w := s.window
		s.window = yield{}
		s.dry = w.newTexts <= dryTexts
		if s.dry && w.opened <= dryOpened && w.fed*feedShare >= w.pages && !s.isMixed(p, s.newTexts) {
			t.add(p, s, w, p.trapKind(o.URL), 0)
			return true
		}
	}
	if s.chain.pages >= chainWindow {
		w := s.chain
		s.chain = yield{}
		_, query := splitPath([]byte(o.URL))
		goesOn := w.fed*feedShare >= w.pages && w.fed <= w.pages*chainShare
		if t.listable && p.kind != patternPrefix && len(query) == 0 && w.indexable <= dryChain && w.opened <= dryOpened && goesOn {
			t.add(p, s, w, kindChain, sampleOf)
			return true
		}
	}
	return false
}

// isMixed tells of an address that shows pages of many kinds by its parameters
// (a front controller), or of a directory, some of which are pages of their own:
// it is not to be closed as a whole, whatever the last of them were.
func (s *patternStat) isMixed(p *pattern, own int) bool {
	return (p.kind == patternParams || p.kind == patternPrefix) && own*mixedShare > s.fetched
}

// sawRedirect follows chains of redirects that lead on and on, by status or by a
// refresh of the page.
func (t *Detector) sawRedirect(o *Page) {
	if o.Settled.Location < 0 {
		return
	}
	link := &o.Settled.Links[o.Settled.Location]
	count := 1
	if h := t.hops[o.Key%hopTable]; h.key == o.Key {
		count += h.count
	}
	t.hops[link.Key%hopTable] = hop{link.Key, count}
	if count < trapHops || len(t.inside) == 0 {
		return
	}
	p := &t.inside[0]
	if path, query := splitPath([]byte(o.URL)); againParam(query) != "" {
		key := hashBytes(hashBytes(uint64(patternAgain), []byte(o.URL[:path])), []byte(againParam(query)))
		p = &pattern{key: key, kind: patternAgain}
	}
	if s := t.stat(p, o); s != nil && !t.holds(o.URL) {
		s.fetched += count
		s.examples = append(s.examples[:0], o.URL, string(link.URL))
		t.add(p, s, yield{pages: count}, kindRedirects, 0)
	}
}

// holds tells whether a pattern in quarantine matches the URL.
func (t *Detector) holds(url string) bool {
	for i := range t.list {
		if re, err := t.list[i].Match(); err == nil && re.MatchString(url) {
			return true
		}
	}
	return false
}
