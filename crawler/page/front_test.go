package page_test

import (
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/page"
)

func TestReadFront(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       page.Front
	}{
		{"nothing", "", page.Front{}},
		{"a page", `<title>Lamps</title><script>1</script><a href=/a>a</a><a href="#top">b</a><a href=mailto:x@y>c</a><a href=a:80/x>d</a>`, page.Front{Links: 1, Scripts: 1}},
		{"links of all kinds", `<a href=https://b.example/>1</a><a href=/a:b>2</a><area href="?x=a:b"><a>no</a>`, page.Front{Links: 3}},
		{"a base on a host", `<base href="//b.example/"><base href=http://c.example/>`, page.Front{Base: "//b.example/"}},
		{"a base on its own", `<base href=/shop/>`, page.Front{Base: "/shop/"}},
		{"password", `<title>Shop</title><form><input name=u><input TYPE=Password name=p></form>`, page.Front{Gate: page.GateLogin}},
		{"sign in by its title", `<title>Sign in - Intranet</title><form><input name=mail></form>`, page.Front{Gate: page.GateLogin}},
		{"a word that holds another", `<title>Blogging in style</title>`, page.Front{}},
		{"consent", `<title>Shop</title><h1>Before you continue</h1><button>Accept</button>`, page.Front{Gate: page.GateConsent}},
		{"parked", `<title>lamps.example</title><p>This domain is for sale!`, page.Front{Gate: page.GateParked}},
		{"maintenance", `<title>Be back soon</title>`, page.Front{Gate: page.GateMaintenance}},
		{"words of a script", `<script>var s = "This domain is for sale"</script><style>.under maintenance{}</style>`, page.Front{Scripts: 1}},
		{"a long text that speaks of it", "<title>How to</title>" + strings.Repeat("<p>We put the server under maintenance and wait. ", 20), page.Front{}},
	} {
		if got := page.ReadFront([]byte(c.body)); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestNamesLogin(t *testing.T) {
	for title, want := range map[string]bool{
		"Log in": true, "Shop | LOGIN": true, "log-in": true, "Sign-In to go on": true, "Please sign in": true, "Log on": true, "Jetzt anmelden": true, "ANMELDUNG": true,
		"Zur Anmeldeseite": true, "Connexion": true, "Iniciar sesión": true, "Inicia sesion": true, "Inloggen": true, "Accedi": true, "Strona - logowanie": true,
		"": false, "l": false, "Lo": false, "Blogging in style": false, "Designs": false, "Catalogue": false, "Initial": false, "Anmeldezahlen": false, "Accedian": false,
	} {
		if got := page.NamesLogin(title); got != want {
			t.Errorf("%q: %t", title, got)
		}
	}
}

func FuzzReadFront(f *testing.F) {
	f.Add([]byte(`<title>Log in</title><a href=/x><input type=password>`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if got := page.ReadFront(body); got.Links < 0 || got.Links+got.Scripts > len(body) {
			t.Errorf("%+v of %d bytes", got, len(body))
		}
	})
}
