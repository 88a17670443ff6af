// Package indexnow tells search engines which URLs have changed, by the
// protocol of indexnow.org: batches of URLs of one host, with a key that the
// host shows to be its own. A Ledger keeps what was sent, so that nothing is
// sent twice, and what is still to be sent.
//
// It opens no socket: the caller sends.
package indexnow

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Endpoint is one that shares what it is told with all engines that take part
// (indexnow.org, "Searchengines").
const Endpoint = "https://api.indexnow.org/indexnow"

// MaxURLs is how many URLs a request may have (indexnow.org, "Submitting set of
// URLs").
const MaxURLs = 10_000

// The lengths of keys.
const (
	minKey = 8
	maxKey = 128
)

// NewKey makes a key that nobody can guess.
func NewKey() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// CheckKey says what is wrong with a key: it has 8 to 128 letters, digits and
// hyphens.
func CheckKey(key string) error {
	if len(key) < minKey || len(key) > maxKey {
		return fmt.Errorf("a key has %d to %d characters, and this one %d", minKey, maxKey, len(key))
	}
	for _, c := range []byte(key) {
		if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') && c != '-' {
			return fmt.Errorf("a key has letters, digits and hyphens, and no %q", c)
		}
	}
	return nil
}

// CheckKeyFile says what is wrong with the body of a key file: it is the key
// alone, as UTF-8 text.
func CheckKeyFile(body []byte, key string) error {
	text := bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\ufeff")))
	switch {
	case string(text) == key:
		return nil
	case len(text) == 0:
		return fmt.Errorf("it is empty")
	case bytes.HasPrefix(text, []byte("<")):
		return fmt.Errorf("it is a web page")
	}
	return fmt.Errorf("it holds another text than the key")
}

// Batch is one request.
type Batch struct {
	Host        string // of all URLs, with its port where it is not the default
	Key         string
	KeyLocation string // URL of the key file
	URLs        []string
}

// Body is the request's body.
func (b *Batch) Body() ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(struct {
		Host        string   `json:"host"`
		Key         string   `json:"key"`
		KeyLocation string   `json:"keyLocation"`
		URLList     []string `json:"urlList"`
	}{b.Host, b.Key, b.KeyLocation, b.URLs})
	return out.Bytes(), err
}

// Answer is what came of a request.
type Answer struct {
	Status     int           // 0: none came, and whether the URLs were taken is not known
	RetryAfter time.Duration // of an answer 429, 0 if it does not say
	Text       string        // why no answer came, or the beginning of its body; from outside
}

// Accepted reports that the URLs were taken. With 202 the engine has still to
// look at the key.
func (a *Answer) Accepted() bool { return a.Status == 200 || a.Status == 202 }

// maybe reports that the URLs may have been taken.
func maybe(status int) bool { return status == 200 || status == 202 || status == 0 }

// Advice says what an answer means that is none of acceptance, and what to do.
func (a *Answer) Advice() string {
	switch a.Status {
	case 0:
		return "no answer came: " + a.Text + "; whether the URLs were taken is not known, so they are not sent again for a while"
	case 400:
		return "it finds the request malformed (400); please report that"
	case 403:
		return "it does not find the key (403): it must be able to fetch the key file"
	case 422:
		return "the URLs are not of the key's host, or the key does not fit (422)"
	case 429:
		return "it has been sent too many URLs (429)"
	}
	if a.Status >= 500 {
		return fmt.Sprintf("it is out of order (%d); the next run tries again", a.Status)
	}
	return fmt.Sprintf("it answered %d, which the protocol does not know; is it an IndexNow endpoint?", a.Status)
}

// hostOf gives the host of an absolute URL, as it stands there.
func hostOf(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return rest
}
