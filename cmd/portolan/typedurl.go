package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/start"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// otherSchemes are those that people know and that no site is crawled by.
var otherSchemes = []string{"ftp", "ftps", "sftp", "ws", "wss", "mailto", "tel", "data", "javascript", "about", "view-source", "chrome"}

// fileEndings are those of files that no host name ends in.
var fileEndings = []string{".html", ".htm", ".xhtml", ".xml", ".txt", ".php", ".pdf", ".gz"}

// checkTyped refuses what cannot be the URL of a site, before anything is
// asked for, and says what may have been meant.
func checkTyped(typed string) error {
	word := strings.TrimSpace(typed)
	scheme, rest, _ := strings.Cut(word, ":")
	after := strings.TrimLeft(rest, "/")
	switch lower := strings.ToLower(scheme); {
	case word == "":
		return mistake.Errorf("the URL is empty; crawl wants one, such as example.com")
	case looksLikeFile(word):
		return mistake.Errorf("%q looks like a file of this machine; portolan crawls what a web server serves, such as http://localhost:8000/\nfor the file of a sitemap: portolan check %s",
			word, shellQuote(strings.TrimPrefix(word, "file://")))
	case strings.HasPrefix(lower, "http//") || strings.HasPrefix(lower, "https//"):
		return mistake.Errorf("%q lacks a colon; did you mean %s?", word, strings.Replace(word, "//", "://", 1))
	case lower == "http" || lower == "https" || !isScheme(scheme, rest):
		return nil
	case slices.Contains(otherSchemes, lower):
		return mistake.Errorf("%q: portolan crawls http and https; %s is neither", word, lower)
	case strings.HasPrefix(rest, "//"):
		return mistake.Errorf("%q: unknown scheme %q; did you mean %s://%s?", word, scheme, nearestScheme(lower), after)
	}
	return mistake.Errorf("%q: unknown scheme %q; a URL begins with http:// or https://", word, scheme)
}

// isScheme tells scheme:rest from host:port.
func isScheme(before, after string) bool {
	return before != "" && after != "" && !strings.ContainsAny(before, "./?#[") && (after[0] < '0' || after[0] > '9')
}

func nearestScheme(typed string) string {
	if strings.HasSuffix(typed, "s") {
		return "https"
	}
	return "http"
}

// looksLikeFile reports a path, and the name of a file that is there or can be
// nothing else.
func looksLikeFile(word string) bool {
	for _, prefix := range []string{"./", "../", "~/", `.\`, `..\`, `\`, "file:"} {
		if strings.HasPrefix(strings.ToLower(word), prefix) {
			return true
		}
	}
	switch {
	case strings.HasPrefix(word, "/"):
		return !strings.HasPrefix(word, "//")
	case strings.Contains(word, "://"):
		return false
	case len(word) > 2 && word[1] == ':' && (word[2] == '\\' || word[2] == '/'):
		return true // C:\site
	case !strings.ContainsAny(word, "/:") && slices.Contains(fileEndings, strings.ToLower(filepath.Ext(word))):
		return true
	}
	info, err := os.Stat(word)
	return err == nil && info.Mode().IsRegular()
}

// checkHosts refuses options that name another site than the one to be
// crawled: nothing could be listed. host is the start's, as it was typed.
func (r *crawlRun) checkHosts(origin, host string) error {
	o := r.opts
	if o.hostForm != "" && twinOf(o.hostForm, host) == "" {
		bare := strings.TrimPrefix(host, "www.")
		return usagef("--prefer-host %s: it is %s or www.%s, whichever the sitemap is to list", o.preferHost, bare, bare)
	}
	if o.asOrigin != "" {
		origin = o.asOrigin
		_, at, _, _ := canonical.Split([]byte(origin + "/"))
		host = string(at)
	}
	_, mapHost, _, _ := canonical.Split([]byte(o.sitemapForm))
	switch {
	case o.scope != "":
		if twinOf(o.scopeForm.Host, host) == "" {
			return usagef("--scope %s is on another host than the site, %s: nothing could be listed", o.scope, host)
		}
	case o.sitemapForm != "" && twinOf(string(mapHost), host) == "":
		prefix := origin
		if o.asOrigin == "" && len(start.Spellings(r.typed)) > 1 {
			prefix = host // its scheme is not known yet
		}
		return usagef("--sitemap-url %s is on another host than the site, %s, and a sitemap lists its own host only\nto list the site all the same, add: --scope %s/",
			o.sitemapURL, host, prefix)
	}
	return nil
}

// checkScheme refuses options that name another scheme than the one under which
// the start was found: nothing could be listed.
func (r *crawlRun) checkScheme() error {
	scheme, rest, _ := strings.Cut(r.start.URL, "://")
	if r.scope.Scheme == scheme {
		return nil
	}
	flag, value := "--sitemap-url", r.opts.sitemapURL
	if r.opts.scope != "" {
		flag, value = "--scope", r.opts.scope
	}
	_, place, _ := strings.Cut(value, "://")
	return usagef("%s %s: the site was found under %s, as %s, and nothing could be listed\ndid you mean %s %s://%s? if it is served under %s, too: %s",
		flag, value, scheme, oneLine(r.start.URL), flag, scheme, place, r.scope.Scheme, r.again(r.scope.Scheme+"://"+rest))
}

// shellQuote makes one word of a text for a shell.
func shellQuote(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:@%+,=", r)
	}
	if text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// crawlCommand is the command that crawls a URL into a folder; dir is "" where
// the folder is named after the URL.
func crawlCommand(url, dir string, flags ...string) string {
	command := "portolan " + shellQuote(oneLine(url))
	if dir != "" {
		command += " -o " + shellQuote(dir)
	}
	for _, f := range flags {
		command += " " + f
	}
	return command
}

// again is the command of this run with another URL. It repeats the folder.
func (r *crawlRun) again(url string) string { return crawlCommand(url, r.opts.output) }

// repeated is the command of this run, as far as it may be shown, with flags
// that it lacks.
func (r *crawlRun) repeated(missing []stored.Given) string {
	return crawlCommand(r.typed, r.opts.output, flagWords(slices.Concat(r.opts.given, missing), "output")...)
}
