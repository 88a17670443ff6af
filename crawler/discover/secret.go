package discover

import (
	"bytes"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// secretNames are words of a parameter's name, or of the path segment before a
// value, that say: this is for one person alone.
var secretNames = words(`
	token tokens key keys apikey secret secrets sig signature hmac mac nonce csrf xsrf otp pin jwt bearer
	auth authkey authtoken authentication authorization oauth credential credentials assertion samlresponse samlrequest
	accesstoken idtoken refreshtoken wpnonce sharetoken
	pass passwd passwort password pwd passphrase kennwort contrasena senha
	email mail emails emailaddress mailto correo courriel phone tel telefon iban ssn cardnumber ccnumber cvv
	invite invitation magiclink hash checksum
`)

// plainKeys are names with "key" in them that sort and search, in one word.
var plainKeys = words(`keyword keywords sortkey orderkey groupkey filterkey searchkey`)

// Sensitive says what makes a URL one that is not for everybody.
type Sensitive uint8

const (
	Secret   Sensitive = 1 << iota // a value that looks like a secret, or whose name says so
	Effect                         // asking for it does something
	Personal                       // a query, or something generated in the path: others may know it, or not
)

// Inspect looks at a canonical form.
func Inspect(url []byte) Sensitive {
	var found Sensitive
	if _, effect := HasEffect(url); effect {
		found |= Effect
	}
	eachValue(url, func(v value) {
		switch {
		case v.secret():
			found |= Secret
		case v.personal():
			found |= Personal
		}
	})
	return found
}

// Masked stands for a secret in what is shown.
const Masked = "***"

// Mask gives a URL with Masked for every secret value in it: the URL itself if
// there is none. It serves whatever is shown of a URL from outside.
func Mask(url []byte) []byte { return mask(url, value.secret) }

// MaskPersonal gives a URL with Masked for every value that one person alone
// may know: all of its query, and what is generated in its path.
func MaskPersonal(url []byte) []byte {
	return mask(url, func(v value) bool { return v.secret() || v.personal() })
}

func mask(url []byte, hide func(value) bool) []byte {
	var out []byte
	done := 0
	eachValue(url, func(v value) {
		if len(v.text) == 0 || !hide(v) {
			return
		}
		out = append(append(out, url[done:v.at]...), Masked...)
		done = v.at + len(v.text)
	})
	if done == 0 {
		return url
	}
	return append(out, url[done:]...)
}

// value is a part of a URL that can hold a secret: the value of a parameter,
// or a segment of the path under the one before it.
type value struct {
	name, text []byte
	at         int // where text begins in the URL
	inQuery    bool
}

// secret reports whether the value must not be shown. What a name alone says
// counts in a query; in a path the segment must look the part as well, unless
// it is what an action is about: /unsubscribe/4711.
func (v value) secret() bool {
	if len(v.text) == 0 {
		return false
	}
	if bytes.IndexByte(v.text, '%') >= 0 || bytes.IndexByte(v.text, '@') >= 0 {
		if plain := unescape(v.text); looksSecret(plain) || nested(plain) {
			return true
		}
	} else if len(v.text) >= shortSecret && looksSecret(v.text) {
		return true
	}
	generated := v.generated()
	if v.inQuery {
		return generated || secretName(v.name)
	}
	return effectName(v.name) || generated && (secretName(v.name) || shared[strings.ToLower(string(v.name))])
}

// personal reports a value that one person alone may know.
func (v value) personal() bool { return v.inQuery || v.generated() }

// shortSecret is the length under which nothing looks generated.
const shortSecret = 16

func (v value) generated() bool { return len(v.text) >= shortSecret && canonical.Opaque(v.text) }

// shared are segments under which what follows is known to those who got it.
var shared = words("share shared s d draft preview private view download dl file u user account order orders invoice track r c")

// eachValue visits the values of a URL in its order.
func eachValue(url []byte, visit func(value)) {
	_, _, path, _ := canonical.Split(url)
	if path == nil {
		return
	}
	at := bytes.Index(url, []byte("://")) + 3
	at += bytes.IndexByte(url[at:], '/')
	end := at + len(path)
	var before []byte
	for i := at; i < end; {
		stop := i + 1
		for stop < end && url[stop] != '/' && url[stop] != ';' {
			stop++
		}
		part := url[i+1 : stop]
		if name, text, named := bytes.Cut(part, []byte("=")); named {
			visit(value{name: name, text: text, at: i + 1 + len(name) + 1, inQuery: url[i] == ';'})
		} else {
			visit(value{name: before, text: part, at: i + 1})
			before = part
		}
		i = stop
	}
	for i := end; i < len(url); {
		stop := i + 1
		for stop < len(url) && url[stop] != '&' && url[stop] != ';' {
			stop++
		}
		part := url[i+1 : stop]
		name, text, named := bytes.Cut(part, []byte("="))
		if !named { // ?5d41402abc4b2a76b9719d911017c592
			name, text = nil, part
		}
		visit(value{name: name, text: text, at: stop - len(text), inQuery: true})
		i = stop
	}
}
