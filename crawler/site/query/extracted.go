package query

import (
	"encoding/json"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/extract"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// URLColumnsOf are the columns of a crawl's URLs: URLColumns, and what the
// user's own expressions have taken of pages.
func URLColumnsOf(crawl *stored.Crawl) Table[URL] {
	table := URLColumns()
	if crawl.Extract.Empty() {
		return table
	}
	for _, name := range crawl.Extract.Names() {
		table = append(table, Column[URL]{
			Name: name, Words: "taken of the page (--extract, --search)", Number: crawl.Extract.Numbers(name), Many: crawl.Extract.Lists(name), Loose: true, cost: 1,
			Values: func(u *URL) []string { return u.extracted(name) },
		})
	}
	return append(table, Column[URL]{
		Name: extract.Timeout, Words: "1 where taking took too long", Number: true, cost: 1, Values: func(u *URL) []string { return u.extracted(extract.Timeout) },
	})
}

// extracted gives what was taken of the page under a name.
func (u *URL) extracted(name string) (values []string) {
	if u.Page == nil || u.Page.Extracted == "" {
		return nil
	}
	if u.taken == nil || u.takenOf != u.ID {
		u.taken, u.takenOf = map[string]any{}, u.ID
		if json.Unmarshal([]byte(u.Page.Extracted), &u.taken) != nil {
			u.taken = map[string]any{}
		}
	}
	switch v := u.taken[name].(type) {
	case string:
		return texts(v)
	case float64:
		return []string{strconv.FormatFloat(v, 'f', -1, 64)}
	case []any:
		for _, one := range v {
			if text, is := one.(string); is {
				values = append(values, text)
			}
		}
	}
	return values
}
