package ask

import (
	"context"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
)

const textBytes = 1 << 20

// Text asks for a file of text once: its status, 0 where no answer came, its
// Content-Type as it was sent, and up to 1 MiB of it. Redirects are not followed.
func Text(ctx context.Context, f pace.Fetcher, url string) (status int, contentType string, body []byte) {
	var res fetch.Response
	f.Fetch(ctx, &fetch.Request{URL: url, Accept: "text/plain, text/markdown, */*;q=0.1", MaxBody: textBytes, KeepBody: keepAll}, &res)
	return res.Status, res.Header.Get("Content-Type"), res.Body
}
