package audit

import "strings"

const defaultLang = "x-default"

// LanguageTag reads an hreflang value as search engines do: a language of ISO
// 639-1, alone or with a script of ISO 15924, a region of ISO 3166-1 alpha 2,
// or both; or x-default. It gives the usual spelling.
func LanguageTag(text string) (tag string, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == defaultLang {
		return text, true
	}
	parts := strings.Split(text, "-")
	if len(parts) > 3 || !letters(parts[0], 2) {
		return "", false
	}
	tag, rest := parts[0], parts[1:]
	if len(rest) > 0 && letters(rest[0], 4) {
		tag, rest = tag+"-"+strings.ToUpper(rest[0][:1])+rest[0][1:], rest[1:]
	}
	if len(rest) > 0 && letters(rest[0], 2) {
		tag, rest = tag+"-"+strings.ToUpper(rest[0]), rest[1:]
	}
	return tag, len(rest) == 0
}

func letters(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == ""
}
