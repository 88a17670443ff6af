package classes

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// One parameter may hold all facets that were picked: filter=83,100 of filter=83
// and filter=100, ?q=Colour-red-blue/Brand-acme. Its values are many, those that
// they are put together of are few, and each of these stands alone, too.

const (
	// leastJoined values of a parameter have a separator.
	leastJoined = 20
	// joinedReuse is in how many of them each part stands.
	joinedReuse = 3
	// joinedAlone: one part in so many may never stand alone.
	joinedAlone = 10
	// maxJoined parts of a parameter are told apart.
	maxJoined = 5_000
)

// joints are the separators between values.
var joints = [...]string{"|", ",", "/", "~", "--", "-or-"}

// joined counts the values with each of the joints.
type joined [len(joints)]int

func (j *joined) see(value string) {
	if !strings.ContainsAny(value, "|,/~-%") {
		return
	}
	value = unescapeJoints(value)
	for i, joint := range joints {
		if strings.Contains(value, joint) {
			j[i]++
		}
	}
}

func (j *joined) absorb(o *joined) {
	for i := range o {
		j[i] += o[i]
	}
}

func unescapeJoints(value string) string {
	if strings.IndexByte(value, '%') < 0 {
		return value
	}
	return separators.Replace(value)
}

// split gives the parts of a value, most at most: the last one is the rest.
// Behind the joint may be one between the values of a part: Colour-red-blue is
// Colour-red and Colour-blue.
func split(value, joint string, most int) (list []string) {
	outer, inner, _ := strings.Cut(joint, " ")
	for _, s := range strings.SplitN(unescapeJoints(value), outer, most) {
		values := []string{s}
		if inner != "" {
			values = strings.SplitN(s, inner, max(2, most-len(list)))
		}
		switch {
		case s == "":
		case len(values) < 3:
			list = append(list, s)
		default:
			for _, v := range values[1:] {
				list = append(list, values[0]+inner+v)
			}
		}
	}
	return list
}

// parts are those of a parameter's values, with what is known of each.
type joinedParts struct {
	joint string
	parts map[string]*joinedPart
	lists int
	over  bool
}

type joinedPart struct {
	in    int // values of several parts
	alone bool
}

func (j *joinedParts) see(value string) {
	list := split(value, j.joint, maxParams)
	if len(list) > 1 {
		j.lists++
	}
	for _, s := range list {
		p := j.parts[s]
		if p == nil {
			if len(j.parts) >= maxJoined {
				j.over = true
				return
			}
			p = &joinedPart{}
			j.parts[strings.Clone(s)] = p
		}
		if len(list) == 1 {
			p.alone = true
		} else {
			p.in++
		}
	}
}

// decide gives the joint, "" where values are not put together.
func (j *joinedParts) decide() string {
	all, alone, parts := 0, 0, 0
	for s, p := range j.parts {
		less := j.parts[s[:max(0, strings.LastIndexByte(s, '-'))]] // Colour-red, of Colour-red-blue
		all += p.in
		if p.in > 0 {
			parts++
		}
		if p.alone || less != nil && less.alone {
			alone += p.in
		}
	}
	if j.over || j.lists < leastJoined || all < joinedReuse*parts || (all-alone)*joinedAlone > all {
		return ""
	}
	return j.within()
}

// within gives the joint with the one between the values of a part, where there is one.
func (j *joinedParts) within() string {
	several, grown := 0, 0
	for s := range j.parts {
		if strings.Count(s, "-") < 2 {
			continue
		}
		if several++; j.parts[s[:strings.LastIndexByte(s, '-')]] != nil { // Colour-red, of Colour-red-blue
			grown++
		}
	}
	if several >= leastJoined && (several-grown)*joinedAlone <= several {
		return j.joint + " -"
	}
	return j.joint
}

func joinedKey(origin, name string) string { return origin + " " + plain(name) }

// findJoined finds the parameters of hosts whose values are put together. It
// reports whether there is one that was not known.
func (r *reader) findJoined(ctx context.Context) (found bool, err error) {
	asked := r.mayBeJoined()
	if len(asked) == 0 {
		return false, nil
	}
	a := &r.addr
	for row, err := range r.crawl.Brief(ctx, 0, frontier.TextsPass) {
		if err != nil {
			return false, err
		}
		if !ours(row) || !a.words.mayBeView(row.URL) {
			continue
		}
		a.read(row.URL)
		for i := range a.params {
			if j := asked[joinedKey(canonical.Origin(row.URL), a.params[i].name)]; j != nil {
				j.see(a.params[i].value)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(asked)) {
		known, joint := r.addr.words.Joined[key], ""
		if known == "" {
			joint = asked[key].decide()
		} else {
			joint = asked[key].within()
		}
		if joint != known {
			r.addr.words.Joined[key] = joint
			r.addr.words.forgetState(key)
			found = true
		}
	}
	return found, nil
}

// forgetState: what is put together of several values names no state.
func (l *lexicon) forgetState(joined string) {
	for origin, names := range l.States {
		l.States[origin] = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return joinedKey(origin, name) == joined })
	}
}

// mayBeJoined gives the parameters of which enough values have the same joint, and those of which it is known, but
// not whether parts have several values: the first ones that are met, in a sitemap, may have one each.
func (r *reader) mayBeJoined() map[string]*joinedParts {
	count := map[string]*joined{}
	for _, p := range r.tree.all() {
		if p.name == anyPath || p.name == anotherTag {
			continue
		}
		key := joinedKey(canonical.Origin(p.shape.pattern), p.name)
		if count[key] == nil {
			count[key] = &joined{}
		}
		count[key].absorb(&p.joined)
	}
	asked := map[string]*joinedParts{}
	for key, n := range count {
		most := 0
		for i := range n {
			if n[i] > n[most] {
				most = i
			}
		}
		joint := r.addr.words.Joined[key]
		if joint == "" && n[most] >= leastJoined {
			joint = joints[most]
		}
		if joint != "" && !strings.HasSuffix(joint, " -") {
			asked[key] = &joinedParts{joint: joint, parts: map[string]*joinedPart{}}
		}
	}
	return asked
}

// splitJoined makes a parameter of each part of the values that are put together.
func (a *address) splitJoined(words map[string]string, origin string) {
	for i, n := 0, len(a.params); i < n; i++ {
		p := &a.params[i]
		joint := words[joinedKey(origin, p.name)]
		if joint == "" {
			continue
		}
		list := split(p.value, joint, maxParams-len(a.params)+1)
		if len(list) < 2 {
			continue
		}
		name := bare(p.name)
		p.value = list[0]
		for _, v := range list[1:] {
			a.add(name, v)
		}
	}
}
