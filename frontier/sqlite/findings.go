package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"github.com/portolan-seo/portolan/frontier"
)

// Finding is one thing that is wrong, as the derived table of findings holds
// it. Texts may hold any text of the site.
type Finding struct {
	Rule     string
	Severity uint8
	Likely   bool
	ID       frontier.ID // of the URL that it is about; NoID for a host, a file or the whole site
	URL      string      // that URL, or the host or file; "" for the whole site
	Template string
	Detail   string
	Target   frontier.ID // NoID if there is none
	From     frontier.ID // NoID if there is none
	Pages    int
	Status   int
}

// metaFindings holds on what the stored findings rest, metaFindingsSum what
// their maker says of all of them.
const (
	metaFindings    = "findings.stamp"
	metaFindingsSum = "findings.summary"
)

// PutFindings replaces the stored findings, and notes on what they rest. fill
// gives them, in the order in which they are read again, and then says what is
// to be known of all of them. It may read the crawl. Those put into a store that
// is open for reading wait in a temporary file, and hold until it is closed, or
// has other verdicts.
func (s *Store) PutFindings(ctx context.Context, stamp string, fill func(add func(*Finding) error) (sum string, err error)) error {
	if s.failed != nil {
		return s.failed
	}
	conn, err := s.writer, error(nil)
	if s.readOnly {
		if conn, err = s.ownFindings(ctx); err != nil {
			return fmt.Errorf("store findings of %s in a temporary file: %w", s.path, explain(err))
		}
		delete(s.meta, metaFindings)
	}
	sum, place := "", findingPlace{last: frontier.NoID}
	err = s.derive(conn, "finding", findingCols, func(rows *inserter) (err error) {
		sum, err = fill(func(f *Finding) error {
			n, err := place.of(f.ID)
			if err != nil {
				return err
			}
			likely, url := int64(0), any(nil)
			if f.Likely {
				likely = 1
			}
			if f.ID == frontier.NoID {
				url = text(f.URL)
			}
			t := &rows.texts
			t.at = 0
			return rows.add(n, t.box(f.Rule), int64(f.Severity), likely, url, t.box(f.Template), t.box(f.Detail), idOrNull(f.Target), idOrNull(f.From),
				number(int64(f.Pages)), number(int64(f.Status)))
		})
		if err != nil {
			return err
		}
		if err := rows.flush(); err != nil || s.readOnly {
			return err
		}
		_, err = s.writer.ExecContext(ctx, "INSERT OR REPLACE INTO meta VALUES (?, ?), (?, ?)", metaFindings, stamp, metaFindingsSum, sum)
		return err
	})
	if err != nil {
		return fmt.Errorf("store findings in %s: %w", s.path, explain(err))
	}
	s.meta[metaFindings], s.meta[metaFindingsSum] = stamp, sum
	return nil
}

// ownFindings gives the connection whose temporary table hides the file's
// findings.
func (s *Store) ownFindings(ctx context.Context) (*sql.Conn, error) {
	if s.findings != nil {
		return s.findings, nil
	}
	conn, err := s.readers.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "DROP VIEW IF EXISTS temp.finding; CREATE TEMP TABLE finding "+findingTable); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	s.findings = conn
	return conn, nil
}

// findingBits are those of a finding's number that count the findings of one
// URL. Those about no URL have numbers below 0, or from findingsAfter on.
const (
	findingBits   = 16
	findingsAfter = 1 << 62
)

// findingPlace gives findings their numbers, as they come: those about no URL,
// those of each URL in order, and others about none.
type findingPlace struct {
	last   frontier.ID // NoID before the first URL
	n      int64
	before bool
}

func (p *findingPlace) of(id frontier.ID) (int64, error) {
	first := int64(id) << findingBits
	switch {
	case id == frontier.NoID && p.last == frontier.NoID && !p.before:
		p.n, p.before = -findingsAfter, true
	case id == frontier.NoID && p.last != frontier.NoID && p.n < findingsAfter:
		p.n = findingsAfter
	case id != frontier.NoID && (p.last == frontier.NoID || p.last < id) && p.n < findingsAfter:
		p.n, p.last = first, id
	case id != frontier.NoID && (id != p.last || p.n-first == 1<<findingBits-1 || p.n >= findingsAfter):
		return 0, fmt.Errorf("a finding about URL %d comes too late, or is one of too many", id)
	default:
		p.n++
	}
	return p.n, nil
}

const (
	findingTable = `(
	n INTEGER PRIMARY KEY, rule TEXT NOT NULL, severity INTEGER NOT NULL, likely INTEGER NOT NULL, url TEXT, template TEXT,
	detail TEXT, target INTEGER, linked_from INTEGER, pages INTEGER, status INTEGER)`
	findingCols  = 11
	findingQuery = `SELECT u.id, f.rule, f.severity, f.likely, ifnull(u.url, f.url), f.template, f.detail,
		f.target, f.linked_from, f.pages, f.status FROM finding f LEFT JOIN url u ON u.id = f.n >> 16 `
)

// Findings gives the stored findings of some rules, of all if there are none, if
// they rest on what stamp says, and what their maker has said of all of them;
// else ok is false. The Finding is reused, its texts are not.
func (s *Store) Findings(ctx context.Context, stamp string, rules ...string) (list iter.Seq2[*Finding, error], sum string, ok bool) {
	if stamp == "" || s.meta[metaFindings] != stamp {
		return nil, "", false
	}
	if s.findings == nil && s.direct("finding") {
		return func(yield func(*Finding, error) bool) {
			err := s.scanFindings(ctx, rules, func(f *Finding) error {
				if !yield(f, nil) {
					return errStop
				}
				return nil
			})
			if err != nil && err != errStop {
				yield(nil, s.readError("findings", err))
			}
		}, s.meta[metaFindingsSum], true
	}
	query, args := findingQuery, []any{}
	for i, rule := range rules {
		query, args = query+[]string{"WHERE f.rule IN (?", ", ?"}[min(i, 1)], append(args, rule)
	}
	if len(rules) > 0 {
		query += ") "
	}
	return s.eachFinding(ctx, query+"ORDER BY f.n", args...), s.meta[metaFindingsSum], true
}

// FindingsOf is Findings for those of one URL.
func (s *Store) FindingsOf(ctx context.Context, stamp string, id frontier.ID) (list iter.Seq2[*Finding, error], ok bool) {
	if stamp == "" || s.meta[metaFindings] != stamp {
		return nil, false
	}
	return s.eachFinding(ctx, findingQuery+"WHERE f.n BETWEEN ? AND ? ORDER BY f.n", int64(id)<<findingBits, int64(id+1)<<findingBits-1), true
}

func (s *Store) eachFinding(ctx context.Context, query string, args ...any) iter.Seq2[*Finding, error] {
	return func(yield func(*Finding, error) bool) {
		db := querier(s.readers)
		if s.findings != nil {
			db = s.findings
		}
		var id, target, from idCol
		var severity, likely, pages, status intCol
		var rule, url, template, detail textCol
		dest := []any{&id, &rule, &severity, &likely, &url, &template, &detail, &target, &from, &pages, &status}
		var f Finding
		err := each(ctx, db, query, func(scan func(...any) error) error {
			if err := scan(dest...); err != nil {
				return err
			}
			f = Finding{Rule: string(rule), Severity: uint8(severity), Likely: likely != 0, ID: frontier.ID(id), URL: string(url), Template: string(template),
				Detail: string(detail), Target: frontier.ID(target), From: frontier.ID(from), Pages: int(pages), Status: int(status)}
			if !yield(&f, nil) {
				return errStop
			}
			return nil
		}, args...)
		if err != nil && err != errStop {
			yield(nil, s.readError("findings", err))
		}
	}
}
