// Package filetype tells what the names of files that are no pages end in.
package filetype

import (
	"path"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// byName are the media types that file names end in, of files that are no
// pages. IANA's registry has them.
var byName = map[string]string{
	"pdf": "application/pdf", "rtf": "application/rtf", "txt": "text/plain", "epub": "application/epub+zip",
	"ps": "application/postscript", "eps": "application/postscript", "svg": "image/svg+xml", "svgz": "image/svg+xml",
	"doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
	"docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	"pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	"odt":  "application/vnd.oasis.opendocument.text", "ods": "application/vnd.oasis.opendocument.spreadsheet",
	"odp": "application/vnd.oasis.opendocument.presentation",

	"css": "text/css", "js": "text/javascript", "mjs": "text/javascript", "json": "application/json", "map": "application/json", "xml": "application/xml",
	"rss": "application/rss+xml", "atom": "application/atom+xml", "csv": "text/csv", "wasm": "application/wasm", "webmanifest": "application/manifest+json",
	"ics": "text/calendar", "vcf": "text/vcard", "torrent": "application/x-bittorrent", "swf": "application/vnd.adobe.flash.movie",

	"jpg": "image/jpeg", "jpeg": "image/jpeg", "jpe": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
	"ico": "image/vnd.microsoft.icon", "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff", "heic": "image/heic",
	"mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac",
	"mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm", "ogv": "video/ogg", "mov": "video/quicktime", "avi": "video/x-msvideo", "mkv": "video/matroska",
	"woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf", "eot": "application/vnd.ms-fontobject",

	"zip": "application/zip", "gz": "application/gzip", "tgz": "application/gzip", "bz2": "application/x-bzip2", "xz": "application/x-xz", "zst": "application/zstd",
	"7z": "application/x-7z-compressed", "rar": "application/vnd.rar", "tar": "application/x-tar", "jar": "application/java-archive",
	"exe": "application/octet-stream", "msi": "application/octet-stream", "dmg": "application/octet-stream", "iso": "application/octet-stream",
	"apk": "application/vnd.android.package-archive", "deb": "application/octet-stream", "rpm": "application/octet-stream", "bin": "application/octet-stream",
}

// ByName gives the media type that the name of a URL's file ends in, ""
// where it may be a page: a name without an end, or with one that says nothing
// of what is sent, as .php and .html.
func ByName(url string) string {
	end := path.Ext(canonical.Path(url))
	return byName[strings.ToLower(strings.TrimPrefix(end, "."))]
}

// shown are types beside text, pictures, sounds and films that browsers show
// themselves.
var shown = map[string]bool{
	"application/pdf": true, "application/json": true, "application/xml": true, "application/rss+xml": true, "application/atom+xml": true,
}

// Saved reports whether the name of a URL's file ends as archives, programs and
// office documents do: a browser that is sent there saves it, and stays at the
// page it has.
func Saved(url string) bool {
	named := ByName(url)
	return strings.HasPrefix(named, "application/") && !shown[named]
}
