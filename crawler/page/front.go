package page

import (
	"bytes"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// Gate is what a page seems to be that shows itself in the stead of a site's
// own pages; "" for a page like others.
type Gate string

const (
	GateLogin       Gate = "login"
	GateConsent     Gate = "consent page"
	GateParked      Gate = "parked domain"
	GateMaintenance Gate = "maintenance page"
	GateFault       Gate = "message of the server's" // of GateOf alone
	GateLimit       Gate = "notice that too much is asked for"
	GateCheck       Gate = "check for robots"
	GateMissing     Gate = "message that nothing is there" // of GateOf alone
)

// Seems says what stands before a site that shows it, "" for none.
func (g Gate) Seems() string {
	return map[Gate]string{
		GateLogin:       "a login seems to stand before the site",
		GateConsent:     "a consent page seems to stand before the site",
		GateMaintenance: "the site seems to be closed for maintenance",
		GateFault:       "the server seems to fail, and answers 200 all the same",
		GateParked:      "the domain seems to be parked, or for sale",
		GateLimit:       "the server seems to limit how much it is asked for",
		GateCheck:       "a check for robots seems to stand before the site",
		GateMissing:     "the pages say that nothing is there, and answer 200 all the same",
	}[g]
}

// Front is what the markup of a start page tells beside its facts.
type Front struct {
	Gate    Gate `json:"gate,omitempty"`
	Links   int  `json:"links"`           // that lead to other pages
	Scripts int  `json:"scripts"`         // inline or not
	Media   int  `json:"media,omitempty"` // pictures, films, frames and the like, and what the head links to
	// Base is the href of its base element.
	Base string `json:"base,omitempty"`
}

const (
	maxFront  = 256 << 10 // bytes that are looked at
	fewWords  = 60        // a longer text may speak of such things and be none
	frontText = 8 << 10   // bytes of text that are looked at
	maxBase   = 1 << 10   // bytes of a base element's address
)

var (
	loginTitle  = onceNeeded(`(?i)\b(log ?-?in|sign ?-?in|log ?on|anmelde(n|seite)|anmeldung|connexion|inicia(r)? sesi[oó]n|inloggen|accedi|logowanie)\b`)
	consentText = onceNeeded(`(?i)\b(before you continue|we value your privacy|accept (our |all |the )?cookies|cookies (akzeptieren|zustimmen)|accepter les cookies|aceptar (las )?cookies|wir schätzen ihre privatsphäre|bevor sie fortfahren|avant de continuer|cookie consent|your (privacy|cookie) choices|(privacy|cookie) (settings|preferences)|cookie-einstellungen)\b`)
	parkedText  = onceNeeded(`(?i)\b(domain (name )?(is|may be) for sale|buy this domain|(domain (is|has been)|is) parked\b|parked domain|domain (name )?has expired|domain steht zum verkauf|domaine est à vendre)`)
	closedText  = onceNeeded(`(?i)\b((under|(down|closed|locked|offline) for|undergoing|scheduled) maintenance|(site|website|boards?|forums?|wiki|gallery) (is|are) (currently|temporarily) (closed|offline|locked|down|unavailable)|maintenance mode|(right )?back (soon|shortly)|temporarily (offline|unavailable|closed)|vorübergehend (nicht erreichbar|geschlossen)|wartungs(arbeiten|modus)|en maintenance|en mantenimiento|in manutenzione)\b`)
	limitText   = onceNeeded(`(?i)\b(too many (requests|hits|page views)|(please )?slow down|(requests?|rate|access) limit (is |was |has been )?(reached|exceeded)|rate[- ]limited|unusual (traffic|activity)|(requests|pages) (too (fast|quickly|often))|zu viele (anfragen|zugriffe|seitenaufrufe)|trop de requêtes|demasiadas (solicitudes|peticiones)|troppe richieste|te veel verzoeken)`)
	checkText   = onceNeeded(`(?i)\b(just a moment|(checking|verifying) (that )?(your browser|you are (a )?human|if the site connection)|verify (that )?you are (a |not a )?(human|robot)|are you (a |not a )?(human|robot)|i'?m not a robot|enable javascript and cookies to continue|ddos protection by|(complete|solve) (the|this) (security check|captcha)|attention required|pardon our interruption|access (to this page )?(has been |is )?denied|you don'?t have permission to access|you have been blocked|press (&|and) hold|confirm (that )?you are (a )?human|bestätigen sie, dass sie kein roboter sind|you are now in (line|the queue)|requested url was rejected|(request|access|ip( address)?) (has been|was|is) blocked|sicherheitsüberprüfung|zugriff verweigert|accès refusé|acceso denegado|accesso negato)\b`)
	missingText = onceNeeded(`(?i)\b((page|product|item|article|content|document|file|listing|record|entry) ((you (requested|are looking for)|that you requested) )?(could not be|can(not|'t) be|was not|wasn't|not) found|(seite|produkt|artikel|inhalt|eintrag) (konnte |wurde )?(leider )?nicht gefunden|diese seite existiert nicht|page (introuvable|non trouvée)|p[aá]gina no encontrada|pagina non trovata)\b`)
	faultText   = onceNeeded(`(?i)(^\s*\{.{0,100}"(error|errors|message)" ?: ?["{[]|\b(error establishing a database|database (connection )?(error|failed)|(internal|critical|fatal|unexpected|application|server) error|service unavailable|bad gateway|something went wrong|an error (has )?occurred|too many connections|datenbank(fehler|verbindung)|interner (server)?fehler|unerwarteter fehler|erreur (interne|de connexion)|error interno|es ist ein fehler aufgetreten|une erreur (est survenue|s'est produite)|se ha producido un error|si è verificato un errore|traceback \(most recent call|java\.lang\.\w+|nullpointerexception|sqlstate|cannot get|bandwidth limit exceeded|account (has been )?suspended|welcome to nginx)\b)`)
)

// ReadFront reads the markup of a page. What its words are taken for is a guess:
// it counts only where something else shows that the page stands for others.
func ReadFront(body []byte) (f Front) {
	z := html.NewTokenizer(bytes.NewReader(body[:min(len(body), maxFront)]))
	var title, text strings.Builder
	inTitle, hidden, password := false, "", false
	for {
		kind := z.Next()
		switch kind {
		case html.ErrorToken:
			f.Gate = gateOf(title.String(), text.String(), password)
			return f
		case html.TextToken:
			switch {
			case inTitle:
				title.Write(z.Text())
			case hidden == "" && text.Len() < frontText:
				text.Write(z.Text())
				text.WriteByte(' ')
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			switch tag := string(name); tag {
			case "title":
				inTitle = title.Len() == 0
			case "script", "style":
				hidden = tag
				if tag == "script" {
					f.Scripts++
				}
			case "a", "area":
				if leads(attr(z, more, "href")) {
					f.Links++
				}
			case "base":
				if href := attr(z, more, "href"); f.Base == "" && len(href) <= maxBase {
					f.Base = href
				}
			case "img", "svg", "canvas", "video", "object", "embed", "iframe", "frame", "link":
				f.Media++
			case "input":
				password = password || strings.EqualFold(attr(z, more, "type"), "password")
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			inTitle = inTitle && string(name) != "title"
			if string(name) == hidden {
				hidden = ""
			}
		}
	}
}

// attr gives an attribute of the tag at hand.
func attr(z *html.Tokenizer, more bool, name string) string {
	for more {
		var key, value []byte
		if key, value, more = z.TagAttr(); string(key) == name {
			return strings.TrimSpace(string(value))
		}
	}
	return ""
}

// leads tells whether a link goes to another page.
func leads(href string) bool {
	scheme, _, has := strings.Cut(href, ":")
	return href != "" && href[0] != '#' && (!has || strings.ContainsAny(scheme, "/?#") || strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

func gateOf(title, text string, password bool) Gate {
	if len(strings.Fields(text)) > fewWords {
		text = ""
	}
	says := func(re *regexp.Regexp) bool { return re.MatchString(title) || re.MatchString(text) }
	switch {
	case password || NamesLogin(title):
		return GateLogin
	case says(limitText()):
		return GateLimit
	case says(parkedText()):
		return GateParked
	case says(closedText()):
		return GateMaintenance
	case says(consentText()):
		return GateConsent
	case says(checkText()):
		return GateCheck
	}
	return ""
}

// GateOf tells what a page seems to be that many addresses show, by its title, its
// heading and how its text begins.
func GateOf(title, heading, text string) Gate {
	switch {
	case NamesLogin(heading), NamesLogin(firstWords(text)):
		return GateLogin
	case faultText().MatchString(title + "\n" + heading + "\n" + text):
		return GateFault
	}
	gate := gateOf(title, text, false)
	if gate == "" && missingText().MatchString(heading+"\n"+text) {
		gate = GateMissing
	}
	return gate
}

// firstWords are so few that they are a heading.
func firstWords(text string) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(len(words), 5)], " ")
}

// loginBits are what titles have, one of them at least, that loginTitle matches.
var loginBits = [...]string{"log", "ign", "anmeld", "connexion", "inicia", "accedi"}

// NamesLogin tells whether a title or heading is that of a login page.
func NamesLogin(title string) bool {
	for at := range len(title) {
		switch title[at] | 0x20 { // what loginBits begin with
		default:
			continue
		case 'l', 'i', 'a', 'c':
		}
		for _, bit := range loginBits {
			if len(title)-at >= len(bit) && strings.EqualFold(title[at:at+len(bit)], bit) {
				return loginTitle().MatchString(title)
			}
		}
	}
	return false
}
