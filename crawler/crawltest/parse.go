package crawltest

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/tools/txtar"
)

// Load reads a site from an archive file. Errors are those of Parse and of
// reading the file.
func Load(fsys fs.FS, name string) (*Site, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, fmt.Errorf("read site: %w", err)
	}
	s, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("parse site %s: %w", name, err)
	}
	return s, nil
}

// Parse reads a site from the text of an archive; the package comment tells
// its form. An error names the file that is wrong.
func Parse(archive []byte) (*Site, error) {
	ar := txtar.Parse(archive)
	s := &Site{parts: map[string][]byte{}}
	if err := s.readOrigin(ar.Comment); err != nil {
		return nil, err
	}
	for _, f := range ar.Files {
		if !isURL(f.Name) {
			if s.parts[f.Name] != nil {
				return nil, fmt.Errorf("part %q is there twice", f.Name)
			}
			s.parts[f.Name] = f.Data
		}
	}
	for _, f := range ar.Files {
		if !isURL(f.Name) {
			continue
		}
		if err := s.addAnswer(f.Name, f.Data); err != nil {
			return nil, fmt.Errorf("answer %q: %w", f.Name, err)
		}
	}
	return s, nil
}

func isURL(name string) bool {
	return strings.HasPrefix(name, "/") || strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://")
}

func (s *Site) readOrigin(comment []byte) error {
	for line := range strings.Lines(string(comment)) {
		value, ok := strings.CutPrefix(strings.TrimSpace(line), "origin:")
		if !ok {
			continue
		}
		origin, uri, err := splitURL(strings.TrimSpace(value))
		if err != nil {
			return fmt.Errorf("origin: %w", err)
		}
		if uri != "/" {
			return fmt.Errorf("origin %q has a path", strings.TrimSpace(value))
		}
		s.origin = origin
		return nil
	}
	return nil
}

// splitURL parts an absolute URL into its origin (lower case, no default
// port) and what a request line asks for.
func splitURL(raw string) (origin, uri string, err error) {
	for _, c := range []byte(raw) {
		if c <= ' ' || c >= 0x7f {
			return "", "", errors.New("a URL is written here as on the wire: ASCII, blanks escaped")
		}
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return "", "", err
	case u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return "", "", errors.New("not an absolute http or https URL")
	case strings.Contains(raw, "#") || u.User != nil:
		return "", "", errors.New("a request has no fragment and no user")
	}
	_, rest, _ := strings.Cut(raw, "://")
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		uri = rest[i:]
	}
	if !strings.HasPrefix(uri, "/") {
		uri = "/" + uri
	}
	return originOf(u.Scheme, u.Host), uri, nil
}

// originOf joins scheme and host, without a default port.
func originOf(scheme, host string) string {
	host = strings.ToLower(host)
	if scheme == "http" {
		host = strings.TrimSuffix(host, ":80")
	} else {
		host = strings.TrimSuffix(host, ":443")
	}
	return scheme + "://" + strings.TrimSuffix(host, ":")
}

// absolute gives origin and request URI of a name, which may begin at the
// root of the site's own origin.
func (s *Site) absolute(name string) (origin, uri string, err error) {
	if strings.HasPrefix(name, "/") {
		if s.origin == "" {
			return "", "", errors.New("a path needs a line \"origin: URL\" at the top of the archive")
		}
		name = s.origin + name
	}
	return splitURL(name)
}

func (s *Site) addAnswer(name string, data []byte) error {
	origin, uri, err := s.absolute(name)
	if err != nil {
		return err
	}
	a, err := s.parseAnswer(uri, data)
	if err != nil {
		return err
	}
	key := origin + uri
	t := s.answers[key]
	if t == nil {
		t = s.addTurns(key, origin, uri)
	}
	t.answers = append(t.answers, a)
	return nil
}

// addTurns makes room for the answers to a URL, or to all below one.
func (s *Site) addTurns(key, origin, uri string) *turns {
	if s.answers == nil {
		s.answers = map[string]*turns{}
	}
	t := &turns{}
	s.answers[key] = t
	s.addOrigin(origin)
	if strings.HasSuffix(uri, "/*") {
		s.addHandler(handler{origin, strings.TrimSuffix(uri, "*"), func(w http.ResponseWriter, r *http.Request) { s.take(t, w, r) }})
	} else if !strings.HasSuffix(uri, anyQuery) {
		s.urls = append(s.urls, key)
	}
	return t
}
