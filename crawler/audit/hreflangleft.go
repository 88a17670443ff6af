package audit

import (
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// AlternateFault is why a rel=alternate hreflang of a listed page is not
// written.
type AlternateFault uint8

// The faults; NoAlternateFault is a reference that is written.
const (
	NoAlternateFault    AlternateFault = iota
	AlternateLanguage                  // its language is none that engines know
	AlternateUnlisted                  // the page that it names is not listed
	AlternateUnreturned                // that page does not name this one in its turn
	AlternateDisputed                  // other pages of the group disagree
	alternateFaults
)

var alternateFaultTexts = [alternateFaults]string{
	AlternateLanguage:   "a language code that engines do not know",
	AlternateUnlisted:   "the page named is not listed",
	AlternateUnreturned: "the page named does not name it in its turn",
	AlternateDisputed:   "the others of the group do not all name each other, or two claim one language",
}

// String says it in words.
func (f AlternateFault) String() string { return alternateFaultTexts[f] }

// AlternateFaults lists the faults.
func AlternateFaults() []AlternateFault {
	return []AlternateFault{AlternateLanguage, AlternateUnlisted, AlternateUnreturned, AlternateDisputed}
}

// LeftOut counts the references of listed pages that are not written for one
// reason, with the first of them.
type LeftOut struct {
	Count    int
	From, To frontier.ID
	Lang     string // as the page has it where no engine knows it
}

func (r *alternateReader) leaveOut(why AlternateFault, from, to frontier.ID, lang string) {
	l := &r.left[why]
	if l.Count++; l.Count == 1 {
		l.From, l.To, l.Lang = from, to, lang
	}
}

// Left tells what was left out for a reason.
func (a *Alternates) Left(why AlternateFault) LeftOut {
	if a == nil {
		return LeftOut{}
	}
	return a.left[why]
}

// Pages is the number of pages that are in a cluster.
func (a *Alternates) Pages() int { return len(a.of) }

// countLeft takes what is left over when the clusters are known.
func (r *alternateReader) countLeft(a *Alternates) {
	for _, ref := range r.refs {
		if ref.from == ref.to || r.foreign[ref.from] {
			continue
		}
		named := func(other Alternate) bool {
			return other.URL == r.urls[ref.to] && other.Lang == r.languages[ref.lang]
		}
		switch {
		case slices.ContainsFunc(a.Of(ref.from), named):
		case r.mutual(ref.from, ref.to):
			r.leaveOut(AlternateDisputed, ref.from, ref.to, r.languages[ref.lang])
		default:
			r.leaveOut(AlternateUnreturned, ref.from, ref.to, r.languages[ref.lang])
		}
	}
	a.left = r.left
}
