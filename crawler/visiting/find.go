package visiting

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/start"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/robots"
)

// Found is a site that answered.
type Found struct {
	*Visit
	URL    string // that was typed, with its scheme
	Rules  *robots.Rules
	Robots frontier.RobotsFile
}

// Find asks for the robots.txt of a site as it was typed: without a scheme it
// is that of https, or of http where nobody answers there, as for a crawl.
func (v *Visitor) Find(ctx context.Context, typed, login string) (*Found, error) {
	var silent []string
	for _, spelling := range start.Spellings(typed) {
		site, err := typedurl.Site(spelling)
		if err != nil {
			return nil, err
		}
		origin := site.Scheme + "://" + site.Host
		visit, err := v.Visit(ctx, origin, typed, login)
		if err != nil {
			return nil, err
		}
		asked, _ := typedurl.Origin(v.Rules, origin)
		rules, file, err := ask.Robots(ctx, visit, asked)
		if err != nil {
			return nil, fmt.Errorf("fetch %s/robots.txt: %w", origin, err)
		}
		if file.Status != 0 {
			if len(silent) > 0 {
				v.say.Inform("Nobody answers under https: it is "+origin, "site", "origin", origin)
			}
			if refused := visit.notSent(spelling, file.Status); refused != "" {
				v.say.Say(fmt.Sprintf("%s/robots.txt answers %d%s", origin, file.Status, refused))
			}
			return &Found{visit, spelling, rules, file}, nil
		}
		silent = append(silent, fmt.Sprintf("fetch %s/robots.txt: %s", origin, file.Note))
		if ctx.Err() != nil {
			return nil, &mistake.Interrupted{At: silent[len(silent)-1]}
		}
	}
	return nil, errors.New(strings.Join(silent, "\n"))
}
