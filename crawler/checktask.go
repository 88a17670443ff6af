package crawler

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier/record"
)

// checkTask asks for a link to another host, or for a picture.
type checkTask struct {
	check
	host     *checkHost
	canceled bool
	done     bool   // note holds what came
	next     string // where it redirects, "" if nowhere
}

func (t *checkTask) url() string { return t.check.url }

func (t *checkTask) purpose() string {
	if t.picture() {
		return "picture of a page"
	}
	return "link to another host"
}

func (t *checkTask) picture() bool { return t.note.URL != "" }

// maxPicture is how much is read of a picture whose length the server does not
// tell.
const maxPicture = 4 << 20

const maxMediaType = 60

func (t *checkTask) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	req := &fetch.Request{URL: t.check.url, Head: !t.again, KeepBody: func(int, http.Header) bool { return false }}
	read := int64(0)
	if t.picture() {
		req.Accept = "image/avif,image/webp,image/*,*/*;q=0.8"
	}
	if t.picture() && t.again {
		req.Stream = func(_ http.Header, body io.Reader) { read, _ = io.Copy(io.Discard, io.LimitReader(body, maxPicture)) }
	}
	x := w.request(ctx, req)
	t.canceled = w.Res.Err == record.ErrCanceled || w.stopped()
	t.take(w, &x, read)
	t.next, _ = w.RedirectTarget(t.check.url)
	return w.c.outcome(outcomeNothing), x
}

// take notes the answer at hand; read are the bytes of its body, where that was
// read.
func (t *checkTask) take(w *worker, x *pace.Exchange, read int64) {
	n := &t.note
	n.Tries++
	n.Status, n.Err, n.Shut, n.Why = w.Res.Status, "", x.Vendor != "", ""
	switch {
	case w.Res.Err == record.ErrPrivate:
		n.Why = "its address is private"
	case w.Res.Outcome != record.Answered:
		n.Err = w.Res.Err.String()
	}
	if n.Why == "" && n.Err == "" && n.Status == 0 {
		n.Why = "it is no URL that can be asked for" // a fault of the fetcher
	}
	if t.picture() && w.Res.Header != nil {
		media := mediaType(w.Res.Header.Get("Content-Type"))
		n.Type = strings.ToValidUTF8(media[:min(len(media), maxMediaType)], "")
		n.Bytes, _ = strconv.ParseInt(w.Res.Header.Get("Content-Length"), 10, 64)
		n.Bytes = max(n.Bytes, read, 0)
	}
	t.done = true
}

// wantsMore tells whether a GET may say something else than the HEAD has.
func (t *checkTask) wantsMore() bool {
	n := &t.note
	switch {
	case n.Why != "" || n.Shut || n.Status == http.StatusTooManyRequests || n.Status == http.StatusServiceUnavailable:
		return false
	case n.Err != "" || n.Status >= 400:
		return true
	}
	return t.picture() && n.Status == http.StatusOK && (n.Bytes == 0 || !strings.HasPrefix(n.Type, "image/"))
}
