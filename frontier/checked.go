package frontier

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// Checked is what came of asking for a URL that is no page of the crawl: a link
// to another host, or a picture of a page. It says nothing of what that means.
type Checked struct {
	ID ID `json:"id"` // of the link's target; of a picture the first page that shows it
	// URL is that of a picture, "" for a link. Pages show it, so many at least.
	URL   string `json:"url,omitempty"`
	Pages int    `json:"pages,omitempty"`

	End    string `json:"end,omitempty"`   // where its redirects led, which the rest is about; "" if it has none
	Tries  int    `json:"tries,omitempty"` // requests that were made, the last one a GET where there are two
	Status int    `json:"status,omitempty"`
	Err    string `json:"err,omitempty"`  // class of record.ErrClass, "" if an answer came
	Why    string `json:"why,omitempty"`  // it was not asked for; may hold any text
	Type   string `json:"type,omitempty"` // media type of a picture
	Bytes  int64  `json:"bytes,omitempty"`
	// Shut: a firewall has answered.
	Shut bool `json:"shut,omitempty"`
	Own  bool `json:"own,omitempty"` // the picture lies on a host that is crawled
}

// Broken tells of a link to another host that leads nowhere: 404 or 410, no such
// host, no connection.
func (c *Checked) Broken() bool {
	return c.URL == "" && (c.Status == 404 || c.Status == 410 || c.Err == "dns" || c.Err == "connect")
}

// CheckedLeft is how many URLs a run has left unasked, and why.
type CheckedLeft struct {
	N   int    `json:"n"`
	Why string `json:"why"`
}

// Keys of Meta under which answers are kept: what the last run has left as
// []CheckedLeft, and the answers in lumps numbered from 0, each a []Checked.
const (
	MetaCheckedLeft = "checked.left"
	metaChecked     = "checked" // + "." + number of the lump
)

// CheckedLump gives the key of Meta that holds a lump of answers.
func CheckedLump(n int) string { return metaChecked + "." + strconv.Itoa(n) }

// EachChecked reads what a crawl has asked for, in the order in which it did,
// and tells how many lumps there are. meta is the Meta of the crawl.
func EachChecked(meta func(key string) string, see func(*Checked)) (lumps int, err error) {
	for ; ; lumps++ {
		text := meta(CheckedLump(lumps))
		if text == "" {
			return lumps, nil
		}
		var lump []Checked
		if err := json.Unmarshal([]byte(text), &lump); err != nil {
			return 0, fmt.Errorf("read what links to other hosts and pictures answered: %w", err)
		}
		for i := range lump {
			see(&lump[i])
		}
	}
}

// MetaRobotsChanged is the key of Meta that holds what of the site's robots.txt
// has changed since the crawl before, as []string: a line that has come behind
// "+ ", one that is gone behind "- ".
const MetaRobotsChanged = "robots.changed"

// MetaTwoSites is the key of Meta that is "yes" where the site's host answers by http
// and by https with different contents, and nothing says which is meant.
const MetaTwoSites = "two-sites"

// Certificate is what a host showed when a crawl spoke to it by TLS.
type Certificate struct {
	Host   string    `json:"host"`
	From   time.Time `json:"from"`
	Until  time.Time `json:"until"`
	Issuer string    `json:"issuer"`          // may hold any text
	Fault  string    `json:"fault,omitempty"` // why a browser refuses it
	Seen   time.Time `json:"seen"`
}

// MetaCertificates is the key of Meta that holds the []Certificate of a crawl.
const MetaCertificates = "certificates"
