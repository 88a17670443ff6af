package accesslog

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/bots"
	"github.com/portolan-seo/portolan/crawler/discover/input"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// log is the reading of some files.
type log struct {
	ctx    context.Context
	o      *Options
	own    *pattern
	given  map[field]string
	site   discover.Site
	tally  *tally
	bots   *bots.Checker
	names  []string // of the files
	status map[int]bool
	clocks clocks
	record record
	ref    []byte
	alone  uint32 // the one client that all requests of the file came from, 0 if there are more
}

func newLog(ctx context.Context, o *Options, t *tally) (*log, error) {
	l := &log{ctx: ctx, o: o, tally: t, given: map[field]string{}, status: map[int]bool{}, bots: bots.New(o.Bots)}
	var err error
	if l.site, err = discover.ParseSite(o.Site); err != nil {
		return nil, err
	}
	if o.Pattern != "" {
		if l.own, err = compile(o.Pattern); err != nil {
			return nil, &discover.Unusable{What: "the log pattern", Why: err.Error()}
		}
	}
	for _, text := range o.Fields {
		name, column, found := strings.Cut(text, "=")
		f, known := fieldNames[strings.ToLower(strings.TrimSpace(name))]
		if !found || !known || strings.TrimSpace(column) == "" {
			return nil, &discover.Unusable{What: fmt.Sprintf("log field %.60q", text), Why: "it takes NAME=COLUMN, NAME one of " + fieldList()}
		}
		l.given[f] = strings.TrimSpace(column)
	}
	for _, s := range o.Status {
		l.status[s] = true
	}
	l.status[200] = l.status[200] || len(o.Status) == 0
	return l, nil
}

func fieldList() string {
	var names []string
	for name := range fieldNames {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// file reads one file. What is wrong with it is told in the Import; an error
// ends all.
func (l *log) file(name string) (m discover.Import, err error) {
	m = discover.Import{Source: discover.Log, File: name}
	f, err := input.Open(l.ctx, name, l.o.Input)
	if err != nil {
		return m, err
	}
	defer f.Close()
	m.File = f.Name
	l.names = append(l.names, f.Name)
	text := f.Log()
	start, err := text.Peek(sampleBytes)
	if err != nil && err != io.EOF {
		return m, l.failed(f.Name, err)
	}
	format, why := recognise(start, err == io.EOF, l.own, l.given)
	if format == nil {
		m.Cut = why
		return m, nil
	}
	m.What = format.what
	m.Broken.Why = "cannot be read as " + format.what
	err = l.records(&m, format.open(text))
	if m.Named > 100 && l.alone != 0 {
		m.Notes = append(m.Notes, "all requests come from one address, or the log has none, so that nobody's queries become seeds; a server behind a proxy logs the visitor's own if it is told to (X-Forwarded-For)")
	}
	if m.Cut = f.Cut; m.Lines == 0 && m.Cut == "" {
		m.Cut = "it holds no requests"
	}
	return m, err
}

// failed makes an error of what ended a file.
func (l *log) failed(file string, err error) error {
	if l.ctx.Err() != nil {
		return l.ctx.Err()
	}
	return &discover.Unusable{What: file, Err: err}
}

// sampleBytes is how much of a file is looked at to recognise it.
const sampleBytes = 128 << 10

// records reads all requests of a file.
func (l *log) records(m *discover.Import, s source) error {
	first, last := int64(0), int64(0)
	for {
		l.record.fixes = 0
		raw, line, what, err := s.next(&l.record)
		if err == io.EOF {
			break
		} else if err != nil {
			return l.failed(m.File, err)
		}
		if what == nothing {
			continue
		}
		m.Lines++
		if what == broken {
			m.Broken.Add(line, raw)
			continue
		}
		unix := l.clocks.read(&l.record)
		if unix > 0 && (first == 0 || unix < first) {
			first = unix
		}
		last = max(last, unix)
		if err := l.hit(m, raw, line, unix); err != nil {
			return err
		}
	}
	if first > 0 {
		m.From, m.To = time.Unix(first, 0).UTC(), time.Unix(last, 0).UTC()
	}
	return nil
}

// hit counts one request.
func (l *log) hit(m *discover.Import, raw []byte, line int, unix int64) error {
	asked, why := l.record.request()
	if why != "" {
		m.Skip(why, line, raw)
		return nil
	}
	l.ref = l.site.Request(l.ref[:0], asked.host, asked.target)
	e, met := l.tally.remembered(l.ref)
	if e == nil {
		form := l.o.Form(l.ref)
		if form.Reason != canonical.OK {
			m.Skip(form.Reason.String(), line, l.ref)
			return nil
		}
		var fresh bool
		if e, fresh = l.tally.entry(form.Key, met); fresh {
			l.tally.name(e, form.URL, l.o.Effect)
			e.n[firstFile], e.n[firstLine] = uint32(len(l.names)-1), uint32(min(line, 1<<32-1))
		}
	}
	m.Named++
	from := l.record.f[address]
	if from == nil {
		from = l.record.f[forwarded]
	}
	addr := clientAddr(from)
	who := l.bots.Who(l.ctx, l.record.f[agent], addr)
	e.count(asked.status, who, uint32(unix))
	client := l.tally.client(addr, from)
	if m.Named == 1 {
		l.alone = client
	} else if l.alone != client {
		l.alone = 0
	}
	e.met(client)
	if l.status[asked.status] && reads(asked.method) {
		e.flags |= answered
	}
	return l.tally.fit()
}

// reads reports a method that asks for a page. A log that has no methods may
// hold others, too.
func reads(method []byte) bool {
	return len(method) == 0 || string(method) == "GET" || string(method) == "HEAD"
}
