package crawler

import (
	"encoding/json"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// maxVideosBytes bounds what is kept of a page's videos.
const maxVideosBytes = 64 << 10

// videosOf gives a page's videos with their URLs in canonical form, as a JSON
// array; "" if there is none. Like pictures they may lie anywhere.
func (w *worker) videosOf(p *page.Page) string {
	var list []byte
	for _, v := range p.Videos {
		v.Thumbnail, v.Content, v.Player = w.absolute(v.Thumbnail), w.absolute(v.Content), w.absolute(v.Player)
		if v.Thumbnail == "" || v.Content+v.Player == "" {
			continue
		}
		text, err := json.Marshal(v)
		if err != nil || len(list)+len(text)+2 > maxVideosBytes {
			break
		}
		list = append(append(list, ','), text...)
	}
	if len(list) == 0 {
		return ""
	}
	list[0] = '['
	return string(append(list, ']'))
}

// absolute gives a reference in canonical form, "" if it has none.
func (w *worker) absolute(ref string) string {
	if ref == "" {
		return ""
	}
	form := w.Resolver.Resolve([]byte(ref))
	if form.Reason != canonical.OK {
		return ""
	}
	return string(form.URL)
}
