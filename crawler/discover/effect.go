package discover

import (
	"bytes"
	"iter"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Links that people get by mail or press once: a log and an analytics export
// hold them as they hold pages. Whoever asks for one confirms, resets, cancels
// or signs out. They are known by name, in the languages of the larger shops.

// effectWords are the actions.
var effectWords = words(`
	logout logoff signout signoff unsubscribe unsub optout optin reset confirm confirmation verify verification activate activation
	deactivate delete remove cancel revoke approve reject decline accept invite impersonate autologin magiclink
	resetpassword passwordreset forgotpassword lostpassword changepassword verifyemail confirmemail
	abmelden abbestellen austragen bestaetigen bestaetigung bestätigen zuruecksetzen zurücksetzen freischalten loeschen löschen kuendigen
	deconnexion déconnexion desabonner désabonner desinscription désinscription confirmer supprimer reinitialiser réinitialiser
	confirmar confirmacion eliminar restablecer desuscribir cancelar desconectar
	conferma disiscrizione disiscriviti elimina cancella ripristina uitloggen afmelden bevestigen verwijderen wissen
	descadastrar sair remover
`)

// effectPairs are actions of two words.
var effectPairs = words(`
	log-out log-off sign-out sign-off opt-out opt-in magic-link auto-login passwort-vergessen password-forgotten forgot-password lost-password
	double-opt
`)

// companions may stand beside an action in a name: reset-password,
// newsletter_unsubscribe.php. A title such as how-to-reset-a-router has others.
var companions = words(`
	password passwort passwd kennwort pass email mail e account konto user member customer profile newsletter subscription subscriptions abo
	registration register order request link my your do form action page user process submit now wp php html htm asp aspx jsp cgi
	address adresse contrasena senha mot de passe list mailing one click
`)

// effectVerbs are the parameters that carry an action in their value.
var effectVerbs = words("action act do cmd command op mode task event func function operation step todo")

// HasEffect reports whether a canonical form is by its name a link that does
// something, and the part that says so.
func HasEffect(url []byte) (part string, found bool) {
	_, _, path, query := canonical.Split(url)
	for segment := range bytes.SplitSeq(path, []byte("/")) {
		segment, _, _ = bytes.Cut(segment, []byte(";"))
		if effectName(segment) {
			return string(segment), true
		}
	}
	for param := range bytes.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, text, _ := bytes.Cut(param, []byte("="))
		if effectName(name) || effectVerbs[strings.ToLower(string(name))] && effectName(text) {
			return string(name), true
		}
	}
	return "", false
}

// effectName reports whether a name is an action, alone or with companions.
func effectName(name []byte) bool {
	if len(name) < 4 || len(name) > maxName || !mayBegin(name) {
		return false
	}
	found, n := false, 0
	first := "" // of a pair
	for word := range eachWord(unescape(name)) {
		n++
		switch pair := pairs[string(word)]; {
		case effectWords[string(word)], first != "" && effectPairs[first+"-"+string(word)]:
			found, first = true, pair
		case pair != "":
			first = pair
		case companions[string(word)]:
			first = ""
		default:
			return false
		}
	}
	return found && n <= 5
}

// maxName is the longest name that is looked into, in bytes.
const maxName = 64

// pairs are the first words of effectPairs.
var pairs = map[string]string{}

// begins has a bit for every length of the words that a name can begin with,
// by their first byte: most names are none of those, and need no closer look.
var begins [256]uint64

func init() {
	for pair := range effectPairs {
		first, _, _ := strings.Cut(pair, "-")
		pairs[first] = first
		begins[first[0]] |= 1 << min(len(first), 63)
	}
	for _, set := range []map[string]bool{effectWords, companions} {
		for word := range set {
			begins[word[0]] |= 1 << min(len(word), 63)
		}
	}
}

// mayBegin reports whether the first word of a name has the first letter and
// the length of one that counts.
func mayBegin(name []byte) bool {
	from := 0
	for from < len(name) && !wordByte(name[from]) {
		from++
	}
	if from == len(name) || bytes.IndexByte(name, '%') >= 0 {
		return from < len(name)
	}
	to := from + 1
	for to < len(name) && wordByte(name[to]) && !turns(name, to) {
		to++
	}
	c := name[from]
	if 'A' <= c && c <= 'Z' {
		c |= 0x20
	}
	return begins[c]&(1<<min(to-from, 63)) != 0
}

// turns reports upper case behind lower case: a new word.
func turns(name []byte, i int) bool {
	return 'A' <= name[i] && name[i] <= 'Z' && 'a' <= name[i-1] && name[i-1] <= 'z'
}

// eachWord gives the words of a name in lower case: cut where a character is
// no letter and no digit, and where lower case turns to upper. A word holds
// until the next one; of a longer one only maxName bytes are given.
func eachWord(name []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var word [maxName]byte
		n := 0
		for i, c := range name {
			upper := 'A' <= c && c <= 'Z'
			if n > 0 && (turns(name, i) || !wordByte(c)) {
				if !yield(word[:n]) {
					return
				}
				n = 0
			}
			if upper {
				c |= 0x20
			}
			if wordByte(c) && n < maxName {
				word[n] = c
				n++
			}
		}
		if n > 0 {
			yield(word[:n])
		}
	}
}

func wordByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c >= 0x80
}

// words makes a set of a list.
func words(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}
