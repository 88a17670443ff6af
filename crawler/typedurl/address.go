// Package typedurl reads URLs as people type them: without a scheme, with a
// login, or not a URL at all.
package typedurl

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/safe"
)

// SitemapEndings are those of the files that are looked at in a folder.
var SitemapEndings = []string{".xml", ".gz", ".txt", ".rss", ".atom"}

func IsSitemap(name string) bool {
	return slices.Contains(SitemapEndings, path.Ext(strings.ToLower(name))) && !strings.HasPrefix(name, ".")
}

// NotThere says of a file that is not there how its name could have been
// meant.
func NotThere(arg string, err error) error {
	scheme, _, hasScheme := strings.Cut(arg, "://")
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return err
	case hasScheme && !strings.ContainsAny(scheme, "/."):
		return fmt.Errorf("read %s: a URL begins with http:// or https:// and a host", arg)
	case IsWebAddress(arg + "/sitemap.xml"):
		return fmt.Errorf("there is no file or folder %s; to check a site: portolan check %s/sitemap.xml, or %s/robots.txt, which names its sitemaps", arg, arg, arg)
	}
	return fmt.Errorf("there is no file or folder %s", arg)
}

// IsWebAddress tells host/path, the URL of a file without its scheme, from the
// path of a file.
func IsWebAddress(arg string) bool {
	host, rest, _ := strings.Cut(arg, "/")
	name, port, hasPort := strings.Cut(host, ":")
	switch {
	case rest == "" || strings.HasPrefix(name, ".") || strings.ContainsAny(host, ` \`):
		return false
	case hasPort:
		return name != "" && strings.Trim(port, "0123456789") == "" && port != ""
	}
	return strings.EqualFold(name, "localhost") || strings.Contains(strings.Trim(name, "."), ".") &&
		!slices.Contains(slices.Concat(fileEndings, SitemapEndings), path.Ext(strings.ToLower(name)))
}

// IsURL reports an argument that is fetched, not opened.
func IsURL(s string) bool {
	lower := strings.ToLower(s[:min(len(s), 8)])
	return len(s) > 8 && (strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://"))
}

// File gives the name of the file at a URL.
func File(url string) string {
	url, _, _ = strings.Cut(url, "?")
	return path.Base(url)
}

// Site reads the URL of a site.
func Site(arg string) (*url.URL, error) {
	u, err := url.Parse(arg)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, mistake.Errorf("%q is not the URL of a site, such as https://www.example.com/", arg)
	}
	return u, nil
}

// IsWord tells the URL of a crawl from a command: it holds a dot, a colon
// or a slash, or is this machine.
func IsWord(word string) bool {
	return !strings.HasPrefix(word, "-") && (strings.ContainsAny(word, ".:/") || strings.EqualFold(word, "localhost"))
}

// otherSchemes are those that people know and that no site is crawled by.
var otherSchemes = []string{"ftp", "ftps", "sftp", "ws", "wss", "mailto", "tel", "data", "javascript", "about", "view-source", "chrome"}

// fileEndings are those of files that no host name ends in.
var fileEndings = []string{".html", ".htm", ".xhtml", ".xml", ".txt", ".php", ".pdf", ".gz"}

// Check refuses what cannot be the URL of a site, before anything is
// asked for, and says what may have been meant.
func Check(typed string) error {
	word := strings.TrimSpace(typed)
	scheme, rest, _ := strings.Cut(word, ":")
	after := strings.TrimLeft(rest, "/")
	switch lower := strings.ToLower(scheme); {
	case word == "":
		return mistake.Errorf("the URL is empty; crawl wants one, such as example.com")
	case LooksLikeFile(word):
		return mistake.Errorf("%q looks like a file of this machine; portolan crawls what a web server serves, such as http://localhost:8000/\nfor the file of a sitemap: portolan check %s",
			word, safe.ShellQuote(strings.TrimPrefix(word, "file://")))
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

// LooksLikeFile reports a path, and the name of a file that is there or can be
// nothing else.
func LooksLikeFile(word string) bool {
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
