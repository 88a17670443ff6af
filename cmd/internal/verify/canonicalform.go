package verify

import (
	"fmt"
	"io"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/start"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// canonicalizer answers references; it keeps what two of them in a row have
// in common.
type canonicalizer struct {
	config   canonical.Config
	charset  string
	site     string
	resolver *canonical.Resolver
	base     string
	baseErr  error
	sitemap  string
	scope    canonical.Scope
}

// newCanonicalizer checks what the flags say.
func newCanonicalizer(f *canonicalFlags) (*canonicalizer, error) {
	c := &canonicalizer{config: f.config, charset: f.charset}
	if err := c.prepare(f.reference); err != nil {
		return nil, err
	}
	if c.baseErr != nil {
		return nil, exit.Usagef("--base %q: it is a whole URL, such as https://www.example.com/shop/", f.Base)
	}
	return c, nil
}

// prepare sets rules, base and scope for a reference.
func (c *canonicalizer) prepare(ref reference) error {
	if c.resolver == nil || ref.Site != c.site {
		rules, err := siteRules(c.config, ref.Site)
		if err != nil {
			return err
		}
		c.resolver, c.site = rules.NewResolver(), ref.Site
		if err := c.resolver.SetBase("", c.charset); err != nil {
			return exit.Usagef("--charset: %w", err)
		}
		c.base, c.baseErr = "", nil
	}
	if ref.Base != c.base {
		c.base, c.baseErr = ref.Base, c.resolver.SetBase(ref.Base, c.charset)
	}
	if ref.Sitemap != c.sitemap && ref.Sitemap != "" {
		scope, err := canonical.ScopeOf(ref.Sitemap)
		if err != nil {
			return exit.Usagef("--sitemap-url %q: it is a whole URL, such as https://www.example.com/sitemap.xml", ref.Sitemap)
		}
		c.sitemap, c.scope = ref.Sitemap, scope
	}
	return nil
}

// siteRules compiles the configuration with the scheme of a site, given by
// its URL, settled; a port of its own has no twin to settle.
func siteRules(c canonical.Config, site string) (*canonical.Rules, error) {
	if site != "" {
		scope, err := canonical.ScopeOf(site)
		if err != nil {
			return nil, exit.Usagef("--site %q: it is a whole URL, such as https://www.example.com/", site)
		}
		if _, _, hasPort := typedurl.CutPort(scope.Host); !hasPort {
			c.Rules = append(c.Rules, canonical.Rule{
				Host: scope.Host, Kind: canonical.RuleScheme, Value: scope.Scheme, Proof: "--site",
			})
		}
	}
	rules, err := canonical.New(c)
	if err != nil {
		return nil, exit.Usagef("%w", err)
	}
	return rules, nil
}

// canonicalLine is the answer to one reference, as --json prints it.
type canonicalLine struct {
	Input   string        `json:"input"`
	URL     *string       `json:"url"`
	Reason  *string       `json:"reason"`
	Removed []removedPart `json:"removed"`
}

type removedPart struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Why  string `json:"why"`
}

func (c *canonicalizer) answer(ref reference) (canonicalLine, error) {
	line := canonicalLine{Input: *ref.Input, Removed: []removedPart{}}
	if err := c.prepare(ref); err != nil {
		return line, err
	}
	reason := canonical.Parse // a base that is no URL makes none
	if c.baseErr == nil {
		res := c.resolver.Resolve([]byte(*ref.Input))
		for _, r := range res.Removed {
			line.Removed = append(line.Removed, removedPart(r))
		}
		reason = c.judge(res, ref.Sitemap != "")
		if reason == canonical.OK {
			url := string(res.URL)
			line.URL = &url
			return line, nil
		}
	}
	name := reason.String()
	line.Reason = &name
	return line, nil
}

// judge gives the reason that decides: the scope comes before the length.
func (c *canonicalizer) judge(res canonical.Result, scoped bool) canonical.Reason {
	url := res.URL
	if res.Reason == canonical.TooLong {
		url = res.Long
	}
	if scoped && url != nil {
		if reason := c.scope.Check(url); reason != canonical.OK {
			return reason
		}
	}
	return res.Reason
}

func writeJSONLine(out io.Writer, line canonicalLine) error {
	data, err := safe.JSON(line)
	if err == nil {
		_, err = out.Write(data)
	}
	if err != nil {
		return exit.Failf("write the answers: %w", err)
	}
	return nil
}

// answerTyped answers for an argument: the address of a page without its scheme
// is one of https, where a crawl begins, too.
func (c *canonicalizer) answerTyped(ref reference) (canonicalLine, error) {
	line, err := c.answer(ref)
	host, _, _ := strings.Cut(*ref.Input, "/")
	spellings := start.Spellings(*ref.Input)
	if err != nil || line.URL != nil || ref.Base != "" || len(spellings) == 1 || !typedurl.IsWebAddress(host+"/x") {
		return line, err
	}
	typed := *ref.Input
	ref.Input = &spellings[0]
	line, err = c.answer(ref)
	line.Input = typed
	return line, err
}

// writeText prints the answer for a person: what became of the reference,
// what it was, and what was removed.
func (l canonicalLine) writeText(out io.Writer) error {
	var text strings.Builder
	switch {
	case l.URL == nil:
		fmt.Fprintf(&text, "%-12s  %s\n%-12s    %s\n", *l.Reason, safe.OneLine(l.Input), "", typedurl.Unlistable[*l.Reason])
	case *l.URL == l.Input:
		fmt.Fprintf(&text, "%-12s  %s\n", "same", safe.OneLine(*l.URL))
	default:
		fmt.Fprintf(&text, "%-12s  %s\n%-12s    was %s\n", "changed", safe.OneLine(*l.URL), "", safe.OneLine(l.Input))
	}
	for _, r := range l.Removed {
		fmt.Fprintf(&text, "%-12s    without %s: %s\n", "", safe.OneLine(r.Name), safe.OneLine(r.Why))
	}
	if _, err := io.WriteString(out, text.String()); err != nil {
		return exit.Failf("write the answers: %w", err)
	}
	return nil
}
