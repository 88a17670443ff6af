package consult

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/portolan-seo/portolan/cmd/internal/opening"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/crawler/audit/causes"
	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/diff/show"
	"github.com/portolan-seo/portolan/crawler/site/explain"
	"github.com/portolan-seo/portolan/crawler/site/handover"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/query/lines"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/site/tables"
	"github.com/portolan-seo/portolan/frontier"
)

// mcpAnswer is what a tool answers.
type mcpAnswer struct {
	Site        string            `json:"site"`
	Began       time.Time         `json:"began"`
	Incomplete  string            `json:"incomplete"`         // why the crawl has not seen the whole site
	Unbegun     string            `json:"unbegun,omitempty"`  // why a later run could not begin
	Compared    string            `json:"compared,omitempty"` // with which crawl before, where the tool compares
	Note        string            `json:"note"`
	Overview    *handover.Summary `json:"overview,omitempty"`
	Causes      map[string]int    `json:"causes,omitempty"` // of the overview: how many are in each state, where there is a crawl before
	Explanation any               `json:"explanation,omitempty"`
	Rows        []json.RawMessage `json:"rows,omitempty"`
	Next        string            `json:"next_cursor,omitempty"` // "" at the end
}

// The bounds of an answer.
const (
	mcpRows  = 200
	mcpBytes = 64 << 10
)

// mcpPage is which rows are asked for.
type mcpPage struct {
	Cursor string `json:"cursor,omitempty" jsonschema:"next_cursor of the answer before"`
	Limit  int    `json:"limit,omitempty" jsonschema:"rows at most, 1 to 200; 50 if it is not given"`
}

// pager collects the rows of a page.
type pager struct {
	skip, limit int
	at, size    int
	answer      mcpAnswer
}

var errPageFull = errors.New("the page is full")

func newPager(p mcpPage) (*pager, error) {
	g := &pager{limit: p.Limit}
	if p.Limit == 0 {
		g.limit = 50
	}
	var err error
	if p.Cursor != "" {
		g.skip, err = strconv.Atoi(p.Cursor)
	}
	if err != nil || g.skip < 0 || g.limit < 1 || g.limit > mcpRows {
		return nil, errors.New("cursor is the next_cursor of an answer, and limit is 1 to 200")
	}
	return g, nil
}

// add takes a row, which is made if it is of the page.
func (g *pager) add(make func() ([]byte, error)) error {
	if g.at++; g.at <= g.skip {
		return nil
	}
	if len(g.answer.Rows) == g.limit || g.size > mcpBytes {
		g.answer.Next = strconv.Itoa(g.at - 1)
		return errPageFull
	}
	line, err := make()
	g.size += len(line)
	g.answer.Rows = append(g.answer.Rows, bytes.TrimSpace(bytes.Clone(line)))
	return err
}

// end gives the page.
func (g *pager) end(err error) (*mcpAnswer, error) {
	if err != nil && !errors.Is(err, errPageFull) {
		return nil, err
	}
	return &g.answer, nil
}

// mcpPageOf gives a page of rows.
func mcpPageOf[T any](crawl *stored.Crawl, p mcpPage, kind string, columns []*query.Column[T], rows func(func(*T, error) bool)) (*mcpAnswer, error) {
	g, err := newPager(p)
	if err != nil {
		return nil, err
	}
	for row, err := range rows {
		if err == nil {
			err = g.add(func() ([]byte, error) { return lineOf(kind, columns, row) })
		}
		if err != nil {
			return g.end(err)
		}
	}
	return g.end(nil)
}

// lineOf gives a row as an object.
func lineOf[T any](kind string, columns []*query.Column[T], row *T) ([]byte, error) {
	var b bytes.Buffer
	w := lines.New(&b, kind, "jsonl", columns)
	err := errors.Join(w.Row(row), w.End())
	return b.Bytes(), err
}

// restsOnVerdicts tells columns that are not known while a crawl is at work.
func restsOnVerdicts(name string) bool {
	return strings.HasSuffix(name, "verdict") || slices.Contains([]string{"state", "findings", "evidence", "also", "redirects", "lastmod", "lastmod_source"}, name)
}

// whileAtWork is the error of what wants verdicts.
func whileAtWork(crawl *stored.Crawl) error {
	if crawl.FactsOnly {
		return errors.New("the crawl is still at work, or was killed: this is known once it has come to its end")
	}
	return nil
}

func (t *mcpTools) addOverview(s *mcp.Server) {
	addTool(t, s, "overview", "How many URLs are known, listed in the sitemap, excluded and deferred; verdicts; how many findings of each kind; how many causes are new, open, back, mended, gone with their pages, or unseen since the complete crawl before.",
		func(ctx context.Context, crawl *stored.Crawl, _ struct{}) (*mcpAnswer, error) {
			if crawl.FactsOnly {
				return &mcpAnswer{Overview: &handover.Summary{Type: "summary", Known: crawl.Counts().Known}}, nil
			}
			sum, err := query.Findings(ctx, crawl, query.Asked{}, nil)
			if err != nil {
				return nil, err
			}
			changes := 0
			source, err := t.compared(crawl)
			if err == nil && source.Before != nil {
				defer source.Before.Close() // read only
				err = source.Changes(ctx, func(*diff.Change) error { changes++; return nil })
			}
			if err != nil {
				return nil, err
			}
			line, err := handover.SummaryOf(ctx, source, sum, changes)
			if err != nil {
				return nil, err
			}
			states, err := t.states(ctx, crawl)
			return &mcpAnswer{Overview: line, Causes: states, Compared: query.Basis(crawl, source.Before)}, err
		})
}

// states counts the causes in each state; nil where there is no crawl before.
func (t *mcpTools) states(ctx context.Context, crawl *stored.Crawl) (map[string]int, error) {
	c, err := query.Causes(ctx, crawl, stored.Asked{}, t.p.Skipped)
	if err != nil || !c.Before {
		return nil, err
	}
	counts := map[string]int{}
	for _, state := range query.CauseStates {
		counts[state] = 0
	}
	return counts, c.Each(func(_ *causes.Cause, state string) error { counts[state]++; return nil })
}

// compared gives a crawl and the complete one before it, which is the caller's
// to close, if there is one.
func (t *mcpTools) compared(crawl *stored.Crawl) (*tables.Source, error) {
	before, err := query.Before(crawl, t.p.Skipped)
	return &tables.Source{Crawl: crawl, Before: before, Skipped: t.p.Skipped}, err
}

// mcpRowsAsked is what rows are asked for.
type mcpRowsAsked struct {
	mcpPage
	Where   []string `json:"where,omitempty" jsonschema:"filters NAME OP VALUE, all of which have to hold"`
	Columns []string `json:"columns,omitempty" jsonschema:"names of the columns; the usual ones if there are none"`
}

func (t *mcpTools) addURLs(s *mcp.Server) {
	addTool(t, s, "urls", "URLs that the crawl knows, in the order of discovery. Columns: "+strings.Join(query.URLColumns().Names(), ", "),
		func(ctx context.Context, crawl *stored.Crawl, in mcpRowsAsked) (*mcpAnswer, error) {
			filter, columns, err := asked(crawl, query.URLColumnsOf(crawl), in, urlsShown)
			if err != nil {
				return nil, err
			}
			return mcpPageOf(crawl, in.mcpPage, "url", columns, query.URLs(ctx, crawl, filter, columns))
		})
}

// asked reads filters and columns. While a crawl is at work those that rest on
// verdicts are empty, and no filter.
func asked[T any](crawl *stored.Crawl, table query.Table[T], in mcpRowsAsked, usual []string) (filter query.Filter[T], columns []*query.Column[T], err error) {
	if len(in.Columns) == 0 {
		in.Columns = usual
	}
	known := slices.Clone(table)
	if crawl.FactsOnly {
		known = slices.DeleteFunc(known, func(c query.Column[T]) bool { return restsOnVerdicts(c.Name) })
		table = slices.Clone(table)
		for i, c := range table {
			if restsOnVerdicts(c.Name) {
				table[i] = query.Column[T]{Name: c.Name, Key: c.Key, Words: c.Words, Values: func(*T) []string { return nil }}
			}
		}
	}
	if columns, err = table.Columns(in.Columns); err == nil {
		filter, err = known.Filter(in.Where)
	}
	if unknown, is := errors.AsType[*query.UnknownColumnError](err); is && crawl.FactsOnly && slices.Contains(table.Names(), unknown.Name) {
		return filter, nil, fmt.Errorf("%s: %w", unknown.Name, whileAtWork(crawl))
	}
	return filter, columns, namingColumns(err)
}

// namingColumns adds the columns that there are to the error for one that there
// is not.
func namingColumns(err error) error {
	if unknown, is := errors.AsType[*query.UnknownColumnError](err); is {
		return fmt.Errorf("%w; columns are %s", err, strings.Join(unknown.Known, ", "))
	}
	return err
}

type mcpLinksAsked struct {
	mcpRowsAsked
	From string `json:"from,omitempty" jsonschema:"only links on this page"`
	To   string `json:"to,omitempty" jsonschema:"only links to this URL"`
}

func (t *mcpTools) addLinks(s *mcp.Server) {
	addTool(t, s, "links", "Links of the crawl. Columns: "+strings.Join(query.LinkColumns().Names(), ", "),
		func(ctx context.Context, crawl *stored.Crawl, in mcpLinksAsked) (*mcpAnswer, error) {
			filter, columns, err := asked(crawl, query.LinkColumns(), in.mcpRowsAsked, query.LinkColumns().Names())
			if err != nil {
				return nil, err
			}
			between := query.Ends{From: frontier.NoID, To: frontier.NoID}
			for url, id := range map[string]*frontier.ID{in.From: &between.From, in.To: &between.To} {
				if url == "" {
					continue
				}
				row, err := explain.Find(crawl, url)
				if err != nil || row == nil {
					return nil, errors.Join(errors.New("the crawl does not know "+url), err)
				}
				*id = row.ID
			}
			return mcpPageOf(crawl, in.mcpPage, "link", columns, query.Links(ctx, crawl, between, filter))
		})
}

type mcpFindingsAsked struct {
	mcpRowsAsked
	IDs []string `json:"ids,omitempty" jsonschema:"IDs of kinds of findings, such as client-error; all if there are none"`
	In  string   `json:"in,omitempty" jsonschema:"only those of this segment"`
}

func (t *mcpTools) addFindings(s *mcp.Server) {
	addTool(t, s, "findings", "What is wrong with the site, finding by finding; since_last=new in where gives those that the complete crawl before had not. Columns: "+strings.Join(query.FindingColumns().Names(), ", "),
		func(ctx context.Context, crawl *stored.Crawl, in mcpFindingsAsked) (*mcpAnswer, error) {
			filter, err := query.FindingColumns().Filter(in.Where)
			columns, unknown := query.FindingColumns().Columns(in.Columns)
			if err = errors.Join(namingColumns(cmp.Or(err, unknown)), whileAtWork(crawl), inSegment(ctx, crawl, in.In)); err != nil {
				return nil, err
			}
			g, err := newPager(in.mcpPage)
			if err != nil {
				return nil, err
			}
			_, err = query.Findings(ctx, crawl, query.Asked{Asked: stored.Asked{IDs: in.IDs, Segment: in.In}, Where: filter}, func(f *query.Finding) error {
				return g.add(func() ([]byte, error) {
					if len(in.Columns) > 0 {
						return lineOf("finding", columns, f)
					}
					return json.Marshal(f.Shape())
				})
			})
			return g.end(err)
		})
}

// inSegment is the error for a segment that the crawl has not.
func inSegment(ctx context.Context, crawl *stored.Crawl, name string) error {
	return (&option.Segments{In: name}).Into(ctx, crawl)
}

type mcpCausesAsked struct {
	mcpPage
	States []string `json:"states,omitempty" jsonschema:"only causes in these states: new, open, back, mended, gone, unseen; new, open and back if there are none"`
	In     string   `json:"in,omitempty" jsonschema:"only those of this segment"`
}

func (t *mcpTools) addCauses(s *mcp.Server) {
	addTool(t, s, "causes", "What to mend first: findings by what they have in common, the gravest and most linked first, with the fix and the state since the complete crawl before.",
		func(ctx context.Context, crawl *stored.Crawl, in mcpCausesAsked) (*mcpAnswer, error) {
			f := &causesFlags{states: in.States, Segments: option.Segments{In: in.In}}
			if err := errors.Join(whileAtWork(crawl), f.check(), inSegment(ctx, crawl, in.In)); err != nil {
				return nil, err
			}
			g, err := newPager(in.mcpPage)
			if err != nil {
				return nil, err
			}
			c, err := query.Causes(ctx, crawl, stored.Asked{Segment: in.In}, t.p.Skipped)
			if err != nil {
				return nil, err
			}
			if g.answer.Compared = c.Basis; len(f.states) > 0 && !c.Before {
				return nil, errors.New("states: " + c.Basis + ": nothing to compare with")
			}
			return g.end(c.Each(func(x *causes.Cause, state string) error {
				if !f.wants(x, state) || f.all() && isGone(state) {
					return nil
				}
				return g.add(func() ([]byte, error) { return json.Marshal(query.ShapeOf(x, state)) })
			}))
		})
}

func (t *mcpTools) addExplain(s *mcp.Server) {
	type in struct {
		URL string `json:"url" jsonschema:"the URL, or its path"`
	}
	addTool(t, s, "explain", "Everything that is known of one URL: why it is listed or not with the evidence, what it answered, who links to it, its findings.",
		func(ctx context.Context, crawl *stored.Crawl, in in) (*mcpAnswer, error) {
			if err := whileAtWork(crawl); err != nil {
				return nil, err
			}
			x, err := explain.URL(ctx, crawl, opening.Folder(t.word), in.URL)
			return &mcpAnswer{Explanation: x}, err
		})
}

func (t *mcpTools) addChanges(s *mcp.Server) {
	addTool(t, s, "changes", "What has changed since the complete crawl before: added, removed, moved, status, noindex, canonical, title, content.",
		func(ctx context.Context, crawl *stored.Crawl, in mcpPage) (*mcpAnswer, error) {
			g, err := newPager(in)
			if err = errors.Join(err, whileAtWork(crawl)); err != nil {
				return nil, err
			}
			source, err := t.compared(crawl)
			if err != nil {
				return nil, err
			}
			if source.Before == nil {
				return nil, errors.New(query.Basis(crawl, nil))
			}
			defer source.Before.Close() // read only
			g.answer.Compared = query.Basis(crawl, source.Before)
			if crawl.WhyIncomplete() != "" {
				g.answer.Compared += "; what this crawl has not come to is not taken for removed"
			}
			return g.end(source.Changes(ctx, func(c *diff.Change) error {
				return g.add(func() ([]byte, error) {
					return json.Marshal(show.ChangeOf(c))
				})
			}))
		})
}
