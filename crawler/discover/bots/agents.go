// Package bots tells who a client of a web server is: a person, a search
// engine's crawler, an AI company's, another program; and whether the one who
// says so is it.
package bots

import (
	_ "embed"
	"fmt"
	"strings"
)

// Class is a kind of client.
type Class uint8

const (
	People Class = iota
	Search       // feeds a search engine
	AI           // trains models, feeds answers, or fetches for a user of an assistant
	Other        // any other program
)

func (c Class) String() string { return [...]string{"people", "search", "ai", "other"}[c] }

// Agent is a crawler or fetcher that is known by name.
type Agent struct {
	Token    string // the word of the User-Agent header, lower case
	Operator string
	Class    Class
	Ranges   []string // names of the files of its addresses, without .json
	Hosts    []string // domains of its reverse names
	OneWay   bool     // its reverse names do not lead back to the address
}

//go:embed agents.tsv
var agentsTable string

// Agents gives the built-in table and its date.
func Agents() (agents []Agent, date string) {
	agents, date, err := parseAgents(agentsTable)
	if err != nil {
		panic(err) // the table is part of the program, and a test reads it
	}
	return agents, date
}

func parseAgents(table string) (agents []Agent, date string, err error) {
	for n, line := range strings.Split(table, "\n") {
		if _, d, found := strings.Cut(line, "State: "); found && strings.HasPrefix(line, "#") {
			date = strings.TrimSuffix(d, ".")
		}
		if line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != 5 {
			return nil, "", fmt.Errorf("table of agents, line %d: %d columns, want 5", n+1, len(cells))
		}
		a := Agent{Token: cells[0], Operator: cells[1], Ranges: list(cells[3])}
		switch cells[2] {
		case "search":
			a.Class = Search
		case "ai":
			a.Class = AI
		case "other":
			a.Class = Other
		default:
			return nil, "", fmt.Errorf("table of agents, line %d: class %q", n+1, cells[2])
		}
		for _, host := range list(cells[4]) {
			host, oneWay := strings.CutPrefix(host, "?")
			a.Hosts, a.OneWay = append(a.Hosts, host), a.OneWay || oneWay
		}
		agents = append(agents, a)
	}
	return agents, date, nil
}

func list(cell string) []string {
	if cell == "-" {
		return nil
	}
	return strings.Split(cell, ",")
}
