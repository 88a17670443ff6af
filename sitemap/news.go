package sitemap

import "strings"

// MaxNews is the most articles of one news sitemap, and NewsDays how many days
// old they may be (Google, "Create a news sitemap").
const (
	MaxNews  = 1000
	NewsDays = 2
)

// maxNewsText is the most characters of a title or name that are written.
const maxNewsText = 500

// News is the page as an article (Google's news extension, 0.9). Its schema
// requires all fields.
type News struct {
	Name      string // of the publication, as it is in Google News
	Lang      string // see NewsLanguage
	Published string // W3C Datetime
	Title     string
}

// Complete reports whether the article has all that the extension requires.
func (n *News) Complete() bool {
	_, dated := NormalizeLastMod(n.Published)
	lang, known := NewsLanguage(n.Lang)
	return dated && known && lang == n.Lang && strings.TrimSpace(n.Title) != "" && strings.TrimSpace(n.Name) != ""
}

// NewsLanguage makes a language of the extension of a BCP 47 tag: two or three
// letters, but zh-cn and zh-tw for Chinese, by region or script.
func NewsLanguage(tag string) (string, bool) {
	parts := strings.FieldsFunc(strings.ToLower(tag), func(r rune) bool { return r == '-' || r == '_' || r == ' ' })
	if len(parts) == 0 || len(parts[0]) < 2 || len(parts[0]) > 3 || strings.Trim(parts[0], "abcdefghijklmnopqrstuvwxyz") != "" {
		return "", false
	}
	if parts[0] != "zh" {
		return parts[0], true
	}
	for _, part := range parts[1:] {
		switch part {
		case "tw", "hk", "mo", "hant":
			return "zh-tw", true
		}
	}
	return "zh-cn", true
}
