// Package folder is the site folder: what runs leave behind for one scope. It
// holds the sitemap files and, in the folder crawls, the crawl files, named
// after the time when each crawl began. One process may work on it at a time;
// reading needs no lock.
package folder
