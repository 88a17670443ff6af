package findings

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// readOwnMachines finds the links to the reader's own machine, and the pages that
// mean it: instructions say "see localhost:8080" of what the reader has started,
// where a link left over from development says something else.
func (s *survey) readOwnMachines() {
	s.ownMachines, s.tellsOfOwn = map[frontier.ID]bool{}, map[frontier.ID]bool{}
	if s.private {
		return
	}
	for _, p := range s.pairs {
		if _, known := s.ownMachines[p.to]; !known && s.has(p.to, isPrivate) {
			s.ownMachines[p.to] = isLoopback(s.urlOf(p.to))
		}
	}
	for _, is := range s.ownMachines {
		if is {
			s.readOwnTexts()
			return
		}
	}
}

// readOwnTexts reads what the links to these addresses say.
func (s *survey) readOwnTexts() {
	for e, err := range s.crawl.Edges(s.ctx, frontier.LinkA) {
		if s.fail(err); err != nil {
			return
		}
		if s.ownMachines[e.To] {
			text := strings.ToLower(e.Anchor)
			for _, name := range ownNames {
				if strings.Contains(text, name) {
					s.tellsOfOwn[e.From] = true
				}
			}
		}
	}
}

var ownNames = []string{"localhost", "127.0.0.1", "[::1]", "0.0.0.0"}

// isLoopback tells of an address on the machine of whoever asks for it.
func isLoopback(url string) bool {
	_, host, _, _ := canonical.Split([]byte(url))
	name := string(host)
	if addr, ok := hostAddr(name); ok {
		return addr.IsLoopback() || addr.IsUnspecified()
	}
	name, _, _ = strings.Cut(name, ":")
	return name == "localhost" || strings.HasSuffix(name, ".localhost")
}
