package sitemap

import "strconv"

// Extensions is the set of namespaces that a file's entries use.
type Extensions uint8

// The extensions that can be written.
const (
	ExtImage Extensions = 1 << iota
	ExtVideo
	ExtXHTML
	ExtNews
)

// extensions says how each one is declared, in the order of declaration.
var extensions = [...]struct {
	bit               Extensions
	prefix, ns, where string
}{
	{ExtImage, "image", nsImage, "http://www.google.com/schemas/sitemap-image/1.1/sitemap-image.xsd"},
	{ExtVideo, "video", nsVideo, "http://www.google.com/schemas/sitemap-video/1.1/sitemap-video.xsd"},
	{ExtXHTML, "xhtml", nsXHTML, "http://www.w3.org/2002/08/xhtml/xhtml1-strict.xsd"},
	{ExtNews, "news", nsNews, "http://www.google.com/schemas/sitemap-news/0.9/sitemap-news.xsd"},
}

// maxImages is the image extension's limit for one page.
const maxImages = 1000

// maxTags is the video extension's limit for one video.
const maxTags = 32

// Format is how entries become XML. The zero value writes 0.9 with
// xsi:schemaLocation. Its methods append and allocate nothing of their own.
type Format struct {
	Version          Version
	NoSchemaLocation bool
}

// AppendHead appends the XML declaration and the start of a urlset whose
// entries use ext.
func (f Format) AppendHead(dst []byte, ext Extensions) []byte {
	return f.appendRoot(dst, "urlset", "sitemap.xsd", ext)
}

// AppendTail appends the end of a urlset.
func (f Format) AppendTail(dst []byte) []byte { return append(dst, "</urlset>\n"...) }

// AppendIndexHead appends the XML declaration and the start of an index.
func (f Format) AppendIndexHead(dst []byte) []byte {
	return f.appendRoot(dst, "sitemapindex", "siteindex.xsd", 0)
}

// AppendIndexTail appends the end of an index.
func (f Format) AppendIndexTail(dst []byte) []byte { return append(dst, "</sitemapindex>\n"...) }

func (f Format) appendRoot(dst []byte, root, schema string, ext Extensions) []byte {
	if f.Version == V084 {
		ext = 0
	}
	dst = append(dst, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<"...)
	dst = append(dst, root...)
	dst = appendAttr(dst, " xmlns", f.Version.Namespace())
	for _, x := range extensions {
		if ext&x.bit != 0 {
			dst = append(dst, " xmlns:"...)
			dst = appendAttr(dst, x.prefix, x.ns)
		}
	}
	if !f.NoSchemaLocation {
		dst = f.appendSchemaLocation(dst, schema, ext)
	}
	return append(dst, ">\n"...)
}

func (f Format) appendSchemaLocation(dst []byte, schema string, ext Extensions) []byte {
	dst = appendAttr(dst, " xmlns:xsi", nsXSI)
	dst = append(dst, " xsi:schemaLocation=\""...)
	dst = append(dst, f.Version.Namespace()...)
	dst = append(dst, ' ')
	dst = append(dst, f.Version.Namespace()...)
	dst = append(dst, '/')
	dst = append(dst, schema...)
	for _, x := range extensions {
		if ext&x.bit != 0 {
			dst = append(dst, ' ')
			dst = append(dst, x.ns...)
			dst = append(dst, ' ')
			dst = append(dst, x.where...)
		}
	}
	return append(dst, '"')
}

// AppendURL appends one page and says which extensions it used. Loc must be
// one that Writer.Write takes.
func (f Format) AppendURL(dst []byte, e *Entry) ([]byte, Extensions) {
	dst = append(dst, "<url><loc>"...)
	dst = appendEscaped(dst, e.Loc)
	dst = append(dst, "</loc>"...)
	dst = appendLastMod(dst, "lastmod", e.LastMod)
	if e.ChangeFreq != "" && validChangeFreq(e.ChangeFreq) {
		dst = appendElement(dst, "changefreq", e.ChangeFreq)
	}
	if e.Priority != "" {
		if v, ok := parsePriority(e.Priority); ok && v != 0.5 {
			dst = appendElement(dst, "priority", e.Priority)
		}
	}
	var ext Extensions
	if f.Version != V084 && (e.News != nil || len(e.Images)+len(e.Alternates)+len(e.Videos) > 0) {
		dst, ext = appendExtensions(dst, e)
	}
	return append(dst, "</url>\n"...), ext
}

// AppendSitemap appends one entry of an index.
func (f Format) AppendSitemap(dst []byte, e *Entry) []byte {
	dst = append(dst, "<sitemap><loc>"...)
	dst = appendEscaped(dst, e.Loc)
	dst = append(dst, "</loc>"...)
	dst = appendLastMod(dst, "lastmod", e.LastMod)
	return append(dst, "</sitemap>\n"...)
}

// appendExtensions appends what follows priority in the schema's sequence.
func appendExtensions(dst []byte, e *Entry) ([]byte, Extensions) {
	var ext Extensions
	for _, a := range e.Alternates {
		if !validLanguage(a.Lang) || !plainURL(a.Href) {
			continue
		}
		ext |= ExtXHTML
		dst = append(dst, "<xhtml:link rel=\"alternate\" hreflang=\""...)
		dst = append(dst, a.Lang...)
		dst = append(dst, "\" href=\""...)
		dst = appendEscaped(dst, a.Href)
		dst = append(dst, "\"/>"...)
	}
	images := 0
	for _, loc := range e.Images {
		if !plainURL(loc) {
			continue
		}
		if images++; images > maxImages {
			break
		}
		ext |= ExtImage
		dst = append(dst, "<image:image><image:loc>"...)
		dst = appendEscaped(dst, loc)
		dst = append(dst, "</image:loc></image:image>"...)
	}
	for i := range e.Videos {
		if v := &e.Videos[i]; v.Complete() {
			ext |= ExtVideo
			dst = appendVideo(dst, v)
		}
	}
	if e.News != nil && e.News.Complete() {
		ext |= ExtNews
		dst = appendNews(dst, e.News)
	}
	return dst, ext
}

// appendNews appends a complete article in the order of Google's schema.
func appendNews(dst []byte, n *News) []byte {
	dst = append(dst, "<news:news><news:publication>"...)
	dst = appendTextElement(dst, "news:name", n.Name, maxNewsText)
	dst = appendElement(dst, "news:language", n.Lang)
	dst = append(dst, "</news:publication>"...)
	dst = appendLastMod(dst, "news:publication_date", n.Published)
	dst = appendTextElement(dst, "news:title", n.Title, maxNewsText)
	return append(dst, "</news:news>"...)
}

// appendVideo appends a complete video in the order of Google's schema.
func appendVideo(dst []byte, v *Video) []byte {
	dst = append(dst, "<video:video>"...)
	dst = appendTextElement(dst, "video:thumbnail_loc", v.Thumbnail, maxLoc)
	dst = appendTextElement(dst, "video:title", v.Title, 100)
	dst = appendTextElement(dst, "video:description", v.Description, 2048)
	if v.Content != "" {
		dst = appendTextElement(dst, "video:content_loc", v.Content, maxLoc)
	}
	if v.Player != "" {
		dst = appendTextElement(dst, "video:player_loc", v.Player, maxLoc)
	}
	if v.Duration >= 1 && v.Duration <= 28_800 {
		dst = append(dst, "<video:duration>"...)
		dst = strconv.AppendInt(dst, int64(v.Duration), 10)
		dst = append(dst, "</video:duration>"...)
	}
	dst = appendLastMod(dst, "video:expiration_date", v.Expires)
	if n, ok := parseDecimal(v.Rating); ok && n >= 0 && n <= 5 {
		dst = appendElement(dst, "video:rating", v.Rating)
	}
	dst = appendLastMod(dst, "video:publication_date", v.Published)
	for i, tag := range v.Tags {
		if i == maxTags {
			break
		}
		dst = appendTextElement(dst, "video:tag", tag, 256)
	}
	return append(dst, "</video:video>"...)
}

// appendLastMod appends a date, if it can be written in a form for both
// schemas.
func appendLastMod(dst []byte, name, value string) []byte {
	if value == "" {
		return dst
	}
	if v, ok := NormalizeLastMod(value); ok {
		dst = appendElement(dst, name, v)
	}
	return dst
}

// appendElement appends a value that needs no escaping.
func appendElement(dst []byte, name, value string) []byte {
	dst = appendOpen(dst, name)
	dst = append(dst, value...)
	return appendClose(dst, name)
}

func appendTextElement(dst []byte, name, value string, limit int) []byte {
	dst = appendOpen(dst, name)
	dst = appendText(dst, value, limit)
	return appendClose(dst, name)
}

func appendOpen(dst []byte, name string) []byte {
	dst = append(dst, '<')
	dst = append(dst, name...)
	return append(dst, '>')
}

func appendClose(dst []byte, name string) []byte {
	dst = append(dst, "</"...)
	dst = append(dst, name...)
	return append(dst, '>')
}

func appendAttr(dst []byte, name, value string) []byte {
	dst = append(dst, name...)
	dst = append(dst, "=\""...)
	dst = append(dst, value...)
	return append(dst, '"')
}
