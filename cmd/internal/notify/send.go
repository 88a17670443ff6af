package notify

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/visiting"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/sitemap/indexnow"
)

// indexnowDir is the folder of keys and receipts, in the site folder.
const indexnowDir = "indexnow"

// ledgerName names the folder of an endpoint's receipts after its host and
// port.
func ledgerName(endpoint string) string {
	_, rest, _ := strings.Cut(endpoint, "://")
	host, _, _ := strings.Cut(rest, "/")
	return folder.Name(canonical.Scope{Host: host})
}

// tell tells one endpoint.
func (n *notifier) tell(ctx context.Context, endpoint string) (err error) {
	l, err := indexnow.Open(filepath.Join(n.dir, indexnowDir, ledgerName(endpoint)))
	if err != nil {
		return exit.Failf("%w", err)
	}
	all, first, err := n.changes(ctx, l)
	if err != nil {
		return err
	}
	defer all.Close()
	now := time.Now()
	if n.f.dryRun {
		return n.preview(endpoint, l, entries(all), now)
	}
	if _, err := l.Queue(entries(all), filepath.Base(n.crawl.Path()), now); err != nil {
		return exit.Failf("%w", err)
	}
	key, err := n.key()
	if err != nil {
		return err
	}
	due, waiting, err := l.Due(n.f.again, now)
	if err != nil {
		return exit.Failf("%w", err)
	}
	if due == 0 {
		return n.nothing(endpoint, key, waiting, first)
	}
	if err := n.checkKey(ctx, key); err != nil {
		return err
	}
	return n.send(ctx, endpoint, key, l)
}

// key gives the key of the site: the one typed, the one kept, or a new one. Its
// file lies in the site folder, to be copied to the site.
func (n *notifier) key() (string, error) {
	kept := filepath.Join(n.dir, indexnowDir, "key")
	key := n.f.key
	if key == "" {
		if data, err := os.ReadFile(kept); err == nil {
			key = strings.TrimSpace(string(data))
		}
	}
	if indexnow.CheckKey(key) != nil {
		key = indexnow.NewKey()
	}
	if err := os.MkdirAll(filepath.Dir(kept), 0o777); err != nil {
		return "", exit.Failf("keep the key: %w", err)
	}
	for _, name := range []string{kept, n.keyFile(key)} {
		if old, err := os.ReadFile(name); err == nil && string(old) == key {
			continue
		}
		if err := os.WriteFile(name, []byte(key), 0o644); err != nil {
			return "", exit.Failf("keep the key: %w", err)
		}
	}
	return key, nil
}

func (n *notifier) keyFile(key string) string { return filepath.Join(n.dir, indexnowDir, key+".txt") }

// keyAt is where the site shows the key.
func (n *notifier) keyAt(key string) string {
	if n.f.keyLocation != "" {
		return n.f.keyLocation
	}
	return n.origin + "/" + key + ".txt"
}

// checkKey looks for the key at the site.
func (n *notifier) checkKey(ctx context.Context, key string) error {
	at := n.keyAt(key)
	visit, err := n.net.Visit(ctx, n.origin, n.origin, "")
	if err != nil {
		return err
	}
	var res fetch.Response
	visit.Fetch(ctx, &fetch.Request{URL: at, Accept: "text/plain,*/*;q=0.5", MaxBody: 4 << 10, KeepBody: func(int, http.Header) bool { return true }}, &res)
	switch {
	case res.Outcome != record.Answered:
		err = noAnswer(&res)
	case res.Status != http.StatusOK:
		err = fmt.Errorf("the server answered %d %s", res.Status, http.StatusText(res.Status))
	case res.Err != record.ErrNone:
		err = noAnswer(&res)
	default:
		err = indexnow.CheckKeyFile(res.Body, key)
	}
	if err != nil {
		return exit.Failf("the key is not at %s: %w\nnothing was sent; copy %s there, then type the same command again", at, err, safe.ShellQuote(n.keyFile(key)))
	}
	return nil
}

// send sends what is due.
func (n *notifier) send(ctx context.Context, endpoint, key string, l *indexnow.Ledger) error {
	visit, err := n.anon.Visit(ctx, endpoint, endpoint, "")
	if err != nil {
		return err
	}
	sum, err := l.Send(ctx, indexnow.Sender{
		Endpoint: endpoint, Key: key, KeyLocation: n.keyAt(key), Again: n.f.again, Now: time.Now,
		Post: func(ctx context.Context, b *indexnow.Batch) (indexnow.Answer, error) {
			return post(ctx, visit, endpoint, b)
		},
	})
	switch {
	case errors.Is(err, indexnow.ErrWait):
		return exit.Failf("%s has asked not to be told of more before %s; nothing was sent, the next run after that sends it", endpoint, l.NotBefore().Local().Format(time.RFC1123))
	case err != nil && sum == nil:
		return exit.Failf("%w", err)
	}
	if told := n.told(endpoint, key, sum); told != nil {
		err = errors.Join(err, told)
	}
	switch {
	case err != nil:
		return exit.Failf("%w", err)
	case sum.Refused != nil:
		return exit.Failf("%s: %s\n%s still to be told", endpoint, sum.Refused.Advice(), prose.Counted(sum.Left, "URL"))
	}
	return nil
}

// post makes one request.
func post(ctx context.Context, v *visiting.Visit, endpoint string, b *indexnow.Batch) (a indexnow.Answer, err error) {
	body, err := b.Body()
	if err != nil {
		return a, err
	}
	at := v.Rules.Canonical(endpoint)
	if at.Reason != canonical.OK {
		return a, errors.New("it is not a URL of the web")
	}
	var res fetch.Response
	v.Fetch(ctx, &fetch.Request{URL: string(at.URL), Accept: "application/json,*/*;q=0.5", Post: body, MaxBody: 4 << 10, KeepBody: func(int, http.Header) bool { return true }}, &res)
	if res.Outcome == record.Fault {
		return a, errors.New(res.ErrText) // nothing was sent
	}
	a.Status = res.Status
	if res.Outcome != record.Answered {
		a.Status, a.Text = 0, noAnswer(&res).Error()
		return a, nil
	}
	a.Text = safe.OneLine(strings.ToValidUTF8(string(res.Body[:min(len(res.Body), 500)]), ""))
	if after := res.Header.Get("Retry-After"); after != "" {
		a.RetryAfter = retryAfter(after, time.Now())
	}
	return a, nil
}

// noAnswer puts an answer that did not come into words.
func noAnswer(res *fetch.Response) error {
	switch {
	case res.Err == record.ErrPrivate:
		return errors.New(res.ErrText + "; to go there all the same: --allow-private")
	case res.ErrText == "":
		return errors.New("no answer")
	}
	return errors.New(res.ErrText)
}

// retryAfter reads a Retry-After header: seconds or a date (RFC 9110 10.2.3).
func retryAfter(text string, now time.Time) time.Duration {
	if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil && n >= 0 {
		return time.Duration(min(n, 365*24*3600)) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// notifyLine is what was done, for programs.
type notifyLine struct {
	Type     string         `json:"type"` // "notify"
	Endpoint string         `json:"endpoint"`
	Sent     int            `json:"sent"`
	Requests int            `json:"requests"`
	Kinds    map[string]int `json:"kinds"`
	Waiting  int            `json:"waiting"`
	Left     int            `json:"left"`
	Status   int            `json:"status"` // of the last answer, 0 for none
	Key      string         `json:"key_location"`
}

// told prints what was sent.
func (n *notifier) told(endpoint, key string, sum *indexnow.Sum) error {
	line := notifyLine{"notify", endpoint, sum.Sent, sum.Batches, sum.Kinds, sum.Waiting, sum.Left, sum.Status, n.keyAt(key)}
	if n.report != nil {
		n.report.Told = append(n.report.Told, line)
	}
	if n.p.JSON {
		return n.p.PrintJSON(line)
	}
	if n.p.Quiet {
		return nil
	}
	var b strings.Builder
	prose.Row(&b, "IndexNow", "%s told to %s", prose.Counted(sum.Sent, "URL"), endpoint)
	prose.Row(&b, "", "%s%s", prose.Counted(sum.Batches, "request"), prose.Kinds(sum.Kinds))
	if sum.Status == http.StatusAccepted {
		prose.Row(&b, "", "It has still to look at the key.")
	}
	if sum.Waiting > 0 {
		prose.Row(&b, "", "%s told less than %s ago: later", prose.Counted(sum.Waiting, "URL"), prose.Span(n.f.again))
	}
	_, err := fmt.Fprint(n.p.Out, b.String())
	return err
}

// nothing says that nothing is sent, and why.
func (n *notifier) nothing(endpoint, key string, waiting int, first bool) error {
	if n.p.JSON {
		return n.p.PrintJSON(notifyLine{Type: "notify", Endpoint: endpoint, Kinds: map[string]int{}, Waiting: waiting, Key: n.keyAt(key)})
	}
	if n.p.Quiet {
		return nil
	}
	var b strings.Builder
	switch {
	case first:
		prose.Row(&b, "IndexNow", "nothing to tell yet: there is no earlier crawl to compare with. Changes are told from the next one on.")
		prose.Row(&b, "Key", "copy the key's file to the site:")
		fmt.Fprintf(&b, "  %s\n  to %s\n", safe.ShellQuote(n.keyFile(key)), safe.OneLine(n.keyAt(key)))
	case waiting > 0:
		prose.Row(&b, "IndexNow", "nothing is sent: %s told less than %s ago", prose.Counted(waiting, "URL"), prose.Span(n.f.again))
	default:
		prose.Row(&b, "IndexNow", "nothing has changed: nothing is sent")
	}
	_, err := fmt.Fprint(n.p.Out, b.String())
	return err
}

// previewLine is a URL that would be sent, for programs.
type previewLine struct {
	Type     string `json:"type"` // "url"
	Endpoint string `json:"endpoint"`
	Kind     string `json:"kind"`
	URL      string `json:"url"`
}

// preview prints what would be sent.
func (n *notifier) preview(endpoint string, l *indexnow.Ledger, all iter.Seq2[indexnow.Entry, error], now time.Time) error {
	waits, err := l.Waits(n.f.again, now)
	if err != nil {
		return exit.Failf("%w", err)
	}
	out := bufio.NewWriter(n.p.Out)
	due, waiting := 0, 0
	for e, err := range all {
		switch {
		case err != nil:
			return exit.Failf("%w", err)
		case waits(e.URL):
			waiting++
			continue
		}
		due++
		switch {
		case n.p.JSON:
			data, err := safe.JSON(previewLine{"url", endpoint, e.Kind, e.URL})
			if err != nil {
				return exit.Failf("%w", err)
			}
			out.Write(data)
		case !n.p.Quiet:
			fmt.Fprintf(out, "%-8s %s\n", e.Kind, safe.OneLine(e.URL))
		}
	}
	if !n.p.JSON && !n.p.Quiet {
		fmt.Fprintf(out, "%s would be told to %s; %s told less than %s ago\n", prose.Counted(due, "URL"), endpoint, prose.Thousands(waiting), prose.Span(n.f.again))
	}
	if err := out.Flush(); err != nil {
		return exit.Failf("print what would be sent: %w", err)
	}
	return nil
}
