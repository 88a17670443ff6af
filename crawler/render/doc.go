// Package render reads pages as a browser has them: it runs their scripts in
// Chromium and gives the document that results, with all that came of it.
//
//	r, err := render.New(ctx, render.Options{Asker: asker, Effect: crawler.HasEffect})
//	defer r.Close()
//	result, err := r.Render(ctx, "https://example.com/")
//
// The browser has no network of its own. Whatever a page, its frames and its
// workers ask for comes to a proxy in this process (package proxy), which
// keeps to what rendering needs and asks an [Asker] for it: the crawler's own
// client, with its pace, robots.txt, credentials and limits. Nothing of the
// site's reaches the network in another way, and nothing of this machine
// reaches the site. What the asker is left to decide: robots.txt, the pace,
// which addresses are private, which hosts get credentials, and how long a
// body may be.
//
// Each page is loaded in a tab and browser context of its own, with a clock
// of its own, and costs a bounded time whatever it does. A page that breaks
// the browser is tried again alone; others are not harmed. A browser that is
// started here (package chromium) leaves no process and no file behind.
package render
