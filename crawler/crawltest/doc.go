// Package crawltest serves made-up web sites for tests of crawlers, as
// net/http/httptest serves handlers: many hosts, http and https, on loopback.
//
//	site, err := crawltest.Parse([]byte(`
//	origin: https://shop.example
//	-- / --
//	<title>Shop</title> <a href="/old">old</a>
//	-- /old --
//	HTTP 301
//	Location: /new
//
//	-- /new --
//	<title>New</title>
//	`))
//	...
//	srv := crawltest.NewServer(t, site)
//	// crawl with srv.Resolve() and srv.CertPool(), then ask srv.Log()
//
// # The archive
//
// A site is a txtar archive. The comment before its first file is prose for
// people, save for one line "origin: URL", the scheme and host of all files
// that name none.
//
// A file named by a URL, or by a path from the root, is an answer to exactly
// that URL, query included; names are ASCII, escaped as on the wire. A file
// without query answers any query that no file names, and path parameters
// (";jsessionid=...") that no file names are overlooked: so do most servers. Where
// another name is the path with "?*" after it, that one answers the queries.
// A name that ends in "/*" answers for all below that nothing else answers.
// Several files of one name answer in turn; the last one goes on answering.
//
// An answer is written as HTTP writes it: status line, header, empty line,
// body. Without a status line ("HTTP 301", with or without version and
// reason) all of it is body, and the status is 200. The Content-Type follows
// the path's extension, HTML where it has none; an empty "Content-Type:"
// sends none. GET requests with a matching If-None-Match, or an
// If-Modified-Since not before Last-Modified, are answered 304.
//
// Any other file is a part, and {{name}} in an answer stands for its text
// (its last newline cut); parts may hold parts. Also filled in, in header
// and body:
//
//	{{session}}  a new session id for each request, 32 hex digits
//	{{count}}    how often this URL has been asked for, from 1
//	{{origin}}   scheme and host of the request
//	{{uri}}      path and query of the request
//	{{row}}      with Crawltest-Repeat: the number of the copy, from 1
//
// Header fields that begin with Crawltest- speak to this package and are not
// sent:
//
//	Crawltest-Encoding: gzip        compress (gzip or deflate) if the client accepts it;
//	                                "gzip always" does not ask
//	Crawltest-Charset: iso-8859-1   send the body, UTF-8 in the archive, in this encoding;
//	                                the Content-Type is not touched
//	Crawltest-Repeat: 5000000       send the body so many times over, as a stream
//	Crawltest-Wait: NAME            answer once the gate NAME is open (see Site.Gate)
//	Crawltest-Fault: reset          reset the connection instead of answering
//	Crawltest-Fault: truncate       send half of the body, then close
//	Crawltest-Fault: stall          send half of the body, then nothing more
//	Crawltest-Fault: raw            send the body alone, as all there is of the answer
//
// Sites that are computed rather than written are handlers: see
// Site.HandleFunc, and Generate for a big one.
package crawltest
