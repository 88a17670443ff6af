package export

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/input"
)

// delivery is what a tool wrote at one time: an archive, or the files of one
// folder. Its tables tell about each other: of which dates they are, under
// which filter, for which reason.
type delivery struct {
	archive string   // name, "" for none
	files   []string // else
}

// deliveriesOf groups files by folder; archives stand alone.
func deliveriesOf(names []string) ([]*delivery, error) {
	var all []*delivery
	folders := map[string]*delivery{}
	for _, name := range names {
		packed, err := isZip(name)
		if err != nil {
			return nil, err
		}
		folder := filepath.Dir(name)
		if name == input.Stdin {
			folder = name
		}
		switch d := folders[folder]; {
		case packed:
			all = append(all, &delivery{archive: name})
		case d != nil:
			d.files = append(d.files, name)
		default:
			folders[folder] = &delivery{files: []string{name}}
			all = append(all, folders[folder])
		}
	}
	return all, nil
}

// isZip looks at the first bytes of a regular file.
func isZip(name string) (bool, error) {
	info, err := os.Stat(name)
	if name == input.Stdin || err != nil || !info.Mode().IsRegular() {
		return false, nil // input.Open tells of it
	}
	f, err := os.Open(name)
	if err != nil {
		return false, &discover.Unusable{What: name, Err: err}
	}
	defer f.Close()
	var start [4]byte
	_, err = io.ReadFull(f, start[:])
	return err == nil && string(start[:]) == "PK\x03\x04", nil
}

// member is one file of a delivery.
type member struct {
	name string // as it is told
	base string // without folders, lower case
	open func() (*input.File, error)
}

// maxMembers is how many files of an archive are read.
const maxMembers = 1000

// members lists the files of a delivery. close ends the use of all.
func (r *reading) members(d *delivery) (list []member, close func() error, err error) {
	if d.archive == "" {
		for _, name := range d.files {
			list = append(list, member{name: name, base: strings.ToLower(filepath.Base(name)), open: func() (*input.File, error) {
				return input.Open(r.ctx, name, r.o.Input)
			}})
		}
		return list, func() error { return nil }, nil
	}
	z, err := zip.OpenReader(d.archive)
	if err != nil {
		return nil, nil, &discover.Unusable{What: d.archive, Why: "it is no whole zip archive", Err: err}
	}
	size := int64(0)
	if info, err := os.Stat(d.archive); err == nil {
		size = info.Size()
	}
	budget := input.NewBudget(size)
	for _, f := range z.File {
		base := strings.ToLower(path.Base(strings.ReplaceAll(f.Name, `\`, "/")))
		if base == "[content_types].xml" {
			z.Close()
			return nil, nil, &discover.Unusable{What: d.archive, Why: "it is an Excel workbook; save its sheet as CSV"}
		}
		if f.Mode().IsDir() || strings.HasPrefix(base, ".") || strings.HasPrefix(f.Name, "__MACOSX/") {
			continue
		}
		if len(list) == maxMembers {
			z.Close()
			return nil, nil, &discover.Unusable{What: d.archive, Why: fmt.Sprintf("it holds more than %d files", maxMembers)}
		}
		name := d.archive + "!" + discover.Printable(f.Name)
		list = append(list, member{name: name, base: base, open: func() (*input.File, error) {
			in, err := f.Open()
			if err != nil {
				return nil, &discover.Unusable{What: name, Why: "it cannot be unpacked", Err: err}
			}
			return input.OpenPart(r.ctx, name, in, budget, r.o.Input)
		}})
	}
	return list, z.Close, nil
}

// delivery reads what the tables tell about each other, then their rows.
func (r *reading) delivery(d *delivery) error {
	members, end, err := r.members(d)
	if err != nil {
		return err
	}
	defer end()
	about := aboutFile(d.archive)
	if d.archive == "" && len(d.files) == 1 {
		about = aboutFile(d.files[0])
	}
	var tables []member
	for _, m := range members {
		if len(members) == 1 {
			tables = members // which may be a pipe: it can be opened once
			break
		}
		told, err := r.note(m, &about)
		if err != nil {
			return err
		}
		if !told {
			tables = append(tables, m)
		}
	}
	for _, m := range tables {
		if err := r.table(m, about); err != nil {
			return err
		}
	}
	return nil
}

// about is what is known of a whole delivery.
type about struct {
	from, to time.Time
	exported time.Time
	property string
	reason   string   // for which Search Console lists the pages
	filters  []string // as the tool names them
}

var (
	dayInName   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`20\d\d-[01]\d-[0-3]\d`) })
	ownerInName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(.+?)-(Performance|Coverage|Links|Pages|Top|Latest|More|Discover|Search|Drilldown|Sitemap)`)
	})
)

// aboutFile reads what the name of a file tells:
// https___www.example.com_-Performance-on-Search-2026-11-21.zip.
func aboutFile(name string) (a about) {
	base := filepath.Base(name)
	if day := dayInName().FindString(base); day != "" {
		if t, err := time.Parse("2006-01-02", day); err == nil {
			a.exported = t
		}
	}
	if owner := ownerInName().FindStringSubmatch(base); owner != nil {
		a.property = discover.Printable(strings.ReplaceAll(strings.Replace(owner[1], "___", "://", 1), "_", "/"))
	}
	return a
}
