package summary

import (
	"errors"

	"github.com/portolan-seo/portolan/frontier"
)

// Checked sums up what a crawl has asked for besides pages: links to other
// hosts, and pictures.
type Checked struct {
	Links    int                    `json:"links"`     // asked for
	Pictures int                    `json:"pictures"`  // asked for
	NotAsked map[string]int         `json:"not_asked"` // by why: robots.txt, a private address
	Left     []frontier.CheckedLeft `json:"left"`      // what is left, and why
}

// CheckedOf sums up a crawl; it is nil if nothing was to be asked for.
func CheckedOf(crawl frontier.Crawl) (*Checked, error) {
	left, listErr := frontier.List[frontier.CheckedLeft](crawl.Meta(frontier.MetaCheckedLeft))
	c := &Checked{NotAsked: map[string]int{}, Left: append([]frontier.CheckedLeft{}, left...)}
	lumps, err := frontier.EachChecked(crawl.Meta, func(a *frontier.Checked) {
		switch {
		case a.Why != "":
			c.NotAsked[a.Why]++
		case a.URL == "":
			c.Links++
		default:
			c.Pictures++
		}
	})
	if lumps == 0 && len(left) == 0 {
		return nil, errors.Join(err, listErr)
	}
	return c, errors.Join(err, listErr)
}
