package page

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Video is what the JSON-LD of a page says of one video (schema.org
// VideoObject) that has at least a name, a description, a thumbnail, and a
// file or a player.
type Video struct {
	Title       string // white space folded, at most 400 bytes
	Description string // the same, at most 8,192 bytes
	Thumbnail   string // URLs as written
	Content     string // of the file, "" if only Player is given
	Player      string
	Duration    int // seconds, 0 if it is not known
	Published   string
	Expires     string
}

const (
	maxVideos     = 50        // of a page
	maxVideoJSON  = 256 << 10 // bytes of a script that is read; of a longer one nothing is
	maxVideoDepth = 20        // of a VideoObject in its script
	maxVideoTitle = 400       // bytes: 100 characters
	maxVideoText  = 8192      // bytes: 2,048 characters
	maxVideoURL   = 2048      // bytes; longer ones cannot be listed
)

// readVideos takes the videos of a script of JSON-LD. One that is no JSON says
// nothing.
func (p *Parser) readVideos(script []byte) {
	if len(script) > maxVideoJSON || !bytes.Contains(script, []byte("VideoObject")) {
		return
	}
	var value any
	if json.Unmarshal(script, &value) == nil {
		p.findVideos(value, maxVideoDepth)
	}
}

// findVideos looks through a JSON value: videos stand alone, in arrays, in a
// @graph, or in the article that shows them.
func (p *Parser) findVideos(value any, depth int) {
	if depth == 0 || len(p.page.Videos) == maxVideos {
		return
	}
	switch value := value.(type) {
	case []any:
		for _, v := range value {
			p.findVideos(v, depth-1)
		}
	case map[string]any:
		if isType(value["@type"], "VideoObject") {
			if v := videoOf(value); v.complete() && len(p.page.Videos) < maxVideos {
				p.page.Videos = append(p.page.Videos, v)
			}
			return
		}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			p.findVideos(value[key], depth-1)
		}
	}
}

func isType(value any, name string) bool {
	for _, t := range listOf(value) {
		if s, ok := t.(string); ok && strings.TrimPrefix(strings.TrimPrefix(s, "https://schema.org/"), "http://schema.org/") == name {
			return true
		}
	}
	return false
}

// listOf gives a value that may be one or several.
func listOf(value any) []any {
	if list, ok := value.([]any); ok {
		return list
	}
	return []any{value}
}

// textOf gives the first text of a property, white space folded, at most so
// many bytes.
func textOf(object map[string]any, name string, most int) string {
	for _, v := range listOf(object[name]) {
		if s, ok := v.(string); ok && strings.TrimSpace(s) != "" {
			return cutText(strings.Join(strings.Fields(s), " "), most)
		}
	}
	return ""
}

func videoOf(object map[string]any) Video {
	text := func(name string, most int) string { return textOf(object, name, most) }
	url := func(name string) string {
		if s := text(name, maxVideoURL+1); len(s) <= maxVideoURL {
			return s
		}
		return ""
	}
	return Video{
		Title: text("name", maxVideoTitle), Description: text("description", maxVideoText),
		Thumbnail: url("thumbnailUrl"), Content: url("contentUrl"), Player: url("embedUrl"),
		Duration: secondsOf(text("duration", maxDate)), Published: text("uploadDate", maxDate), Expires: text("expires", maxDate),
	}
}

func (v *Video) complete() bool {
	return v.Title != "" && v.Description != "" && v.Thumbnail != "" && v.Content+v.Player != ""
}

// cutText cuts a text to at most n bytes, not inside a character.
func cutText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// isoDuration are the durations of ISO 8601 that videos have: PT1H2M3.5S, P1D.
var isoDuration = onceNeeded(`^P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})(?:[.,]\d+)?S)?)?$`)

// secondsOf reads a duration; 0 if it is none.
func secondsOf(duration string) int {
	m := isoDuration().FindStringSubmatch(duration)
	if m == nil {
		return 0
	}
	total := 0
	for i, unit := range [...]int{24 * 60 * 60, 60 * 60, 60, 1} {
		n, _ := strconv.Atoi(m[i+1]) // "" is none
		total += n * unit
	}
	return total
}
