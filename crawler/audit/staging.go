package audit

import "github.com/portolan-seo/portolan/frontier"

// forbids reports verdicts by which a site keeps pages from search engines on
// purpose, as staging copies do.
func (c Code) forbids() bool {
	return c == RobotsBlocked || c == NoIndexHeader || c == NoIndexMeta
}

// sayOnStaging is say for a staging copy: what it does to stay out of search
// engines is noted and decides nothing.
func (v *Verdict) sayOnStaging(c Code, target frontier.ID) {
	if c.forbids() {
		v.Also |= 1 << c
		return
	}
	v.say(c, target)
}

// note counts what would have kept a listed URL out of the sitemap.
func (s *Summary) note(v Verdict) {
	if v.Code.State() != ListedInFile {
		return
	}
	for c := range codeCount {
		if c.forbids() && v.Also&(1<<c) != 0 {
			s.Overruled[c]++
		}
	}
}
