// Package notify is portolan notify.
package notify

import (
	"context"
	"errors"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/cmd/internal/process"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/engines"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/crawler/visiting"
	"github.com/portolan-seo/portolan/sitemap/indexnow"
)

// notifyFlags are the flags of portolan notify.
type notifyFlags struct {
	option.Network
	endpoints   []string
	key         string
	keyLocation string
	again       time.Duration
	dryRun      bool
	webhook     webhookFlag
}

func Command(p *console.Program) *cobra.Command {
	f := &notifyFlags{}
	cmd := &cobra.Command{
		Use:   "notify [flags] FOLDER",
		Short: "Tell IndexNow engines what changed",
		Long: `Tell search engines which pages were added, changed, moved or removed since the
last time, by the IndexNow protocol: Bing, Yandex, Naver, Seznam, Yep and others
take part, and share what one of them is told. Google does not; it reads
sitemaps with a true lastmod.

What is told is the difference between the crawl of which the published sitemap
was made and the one that was told of before. A set that was not published is
never spoken of, and where nothing changed nothing is sent.

The site has to show that it agrees: the first run makes a key and says which
file to copy to the site. It is looked for there before anything is sent. Each
request has at most 10,000 URLs. Each leaves a receipt in FOLDER/indexnow; by
them no URL is sent again within --again-after, whatever happens to a run. What
an engine has not taken is sent by the next run.

--webhook posts what changed, all kinds of changes, to a URL of yours as JSON:
counts, and the first 1,000 changes one by one. The URL is a secret: it is not
kept and not printed. A webhook that fails is a warning.`,
		Example: `  portolan notify example.com --dry-run
  portolan notify example.com
  portolan example.com && portolan notify example.com --quiet
  portolan notify example.com --endpoint https://www.bing.com/indexnow --key 0f3a6f2c8d1e4b59`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.Usagef("notify wants one site folder; got %d argument%s%s", len(args), prose.Plural(len(args)), cmdline.FoldersHere())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			f.RateSet, f.webhook.given = cmd.Flags().Changed("rate"), cmd.Flags().Changed("webhook")
			return runNotify(cmd.Context(), p, f, filepath.Clean(args[0]))
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&f.dryRun, "dry-run", false, "print what would be sent; ask nobody, write nothing")
	flags.StringArrayVar(&f.endpoints, "endpoint", []string{indexnow.Endpoint}, "`URL` of an IndexNow endpoint; may be repeated")
	option.DurationVar(flags, &f.again, "again-after", 24*time.Hour, "time in which no URL is sent twice")
	flags.StringVar(&f.key, "key", "", "`KEY` that the site has already (default: one that is made and kept)")
	flags.StringVar(&f.keyLocation, "key-location", "", "`URL` of the key file, where it is not KEY.txt at the root of the site")
	flags.StringVar(&f.webhook.typed, "webhook", "", "post what changed as JSON to a secret `URL`; also @FILE, or PORTOLAN_WEBHOOK")
	f.Declare(flags)
	return cmd
}

// check finds what is wrong with the flags.
func (f *notifyFlags) check() error {
	if err := f.webhook.check(); err != nil {
		return err
	}
	if f.key != "" {
		if err := indexnow.CheckKey(f.key); err != nil {
			return exit.Usagef("--key: %w", err)
		}
	}
	if f.keyLocation != "" && !typedurl.IsURL(f.keyLocation) {
		return exit.Usagef("--key-location %q: it is a whole URL, such as https://example.com/keys/KEY.txt", f.keyLocation)
	}
	if len(f.endpoints) == 0 {
		return exit.Usagef("--endpoint: it is the URL of an IndexNow endpoint, such as %s", indexnow.Endpoint)
	}
	for i, endpoint := range f.endpoints {
		u, err := url.Parse(endpoint)
		if err != nil || !typedurl.IsURL(endpoint) || u.Host == "" || u.User != nil || u.Fragment != "" {
			return exit.Usagef("--endpoint %q: it is the URL of an IndexNow endpoint, such as %s", endpoint, indexnow.Endpoint)
		}
		if u.Path == "" {
			f.endpoints[i] = strings.TrimSuffix(endpoint, "/") + "/indexnow"
		}
	}
	return nil
}

// runNotify tells every endpoint of what has changed.
func runNotify(ctx context.Context, p *console.Program, f *notifyFlags, dir string) (err error) {
	ctx, stop := process.Interruptible(ctx)
	defer stop()
	if err := f.check(); err != nil {
		return err
	}
	n, err := engines.Open(engines.Options{
		Dir: dir, Key: f.key, KeyLocation: f.keyLocation, Again: f.again, DryRun: f.dryRun, Webhook: f.webhook.url,
		Voice: p, Notices: p.Notices(), Listener: &printer{p: p, again: f.again},
		Visitor: func() (*visiting.Visitor, error) { return f.Visitor(p) },
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, n.Close()) }()
	var failures []error
	for _, endpoint := range f.endpoints {
		err := n.Tell(ctx, endpoint)
		if err != nil && ctx.Err() != nil {
			return &exit.Error{Code: exit.Interrupted, Err: errors.New("interrupted; the next run sends the rest")}
		}
		if err != nil {
			failures = append(failures, err) // the other engines are not to suffer from it
		}
	}
	n.CallWebhook(ctx)
	if ctx.Err() != nil {
		failures = append(failures, &exit.Error{Code: exit.Interrupted, Err: errors.New("interrupted; the engines were told")})
	}
	return exit.Join(failures)
}
