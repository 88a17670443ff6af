package indexnow

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Entry is a URL to tell of.
type Entry struct {
	URL  string
	Kind string // of its change: one word
}

// Ledger is what was sent to one endpoint, and what is to be: a folder. One
// process may use it at a time; the caller sees to that. A kill at any moment
// loses nothing, and has nothing sent twice.
type Ledger struct {
	dir   string
	state state
	seed  maphash.Seed
}

// state is what a ledger knows besides URLs.
type state struct {
	// Told names what the last Queue was compared with: its caller's own.
	Told string `json:"told"`
	// Queued is when the pending URLs were written: what was sent since is
	// done, though they still hold it.
	Queued time.Time `json:"queued"`
	// NotBefore is when the endpoint wants to hear of us again.
	NotBefore time.Time `json:"not_before"`
}

const (
	stateName   = "state.json"
	pendingName = "pending.txt"
	receiptsDir = "receipts"
	receiptTime = "20060102T150405Z"
)

// Open opens a ledger in a folder, which need not be there.
func Open(dir string) (*Ledger, error) {
	l := &Ledger{dir: dir, seed: maphash.MakeSeed()}
	data, err := os.ReadFile(filepath.Join(dir, stateName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return l, nil
	case err != nil:
		return nil, fmt.Errorf("read what was sent: %w", err)
	}
	if err := json.Unmarshal(data, &l.state); err != nil {
		return nil, fmt.Errorf("read what was sent: %s is damaged: %w", filepath.Join(dir, stateName), err)
	}
	return l, nil
}

// Told is the name that the last Queue was given, "" for none.
func (l *Ledger) Told() string { return l.state.Told }

// NotBefore is when the endpoint may be asked again; zero for now.
func (l *Ledger) NotBefore() time.Time { return l.state.NotBefore }

// Pending gives the URLs that were queued and are not known to have been taken,
// in their order.
func (l *Ledger) Pending() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		sent, err := l.sentSince(l.state.Queued)
		if err != nil {
			yield(Entry{}, err)
			return
		}
		err = l.eachPending(func(e Entry) error {
			if at, is := sent[l.hash(e.URL)]; is && at.taken {
				return nil
			}
			if !yield(e, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && err != errStop {
			yield(Entry{}, err)
		}
	}
}

var errStop = errors.New("stop")

// Queue replaces the pending URLs, which come sorted, each once. told is kept
// under that name; now is the caller's clock.
func (l *Ledger) Queue(entries iter.Seq2[Entry, error], told string, now time.Time) (n int, err error) {
	if err := os.MkdirAll(l.dir, 0o777); err != nil {
		return 0, fmt.Errorf("keep what is to be sent: %w", err)
	}
	n, err = l.writePending(entries)
	if err == nil {
		l.state.Told, l.state.Queued = told, now.UTC()
		err = l.writeState()
	}
	if err != nil {
		return 0, fmt.Errorf("keep what is to be sent: %w", err)
	}
	return n, nil
}

func (l *Ledger) writeState() error {
	data, err := json.MarshalIndent(&l.state, "", " ")
	if err != nil {
		return err
	}
	return replace(filepath.Join(l.dir, stateName), func(w *bufio.Writer) error {
		_, err := w.Write(append(data, '\n'))
		return err
	})
}

func (l *Ledger) writePending(entries iter.Seq2[Entry, error]) (n int, err error) {
	err = replace(filepath.Join(l.dir, pendingName), func(w *bufio.Writer) error {
		for e, err := range entries {
			if err != nil {
				return err
			}
			if strings.ContainsAny(e.URL+e.Kind, "\r\n") || strings.Contains(e.Kind, " ") {
				return fmt.Errorf("%q is no URL", e.URL)
			}
			if _, err := fmt.Fprintf(w, "%s %s\n", e.Kind, e.URL); err != nil {
				return err
			}
			n++
		}
		return nil
	})
	return n, err
}

func (l *Ledger) eachPending(each func(Entry) error) error {
	file, err := os.Open(filepath.Join(l.dir, pendingName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read what is to be sent: %w", err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		kind, url, found := strings.Cut(lines.Text(), " ")
		if !found {
			return fmt.Errorf("read what is to be sent: %s is damaged", file.Name())
		}
		if err := each(Entry{URL: url, Kind: kind}); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read what is to be sent: %w", err)
	}
	return nil
}

// replace writes a file as a whole or not at all.
func replace(name string, write func(*bufio.Writer) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.new")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // where it was not renamed
	w := bufio.NewWriter(file)
	if err = write(w); err == nil {
		err = w.Flush()
	}
	if err = errors.Join(err, file.Chmod(0o644), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// receipt is one request that was made.
type receipt struct {
	Time     time.Time `json:"time"`
	Endpoint string    `json:"endpoint"`
	Host     string    `json:"host"`
	Key      string    `json:"key_location"`
	Status   int       `json:"status"` // 0: no answer, or none yet
	Answer   string    `json:"answer,omitempty"`
	URLs     []string  `json:"urls"`
}

// sending is what is known of a URL that was sent.
type sending struct {
	taken bool // certainly
}

func (l *Ledger) hash(url string) uint64 { return maphash.String(l.seed, url) }

// sentSince gives the URLs that were taken, or may have been, at a time or
// later.
func (l *Ledger) sentSince(from time.Time) (map[uint64]sending, error) {
	sent := map[uint64]sending{}
	names, err := l.receipts()
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Backward(names) {
		named, _, _ := strings.Cut(filepath.Base(name), "-")
		if at, err := time.Parse(receiptTime, named); err != nil || at.Before(from.Truncate(time.Second)) {
			continue
		}
		r, err := readReceipt(name)
		if err != nil {
			return nil, err
		}
		if r.Time.Before(from) || !maybe(r.Status) {
			continue
		}
		for _, url := range r.URLs {
			key := l.hash(url)
			sent[key] = sending{sent[key].taken || r.Status != 0}
		}
	}
	return sent, nil
}

func (l *Ledger) receipts() ([]string, error) {
	found, err := os.ReadDir(filepath.Join(l.dir, receiptsDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read receipts: %w", err)
	}
	var names []string
	for _, d := range found {
		if strings.HasSuffix(d.Name(), ".json") {
			names = append(names, filepath.Join(l.dir, receiptsDir, d.Name()))
		}
	}
	return names, nil
}

func readReceipt(name string) (r receipt, err error) {
	data, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err != nil {
		return r, fmt.Errorf("read receipt %s: %w; without it something could be sent twice", name, err)
	}
	return r, nil
}

// begin keeps that a request is about to be made. Until the answer is kept, no
// answer has come.
func (l *Ledger) begin(r *receipt) (name string, err error) {
	dir := filepath.Join(l.dir, receiptsDir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", fmt.Errorf("keep a receipt: %w", err)
	}
	for n := 1; ; n++ {
		name = filepath.Join(dir, fmt.Sprintf("%s-%05d.json", r.Time.Format(receiptTime), n))
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name, l.keep(name, r)
		} else if err != nil {
			return "", fmt.Errorf("keep a receipt: %w", err)
		}
	}
}

func (l *Ledger) keep(name string, r *receipt) error {
	data, err := json.MarshalIndent(r, "", " ")
	if err == nil {
		err = replace(name, func(w *bufio.Writer) error {
			_, err := w.Write(append(data, '\n'))
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("keep a receipt: %w", err)
	}
	return nil
}
