package classes

import (
	"github.com/portolan-seo/portolan/frontier"
)

// echoShare: of the pages of a class of which the most are the same for any
// value of a parameter, one in so many may be another one.
const echoShare = 20

const maxFormTexts = 1000 // of a class, that are told apart

// readProofs reads which texts come at any address.
func (r *reader) readProofs() error {
	proofs, err := ReadProofs(r.crawl.Meta(frontier.MetaEchoes))
	if err != nil {
		return err
	}
	r.proven, r.exist = make(map[uint64]bool, len(proofs)), map[uint64]bool{}
	for _, p := range proofs {
		if p.Dates {
			continue
		}
		if p.Gone {
			r.exist[p.Text] = true
		} else {
			r.proven[p.Text] = true
		}
	}
	return nil
}

// anywhere tells of a page with a text that comes at any address.
func (r *reader) anywhere(row *frontier.Row) bool {
	return r.proven[row.Page.ContentOwn] || r.proven[row.Page.Content]
}

// contentIfProven asks for texts where there are such that come at any address.
func (r *reader) contentIfProven() []frontier.Detail {
	if len(r.proven) == 0 {
		return nil
	}
	return []frontier.Detail{frontier.DetailContent}
}

// sawText takes the text of a page with parameters; proven: one that comes at
// any address.
func (s *shape) sawText(a *address, row *frontier.Row, proven bool) {
	if carriesAddress(row.URL) {
		s.hasText(row.Page.ContentOwn, 1)
	}
	for i := range a.params {
		if p := s.pairs[a.params[i].name]; p != nil && proven {
			p.echoed++
		}
	}
}

func (s *shape) hasText(text uint64, n int) {
	if s.texts == nil {
		s.texts = map[uint64]int{}
	}
	if _, known := s.texts[text]; known || len(s.texts) < maxFormTexts {
		s.texts[text] += n
	}
}

// repeated counts the pages with the address of another one in a parameter
// whose text several have: forms that repeat a word of it.
func (s *shape) repeated() (pages int) {
	for _, n := range s.texts {
		if n >= leastEcho {
			pages += n
		}
	}
	return pages
}

// isEchoed tells whether the pages of a class are the same whatever the
// parameter's value is.
func (p *pair) isEchoed() bool {
	alike := max(p.echoed, min(p.shape.repeated(), p.fetched))
	return len(p.samples) > 1 && p.echoed >= manyAlike && (p.fetched-alike)*echoShare <= p.fetched
}

// ofAnyValue tells of which page of its class a page is a variant that comes
// at any address, so far as parameters alone decide it.
func (c *Classes) ofAnyValue(row *frontier.Row) View {
	a := &c.r.addr
	a.read(row.URL)
	s := c.r.tree.of(a.family)
	if s == nil || len(a.params) == 0 {
		return View{Target: frontier.NoID}
	}
	if v := s.look(a); v.idle != nil && v.idle.relation == AnyValue {
		if target := c.target(s.viewKey(a), row); target != frontier.NoID {
			return View{Kind: Variant, Target: target, param: v.idle}
		}
	}
	return View{Target: frontier.NoID}
}

// standsForAny makes a page that stands for all of a text the one of which those of its class are
// variants: the one that was would be an echo, and none were listed.
func (c *Classes) standsForAny(of *standing) {
	a := &c.r.addr
	a.read(of.url)
	s := c.r.tree.of(a.family)
	if s == nil || len(a.params) == 0 || !s.showsAny(a) {
		return
	}
	if t, known := c.targets[s.viewKey(a)]; known && c.echoes.has(uint32(t.id)) {
		c.targets[s.viewKey(a)] = target{of.id, uint16(min(len(of.url), 1<<16-1)), t.failed, false}
	}
}
