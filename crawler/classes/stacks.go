package classes

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Facets may stand in the path without a word that says so: /coats/acme/red,
// /coats/brand/acme/colour/red, /c/coats/brand-acme/colour-red, /c/coats/red+acme. Then three of them
// and more are stacked up behind a folder, and each stands behind it alone, too:
// /coats/acme and /coats/red. Folders that lie in each other do not.

const (
	// leastStacks addresses have three and more of them.
	leastStacks = 60
	// stackReuse is in how many of them one stands that counts.
	stackReuse = 3
	// maxStackFamilies are looked at.
	maxStackFamilies = 200_000
	// maxStackWords of an origin are told apart.
	maxStackWords = 5_000
	// keyedShare: one in so many may have no key.
	keyedShare = 10
)

// stackWords are what is stacked up behind folders, sorted: "acme" for a segment,
// "brand-" for what begins so, "brand/" for what stands behind a segment.
type stackWords []string

func (w stackWords) has(word string) bool {
	_, found := slices.BinarySearch(w, word)
	return found
}

// isKeyed tells of a key with a value, or of a part of a list.
func (w stackWords) isKeyed(segment string) bool {
	name, value, ok := keyed(segment, "-")
	return ok && (w.has(name+"-") || isPaging(name) && isDigits(value))
}

// bareFacet is the name of a facet whose name does not stand in the path.
const bareFacet = "/"

// unstack takes from a family what is stacked up behind its folder.
func (a *address) unstack(words stackWords, origin int) {
	path, slash := strings.CutSuffix(a.family[origin:], "/")
	if last, cut := withoutEnding(path); cut && words.isKeyed(last[strings.LastIndexByte(last, '/')+1:]) {
		path, slash = last, true // of the folder that is the list
	}
	before := path
	for {
		at := strings.LastIndexByte(path, '/')
		if at < 1 {
			break
		}
		segment, key := path[at+1:], ""
		if up := strings.LastIndexByte(path[:at], '/'); up > 0 {
			key = path[up+1 : at]
		}
		name, value, ok := keyed(segment, "-")
		switch {
		case key != "" && words.has(key+"/"):
			a.add(key, segment)
			at -= len(key) + 1
		case ok && words.isKeyed(segment):
			a.add(name, value)
		case words.has(segment):
			a.params = append(a.params, param{bareFacet, segment})
		default:
			at = len(path)
		}
		if at == len(path) {
			break
		}
		path = path[:at]
	}
	if path == before {
		return
	}
	for i := range a.params {
		if a.params[i].name == anotherTag {
			a.params[i].name = bareFacet
		}
	}
	if slash {
		path += "/"
	}
	a.family = a.family[:origin] + path
}

// InPaths tells of a plan (frontier.MetaClasses) that finds parameters in paths which
// do not look so.
func InPaths(plan string) bool {
	p, err := ReadPlan(plan)
	return err == nil && p.addr.words != nil && len(p.addr.words.Stacks)+len(p.addr.words.Paths)+len(p.addr.words.Barren) > 0
}

// findStacks finds what is stacked up behind folders. It reports whether there is
// any that was not known. It is looked for again once half as many URLs more are known.
func (r *reader) findStacks(ctx context.Context) (found bool, err error) {
	if known := int(r.crawl.Counts().Known); known < r.addr.words.Looked+r.addr.words.Looked/2 {
		return false, nil
	} else {
		r.addr.words.Looked = known
	}
	families, known, err := r.pathFamilies(ctx)
	if err != nil || families.n < leastStacks {
		return false, err
	}
	stacks := map[string]map[string]int{} // by origin and size: how many stacks have each
	var segments []string
	for f := range families.all {
		origin := canonical.Origin(f)
		segments = slices.AppendSeq(segments[:0], strings.SplitSeq(strings.Trim(f[len(origin):], "/"), "/"))
		for size := 1; size <= 2; size++ {
			parts := stackOf(known, origin, segments, size, strings.HasSuffix(f, "/"))
			if len(parts) == 0 {
				continue
			}
			key := origin + strings.Repeat("/", size)
			of := stacks[key]
			if of == nil {
				of = map[string]int{}
				stacks[key] = of
			}
			for _, p := range parts {
				of[p]++
			}
			of[""]++
		}
	}
	words := r.addr.words.Stacks
	for _, key := range sortedKeys(stacks) {
		origin := strings.TrimRight(key, "/")
		if more := wordsOf(stacks[key]); len(more) > 0 && !slices.ContainsFunc(words[origin], isStacked) {
			found = words.add(origin, more) || found
		}
	}
	for origin, more := range findLooks(&families, known) {
		found = words.add(origin, more) || found
	}
	return found, nil
}

// isStacked tells of a word that does not say how lists look.
func isStacked(word string) bool { return !saysLook(strings.TrimSuffix(word, "-")) }

// stacksOf are the words by origin.
type stacksOf map[string]stackWords

// add reports whether there is one that was not known.
func (s stacksOf) add(origin string, more stackWords) bool {
	all := slices.Concat(s[origin], more)
	slices.Sort(all)
	all = slices.Compact(all)
	all = all[:min(len(all), maxStackWords)]
	is := len(all) > len(s[origin])
	s[origin] = all
	return is
}

// pathFamilies gives the paths that there are, with all tags of the last segment,
// and their hashes.
func (r *reader) pathFamilies(ctx context.Context) (list textList, known hashes, err error) {
	for row, err := range r.crawl.Brief(ctx, 0, frontier.TextsPass) {
		if err != nil {
			return list, nil, err
		}
		if !ours(row) {
			continue
		}
		r.addr.read(row.URL)
		f := r.addr.family
		for i := range r.addr.params {
			if p := &r.addr.params[i]; p.name == anotherTag {
				f += "+" + p.value
			}
		}
		if list.n > 0 && f == string(list.last) || strings.IndexByte(f, ';') >= 0 || len(f) > longSample {
			continue
		}
		list.add(f)
		known = append(known, hashString(0, f))
		if list.n == maxStackFamilies {
			break
		}
	}
	slices.Sort(known)
	return list, known, nil
}

// hashes are those of texts, sorted.
type hashes []uint64

func (h hashes) has(text string) bool {
	_, found := slices.BinarySearch(h, hashString(0, text))
	return found
}

// stackOf gives what is stacked up behind a folder that is a page, three and more, each of which
// stands behind it alone, too: of so many segments each.
func stackOf(known hashes, origin string, segments []string, size int, slash bool) (parts []string) {
	end := ""
	if slash {
		end = "/"
	}
	least := 3 * size
	if last := segments[len(segments)-1]; size == 1 && strings.IndexByte(last, '+') >= 0 {
		segments = append(segments[:len(segments)-1:len(segments)-1], strings.Split(last, "+")...) // of these two say enough
		least = 2
	}
	for p := 1; p <= len(segments)-least; p++ {
		if (len(segments)-p)%size != 0 {
			continue
		}
		parts = parts[:0]
		folder := origin + "/" + strings.Join(segments[:p], "/") + "/"
		if !known.has(strings.TrimSuffix(folder, "/") + end) {
			continue
		}
		for at := p; at < len(segments); at += size {
			part := strings.Join(segments[at:at+size], "/")
			if !known.has(folder+part+end) || slices.Contains(parts, part) {
				parts = nil
				break
			}
			parts = append(parts, part)
		}
		if len(parts) > 0 {
			return parts
		}
	}
	return nil
}

// wordsOf gives what stands in enough stacks: by its key where nearly all have one,
// of a few.
func wordsOf(count map[string]int) (words stackWords) {
	if count[""] < leastStacks {
		return nil
	}
	keys, bare, all := map[string]bool{}, 0, 0
	for part, n := range count {
		if part == "" || n < stackReuse {
			continue
		}
		all++
		if key, _, pair := strings.Cut(part, "/"); pair {
			keys[key+"/"] = true
		} else if key, _, ok := keyed(part, "-"); ok {
			keys[key+"-"] = true
		} else {
			bare++
		}
		words = append(words, part)
	}
	if bare*keyedShare <= all && len(keys)*2 <= all {
		words = slices.Collect(maps.Keys(keys))
	} else if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, "/") }) {
		return nil // pairs of which the first is no key
	}
	return words
}
