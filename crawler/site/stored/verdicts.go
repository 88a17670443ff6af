package stored

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// AuditOptions gives the options under which the crawl's verdicts are
// computed, as its last run did.
func (s *Crawl) AuditOptions() (audit.Options, error) {
	identity := s.Options.Identity
	identity.Rules = s.Rules()
	rules, err := canonical.New(identity)
	if err != nil {
		return audit.Options{}, fmt.Errorf("read learned rules: %w", err)
	}
	return audit.Options{
		Decide:       s.Options.Decide,
		DecidedBy:    s.decidedBy,
		Rules:        rules,
		IgnoreRobots: s.Options.Robots.Ignore,
		Staging:      s.Option("staging") == "true",
		Agent:        s.Options.Robots.Agent,
		ListAgent:    s.Options.ListAgent,
		RobotsFile:   s.Options.Robots.File,
		ListTypes:    strings.Fields(s.Option(optionListTypes)),
		NoList:       noListed(&s.noList),
		NoListBy:     func(url []byte) string { return ruleText("--no-list", &s.noList, url) },
		MaxDepth:     s.Options.Limits.Depth,
		Left:         leftBy(s.End),
		LeftBy:       s.leftBy(),
		Accepted:     s.Accept.at(s.Began),
		Forced:       s.Option(optionForce) == "true",

		CollapseDuplicates: s.Option(optionCollapse) == "true",
		NoListParts:        s.Option(optionParts) == "true",

		Digest: s.digest(),
	}, nil
}

// Forms gives what tells the canonical form of a URL by all that the crawl has learned,
// the URL itself where it has none. It is for one goroutine.
func (s *Crawl) Forms() (func(url string) string, error) {
	o, err := s.AuditOptions()
	if err != nil {
		return nil, err
	}
	resolver := o.Rules.NewResolver()
	resolver.RememberNothing()
	return func(url string) string {
		if form := resolver.Resolve([]byte(url)); form.Reason == canonical.OK {
			return string(form.URL)
		}
		return url
	}, nil
}

// digest names what verdicts rest on: the rules of this version, the options
// and learned rules in the crawl file, and how much of it is settled. Verdicts
// that carry another one are stale.
func (s *Crawl) digest() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n%+v\n", audit.Edition, s.Options.Scope, s.End, s.Counts())
	for _, name := range optionsOfVerdicts {
		fmt.Fprintf(h, "%s %q\n", name, s.Option(name))
	}
	for _, r := range s.Rules() {
		fmt.Fprintf(h, "%v %q %q %q %q\n", r.Kind, r.Host, r.Name, r.Path, r.Value)
	}
	for _, key := range [...]string{frontier.MetaQuarantine, frontier.MetaUnknown, frontier.MetaSecondLook, frontier.MetaOneAnswer, frontier.MetaFirewall, frontier.MetaDown, frontier.MetaClasses, frontier.MetaForms, frontier.MetaEchoes, frontier.MetaBoxes, frontier.MetaRendering} {
		fmt.Fprintf(h, "%s %q\n", key, s.Meta(key))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// optionsOfVerdicts are the options that auditOptions reads.
var optionsOfVerdicts = [...]string{
	"follow-effects", "include/--exclude", optionNoList, string(crawler.LimitDepth), "list-agent", "ignore-robots", "robots-agent", optionRobotsFile, "robots-file",
	"no-session-rules", "no-tracking-rules", "strip-param", "keep-param", "staging", optionListTypes, optionCollapse, optionParts,
}

// leftBy gives the verdict of what a run left in the frontier.
func leftBy(end crawler.End) audit.Code {
	switch end {
	case crawler.NotCrawled:
		return audit.ListedUnverified
	case crawler.LimitPages:
		return audit.LimitPages
	case crawler.LimitTime:
		return audit.LimitTime
	case crawler.LimitBytes:
		return audit.LimitBytes
	case crawler.LimitMemory:
		return audit.LimitMemory
	case crawler.LimitDisk:
		return audit.LimitDisk
	}
	return audit.Pending
}
