package classes

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// framed is a page that seems to be another one within other words.
type framed struct {
	id, of frontier.ID
	words  uint64 // the sum of those that it has more
	folder string // the one that it is in
}

const (
	// mostFramed are the pages of one title and end of the path that are compared.
	mostFramed = 40
	// leastFramed pages of a folder have the same words more.
	leastFramed = 3
)

// foldFramed adds pages that are other ones within other words: to be printed,
// or with a note that there is no translation. Three pages of a folder that have
// the same words more show that these belong to the frame; ten of all folders, that it is no chance.
//
// It takes the same title, the same end of the path, and either one more
// folder in the path of a page with the same text between its links; or the
// folder of a language in which the page says that it is not.
func (c *copies) foldFramed(of map[frontier.ID]frontier.ID, crawl Facts) error {
	c.pages = slices.DeleteFunc(c.pages, func(p copyPage) bool { _, done := of[p.id]; return done })
	var found []framed
	type frame struct {
		words  uint64
		folder string
	}
	with := map[frame]int{}
	for group := range c.groups(func(p copyPage) uint64 { return p.titled }) {
		list, err := framedOf(group[:min(len(group), mostFramed)], crawl)
		if err != nil {
			return err
		}
		for _, f := range list {
			with[frame{f.words, f.folder}]++
		}
		found = append(found, list...)
	}
	found = slices.DeleteFunc(found, func(f framed) bool {
		_, done := of[f.of]
		return done || with[frame{f.words, f.folder}] < leastFramed
	})
	if len(found) < leastTails {
		return nil
	}
	for _, f := range found {
		of[f.id] = f.of
	}
	return nil
}

// framedOf compares pages of the same title and end of the path.
func framedOf(group []copyPage, crawl Facts) (list []framed, err error) {
	urls := make([]string, len(group))
	for i := range group {
		row, err := crawl.Row(group[i].id)
		if err != nil {
			return nil, err
		}
		urls[i] = row.URL
	}
	for i := range group {
		for j := range group {
			if p, q := &group[i], &group[j]; p.own != q.own && p.isFramed(q, urls[i], urls[j]) {
				list = append(list, framed{p.id, q.id, p.own - q.own, folderOf(urls[i])})
				break
			}
		}
	}
	return list, nil
}

// isFramed tells whether the addresses of two pages, and what else is known of
// them, allow one to be the other within other words.
func (p *copyPage) isFramed(q *copyPage, url, other string) bool {
	if own, others := languageOf(url), languageOf(other); own != "" && others != "" {
		return own != others && string(p.lang[:]) == others && p.lang == q.lang && afterFolder(url) == afterFolder(other)
	}
	return p.sketch == q.sketch && p.sketch != 0 && canonical.Origin(url) == canonical.Origin(other) && afterFolder(url) == strings.TrimPrefix(other[len(canonical.Origin(other)):], "/")
}

// folderOf gives origin and first folder of a URL.
func folderOf(url string) string { return url[:len(url)-len(afterFolder(url))] }

// afterFolder gives what follows the first folder of a URL.
func afterFolder(url string) string {
	path := url[len(canonical.Origin(url)):]
	if end := strings.IndexByte(path[min(1, len(path)):], '/'); end >= 0 {
		return path[end+2:]
	}
	return path[min(1, len(path)):]
}

// languageOf gives the first folder of a URL if it is that of a language.
func languageOf(url string) string {
	folder := strings.Trim(folderOf(url)[len(canonical.Origin(url)):], "/")
	if len(folder) == 2 && folder == strings.ToLower(folder) && strings.Trim(folder, "abcdefghijklmnopqrstuvwxyz") == "" {
		return folder
	}
	return ""
}

// langOf gives the language of a tag, its first two letters.
func langOf(tag string) (l [2]byte) {
	if len(tag) == 2 || len(tag) > 2 && (tag[2] == '-' || tag[2] == '_') {
		copy(l[:], strings.ToLower(tag[:2]))
	}
	return l
}
