package classes

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Programs make up names of parameters, so that no cache knows an address
// (?1795612345, ?kx83jd=1). Each stands in few URLs, and none shows anything by
// itself: all of one form are one parameter, whose values are the names.

const (
	// leastMade names of a form: nobody gives as many parameters such names.
	leastMade = 50
	// madeMark begins the name of that parameter.
	madeMark = "made-up "
	// madeWord is the form of other names, with their length behind it: fifty of a
	// length begin with a digit, or change twice and more from letters to digits (item12 does not); or are letters, and
	// one in madeOthers of the site's such names at most has another length, as words have.
	madeWord   = "word"
	madeOthers = 10

	leastWord = 5 // characters
	mostWord  = 32
)

var wordForms = func() (forms [mostWord + 1]string) {
	for n := range forms {
		forms[n] = madeWord + strconv.Itoa(n)
	}
	return forms
}()

// madeForm gives the form of a parameter's name, "" where it has none, or where its
// value says anything.
func madeForm(name, value string) string {
	switch form := canonical.MadeForm([]byte(name), []byte(value)); {
	case form == canonical.MadeNumber:
		return form
	case len(name) < leastWord || len(name) > mostWord || len(value) > 1 && form == "":
		return ""
	}
	for _, c := range []byte(name) {
		if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return ""
		}
	}
	return wordForms[len(name)]
}

// takeMade makes one parameter of those whose names are made up.
func (a *address) takeMade(forms []string) {
	for i := range a.params {
		p := &a.params[i]
		form := madeForm(bare(p.name), p.value)
		if form == "" || !slices.Contains(forms, form) {
			continue
		}
		p.name, p.value = madeMark+form, bare(p.name)+"="+p.value
	}
}

// madeNames are the names of a form that an origin has.
type madeNames struct{ all, mixed, letters map[string]bool }

func (m *madeNames) add(name string) {
	m.all[name] = true
	switch {
	case !strings.ContainsAny(name, "0123456789"):
		m.letters[name] = true
	case name[0] <= '9' || canonical.MadeForm([]byte(name), nil) != "":
		m.mixed[name] = true
	}
}

// findMade finds forms of names that are made up. It reports whether there is one
// that was not known.
func (r *reader) findMade(context.Context) (found bool, err error) {
	names := map[[2]string]*madeNames{} // by origin and form
	letters := map[string]int{}         // by origin
	for _, p := range r.tree.all() {
		key := [2]string{canonical.Origin(p.shape.pattern), madeForm(bare(p.name), "")}
		if key[1] == "" || p.made < p.known {
			continue
		}
		if names[key] == nil {
			names[key] = &madeNames{map[string]bool{}, map[string]bool{}, map[string]bool{}}
		}
		names[key].add(bare(p.name))
	}
	for key, of := range names {
		letters[key[0]] += len(of.letters)
	}
	for key, of := range names {
		known := r.addr.words.Made[key[0]]
		if !slices.Contains(known, key[1]) && of.areMade(key[1], letters[key[0]]) {
			known = append(slices.Clone(known), key[1])
			slices.Sort(known)
			r.addr.words.Made[key[0]], found = known, true
		}
	}
	return found, nil
}

// areMade tells whether the names are made up; letters of the origin's are of letters alone.
func (m *madeNames) areMade(form string, letters int) bool {
	if form == canonical.MadeNumber {
		return len(m.all) >= leastMade
	}
	return len(m.mixed) >= leastMade || len(m.letters) >= leastMade && (letters-len(m.letters))*madeOthers <= letters
}

func (p *pair) isMade() bool { return strings.HasPrefix(p.name, madeMark) }

// compareMade finds out which names that are made up have no effect. Links to URLs
// with such a name count as links to those without: they are others in each answer,
// and no two pages would be the same. For all that is compared after it, those
// that have none are reduced alone.
func (r *reader) compareMade(ctx context.Context) error {
	made := slices.DeleteFunc(slices.Clone(r.pairs), func(p *pair) bool { return !p.isMade() })
	if len(made) == 0 {
		return nil
	}
	if err := r.reduceMade(ctx, made, NoEffect, AnyValue, Undecided); err != nil {
		return err
	}
	if err := r.compareOnce(ctx, made); err != nil {
		return err
	}
	r.mark()
	return r.reduceMade(ctx, made, NoEffect, AnyValue)
}

// reduceMade reduces by the forms of names that have one of some relations everywhere.
func (r *reader) reduceMade(ctx context.Context, made []*pair, some ...Relation) error {
	r.reduced = reduced{}
	names := map[string]bool{}
	if len(made) == 0 {
		return nil
	}
	for _, p := range made {
		so, known := names[p.name]
		names[p.name] = (so || !known) && slices.Contains(some, p.relation)
	}
	return r.reduceBy(ctx, names)
}

// decideMade gives the relation that pages show. Where the text of several bases is the
// same, it shows nothing, since their links may be others.
func (p *pair) decideMade(mute uint64) {
	var found []finding
	for _, s := range p.samples {
		if s.base == nil || mute != 0 && s.base.content == mute {
			continue
		}
		if s.found = comparePages(s.page, s.base, 0); !s.extra {
			found = append(found, s.found)
		}
		s.unlike = s.found == other
	}
	if relation := decide(found); relation == NoEffect {
		p.settle(relation, same)
	}
}
