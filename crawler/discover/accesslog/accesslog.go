// Package accesslog reads the access logs of web servers, load balancers and
// CDNs: which URLs people and bots asked for, how often, when last, and what
// they got.
//
// Lines of logs are hostile text: anybody writes them. What comes out are
// canonical forms in the caller's scope and counts.
package accesslog

import (
	"context"
	"iter"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/bots"
	"github.com/portolan-seo/portolan/crawler/discover/input"
)

// Options say what is read and how.
type Options struct {
	Files []string // names, patterns (*.gz), input.Stdin; read in this order
	Input input.Options

	// Site is the site's origin, such as https://example.com: the place of the
	// lines that name no host, and the scheme of all. Behind a proxy a server
	// logs a scheme and a port that nobody sees.
	Site string
	Form discover.Form // called for many requests of a URL once

	Pattern string   // a log format in nginx' or Apache's notation; "" recognises it
	Fields  []string // NAME=COLUMN: columns by name, or by number from 1
	Status  []int    // answers that make a seed; nil for 200
	// Effect knows more links that do something, beside those by name.
	Effect func(url []byte) bool
	Bots   bots.Options

	Memory int    // bytes for distinct URLs; what is more waits in a file; 0 for 64 MiB
	Temp   string // folder of that file, "" for the system's

	// Told is told of every file when it has been read.
	Told func(discover.Import)
}

// Seeds reads the logs and gives every URL of the site that was asked for, by
// URL, each once: what may be asked for as a seed, the rest with the reason
// why not. All is read before the first one comes. An error is Unusable where
// the logs or the options are at fault.
//
// The measures of a seed, those of zero left out: hits; last-hit; hits-2xx to
// hits-5xx; hits-people, hits-other (programs that are neither of the next
// two); and by the verdict on who they say they are, V one of claimed,
// verified, fake and unknown: hits-search-V, hits-ai-V.
func Seeds(ctx context.Context, o Options) iter.Seq2[discover.Seed, error] {
	return func(yield func(discover.Seed, error) bool) {
		t := newTally(o.Memory, o.Temp)
		defer t.close()
		files, err := readAll(ctx, &o, t)
		if err != nil {
			yield(discover.Seed{}, err)
			return
		}
		for seed, err := range t.seeds(files) {
			if !yield(seed, err) || err != nil {
				return
			}
		}
	}
}

const defaultMemory = 64 << 20

// readAll reads the files into the tally and gives their names.
func readAll(ctx context.Context, o *Options, t *tally) ([]string, error) {
	log, err := newLog(ctx, o, t)
	if err != nil {
		return nil, err
	}
	names, err := input.Names(o.Files)
	if err != nil {
		return nil, err
	}
	var barren []string
	for _, name := range names {
		m, err := log.file(name)
		if err != nil {
			return nil, err
		}
		if gap := log.bots.Gap(); gap != "" {
			m.Notes = append(m.Notes, gap)
		}
		if o.Told != nil {
			o.Told(m)
		}
		if m.Named == 0 {
			barren = append(barren, m.Nothing())
		}
	}
	if t.urls == 0 {
		return nil, &discover.Unusable{What: "access logs", Why: "they name no URL of the site: " + discover.Few(barren)}
	}
	return log.names, nil
}
