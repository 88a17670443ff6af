package classes

// What enough samples have shown holds where later ones show nothing. Of a
// parameter the pages of lowest hash are compared: with each page that is read
// others may be these, of which the page without the parameter, or a part of the
// list, is not read yet, or is held back because of what was shown.

// memory is what a crawl has found out so far, by class and parameter.
type memory map[string]shownOnce

type shownOnce struct {
	Relation Relation `json:"is"`
	Clear    int      `json:"clear"`           // samples that showed it
	Twins    bool     `json:"twins,omitempty"` // by twins
	With     int      `json:"with,omitempty"`  // what they were looked at with
}

// shows gives the finding by which each relation that is remembered is shown.
var shows = map[Relation]finding{NoEffect: same, Sorts: equal, Translates: equal, Narrows: part, Cumulative: wider}

// clear counts the samples that showed something.
func (p *pair) clear() (n int) {
	for finding, count := range p.counts {
		if finding != int(unclear) {
			n += count
		}
	}
	return n
}

// remember notes what the parameters were found to do, for later looks.
func (r *reader) remember() {
	for _, p := range r.pairs {
		before, known := r.known[p.testKey()]
		_, may := shows[p.relation]
		clear := p.clear()
		switch {
		case p.grows || p.compares || p.vowed || p.moments:
		case may && (clear >= leastPick || p.twins && clear >= leastTwins) && (!known || before.Relation != p.relation || clear > before.Clear):
			r.known[p.testKey()] = shownOnce{p.relation, clear, p.twins, p.twinsWith}
		case !may && known && clear >= before.enough():
			delete(r.known, p.testKey())
		}
	}
}

// enough samples overrule what was shown before.
func (s shownOnce) enough() int { return min(maxSamples, (s.Clear+1)/2) }

// recall gives a parameter the relation that it was found to have before.
func (p *pair) recall(s shownOnce) {
	p.relation, p.twins, p.wants = s.Relation, s.Twins, nil
	p.counts = [other + 1]int{}
	p.counts[shows[s.Relation]] = s.Clear
}

// recallSame recalls that a parameter had no effect, if no sample contradicts.
func (r *reader) recallSame(p *pair, found []finding) {
	s, known := r.known[p.testKey()]
	if !known || s.Twins || s.Relation != NoEffect || p.relation != Undecided {
		return
	}
	for _, f := range found {
		if f == other {
			return
		}
	}
	p.recall(s)
}

// recallList recalls what lists have shown of a parameter, if fewer show it, or
// something else, now.
func (r *reader) recallList(p *pair) {
	s, known := r.known[p.testKey()]
	if known && s.Relation != NoEffect && s.Relation != p.relation && p.clear() < s.enough() {
		if p.recall(s); s.Relation == Translates {
			p.relation = Sorts // see settleTranslations
		}
	}
}
