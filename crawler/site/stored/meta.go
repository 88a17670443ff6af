package stored

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// Keys of the crawl file's meta.
const (
	metaScope   = "scope"
	metaSitemap = "sitemap"
	metaVersion = "version"
	metaOption  = "option." // + name
	// metaConcluded is set once the last run's end has been acted upon: a
	// complete crawl without it still owes its sitemap.
	metaConcluded = "concluded"
	// metaUnpublished is why no set was published.
	metaUnpublished = "unpublished"
	// metaRefusals is, of a crawl whose set was refused, what Refusals gives.
	metaRefusals = "refusals"
	// metaAside says why no later crawl is compared with it, "" if one may be.
	metaAside = "aside" // why no later crawl is compared with it
	metaGiven = "given" // the options that were asked for, as JSON
	// metaCarried is the number of URLs that are listed without having been
	// read.
	metaCarried = "carried"
	// metaFront is the markup of the start page when the last run began, as
	// JSON of page.Front.
	metaFront = "front"
	// metaFailure says why the last run's store failed, where it could still
	// be said.
	metaFailure = "failure"
	// What the published set is: the number of URLs in it, and
	// publish.Result.Digest; crawl files of before have none.
	metaPublished    = "published"
	metaPublishedSet = "published.digest"
	// metaPublishedFiles are its files, as JSON of PublishedSet.
	metaPublishedFiles = "published.files"
)

// Options that verdicts depend on and that may change on resuming.
const (
	optionNoList     = "no-list"
	optionListTypes  = "list-types"       // media types, blanks between
	optionRobotsFile = "robots-file.name" // "" where the live files were obeyed
	optionAcceptLoss = "accept-loss"      // one a line
	optionIgnore     = "ignore"           // one a line
	optionSegment    = "segment"          // one a line
	optionForce      = "force"
	optionCollapse   = "collapse-duplicates"
	optionParts      = "no-list-pagination"
)

// Options are what a crawl file notes of the options that its crawl was made
// under.
type Options struct {
	Crawl      crawler.Options // its Scope and Start are set
	MapURL     string          // where the sitemap will be served
	NoList     crawler.Filter  // crawled, and not listed
	ListTypes  []string        // media types that are listed besides HTML
	Collapse   bool            // lists one of the pages with the same title and text
	NoParts    bool            // lists the first part of a list alone
	Accept     Acceptances
	Ignored    Ignored
	Segments   Segments
	Force      bool       // all that is lost may be
	Front      page.Front // what the markup of the start page shows, zero if that is not known
	TwoSites   bool       // as start.Start has it
	RobotsName string     // where Crawl.Robots.File was read from, "" for the live files
	// Other are options that the crawl does not know and that it cannot change
	// on the way, such as the user agent, by their names.
	Other   map[string]string
	Given   []Given // what was asked for in so many words; nil if that is not known
	Version string  // of the program
}

// fixed are the options that a crawl cannot change on the way, by name.
func (o *Options) fixed() map[string]string {
	c := &o.Crawl
	all := map[string]string{
		"include/--exclude": c.Filter.String(),
		"follow-nofollow":   fmt.Sprint(c.FollowNoFollow),
		"follow-effects":    fmt.Sprint(c.Effects),
		"strip-param":       strings.Join(c.Identity.Strip, " "),
		"keep-param":        strings.Join(c.Identity.Keep, " "),
		"no-tracking-rules": fmt.Sprint(c.Identity.NoTrackingRules),
		"no-session-rules":  fmt.Sprint(c.Identity.NoSessionRules),
		"staging":           fmt.Sprint(c.Robots.Advisory),
		"robots-agent":      c.Robots.Agent,
		"robots-file":       string(c.Robots.File),
		"ignore-robots":     fmt.Sprint(c.Robots.Ignore),
		"list-agent":        c.ListAgent,
		"images":            fmt.Sprint(c.Images),
		"videos":            fmt.Sprint(c.Videos),
		"news":              fmt.Sprint(c.Articles),
		"extract":           c.Extract.Lines(),
	}
	for name, value := range o.Other {
		all[name] = value
	}
	return all
}

// Lasting is what a new crawl file notes: what the crawl is about.
func (o *Options) Lasting() map[string]string {
	meta := map[string]string{metaScope: o.Crawl.Scope.String(), metaVersion: o.Version}
	for name, value := range o.fixed() {
		meta[metaOption+name] = value
	}
	return meta
}

// Passing is what each run notes: what may differ from run to run.
func (o *Options) Passing() map[string]string {
	meta := map[string]string{metaSitemap: o.MapURL, metaConcluded: "", metaCarried: "", metaAside: ""}
	meta[metaOption+optionNoList] = o.NoList.String()
	meta[metaOption+optionListTypes] = strings.Join(o.ListTypes, " ")
	meta[metaOption+optionRobotsFile] = o.RobotsName
	meta[metaOption+optionAcceptLoss] = o.Accept.Lines()
	meta[metaOption+optionIgnore] = o.Ignored.Lines()
	meta[metaOption+optionSegment] = o.Segments.Lines()
	meta[metaOption+optionForce] = fmt.Sprint(o.Force)
	meta[metaOption+optionCollapse] = fmt.Sprint(o.Collapse)
	meta[metaOption+optionParts] = fmt.Sprint(o.NoParts)
	if front, err := json.Marshal(o.Front); err == nil { // it always can be
		meta[metaFront] = string(front)
	}
	meta[frontier.MetaTwoSites] = ""
	if o.TwoSites {
		meta[frontier.MetaTwoSites] = "yes"
	}
	for end, limit := range o.limits() {
		meta[metaOption+string(end)] = fmt.Sprint(limit)
	}
	meta[metaGiven] = givenText(o.Given)
	return meta
}

// limits gives the limits of this run by the End that they cause.
func (o *Options) limits() map[crawler.End]int64 {
	l := &o.Crawl.Limits
	return map[crawler.End]int64{
		crawler.LimitPages:  int64(l.Pages),
		crawler.LimitDepth:  int64(l.Depth),
		crawler.LimitMemory: l.Memory,
		crawler.LimitDisk:   l.Disk,
		crawler.LimitPrefix: int64(l.Directory),
	}
}

// FrontOf gives what the markup of a crawl's start page shows, zero if that is
// not known.
func FrontOf(crawl frontier.Crawl) (f page.Front) {
	if json.Unmarshal([]byte(crawl.Meta(metaFront)), &f) != nil {
		return page.Front{} // an earlier version noted none
	}
	return f
}

// Carried is what a crawl file notes of so many listed URLs that were not read.
func Carried(n int) map[string]string { return map[string]string{metaCarried: strconv.Itoa(n)} }

// NotPublished is what a crawl file notes of why no set was published. One of an earlier
// run of the crawl, which stopped at a limit and went on, is not one of what it holds now.
func NotPublished(why Unpublished) map[string]string {
	text, err := json.Marshal(why)
	if err != nil {
		panic(err) // texts
	}
	return map[string]string{metaUnpublished: string(text), metaPublished: "", metaPublishedSet: "", metaPublishedFiles: ""}
}

// Concluded is what a crawl file notes once its end has been acted upon; set is
// what was published, nil for nothing, and dated counts its dates by their source.
// not is why no set was published, in the words of Unpublished.
func Concluded(set *publish.Result, dated map[string]int, not Unpublished) map[string]string {
	meta := map[string]string{}
	if not.Why != "" {
		meta = NotPublished(not)
	}
	meta[metaConcluded] = "yes"
	if set != nil {
		meta[metaPublished], meta[metaPublishedSet] = strconv.Itoa(set.URLs), set.Digest()
		meta[metaPublishedFiles] = publishedFiles(set, dated)
	}
	return meta
}

// Adopted is what the file of a crawl notes of a set that was written of it later, with the
// losses that a person has accepted since (Judge). Its verdicts are to be given again.
func (s *Crawl) Adopted(set *publish.Result, dated map[string]int, force bool) map[string]string {
	meta := Concluded(set, dated, Unpublished{})
	meta[metaUnpublished], meta[frontier.MetaVerdicts] = "", ""
	meta[metaOption+optionAcceptLoss] = s.Accept.Lines()
	if force {
		meta[metaOption+optionForce] = "true"
	}
	return meta
}

// SetAside is what a crawl file notes of a what-if that has left the set of the
// live site as it was: no later crawl is compared with it.
func SetAside() map[string]string { return map[string]string{metaAside: "what-if"} }

// IsAside tells of such a crawl.
func IsAside(crawl frontier.Crawl) bool { return crawl.Meta(metaAside) != "" }

// WhatIf tells whether a crawl obeyed another robots.txt than the live one.
func WhatIf(crawl frontier.Crawl) bool { return Option(crawl, optionRobotsFile) != "" }

// Failed is what a crawl file notes of a run whose store failed.
func Failed(why error) map[string]string {
	return map[string]string{crawler.MetaEnd: string(crawler.Failed), metaFailure: why.Error()}
}

// MadeOf tells whether a set was made of a crawl.
func MadeOf(crawl frontier.Crawl, set *publish.Result) bool {
	if digest := crawl.Meta(metaPublishedSet); digest != "" {
		return digest == set.Digest()
	}
	return crawl.Meta(metaPublished) == strconv.Itoa(set.URLs)
}
