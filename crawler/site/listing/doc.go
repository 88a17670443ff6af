// Package listing makes a set of sitemap files of a judged crawl: which of its
// URLs the set lists, and what each entry says (date, priority, pictures,
// translations, the series of files that it goes to). It writes by
// sitemap/publish.
package listing
