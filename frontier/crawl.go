package frontier

import (
	"context"
	"iter"

	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Crawl reads what a crawl has left behind, finished or not. Methods may be
// called from one goroutine at a time; an iteration ends early at its first
// error, which it yields.
type Crawl interface {
	Notes
	URLs
	Links
	Renderings
	Verdicts

	Close() error
}

// Notes are what a crawl knows besides URLs.
type Notes interface {
	Meta(key string) string
	Counts() Counts
	Rules() []canonical.Rule
	Folds() ([]Fold, error)
	Robots() ([]RobotsFile, error)
	Disk() int64 // as Frontier has it

	// Measures iterates over what sources know of URLs, by URL and source. The
	// Measured is reused. MeasuresOf gives that of one URL, by source.
	Measures(ctx context.Context) iter.Seq2[*Measured, error]
	MeasuresOf(url string) ([]Measured, error)
}

// URLs are the known URLs, with their records where they are settled.
type URLs interface {
	// Rows iterates over every known URL in order of ID. The Row and what it
	// points to is reused: it is valid until the next one.
	Rows(ctx context.Context) iter.Seq2[*Row, error]

	// Brief is Rows from a number on, several times as fast, with less of
	// each Page: its Outcome, Err, Status, HTML, Type, Problems, MetaRobots,
	// HeaderRobots and Canonical, and the details that are asked for. Texts
	// may be parts of longer ones: clone what is to be kept. With TextsPass
	// nothing else can be.
	Brief(ctx context.Context, from ID, with ...Detail) iter.Seq2[*Row, error]

	// Row gives one URL by its number, Find by its canonical form; nil if it
	// is not known.
	Row(ID) (*Row, error)
	Find(url string) (*Row, error)

	// Sources gives the seeds' sources of a URL: bits and details.
	Sources(ID) ([]SourceDetail, error)

	// FoundIn iterates over what one source names, in order of ID, a URL once
	// for each Detail.
	FoundIn(ctx context.Context, source Source) iter.Seq2[Found, error]
}

// Links are where pages lead.
type Links interface {
	// Pointers iterates, in order of ID, over the settled URLs that lead to
	// another one, by their Location or by a canonical that is another's, and
	// over those whose Status is 404 or 410. The Row is reused, and carries
	// ID, Location and Canonical, and of its Page Outcome, Status and
	// Canonical.
	Pointers(ctx context.Context) iter.Seq2[*Row, error]

	// Edges iterates over the links of all settled pages, by ID of the page,
	// within a page by ID of the target. The Edge is reused. With a kind it
	// gives links of that alone, almost as fast as Graph; without, all but
	// LinkPlace.
	Edges(ctx context.Context, kind ...LinkFlags) iter.Seq2[*Edge, error]

	// Graph is Edges without anchor texts, which makes it many times faster,
	// and of the pages alone for which the first function is true, which makes it
	// faster still; with a second one of the links alone to URLs for which that is.
	// With none it gives all. They may be asked more than once, and ahead of
	// the page's turn, so that their answers are to hold for the whole iteration.
	Graph(ctx context.Context, pick ...func(ID) bool) iter.Seq2[*Edge, error]
}

// Verdicts are the derived table of verdicts.
type Verdicts interface {
	// PutVerdicts replaces the derived table of verdicts. The sequence holds
	// one verdict for every known URL, in order of ID; the digest becomes
	// the value of MetaVerdicts. An error of the sequence leaves the old ones.
	PutVerdicts(ctx context.Context, digest string, verdicts iter.Seq2[Verdict, error]) error

	// Listed iterates over the URLs whose verdict is one of codes, sorted
	// bytewise by URL. The Row is reused, and carries what names and dates a
	// page: ID and URL; of its Page Status, FetchedAt, LastModified, Date,
	// Modified, TextHash and ChangedAt, and the columns that are asked for.
	Listed(ctx context.Context, codes Codes, with ...Column) iter.Seq2[*Row, error]

	// VerdictOf gives the stored verdict of a URL, zero if none is stored.
	VerdictOf(ID) (Verdict, error)

	// Codes gives the codes of the stored verdicts, by ID; none if none are
	// stored. It takes a byte a URL.
	Codes(ctx context.Context) ([]uint8, error)

	// Having iterates over the stored verdicts with one code, by ID.
	Having(ctx context.Context, code uint8) iter.Seq2[Verdict, error]
}

// Column is a part of a page record that Listed gives if it is asked for.
type Column uint8

// The columns.
const (
	ColumnImages  Column = iota // record.Facts.Images
	ColumnVideos                // record.Facts.Videos
	ColumnArticle               // record.Facts.Article
)

// Row is one known URL with its record, if it is settled.
type Row struct {
	ID       ID
	URL      string
	Depth    uint16
	Via      ID
	Reason   Reason
	Sources  Source
	NoFollow bool // known by nofollow links alone

	Page      *record.Page // nil while not settled
	Location  ID           // target of its redirect or fold, NoID if none
	Canonical ID           // NoID if absent or void

	Retry *Retry // the last postponement of a pending URL, nil if none
}

// SourceDetail is one way in which a URL became known, apart from links.
type SourceDetail struct {
	Source Source
	Detail string
}

// Found is a URL with one place in a source that names it.
type Found struct {
	ID     ID
	URL    string
	Detail string
}

// Edge is one link of the finished graph.
type Edge struct {
	From, To ID
	Flags    LinkFlags
	Anchor   string
}

// Codes is a set of verdicts: bit n is code n. Codes are below 64.
type Codes uint64

// Has reports whether a code is in the set.
func (c Codes) Has(code uint8) bool { return c&(1<<code) != 0 }

// Verdict is a stored verdict. Codes are audit's own numbers.
type Verdict struct {
	ID     ID
	Code   uint8
	Also   uint64 // bit n: the rule with code n would have matched, too
	Target ID     // the URL that the verdict points to, NoID if none
	View   uint64 // what the URL is a view of, in the numbers of the one who judges; 0 for a page
}
