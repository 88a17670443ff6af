package bots

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/netip"
	"path"
	"slices"
	"strings"
	"time"
)

// Ranges are published addresses of bots.
type Ranges struct {
	Files   []RangeFile
	Ignored []string // files that were not used, each with the reason

	prefixes map[netip.Prefix][]int // the files that name a prefix
	lengths  [2][]int               // the lengths of prefixes that there are, IPv4 and IPv6, longest first
}

// RangeFile is one file of addresses.
type RangeFile struct {
	Name     string
	Date     time.Time // when its publisher made it, zero if it does not say
	Prefixes int
	Agents   []string // tokens of the agents whose addresses these are
}

// The bounds of a folder of range files. The largest that is published has
// some thousands of prefixes.
const (
	maxRangeFiles = 1000
	maxRangeBytes = 16 << 20
)

// ReadRanges reads the JSON files of a folder, as search engines and AI
// companies publish them: creationTime, and prefixes with an ipv4Prefix or an
// ipv6Prefix each. Whose a file is tells its name. An error means that the
// folder cannot be read, or that none of its files can be used.
func ReadRanges(folder fs.FS) (*Ranges, error) {
	names, err := fs.Glob(folder, "*.json")
	if err != nil {
		return nil, err
	}
	if _, err := fs.ReadDir(folder, "."); err != nil {
		return nil, fmt.Errorf("read the folder of bot ranges: %w", err)
	}
	r := &Ranges{prefixes: map[netip.Prefix][]int{}}
	for _, name := range names[:min(len(names), maxRangeFiles)] {
		if err := r.add(folder, name); err != nil {
			r.Ignored = append(r.Ignored, fmt.Sprintf("%s: %v", name, err))
		}
	}
	if len(r.Files) == 0 {
		if len(r.Ignored) > 0 {
			return nil, fmt.Errorf("no file of bot ranges can be used: %s", strings.Join(r.Ignored, "; "))
		}
		return nil, errors.New("the folder of bot ranges holds no .json file")
	}
	for p := range r.prefixes {
		family := familyOf(p.Addr())
		if !slices.Contains(r.lengths[family], p.Bits()) {
			r.lengths[family] = append(r.lengths[family], p.Bits())
		}
	}
	for _, l := range r.lengths {
		slices.SortFunc(l, func(a, b int) int { return b - a })
	}
	return r, nil
}

func familyOf(a netip.Addr) int {
	if a.Is4() {
		return 0
	}
	return 1
}

// published is a range file.
type published struct {
	CreationTime  string `json:"creationTime"`
	FormatVersion string `json:"formatVersion"`
	Prefixes      []struct {
		IPv4 string `json:"ipv4Prefix"`
		IPv6 string `json:"ipv6Prefix"`
	} `json:"prefixes"`
}

// add reads one file: all of it holds, or nothing.
func (r *Ranges) add(folder fs.FS, name string) error {
	f, err := folder.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxRangeBytes+1))
	switch {
	case err != nil:
		return err
	case len(data) > maxRangeBytes:
		return fmt.Errorf("it is larger than %d MB", maxRangeBytes>>20)
	}
	var p published
	if err := json.Unmarshal(data, &p); err != nil {
		return fmt.Errorf("it is no JSON of ranges: %v", err)
	}
	if v := p.FormatVersion; v != "" && v != "1" && !strings.HasPrefix(v, "1.") {
		return fmt.Errorf("its format is %.20q, and 1 is the one known", v)
	}
	agents := agentsOf(name)
	if len(agents) == 0 {
		return errors.New("its name is that of no known list, such as googlebot.json or gptbot.json")
	}
	prefixes, err := p.parse()
	if err != nil {
		return err
	}
	for _, prefix := range prefixes {
		r.prefixes[prefix] = append(r.prefixes[prefix], len(r.Files))
	}
	r.Files = append(r.Files, RangeFile{Name: name, Date: creation(p.CreationTime), Prefixes: len(prefixes), Agents: agents})
	return nil
}

func (p *published) parse() ([]netip.Prefix, error) {
	if len(p.Prefixes) == 0 {
		return nil, errors.New("it has no prefixes")
	}
	prefixes := make([]netip.Prefix, 0, len(p.Prefixes))
	for i, entry := range p.Prefixes {
		if (entry.IPv4 == "") == (entry.IPv6 == "") {
			return nil, fmt.Errorf("entry %d has not exactly one of ipv4Prefix and ipv6Prefix", i+1)
		}
		prefix, err := netip.ParsePrefix(entry.IPv4 + entry.IPv6)
		if err != nil {
			return nil, fmt.Errorf("entry %d: %.60q is no prefix", i+1, entry.IPv4+entry.IPv6)
		}
		prefixes = append(prefixes, prefix.Masked())
	}
	return prefixes, nil
}

// creation reads the time at which a file was made: with a zone or without.
func creation(text string) time.Time {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02"} {
		if t, err := time.Parse(form, text); err == nil {
			return t
		}
	}
	return time.Time{}
}

// agentsOf gives the tokens of the agents that publish under a file's name.
func agentsOf(name string) []string {
	base := strings.ToLower(strings.TrimSuffix(path.Base(name), ".json"))
	agents, _ := Agents()
	var found []string
	for _, a := range agents {
		if slices.Contains(a.Ranges, base) || a.Token == base {
			found = append(found, a.Token)
		}
	}
	return found
}

// holds tells whether there are ranges of an agent, and whether an address is
// in them. The most specific range that holds the address decides whose it is.
func (r *Ranges) holds(token string, addr netip.Addr) (published, in bool) {
	if r == nil {
		return false, false
	}
	for _, f := range r.Files {
		published = published || slices.Contains(f.Agents, token)
	}
	if !published {
		return false, false
	}
	for _, bits := range r.lengths[familyOf(addr)] {
		prefix, err := addr.Prefix(bits)
		if err != nil {
			continue
		}
		files, found := r.prefixes[prefix]
		if !found {
			continue
		}
		for _, f := range files {
			if slices.Contains(r.Files[f].Agents, token) {
				return true, true
			}
		}
		return true, false
	}
	return true, false
}
