package page

import "github.com/portolan-seo/portolan/frontier/record"

// regions counts the open elements that divide a page. It keeps no order: of
// nested ones that counts which is most telling, so that a nav in a header is
// nav wherever a page forgets to close one of them.
type regions struct {
	nav, aside, header, footer, inner int // inner: main and article
}

// open takes a start tag.
func (r *regions) open(e element) {
	switch e {
	case elemNav:
		r.nav++
	case elemAside:
		r.aside++
	case elemHeader:
		if r.inner == 0 {
			r.header++
		}
	case elemFooter:
		if r.inner == 0 {
			r.footer++
		}
	case elemArticle:
		r.inner++
	case elemMain:
		*r = regions{inner: 1}
	}
}

// close takes an end tag.
func (r *regions) close(e element) {
	switch e {
	case elemNav:
		r.nav = max(0, r.nav-1)
	case elemAside:
		r.aside = max(0, r.aside-1)
	case elemHeader:
		if r.inner == 0 {
			r.header = max(0, r.header-1)
		}
	case elemFooter:
		if r.inner == 0 {
			r.footer = max(0, r.footer-1)
		}
	case elemArticle:
		r.inner = max(0, r.inner-1)
	case elemMain:
		r.inner = 0
	}
}

// now is the region of what comes next in body.
func (r *regions) now() record.Region {
	switch {
	case r.nav > 0:
		return record.RegionNav
	case r.aside > 0:
		return record.RegionAside
	case r.inner > 0:
		return record.RegionMain
	case r.header > 0:
		return record.RegionHeader
	case r.footer > 0:
		return record.RegionFooter
	}
	return record.RegionBody
}
