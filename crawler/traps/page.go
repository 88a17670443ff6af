package traps

import (
	"github.com/portolan-seo/portolan/frontier"
)

// Page is what the Detector needs to know of a page.
type Page struct {
	URL     string // that was asked for, in canonical form
	Key     uint64 // of the URL
	Via     frontier.ID
	Settled *frontier.Settled // its record and links
}
