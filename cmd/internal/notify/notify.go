// Package notify is portolan notify.
package notify

import (
	"context"
	"errors"
	"net/url"
	"os"
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
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/crawler/visiting"
	"github.com/portolan-seo/portolan/sitemap/indexnow"
	"github.com/portolan-seo/portolan/sitemap/publish"
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
			f.RateSet = cmd.Flags().Changed("rate")
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

// notifier is one run of the command.
type notifier struct {
	p      *console.Program
	f      *notifyFlags
	dir    string
	crawl  *stored.Crawl // of which the published set was made
	again  bool          // the set was written again: its files say what it lists
	origin string        // of the site
	net    *visiting.Visitor
	anon   *visiting.Visitor // for endpoints: it has no credentials
	report *WebhookBody      // of the first comparison; nil if there was none
}

// runNotify tells every endpoint of what has changed.
func runNotify(ctx context.Context, p *console.Program, f *notifyFlags, dir string) (err error) {
	process.SetGCPercent()
	if err := f.check(); err != nil {
		return err
	}
	if info, err := os.Stat(filepath.Join(dir, folder.CrawlsDir)); err != nil || !info.IsDir() {
		return exit.Usagef("%s is no site folder: no crawl is in it%s", dir, cmdline.FoldersHere())
	}
	n := &notifier{p: p, f: f, dir: dir}
	if !f.dryRun {
		site, err := folder.Open(dir)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, site.Close()) }()
		if err := publish.Recover(dir); err != nil {
			return exit.Failf("finish the sitemap that an earlier run left half moved in %s: %w", dir, err)
		}
	}
	if err := n.open(); err != nil {
		return err
	}
	defer n.close()
	var failures []error
	for _, endpoint := range f.endpoints {
		err := n.tell(ctx, endpoint)
		if err != nil && ctx.Err() != nil {
			return &exit.Error{Code: exit.Interrupted, Err: errors.New("interrupted; the next run sends the rest")}
		}
		if err != nil {
			failures = append(failures, err) // the other engines are not to suffer from it
		}
	}
	if !f.dryRun {
		n.callWebhook(ctx)
	}
	return exit.Join(failures)
}

// open finds the crawl that the published set was made of.
func (n *notifier) open() error {
	set, stands, err := publish.Current(n.dir)
	switch {
	case err != nil:
		return exit.Failf("read the sitemap in %s: %w", n.dir, err)
	case !stands:
		return exit.Usagef("no sitemap is published in %s: there is nothing to tell of", n.dir)
	}
	if n.crawl, err = stored.OpenMadeOf(n.dir, set, n.p.Skipped); err != nil {
		return err
	}
	if n.crawl != nil && !stored.MadeOf(n.crawl, set) {
		n.again = true
	}
	if n.crawl == nil {
		return exit.Failf("the crawl that the sitemap in %s was made of is not there: what has changed is told of after the next crawl", n.dir)
	}
	if n.crawl.Option("as") != "" || n.crawl.Option("staging") == "true" {
		return exit.Usagef("the crawl in %s was made of a staging copy: search engines are told of the live site alone", n.dir)
	}
	scope := n.crawl.Options.Scope
	n.origin = scope.Scheme + "://" + scope.Host
	if at := n.f.keyLocation; at != "" {
		if below := at[:strings.LastIndexByte(at, '/')+1]; !strings.HasPrefix(scope.String(), below) {
			return exit.Usagef("--key-location %s: a key is for what lies below its folder, and the site's pages lie in %s", at, scope)
		}
	}
	if n.net, err = n.f.Visitor(n.p); err != nil {
		return err
	}
	n.anon = n.net.Anonymous()
	return nil
}

func (n *notifier) close() {
	if n.crawl != nil {
		n.crawl.Close() // read only
	}
	for _, v := range []*visiting.Visitor{n.net, n.anon} {
		if v != nil {
			v.Close()
		}
	}
}
