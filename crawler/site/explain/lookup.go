package explain

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// lookedUp is what a URL that the user gave comes to.
type lookedUp struct {
	row     *frontier.Row // nil if the crawl does not know it
	url     string        // its canonical form, or the text under which it is known
	removed []canonical.Removal
	reason  canonical.Reason
}

// lookUp finds a URL as it is, then under its canonical form by the tables,
// then by all that the crawl has learned.
func (e *explainer) lookUp(learned *canonical.Rules, asked string) (lookedUp, error) {
	row, err := e.crawl.Find(asked)
	if err != nil || row != nil {
		return lookedUp{row: row, url: asked}, err
	}
	before, err := canonical.New(e.crawl.Options.Identity)
	if err != nil {
		return lookedUp{}, fmt.Errorf("%w", err)
	}
	var at lookedUp
	for _, rules := range []*canonical.Rules{before, learned} {
		if at, err = e.formOf(rules, asked); err != nil {
			return at, err
		}
		if at.url == "" {
			break
		}
		if at.row, err = e.crawl.Find(at.url); err != nil || at.row != nil {
			return at, err
		}
	}
	if at.url == "" {
		return at, &NotAPageError{asked, at.reason}
	}
	return at, nil
}

// Find looks a URL up that a user gave, as URL does; nil if the crawl does not
// know it.
func Find(crawl *stored.Crawl, asked string) (*frontier.Row, error) {
	options, err := crawl.AuditOptions()
	if err != nil {
		return nil, err
	}
	at, err := (&explainer{crawl: crawl}).lookUp(options.Rules, asked)
	return at.row, err
}

// formOf gives the canonical form of what the user gave, read as a link on
// the site.
func (e *explainer) formOf(rules *canonical.Rules, asked string) (lookedUp, error) {
	if rest, ok := strings.CutPrefix(asked, e.crawl.Options.Scope.Host); ok && (rest == "" || strings.ContainsRune("/?#", rune(rest[0]))) {
		asked = e.crawl.Options.Scope.Scheme + "://" + asked
	}
	resolver := rules.NewResolver()
	if err := resolver.SetBase(e.crawl.Options.Scope.String(), ""); err != nil {
		return lookedUp{}, fmt.Errorf("%w", err)
	}
	r := resolver.Resolve([]byte(asked))
	form := r.URL
	if r.Reason == canonical.TooLong {
		form = r.Long[:min(len(r.Long), canonical.MaxLength+1)]
	}
	return lookedUp{url: string(form), removed: r.Removed, reason: r.Reason}, nil
}

// NotAPageError is the error of URL for what cannot be the URL of a web page.
type NotAPageError struct {
	Asked  string
	Reason canonical.Reason
}

func (e *NotAPageError) Error() string {
	return fmt.Sprintf("%q is not the URL of a web page: %s", e.Asked, e.Reason)
}
