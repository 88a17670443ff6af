package robots

import "strings"

// NamedAgent is a product token that a robots.txt names.
type NamedAgent struct {
	Name string // as written, "*" for all others
	Line int    // the first User-agent line that names it, 1-based
}

// maxAllowedAgents bounds the work of AllowedAgents.
const maxAllowedAgents = 100

// Agents returns the product tokens that the file names, each once, in order.
func (r *Rules) Agents() []NamedAgent {
	var agents []NamedAgent
	seen := map[string]bool{}
	for _, it := range r.items {
		if it.kind != kindAgent {
			continue
		}
		name := "*"
		if value := r.value(it); !isStar(value) {
			name = leading(value, true)
		}
		if key := strings.ToLower(name); name != "" && !seen[key] {
			seen[key] = true
			agents = append(agents, NamedAgent{Name: name, Line: int(it.line)})
		}
	}
	return agents
}

// AllowedAgents returns which of the agents that the file names may fetch a
// URL; "*" in it stands for all that the file does not name. Of a file with
// more than 100 names the first 100 are judged.
func (r *Rules) AllowedAgents(url string, mode Mode) []string {
	var allowed []string
	star := r.Agent("*", mode).Test(url).Allow
	names := r.Agents()
	for _, named := range names[:min(len(names), maxAllowedAgents)] {
		if named.Name != "*" && r.Agent(named.Name, mode).Test(url).Allow {
			allowed = append(allowed, named.Name)
		}
	}
	if star {
		allowed = append(allowed, "*")
	}
	return allowed
}

// namer decides whether a User-agent line names a crawler.
type namer struct {
	token string
	wide  bool // digits and dots belong to names
	blank bool // an empty name may be equal
}

// newNamer reads a crawler's own name. RFC 9309 2.2.1 allows letters, hyphen
// and underscore in a product token; crawlers with digits in theirs exist, and
// for them digits and dots in the file's names count too. A version may follow
// a slash (RFC 9110 10.1.5); several words without one are no product token,
// and no line names them. Google's library takes the name as it is.
func newNamer(agent string, mode Mode) namer {
	if mode == Google {
		return namer{token: agent, blank: true}
	}
	agent, _, _ = strings.Cut(strings.Trim(agent, whiteSpace), "/")
	if strings.ContainsAny(agent, whiteSpace) {
		return namer{}
	}
	return namer{token: agent, wide: leading(agent, false) != agent}
}

// IsProduct reports a crawler's name that a robots.txt can name in mode
// [RFC9309]: a product token of letters, digits, dots, hyphens and
// underscores, perhaps with a version after a slash.
func IsProduct(agent string) bool {
	token := newNamer(agent, RFC9309).token
	return token != "" && leading(token, true) == token
}

func (n namer) tokenOf(value string) string { return leading(value, n.wide) }

func (n namer) names(value string) bool {
	return (n.blank || n.token != "") && strings.EqualFold(n.tokenOf(value), n.token)
}

// isStar reports a User-agent value that speaks to every crawler: a star,
// alone or before white space.
func isStar(value string) bool {
	return value != "" && value[0] == '*' && (len(value) == 1 || strings.IndexByte(whiteSpace, value[1]) >= 0)
}

// leading returns the product token at the beginning of a value.
func leading(value string, wide bool) string {
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '-', c == '_':
		case wide && (c >= '0' && c <= '9' || c == '.'):
		default:
			return value[:i]
		}
	}
	return value
}
