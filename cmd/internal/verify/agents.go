package verify

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/opening"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/agents"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/robots"
)

// agentsFlags are the flags of portolan agents.
type agentsFlags struct {
	robotsFlags
	segments option.Segments
	table    string
}

func Agents(p *console.Program) *cobra.Command {
	f := &agentsFlags{}
	cmd := &cobra.Command{
		Use:   "agents [flags] FOLDER | URL",
		Short: "Tell which search and AI crawlers may read what, and by which line",
		Long: `Tell what a robots.txt says to the crawlers of search engines and of AI: which
pages each may read, by which line, and what Content-Signal, Content-Usage and
License lines ask of it. With the folder of a crawl, pages are those that the
newest crawl knows (an earlier one is given by its file), by the segments that
--segment has named; with a URL, the robots.txt of that site is fetched, and its
llms.txt, for which few crawlers ask; the URL is looked at alone.

Agents have a purpose: search (a search engine's index), ai-search (answers with
links), training (of models), user (fetched because somebody asks an assistant),
ads. A word that nobody fetches under, such as Google-Extended, is marked as
token. Some obey no robots.txt, as their operators say; that is told, too.

All of this is for information: the exit code is 0 whatever it says. What is set
outside of the site's own files is not visible from here, and is named as that.`,
		Example: `  portolan agents example.com
  portolan agents https://www.example.com/
  portolan agents example.com --segment 'shop=/shop/*' --json`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.Usagef("agents wants the folder of a crawl or a URL; got %d arguments", len(args))
			}
			f.RateSet = cmd.Flags().Changed("rate")
			return runAgents(cmd.Context(), p, f, args[0])
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.table, "agents", "", "a table of agents in the stead of the built-in one, `FILE`: token, operator, search|ai-search|training|user|ads, yes|no|may (obeys), crawler|token, with a TAB between")
	f.segments.Declare(flags)
	f.Network.Declare(flags)
	return cmd
}

func runAgents(ctx context.Context, p *console.Program, f *agentsFlags, word string) error {
	list, err := agents.Known()
	if f.table != "" {
		list, err = readAgents(f.table)
	}
	if err != nil {
		return err
	}
	info, statErr := os.Stat(word)
	if !strings.Contains(word, "://") && statErr == nil && (info.IsDir() || stored.IsFile(word)) {
		return opening.With(p, word, func(crawl *stored.Crawl) error {
			if err := f.segments.Into(ctx, crawl); err != nil {
				return err
			}
			t, err := agents.Of(ctx, crawl, list)
			if errors.Is(err, agents.ErrNoFile) {
				return exit.Failf("%w; this asks for it: portolan agents %s", err, safe.ShellQuote(crawl.Options.Scope.String()))
			}
			if err != nil {
				return exit.InterruptedBy(ctx, exit.Failf("%w", err))
			}
			return printAgents(p, t, f.segments.In, true)
		})
	}
	if f.segments.In != "" || len(f.segments.Segments) > 0 {
		return exit.Usagef("--segment and --in are for a crawl; %s is none", word)
	}
	if typedurl.LooksLikeFile(word) || !strings.ContainsAny(word, ".:/") {
		return exit.Usagef("%q is none of what agents takes: a site folder, a crawl file, or a URL%s", word, cmdline.FoldersHere())
	}
	f.llms = true
	from, urls, err := robotsRules(ctx, p, &f.robotsFlags, []string{word})
	if err != nil {
		return err
	}
	url := strings.Join(urls, "")
	if !strings.Contains(strings.TrimPrefix(url, from.site.Scheme+"://"), "/") {
		url += "/"
	}
	return printAgents(p, agents.OfFile(from.rules, from.site.Scheme+"://"+from.site.Host+"/robots.txt", from.status, []string{url}, list, from.llms), "", false)
}

// readAgents reads --agents.
func readAgents(name string) ([]agents.Agent, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, exit.Usagef("--agents: %w", err)
	}
	defer file.Close()
	list, err := agents.Read(file)
	if err != nil {
		return nil, exit.Usagef("--agents %s: %w", name, err)
	}
	return list, nil
}

// agentLine is what an agent may read, for programs.
type agentLine struct {
	Type     string            `json:"type"` // "agent"
	Agent    string            `json:"agent"`
	Operator string            `json:"operator"`
	For      string            `json:"for"`
	Obeys    string            `json:"obeys"` // yes, no, may: it may not
	Token    bool              `json:"token"` // of robots.txt alone
	Group    string            `json:"group"` // whose group holds, "" for none
	Segment  string            `json:"segment"`
	Pages    int               `json:"pages"`
	Allowed  int               `json:"allowed"`
	Line     int               `json:"line"` // that refuses most of the others, 0 for none
	Rule     string            `json:"rule"`
	Example  string            `json:"example"`
	Signals  map[string]string `json:"signals"`         // that hold for all pages that it may read
	InPart   map[string]int    `json:"signals_in_part"` // by KEY=VALUE, of so many of them
	More     int               `json:"more_lines"`      // that refuse others
}

// preferenceLine is a line that says what may be done with the site.
type preferenceLine struct {
	Type   string   `json:"type"` // "preference"
	Line   int      `json:"line"`
	Field  string   `json:"field"`
	Path   string   `json:"path"`
	Value  string   `json:"value"`
	Agents []string `json:"agents"`            // as IETF aipref groups lines
	Others []string `json:"agents_by_rfc9309"` // as parsers that know no such lines do
}

// noticeLine is what holds of the file, a contradiction, or what cannot be seen.
type noticeLine struct {
	Type string `json:"type"` // "robots-txt", "directives", "llms-txt", "contradiction" or "not-visible"
	Text string `json:"text"`
}

func printAgents(p *console.Program, t *agents.Table, in string, crawled bool) error {
	if !p.JSON {
		if p.Quiet {
			return nil
		}
		_, err := fmt.Fprint(p.Out, agentsText(t, in, crawled))
		return err
	}
	if t.File != "" {
		if err := p.PrintJSON(noticeLine{"robots-txt", t.File}); err != nil {
			return err
		}
	}
	for _, r := range t.Rows {
		if in != "" && r.Segment != in {
			continue
		}
		l := agentLine{"agent", r.Agent.Token, r.Agent.Operator, r.Agent.For, r.Agent.Obeys, r.Agent.TokenOnly, r.Group, r.Segment, r.Pages, r.Allowed, r.At, r.Rule, r.Example, map[string]string{}, map[string]int{}, r.More}
		for _, s := range r.Signals {
			l.Signals[s.Key] = s.Value
		}
		for _, s := range r.InPart {
			l.InPart[s.Key+"="+s.Value] = s.Pages
		}
		if err := p.PrintJSON(l); err != nil {
			return err
		}
	}
	for _, x := range t.Preferences {
		if err := p.PrintJSON(preferenceLine{"preference", x.Line, x.Field, x.Path, x.Value, safe.List(x.Agents), safe.List(x.Others)}); err != nil {
			return err
		}
	}
	for kind, texts := range [][]string{t.Directives, t.LLMs, t.Contradictions, t.NotVisible} {
		for _, text := range texts {
			if err := p.PrintJSON(noticeLine{[]string{"directives", "llms-txt", "contradiction", "not-visible"}[kind], text}); err != nil {
				return err
			}
		}
	}
	return nil
}

// agentsText is a line for each agent, the uses apart, and below it what the
// file says besides.
func agentsText(t *agents.Table, in string, crawled bool) string {
	var b strings.Builder
	b.WriteString(safe.OneLine(t.RobotsURL))
	if t.Status > 0 {
		fmt.Fprintf(&b, ", status %d", t.Status)
	}
	b.WriteByte('\n')
	for _, line := range prose.Wrap(t.File, prose.Width) {
		fmt.Fprintln(&b, line)
	}
	last := ""
	for _, r := range t.Rows {
		if in != "" && r.Segment != in {
			continue
		}
		if last != r.Agent.For {
			last = r.Agent.For
			fmt.Fprintf(&b, "\n%s\n", agentUses[last])
		}
		if r.Segment != "" && in == "" {
			text := safe.OneLine(r.Segment) + ": " + agentReads(&r, crawled)
			if r.At > 0 {
				text += ", " + refusedBy(&r)
			}
			fmt.Fprintf(&b, "  %-25s   %s\n", "", prose.Cut(text, prose.Width-30))
			continue
		}
		name := r.Agent.Token
		if r.Agent.TokenOnly {
			name += " (token)"
		}
		fmt.Fprintf(&b, "  %-25s %-13s %s\n", prose.Cut(name, 25), prose.Cut(safe.OneLine(r.Agent.Operator), 13), agentReads(&r, crawled))
		for _, note := range agentNotes(&r) {
			fmt.Fprintf(&b, "  %-25s   %s\n", "", prose.Cut(note, prose.Width-30))
		}
	}
	if last == "" {
		fmt.Fprintf(&b, "\nthe crawl knows of no page that they could read\n")
	}
	section := func(title string, texts []string) {
		for i, text := range texts {
			if i == 0 {
				fmt.Fprintf(&b, "\n%s\n", title)
			}
			for j, line := range prose.Wrap(safe.OneLine(text), prose.Width-4) {
				fmt.Fprintf(&b, "%s%s\n", map[bool]string{true: "- ", false: "  "}[j == 0], line)
			}
		}
	}
	var says []string
	for _, x := range t.Preferences {
		says = append(says, strings.TrimSpace(fmt.Sprintf("line %d, %s: %s, for %s", x.Line, strings.TrimSpace(x.Field+" "+x.Path), prose.Cut(x.Value, 200), prose.Cut(strings.Join(x.Agents, ", "), 200))))
	}
	section("What else robots.txt asks", says)
	section("What pages say", t.Directives)
	section("/llms.txt, for which few of them ask", t.LLMs)
	section("Contradictions", t.Contradictions)
	section("Not visible from here", t.NotVisible)
	return b.String()
}

var agentUses = map[string]string{
	"search": "Search engines", "ai-search": "AI search, which answers with links", "training": "Training of models",
	"user": "Fetched because somebody asks an assistant", "ads": "Advertisements",
}

// agentReads says what an agent may read.
func agentReads(r *agents.Row, crawled bool) string {
	switch {
	case r.Allowed == r.Pages && crawled:
		return "all of " + prose.Counted(r.Pages, "page")
	case r.Allowed == r.Pages:
		return "may read it"
	case r.Allowed == 0 && crawled:
		return "none of " + prose.Counted(r.Pages, "page")
	case r.Allowed == 0:
		return "may not"
	}
	return prose.Thousands(r.Allowed) + " of " + prose.Counted(r.Pages, "page")
}

// refusedBy names the line that refuses most, and counts the others.
func refusedBy(r *agents.Row) string {
	text := fmt.Sprintf("line %d: %s", r.At, safe.OneLine(r.Rule))
	if r.More > 0 {
		text = prose.Cut(text, 30) + ", and " + prose.Counted(r.More, "more line")
	}
	return text
}

// agentNotes are what a row says besides.
func agentNotes(r *agents.Row) (notes []string) {
	if r.At > 0 {
		notes = append(notes, refusedBy(r))
	}
	if len(r.Signals) > 0 {
		notes = append(notes, signalsText(r.Signals))
	}
	for _, s := range r.InPart {
		notes = append(notes, fmt.Sprintf("%s=%s for %s", s.Key, s.Value, prose.Counted(s.Pages, "page")))
	}
	switch r.Agent.Obeys {
	case "no":
		notes = append(notes, "obeys no robots.txt, as its operator says")
	case "may":
		notes = append(notes, "may not obey robots.txt")
	}
	return notes
}

func signalsText(list []robots.Signal) string {
	var texts []string
	for _, s := range list {
		texts = append(texts, s.Key+"="+s.Value)
	}
	return strings.Join(texts, ", ")
}
