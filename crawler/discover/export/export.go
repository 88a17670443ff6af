// Package export reads what other tools know of a site's pages: exports of
// Search Console, Bing, Analytics, crawlers and link indexes, product feeds,
// any table with a column of URLs. They are recognised by the names and the
// shapes of their columns, in any language.
//
// An export holds what its tool chose to write: absence from it proves nothing.
package export

import (
	"context"
	"errors"
	"iter"
	"strings"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/input"
)

// Options say what is read.
type Options struct {
	Files []string // names, patterns, input.Stdin; zip archives as tools deliver them
	Input input.Options

	Site string // origin that hosts without a scheme are compared with
	Host string // origin or host of paths without a host; "" is that of Site
	Form discover.Form

	Memory int    // bytes of rows of one file that are sorted in memory; 0 for 64 MiB
	Temp   string // folder for the rest, "" for the system's

	Told func(discover.Import) // of every table when it has been read
}

// Seeds gives every URL of the site in the exports, each table by itself and in
// it each URL once, by URL, with what the table measures of it. Spellings that
// have one canonical form are one URL: counts are summed, positions weighted by
// impressions, click rates computed again. An error is Unusable where the
// exports or the options are at fault.
func Seeds(ctx context.Context, o Options) iter.Seq2[discover.Seed, error] {
	return func(yield func(discover.Seed, error) bool) {
		r := &reading{ctx: ctx, o: &o, yield: func(s discover.Seed) bool { return yield(s, nil) }}
		if err := r.run(); err != nil && !errors.Is(err, errStop) {
			yield(discover.Seed{}, err)
		}
	}
}

// errStop ends a reading whose seeds nobody wants any more.
var errStop = errors.New("stop")

const defaultMemory = 64 << 20

// reading is the reading of all exports.
type reading struct {
	ctx    context.Context
	o      *Options
	site   discover.Site
	paths  discover.Site
	yield  func(discover.Seed) bool
	named  int      // rows that named a URL of the site
	barren []string // files that named none
	ref    []byte
}

func (r *reading) run() (err error) {
	if r.o.Memory <= 0 {
		r.o.Memory = defaultMemory
	}
	if r.site, err = discover.ParseSite(r.o.Site); err != nil {
		return err
	}
	if r.paths, err = r.pathSite(); err != nil {
		return err
	}
	names, err := input.Names(r.o.Files)
	if err != nil {
		return err
	}
	deliveries, err := deliveriesOf(names)
	if err != nil {
		return err
	}
	for _, d := range deliveries {
		if err := r.delivery(d); err != nil {
			return err
		}
	}
	if r.named == 0 {
		return &discover.Unusable{What: "exports", Why: "they name no URL of the site: " + discover.Few(r.barren)}
	}
	return nil
}

// pathSite gives the site whose the paths without a host are.
func (r *reading) pathSite() (discover.Site, error) {
	switch host := r.o.Host; {
	case host == "":
		return r.site, nil
	case strings.Contains(host, "://"):
		return discover.ParseSite(host)
	default:
		return discover.ParseSite(r.site.Scheme() + "://" + host)
	}
}

// told passes on what is known of a table.
func (r *reading) told(m *discover.Import) {
	if r.named += m.Named; m.Named == 0 {
		r.barren = append(r.barren, m.Nothing())
	}
	if r.o.Told != nil {
		r.o.Told(*m)
	}
}
