package proxy

import (
	"mime"
	"net/http"
	"path"
	"strings"
)

// Kind is what a page wants of a request.
type Kind uint8

const (
	Other    Kind = iota
	Document      // the page itself
	Frame         // a document inside of the page
	Script        // also those of workers
	Style
	Data // by fetch and XMLHttpRequest
	Picture
	Media
	Font
)

var kindNames = [...]string{"other", "document", "frame", "script", "style", "data", "picture", "media", "font"}

func (k Kind) String() string { return kindNames[k] }

// kinds are the destinations of Fetch, as browsers name them in
// Sec-Fetch-Dest (https://w3c.github.io/webappsec-fetch-metadata/).
var kinds = map[string]Kind{
	"document": Document, "iframe": Frame, "frame": Frame, "embed": Frame, "object": Frame, "fencedframe": Frame,
	"script": Script, "worker": Script, "sharedworker": Script, "serviceworker": Script,
	"audioworklet": Script, "paintworklet": Script, "json": Script, "style": Style, "xslt": Style, "empty": Data,
	"image": Picture, "audio": Media, "video": Media, "track": Media, "font": Font,
}

// suffixes tell the kind of a path where the browser does not.
var suffixes = map[string]Kind{
	".js": Script, ".mjs": Script, ".css": Style, ".woff": Font, ".woff2": Font, ".ttf": Font, ".otf": Font, ".eot": Font,
	".mp4": Media, ".webm": Media, ".mp3": Media, ".ogg": Media, ".m4a": Media, ".wav": Media, ".vtt": Media,
	".png": Picture, ".jpg": Picture, ".jpeg": Picture, ".gif": Picture, ".webp": Picture, ".avif": Picture, ".svg": Picture, ".ico": Picture,
}

// kindOf tells what a request is for. Browsers send Sec-Fetch-Dest to https
// and loopback alone; else the Accept header that Chromium gives a kind, and
// the path, must do. Documents and frames look alike then.
func kindOf(r *http.Request) Kind {
	if dest := r.Header.Get("Sec-Fetch-Dest"); dest != "" {
		return kinds[dest]
	}
	accept := r.Header.Get("Accept")
	switch {
	case strings.HasPrefix(accept, "text/html,"):
		return Document
	case strings.HasPrefix(accept, "text/css,"):
		return Style
	case strings.HasPrefix(accept, "image/"):
		return Picture
	case r.Header.Get("Range") != "" && strings.HasPrefix(r.Header.Get("Accept-Encoding"), "identity"):
		return Media
	}
	if kind, known := suffixes[strings.ToLower(path.Ext(r.URL.Path))]; known {
		return kind
	}
	if accept == "*/*" && r.Header.Get("Origin") == "" && r.Header.Get("X-Requested-With") == "" {
		return Script // or a fetch of the same origin
	}
	return Data
}

// Wanted tells whether an answer of this Content-Type is of use to a page that
// is rendered for its text and links: pictures, media and fonts are not.
func Wanted(contentType string) bool {
	kind := mediaType(contentType)
	for _, family := range []string{"image/", "audio/", "video/", "font/", "application/font", "application/x-font", "application/vnd.ms-fontobject"} {
		if strings.HasPrefix(kind, family) {
			return kind == "image/svg+xml" // may be a document, or a sprite that a script reads
		}
	}
	return true
}

// kept tells whether an answer of this Content-Type is a script or a style,
// which pages of a site have in common.
func kept(contentType string) bool {
	kind := mediaType(contentType)
	return kind == "text/css" || strings.HasSuffix(kind, "javascript") || strings.HasSuffix(kind, "ecmascript") || kind == "application/wasm"
}

func mediaType(contentType string) string {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		kind, _, _ = strings.Cut(contentType, ";")
		kind = strings.ToLower(strings.TrimSpace(kind))
	}
	return kind
}
