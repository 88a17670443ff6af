package stored

import (
	"encoding/json"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// Given is an option that a run was asked for in so many words, in place of
// its default. An option that may be given several times is as many of them.
type Given struct {
	Flag   string `json:"flag"`
	Value  string `json:"value,omitempty"`
	Switch bool   `json:"switch,omitempty"` // it is true or false
	Config bool   `json:"config,omitempty"` // by a configuration file
	Secret bool   `json:"hidden,omitempty"` // its value is not noted
}

// givenText is the form of a list in a crawl file, "" for one that is not known.
func givenText(list []Given) string {
	if list == nil {
		return ""
	}
	text, _ := json.Marshal(list) // strings and flags only
	return string(text)
}

// GivenOf gives what the last run of a crawl was asked for. known is false for
// a crawl file that does not tell.
func GivenOf(crawl frontier.Crawl) (list []Given, known bool) {
	text := crawl.Meta(metaGiven)
	return list, text != "" && json.Unmarshal([]byte(text), &list) == nil
}

// flags of options that have another name, or two.
var flags = map[string][]string{"include/--exclude": {"include", "exclude"}}

// IsGiven tells whether an option was given, by its name in the crawl file.
func IsGiven(crawl frontier.Crawl, option string) bool {
	list, known := GivenOf(crawl)
	if !known {
		return !IsDefault(Option(crawl, option))
	}
	names := flags[option]
	if names == nil {
		names = []string{option}
	}
	return slices.ContainsFunc(list, func(g Given) bool { return slices.Contains(names, g.Flag) })
}

// IsGiven tells whether an option was given, to the crawl or in its stead.
func (s *Crawl) IsGiven(option string) bool {
	if _, is := s.instead[option]; is {
		return true
	}
	return IsGiven(s.Store, option)
}

// IsDefault reports values that options have by themselves.
func IsDefault(value string) bool {
	return slices.Contains([]string{"", "false", "portolan", "googlebot"}, value)
}
