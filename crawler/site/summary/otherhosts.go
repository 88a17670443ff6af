package summary

import (
	"errors"

	"github.com/portolan-seo/portolan/frontier"
)

// HostAnswers sums up what pages on other hosts answered.
type HostAnswers struct {
	Asked   int            `json:"asked"`
	Counted int            `json:"counted"`
	Faults  map[string]int `json:"faults"`
	Left    int            `json:"left"`

	Examples map[string]frontier.ID     `json:"-"` // of each fault the first
	Hosts    []frontier.TranslationHost `json:"-"`
}

// OtherHosts sums up a crawl; it is nil if no other host was to be asked. With
// an error it is as much as could be read.
func OtherHosts(crawl frontier.Crawl) (*HostAnswers, error) {
	pages, _, err := frontier.Translations(crawl.Meta)
	hosts, listErr := frontier.List[frontier.TranslationHost](crawl.Meta(frontier.MetaTranslationHosts))
	err = errors.Join(err, listErr)
	if len(hosts) == 0 {
		return nil, err
	}
	a := &HostAnswers{Asked: len(pages), Faults: map[string]int{}, Examples: map[string]frontier.ID{}, Hosts: hosts}
	for _, h := range hosts {
		a.Left += h.Left
	}
	for _, p := range pages {
		if p.Fault == "" {
			a.Counted++
			continue
		}
		if a.Faults[p.Fault]++; a.Faults[p.Fault] == 1 {
			a.Examples[p.Fault] = p.ID
		}
	}
	return a, err
}
