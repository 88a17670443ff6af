package audit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// viewOf tells whether a URL is a page or a view of one. Where its text alone
// says that it is a page, the crawl is not read for it, unless it has met pages
// that are the same, or has been read.
func (j *JudgeCrawl) viewOf(row *frontier.Row) classes.View {
	if j.o.NoViews {
		return classes.View{Target: frontier.NoID}
	}
	if page, found := j.spellingOf(row); found {
		return classes.View{Kind: classes.Variant, Target: page}
	}
	if view, told := j.toldView(row); told {
		return view
	}
	if !j.sure && !classes.MayBeView(row.URL) {
		return classes.View{Target: frontier.NoID}
	}
	c, err := j.classes()
	if err != nil {
		j.err = cmp.Or(j.err, err)
		return classes.View{Target: frontier.NoID}
	}
	return c.Of(row)
}

// ofViews are the verdicts that views of pages, and no pages, can have.
const ofViews = 1<<TrapQuarantine | 1<<NeedsRendering | 1<<Soft404 | 1<<DuplicateVariant | 1<<DuplicateContent

// MetaViews is the key of Meta under which a judged crawl has what tells of its
// views of pages: ViewsText of its verdicts.
const MetaViews = "views"

// ViewsText gives what is kept under MetaViews beside verdicts with a digest.
func (s *Summary) ViewsText(digest string) string { return digest + " " + s.Book.Text() }

// TrustStored takes from the verdicts that the crawl holds which URLs are pages and
// what others are views of, where they are of the same options. Where an earlier
// version has kept none of the latter, or someone has written what it cannot be, all
// of the crawl is read for a view.
func (j *JudgeCrawl) TrustStored() {
	j.stored = j.o.Digest != "" && j.crawl.Meta(frontier.MetaVerdicts) == j.o.Digest
	text, told := strings.CutPrefix(j.crawl.Meta(MetaViews), j.o.Digest+" ")
	if !j.stored || !told {
		return
	}
	if book, sound := classes.ReadBook(text, j.crawl.Counts().Known); sound {
		j.book = book
	}
}

// Retold gives of a URL, by the verdicts that a crawl holds, the page that it says again by the form of its address
// (a view to be printed), NoID if there is none.
func Retold(crawl frontier.Crawl) func(frontier.ID) (frontier.ID, error) {
	text, told := strings.CutPrefix(crawl.Meta(MetaViews), crawl.Meta(frontier.MetaVerdicts)+" ")
	book, sound := classes.ReadBook(text, crawl.Counts().Known)
	return func(id frontier.ID) (frontier.ID, error) {
		if !told || !sound {
			return frontier.NoID, nil
		}
		v, err := crawl.VerdictOf(id)
		if err != nil || v.View == 0 {
			return frontier.NoID, err
		}
		view, _ := book.View(v.View)
		if class, found := view.Class(); !found || class.Relation != classes.Retells {
			return frontier.NoID, nil
		}
		return view.Target, nil
	}
}

// toldView gives what the crawl's own verdict says that a URL is.
func (j *JudgeCrawl) toldView(row *frontier.Row) (view classes.View, told bool) {
	page := classes.View{Target: frontier.NoID}
	switch {
	case !j.stored:
		return page, false
	case row.ID == frontier.NoID:
		return page, j.book != nil && j.book.IsPage(row.URL)
	}
	v, err := j.crawl.VerdictOf(row.ID)
	switch {
	case err != nil || v.Code == uint8(NoVerdict):
		return page, false
	case j.book == nil || v.View == 0:
		return page, j.book != nil || (1<<v.Code|v.Also)&ofViews == 0
	}
	view, j.stored = j.book.View(v.View)
	return view, j.stored
}

const (
	shownViews = 5  // classes in a summary
	manyViews  = 50 // URLs of a class that is worth a word
)

// largestViews gives the classes of views of pages with most URLs.
func largestViews(c *classes.Classes) (list []classes.Class) {
	for class := range c.All() {
		switch class.Relation {
		case classes.NoEffect, classes.Sorts, classes.Narrows, classes.Repeats, classes.Unlisted:
			if class.Known >= manyViews {
				list = append(list, class)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b classes.Class) int { return cmp.Compare(b.Known, a.Known) })
	return list[:min(len(list), shownViews)]
}

// leftOutPart tells whether a URL is a later part of a list, of which only the
// first ones are wanted.
func (j *JudgeCrawl) leftOutPart(row *frontier.Row) bool {
	if !j.o.NoListParts || !classes.MayBeView(row.URL) {
		return false
	}
	c, err := j.classes()
	if err != nil {
		j.err = cmp.Or(j.err, err)
		return false
	}
	return c.IsPart(row)
}

// isVariant tells whether a page is another one's, or another order of its
// links, by what its parameters do.
func (f *Facts) isVariant() bool {
	return f.fate == readable && f.View.Kind == classes.Variant || f.isSpelling()
}

// isSpelling tells of a URL that was not asked for, since it is the spelling of a
// page by what twenty others of the kind have shown.
func (f *Facts) isSpelling() bool {
	return f.Row.Page == nil && f.View.Kind == classes.Variant && !f.View.ByParam()
}

// variantOf is the URL that stands for a variant.
func (f *Facts) variantOf() frontier.ID {
	if f.isVariant() {
		return f.View.Target
	}
	return f.Row.Location
}

// copyOf is the page whose content another one has.
func (f *Facts) copyOf() frontier.ID {
	if f.View.Kind == classes.Copy {
		return f.View.Target
	}
	return f.Original.ID
}

// isHeld tells whether a URL is one of the combinations of what narrows a list
// for which nobody vouches, a page of what has no end, or a date with nothing on
// it, and would be listed; or a view of a page that was not asked for.
func (f *Facts) isHeld() bool {
	if f.fate == waiting {
		return f.View.Kind != classes.Page && !f.isSpelling()
	}
	switch f.View.Kind {
	case classes.Held, classes.Endless, classes.Empty:
	default:
		return false
	}
	p := f.Row.Page
	return f.fate == readable && f.ListType && p.MetaRobots.Indexable() && p.HeaderRobots.Indexable() &&
		!(p.Canonical == record.CanonicalOther && f.Canonical == TargetOther)
}

// viewEvidence tells what the parameter that decides does in its class of URLs,
// with two pages that show it; nothing for a page.
func (j *JudgeCrawl) viewEvidence(row *frontier.Row) []Evidence {
	view := j.viewOf(row)
	switch view.Kind {
	case classes.Shell:
		return []Evidence{{Kind: EvidenceSame, Text: "the page", Note: "waits for scripts, and comes at addresses that cannot exist, too"}}
	case classes.Echo:
		return []Evidence{{Kind: EvidenceSame, Text: "main text", Note: "that of a hundred pages or more, which lead to each other, but for numbers and the words of their addresses"}}
	case classes.Empty:
		return []Evidence{{Kind: EvidenceSame, Text: "main text", Note: "that of many dates with nothing on them: their calendar shows any date, and 28 years on the same but for the year"}}
	case classes.Endless:
		return []Evidence{{Kind: EvidenceSame, Text: "its folder", Note: "has no end: each page leads to more pages of it, to which nothing else leads, wherever a walk through it goes"}}
	case classes.Behind:
		return []Evidence{{Kind: EvidenceSame, Text: "the page that leads here, or its folder", Note: "has nothing but the text of a hundred others, which comes at addresses that cannot exist, too; what only such pages lead to, and the rest of such a folder, is not fetched"}}
	}
	if view.Kind == classes.Variant && !view.ByParam() {
		return j.spellingEvidence(row)
	}
	c, found := view.Class()
	switch {
	case !found && view.Kind == classes.Held:
		return []Evidence{{Kind: EvidenceSame, Text: "its path, but for a session", Note: "pages under other sessions were read, and are the same but for these; the rest are not fetched"}}
	case !found:
		return nil
	}
	e := Evidence{Kind: EvidenceClass, Text: c.Param + ": " + c.Relation.String(), Where: c.Pattern, Note: c.Words()}
	if view.Kind == classes.Held && view.Target != frontier.NoID {
		if read, err := j.crawl.Row(view.Target); err == nil {
			note := "not read, since the second, the same but for " + c.Param + ", was"
			if row.Page != nil {
				note = "one for all that are the same but for " + c.Param + " is listed: the second"
			}
			return []Evidence{e, {Kind: EvidenceSample, Text: row.URL, Where: read.URL, Note: note}}
		}
	}
	switch {
	case c.Sample == "":
		return []Evidence{e}
	case c.Relation == classes.Retells:
		e.Text = c.Relation.String()
		read, err := j.crawl.Row(view.Target)
		if err != nil {
			return []Evidence{e}
		}
		return []Evidence{e, {Kind: EvidenceSample, Text: row.URL, Where: read.URL, Note: "the second leads to the first, and has all that it says"}}
	}
	return []Evidence{e, {Kind: EvidenceSample, Text: c.Sample, Where: c.Base, Note: "compared with the page without " + c.Param}}
}

func (j *JudgeCrawl) heldEvidence(c Code, row *frontier.Row) []Evidence {
	return append(j.quarantineEvidence(c, row), j.viewEvidence(row)...)
}

func (j *JudgeCrawl) variantEvidence(c Code, row *frontier.Row) []Evidence {
	return append(j.statusEvidence(c, row), j.viewEvidence(row)...)
}

// pointToVariant points to the page that a URL is a variant of.
func (j *JudgeCrawl) pointToVariant(r *Reason, row *frontier.Row) (err error) {
	id := row.Location
	if view := j.viewOf(row); view.Kind == classes.Variant {
		id = view.Target
	}
	r.Target, err = j.Known(id)
	return err
}
