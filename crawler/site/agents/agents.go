// Package agents tells which crawlers of search and AI may read what of a site,
// by which line of its robots.txt, what else that file asks of them, and where
// the site contradicts itself. It fetches nothing.
package agents

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/robots"
)

//go:embed agents.tsv
var known []byte

// Agent is a crawler, or a word of robots.txt that stands for a use.
type Agent struct {
	Token     string
	Operator  string
	For       string // search, ai-search, training, user, ads
	Obeys     string // yes, no, may: its operator says that it may not
	TokenOnly bool   // nobody fetches under it
}

// Known are the agents of the table that comes with the program.
func Known() ([]Agent, error) { return Read(bytes.NewReader(known)) }

// uses are the values of the third column, in the order in which they are told.
var uses = []string{"search", "ai-search", "training", "user", "ads"}

const maxAgents = 1000

// Read reads a table of agents: lines of token, operator, use, whether it obeys
// robots.txt, crawler or token, with a TAB between; # begins a comment line.
func Read(from io.Reader) (list []Agent, err error) {
	lines := bufio.NewScanner(from)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimRight(lines.Text(), "\r")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		switch {
		case len(f) != 5:
			return nil, fmt.Errorf("line %d has %d columns; it wants token, operator, use, yes|no|may, crawler|token with a TAB between", n, len(f))
		case !robots.IsProduct(f[0]):
			return nil, fmt.Errorf("line %d: %q is no product token", n, f[0])
		case !slices.Contains(uses, f[2]):
			return nil, fmt.Errorf("line %d: the use %q is none of %s", n, f[2], strings.Join(uses, ", "))
		case !slices.Contains([]string{"yes", "no", "may"}, f[3]), f[4] != "crawler" && f[4] != "token":
			return nil, fmt.Errorf("line %d: the last columns are yes, no or may, and crawler or token", n)
		case len(list) == maxAgents:
			return nil, fmt.Errorf("there are more than %d agents", maxAgents)
		}
		list = append(list, Agent{f[0], f[1], f[2], f[3], f[4] == "token"})
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if list == nil {
		return nil, fmt.Errorf("it holds no agents")
	}
	return list, nil
}
