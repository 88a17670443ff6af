package sqlite

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/frontier/record"
)

// applicationID marks a crawl file in the header of SQLite's file format:
// "PTLN".
const applicationID = 0x50544c4e

// version is the file's user_version: that of the tables below.
const version = 17

// begin begins a transaction. It writes the first page, as it is mostly, so
// that this shows whether another program has brought the log into the file.
var begin = fmt.Sprintf("BEGIN IMMEDIATE; PRAGMA user_version = %d", version)

// problemNames are the names of page problems by number, as a JSON array.
var problemNames = func() string {
	var names []string
	for p := range record.Problems(1<<record.ProblemCount - 1).Each {
		names = append(names, `"`+p.String()+`"`)
	}
	return "[" + strings.Join(names, ",") + "]"
}()

// pageTable are the columns of the tables page and rendered.
const pageTable = `	id INTEGER PRIMARY KEY, outcome INTEGER, err INTEGER, err_text TEXT, status INTEGER,
	tries INTEGER, fetched_at INTEGER, ttfb_us INTEGER, total_us INTEGER, wire INTEGER,
	inflated INTEGER, flags INTEGER, content_type TEXT, etag TEXT, last_modified TEXT,
	date TEXT, location TEXT, robots_header TEXT, type TEXT, charset TEXT, title TEXT,
	description TEXT, h1 TEXT, h1_second TEXT, lang TEXT, robots_meta TEXT,
	meta_robots INTEGER, header_robots INTEGER, canonical INTEGER, text_hash INTEGER,
	sketch INTEGER, content INTEGER, content_own INTEGER, print TEXT, places TEXT, words INTEGER, modified TEXT, images TEXT, videos TEXT, article TEXT, notes TEXT, extracted TEXT, links_cut INTEGER,
	read_at INTEGER, changed_at INTEGER, location_id INTEGER, canonical_id INTEGER`

// schema makes the tables of a crawl file. Ids count from 0 in order of
// discovery. Times are milliseconds since 1970, NULL where there is none.
var schema = `
-- What holds for the whole crawl: settings, how it ended.
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;

-- Every known URL. depth NULL: not reached by links. via: the first page
-- that linked to it. reason: why its text alone forbids to fetch it, 0 if
-- nothing does. flags: how it became known (bits 0-6), by a nofollow link
-- (bit 7), its rank then (bits 8-10). anchor: text of that first link.
CREATE TABLE url (
	id INTEGER PRIMARY KEY, depth INTEGER, via INTEGER, reason INTEGER NOT NULL,
	flags INTEGER NOT NULL, url TEXT NOT NULL, anchor TEXT);

-- URLs first known by a nofollow link that a followed one reached later.
CREATE TABLE followed (id INTEGER PRIMARY KEY, depth INTEGER, via INTEGER);

-- URLs first known from elsewhere than a link, or from a page without depth,
-- that a followed link of a page with one reached later.
CREATE TABLE reached (id INTEGER PRIMARY KEY, depth INTEGER NOT NULL, via INTEGER);

-- Changes of rank; of those of one URL the last one (highest n) holds. ids:
-- uvarints, each the difference to the one before.
CREATE TABLE rank (n INTEGER PRIMARY KEY, rank INTEGER NOT NULL, ids BLOB NOT NULL);

-- Where a URL was found, apart from links.
CREATE TABLE source (
	id INTEGER NOT NULL, source INTEGER NOT NULL, detail TEXT NOT NULL,
	PRIMARY KEY (id, source, detail)) WITHOUT ROWID;

-- The outcome of each settled URL; id is that of url. images: URLs, one a
-- line. videos: a JSON array. article: a JSON object. notes: where problems are, a line each. extracted: a JSON object. content_own: NULL where it is content's.
-- print: what whole texts are compared by. places: ids and names, 16 bits of a hash each. read_at:
-- when the page was read, if it was confirmed unchanged since. changed_at: when
-- its content was first another than in the crawl before.
CREATE TABLE page (
` + pageTable + `);

-- What pages are once their scripts have run. From id to canonical_id as page,
-- whose place these rows take for readers, unless failure says why there is
-- nothing. own_robots, own_canonical, own_canonical_id: what the rendered
-- document says by itself. blocked: what robots.txt kept from it. hashes: its
-- references like #/about. script: scripts gave it another URL. own_links: links
-- in it that a reader can click.
CREATE TABLE rendered (
` + pageTable + `,
	rendered_at INTEGER, failure TEXT, detail TEXT, marks TEXT, blocked TEXT, hashes TEXT, script INTEGER,
	own_robots INTEGER, own_canonical INTEGER, own_canonical_id INTEGER, own_links INTEGER);

-- The links of settled pages, up to 256 pages to a row. n: their ids without
-- the lowest 8 bits, then 38 bits with the number of the batch. pages: their
-- ids as in table batch. links: for each the length, then the links.
CREATE TABLE link (n INTEGER PRIMARY KEY, pages BLOB NOT NULL, links BLOB NOT NULL);

-- One row for each batch: how many URLs were known, settled, decided by the
-- URL alone, known by nofollow links alone and postponed after it, and the
-- ids of its pages: uvarints, each the difference to the one before.
CREATE TABLE batch (
	n INTEGER PRIMARY KEY, known INTEGER NOT NULL, settled INTEGER NOT NULL, decided INTEGER NOT NULL,
	nofollow INTEGER NOT NULL, postponed INTEGER NOT NULL, ids BLOB);

-- What memory must know of URLs, in lumps of 65,536; can be made from url.
CREATE TABLE seen (chunk INTEGER PRIMARY KEY, facts BLOB NOT NULL);

-- Link texts other than the first one of their target.
CREATE TABLE anchor (id INTEGER PRIMARY KEY, text TEXT NOT NULL);

-- Postponed requests; of those of one URL the last one (highest n) holds.
CREATE TABLE retry (
	id INTEGER NOT NULL, n INTEGER NOT NULL, tries INTEGER NOT NULL, due INTEGER,
	err INTEGER NOT NULL, status INTEGER NOT NULL, PRIMARY KEY (id, n)) WITHOUT ROWID;

-- Learned rules of URL identity, in order.
CREATE TABLE rule (
	n INTEGER PRIMARY KEY, host TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
	path TEXT NOT NULL, value TEXT NOT NULL, proof TEXT NOT NULL, time INTEGER);

-- Spellings folded into canonical forms; the counts of one host and rule add up.
CREATE TABLE fold (host TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL);
CREATE TABLE fold_example (
	host TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, n INTEGER NOT NULL,
	spelling TEXT NOT NULL, PRIMARY KEY (host, kind, name, n)) WITHOUT ROWID;

-- robots.txt files as they were fetched, in order.
CREATE TABLE robots (
	n INTEGER PRIMARY KEY, origin TEXT NOT NULL, status INTEGER NOT NULL,
	fetched_at INTEGER, body BLOB, note TEXT NOT NULL);

-- What logs, folders, lists and exports know of URLs, those included that are
-- not in table url. facts: a JSON object.
CREATE TABLE measure (url TEXT NOT NULL, source TEXT NOT NULL, facts TEXT NOT NULL, PRIMARY KEY (url, source)) WITHOUT ROWID;

-- Derived, replaceable: one verdict for every URL.
CREATE TABLE verdict (id INTEGER PRIMARY KEY, code INTEGER NOT NULL, also INTEGER, target INTEGER, view INTEGER);
-- codes: those of verdict again, a byte each, 65,536 to a row.
CREATE TABLE codes (chunk INTEGER PRIMARY KEY, codes BLOB NOT NULL);
-- inlink: how many links, and how many pages with one, lead to each URL, 1,024
-- URLs to a row: a JSON array of pairs.
CREATE TABLE inlink (n INTEGER PRIMARY KEY, counts TEXT NOT NULL);
-- finding: what is wrong, in the order in which it was found. n: of one about a
-- URL its id, then 16 bits; others are below 0, or from 2^62 on.
CREATE TABLE finding ` + findingTable + `;

-- shown: each settled page by the later opinion on it.
CREATE VIEW shown AS
SELECT ` + shownColumns + ` FROM page WHERE NOT EXISTS (SELECT 1 FROM rendered r WHERE r.id = page.id AND r.failure IS NULL)
UNION ALL SELECT ` + shownColumns + ` FROM rendered WHERE failure IS NULL;

CREATE VIEW urls AS
SELECT u.id, u.url, coalesce(r.depth, iif(f.id IS NULL, u.depth, f.depth)) AS clicks_from_start, v.url AS first_linked_from,
	CASE u.reason WHEN 0 THEN NULL WHEN 1 THEN 'invalid URL' WHEN 2 THEN 'other host'
		WHEN 3 THEN 'other scheme' WHEN 4 THEN 'outside the path' WHEN 5 THEN 'too long'
		WHEN 6 THEN 'excluded by the user' WHEN 7 THEN 'a link with effects' END AS not_fetched_because,
	CASE WHEN p.id IS NOT NULL THEN 'settled' WHEN u.reason <> 0 THEN 'not to be fetched'
		WHEN u.flags & 128 AND f.id IS NULL THEN 'nofollow links only' ELSE 'pending' END AS state
FROM url u LEFT JOIN followed f ON f.id = u.id LEFT JOIN reached r ON r.id = u.id
	LEFT JOIN url v ON v.id = coalesce(r.via, u.via) LEFT JOIN page p ON p.id = u.id;

CREATE VIEW pages AS
SELECT p.id, u.url,
	CASE p.outcome WHEN 0 THEN 'answered' WHEN 1 THEN 'no answer' WHEN 2 THEN 'blocked by robots.txt'
		WHEN 3 THEN 'folded into another URL' WHEN 4 THEN 'private address' WHEN 5 THEN 'challenged'
		WHEN 6 THEN 'fault of the crawler' END AS outcome,
	p.status, p.err_text AS error, p.tries, datetime(p.fetched_at / 1000.0, 'unixepoch') AS fetched_at,
	p.ttfb_us / 1000.0 AS first_byte_ms, p.total_us / 1000.0 AS total_ms, p.wire AS bytes_sent,
	p.inflated AS bytes, p.flags & 1 AS truncated, p.type, p.charset, p.title, p.description, p.h1, p.h1_second,
	p.lang, p.robots_meta, p.robots_header, l.url AS leads_to, c.url AS canonical, p.words,
	p.last_modified, p.modified, p.links_cut AS links_not_kept,
	EXISTS (SELECT 1 FROM rendered r WHERE r.id = p.id AND r.failure IS NULL) AS rendered,
	datetime(p.read_at / 1000.0, 'unixepoch') AS unchanged_since, datetime(p.changed_at / 1000.0, 'unixepoch') AS changed_at,
	(SELECT group_concat(e.value, ' ') FROM json_each('` + problemNames + `') e WHERE p.flags >> (8 + e.key) & 1) AS problems, p.notes AS problem_places, p.extracted
FROM shown p JOIN url u ON u.id = p.id LEFT JOIN url l ON l.id = p.location_id LEFT JOIN url c ON c.id = p.canonical_id;

-- The names are those of meta's verdict.names, a JSON array by code.
CREATE VIEW verdicts AS
SELECT v.id, u.url, n.names ->> v.code AS verdict, t.url AS because_of,
	(SELECT group_concat(e.value, ' ') FROM json_each(n.names) e WHERE v.also >> e.key & 1) AS also
FROM (SELECT (SELECT value FROM meta WHERE key = 'verdict.names') AS names) n, verdict v JOIN url u ON u.id = v.id LEFT JOIN url t ON t.id = v.target;

-- Empty where nobody has looked for findings, as of crawls of over two million URLs.
CREATE VIEW findings AS
SELECT f.rule AS finding, CASE f.severity WHEN 3 THEN 'error' WHEN 2 THEN 'warning' ELSE 'notice' END AS severity,
	iif(f.likely, 'likely', 'certain') AS confidence, ifnull(u.url, f.url) AS url, f.template, f.detail, t.url AS target,
	l.url AS linked_from, f.pages AS linking_pages, f.status
FROM finding f LEFT JOIN url u ON u.id = f.n >> 16 LEFT JOIN url t ON t.id = f.target LEFT JOIN url l ON l.id = f.linked_from;

-- The verdicts by number.
CREATE VIEW verdict_names AS
SELECT e.key AS code, e.value AS verdict FROM meta m JOIN json_each(m.value) e WHERE m.key = 'verdict.names' AND e.value <> '';

-- Where URLs were found, apart from links.
CREATE VIEW sources AS
SELECT s.id, u.url, CASE s.source WHEN 1 THEN 'start' WHEN 2 THEN 'link' WHEN 4 THEN 'sitemap' WHEN 8 THEN 'log' WHEN 16 THEN 'list'
	WHEN 32 THEN 'directory' WHEN 64 THEN 'previous' WHEN 128 THEN 'hreflang' END AS source, s.detail AS place
FROM source s JOIN url u ON u.id = s.id;

CREATE VIEW measures AS
SELECT m.url, m.source, f.key AS name, f.value FROM measure m JOIN json_each(m.facts) f;

-- Which sources know each URL, and what logs and exports measure of it.
CREATE VIEW coverage AS
SELECT u.id, u.url, n.names ->> v.code AS verdict,
	u.flags & 2 OR u.depth IS NOT NULL OR r.id IS NOT NULL AS linked,
	EXISTS (SELECT 1 FROM source s WHERE s.id = u.id AND s.source = 4) AS in_sitemap,
	EXISTS (SELECT 1 FROM source s WHERE s.id = u.id AND s.source = 32) AS on_disk,
	EXISTS (SELECT 1 FROM source s WHERE s.id = u.id AND s.source = 16) AS in_exports,
	l.facts ->> '$.hits' AS hits, l.facts ->> '$."hits-people"' AS hits_by_people,
	ifnull(l.facts ->> '$."hits-search-verified"', 0) + ifnull(l.facts ->> '$."hits-search-claimed"', 0) + ifnull(l.facts ->> '$."hits-search-unknown"', 0) AS hits_by_search_bots,
	ifnull(l.facts ->> '$."hits-ai-verified"', 0) + ifnull(l.facts ->> '$."hits-ai-claimed"', 0) + ifnull(l.facts ->> '$."hits-ai-unknown"', 0) AS hits_by_ai_bots,
	e.facts ->> '$.clicks' AS clicks, e.facts ->> '$.impressions' AS impressions, e.facts ->> '$.sessions' AS sessions,
	e.facts ->> '$."referring-pages"' AS referring_pages
FROM (SELECT (SELECT value FROM meta WHERE key = 'verdict.names') AS names) n, url u LEFT JOIN verdict v ON v.id = u.id
	LEFT JOIN reached r ON r.id = u.id LEFT JOIN measure l ON l.url = u.url AND l.source = 'log'
	LEFT JOIN measure e ON e.url = u.url AND e.source = 'export';

CREATE VIEW inlinks AS
SELECT u.id, u.url, c.value ->> 0 AS links, c.value ->> 1 AS pages
FROM inlink i JOIN json_each(i.counts) c JOIN url u ON u.id = i.n * 1024 + c.key WHERE links > 0;
`
