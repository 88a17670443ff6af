// Package apps makes up web applications for tests of crawlers: shops with
// facets, browsers of repositories, manuals in many languages, calendars
// without end, archives of which nothing may be cut.
//
// Each knows the truth about any of its URLs: whether it has to be listed in
// a sitemap, may be, or must not be, and what kind of URL it is; and how many
// requests a crawl may make. One and the same function answers requests and
// tells the truth, so that they cannot differ. Applications are made from a
// seed; an answer depends on the URL and on how often that has been asked for,
// never on the order of requests.
//
//	app := catalog.New("shop-query", catalog.Short)
//	run := app.Run()
//	srv := crawltest.NewServer(t, run.Site())
//	// crawl app.Origin() with srv.Resolve(), then:
//	score := app.Score(listed)
//	for _, fault := range app.Faults(score, run.Requests()) {
//		t.Error(fault)
//	}
//
// Package catalog names them all; its documentation says how to have them
// crawled and the results printed as a table.
//
// A new application is a Site: Look for any URL, and Required for the pages
// that have to be listed. What pages have around them (header, menu, side,
// footer, boxes that change from request to request, in several kinds of
// markup) comes from the App's Frame.
package apps
