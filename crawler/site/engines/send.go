package engines

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

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

// Tell tells one endpoint.
func (n *Notifier) Tell(ctx context.Context, endpoint string) (err error) {
	l, err := indexnow.Open(filepath.Join(n.o.Dir, indexnowDir, ledgerName(endpoint)))
	if err != nil {
		return err
	}
	all, first, err := n.changes(ctx, l)
	if err != nil {
		return err
	}
	defer all.Close()
	now := time.Now()
	if n.o.DryRun {
		waits, err := l.Waits(n.o.Again, now)
		if err != nil {
			return err
		}
		return n.o.Listener.Preview(endpoint, entries(all), waits, first)
	}
	if _, err := l.Queue(entries(all), filepath.Base(n.crawl.Path()), now); err != nil {
		return err
	}
	key, err := n.key()
	if err != nil {
		return err
	}
	due, waiting, err := l.Due(n.o.Again, now)
	if err != nil {
		return err
	}
	if due == 0 {
		return n.o.Listener.Nothing(&Nothing{endpoint, n.keyAt(key), n.keyFile(key), waiting, first})
	}
	if err := n.checkKey(ctx, key); err != nil {
		return err
	}
	return n.send(ctx, endpoint, key, l)
}

// key gives the key of the site: the one typed, the one kept, or a new one. Its
// file lies in the site folder, to be copied to the site.
func (n *Notifier) key() (string, error) {
	kept := filepath.Join(n.o.Dir, indexnowDir, "key")
	key := n.o.Key
	if key == "" {
		if data, err := os.ReadFile(kept); err == nil {
			key = strings.TrimSpace(string(data))
		}
	}
	if indexnow.CheckKey(key) != nil {
		key = indexnow.NewKey()
	}
	if err := os.MkdirAll(filepath.Dir(kept), 0o777); err != nil {
		return "", fmt.Errorf("keep the key: %w", err)
	}
	for _, name := range []string{kept, n.keyFile(key)} {
		if old, err := os.ReadFile(name); err == nil && string(old) == key {
			continue
		}
		if err := os.WriteFile(name, []byte(key), 0o644); err != nil {
			return "", fmt.Errorf("keep the key: %w", err)
		}
	}
	return key, nil
}

func (n *Notifier) keyFile(key string) string { return filepath.Join(n.o.Dir, indexnowDir, key+".txt") }

// keyAt is where the site shows the key.
func (n *Notifier) keyAt(key string) string {
	if n.o.KeyLocation != "" {
		return n.o.KeyLocation
	}
	return n.origin + "/" + key + ".txt"
}

// checkKey looks for the key at the site.
func (n *Notifier) checkKey(ctx context.Context, key string) error {
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
		return fmt.Errorf("the key is not at %s: %w\nnothing was sent; copy %s there, then type the same command again", at, err, safe.ShellQuote(n.keyFile(key)))
	}
	return nil
}

// send sends what is due.
func (n *Notifier) send(ctx context.Context, endpoint, key string, l *indexnow.Ledger) error {
	visit, err := n.anon.Visit(ctx, endpoint, endpoint, "")
	if err != nil {
		return err
	}
	sum, err := l.Send(ctx, indexnow.Sender{
		Endpoint: endpoint, Key: key, KeyLocation: n.keyAt(key), Again: n.o.Again, Now: time.Now,
		Post: func(ctx context.Context, b *indexnow.Batch) (indexnow.Answer, error) {
			return post(ctx, visit, endpoint, b)
		},
	})
	switch {
	case errors.Is(err, indexnow.ErrWait):
		return fmt.Errorf("%s has asked not to be told of more before %s; nothing was sent, the next run after that sends it", endpoint, l.NotBefore().Local().Format(time.RFC1123))
	case err != nil && sum == nil:
		return err
	}
	line := Told{"notify", endpoint, sum.Sent, sum.Batches, sum.Kinds, sum.Waiting, sum.Left, sum.Status, n.keyAt(key)}
	if n.report != nil {
		n.report.Told = append(n.report.Told, line)
	}
	if told := n.o.Listener.Told(&line); told != nil {
		err = errors.Join(err, told)
	}
	switch {
	case err != nil:
		return err
	case sum.Refused != nil:
		return fmt.Errorf("%s: %s\n%s still to be told", endpoint, sum.Refused.Advice(), prose.Counted(sum.Left, "URL"))
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
