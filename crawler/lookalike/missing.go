package lookalike

import (
	"slices"
	"strings"
)

// notFound are what error pages say as a whole title or heading, or at the
// beginning of it.
var notFound = []string{
	"404", "error 404", "404 error", "not found", "page not found", "page cannot be found", "page can't be found", "page does not exist", "page doesn't exist",
	"this page could not be found", "this page isn't available", "we can't find that page", "file not found", "nothing found", "no longer available",
	"seite nicht gefunden", "nicht gefunden", "fehler 404", "page introuvable", "page non trouvée", "erreur 404", "página no encontrada", "pagina non trovata",
	"pagina niet gevonden", "página não encontrada", "strona nie znaleziona", "sidan hittades inte", "siden ble ikke funnet",
}

// things are what titles and headings say of that it is gone (product not found), after one of articles or none.
var (
	articles = []string{"this", "your", "dieses", "dieser", "diese", "das", "der", "die"}
	things   = []string{
		"page", "product", "item", "article", "file", "document", "post", "content", "offer", "job", "listing", "entry", "recipe", "event",
		"seite", "produkt", "artikel", "datei", "angebot", "eintrag", "beitrag",
	}
	gone = []string{
		"not found", "could not be found", "cannot be found", "can't be found", "was not found", "does not exist", "doesn't exist", "no longer exists", "not available", "is not available",
		"isn't available", "no longer available", "is no longer available", "unavailable", "is discontinued", "has been discontinued", "has been removed", "was removed", "has been deleted", "was deleted",
		"nicht gefunden", "wurde nicht gefunden", "nicht verfügbar", "ist nicht verfügbar", "nicht mehr verfügbar", "ist nicht mehr verfügbar", "nicht mehr lieferbar", "ist nicht mehr lieferbar", "existiert nicht", "existiert nicht mehr",
	}
	oneSpelling = strings.NewReplacer(" - ", "|", "’", "'")
)

// SaysNone tells whether both the title of a page and its heading, which has no name of the site beside it, say that
// there is no such page.
func SaysNone(title, heading string) bool {
	return SaysMissing(title) && SaysMissing(heading) && !strings.ContainsAny(heading, ":–—|")
}

// SaysNoPage is SaysNone of what is not found, and of no thing that may be sold out or gone and still have a page.
func SaysNoPage(title, heading string) bool {
	return SaysNone(title, heading) && says(title, func(string) bool { return false }) && says(heading, func(string) bool { return false })
}

// SaysMissing tells whether a title or a heading says that there is no such page: all that it says, beside the name of
// the site.
func SaysMissing(text string) bool { return says(text, isGone) }

func says(text string, isGone func(part string) bool) bool {
	if strings.Contains(text, " - ") || strings.Contains(text, "’") {
		text = oneSpelling.Replace(text)
	}
	for part := range strings.FieldsFuncSeq(text, isBetween) {
		part = strings.ToLower(strings.Trim(part, " .!-»«…"))
		part = strings.TrimPrefix(strings.TrimPrefix(part, "sorry, "), "oops, ")
		part = strings.TrimPrefix(part, "the ")
		if isGone(part) || slices.Contains(notFound, part) || slices.Contains(notFound, strings.TrimPrefix(part, "404 - ")) || slices.Contains(notFound, strings.TrimPrefix(part, "404 ")) {
			return true
		}
	}
	return false
}

// isBetween tells of what stands between a title and the name of the site.
func isBetween(r rune) bool { return r == '|' || r == '–' || r == '—' || r == '·' || r == ':' }

// isGone tells whether a text says of a thing that it is gone.
func isGone(text string) bool {
	thing, says, _ := strings.Cut(text, " ")
	if slices.Contains(articles, thing) {
		thing, says, _ = strings.Cut(says, " ")
	}
	return slices.Contains(things, thing) && slices.Contains(gone, says)
}
