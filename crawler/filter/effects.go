package filter

import (
	"bytes"
	"strings"
)

// Links whose GET changes something on the site: a crawler that follows them
// fills carts, logs people out or deletes things. They are recorded and not
// fetched. The tables hold names that shops, forums and content systems use
// for actions; a word inside a slug (`/blog/how-to-logout`) is not one.

// effectParams are query parameters whose presence is the action.
var effectParams = set(
	"add-to-cart", "add_to_cart", "addtocart", "remove_item", "remove_from_cart", "removefromcart", "undo_item",
	"add_to_wishlist", "add-to-wishlist", "addtowishlist", "remove_from_wishlist", "yith_compare", "add_to_compare",
	"logout", "log-out", "signout", "wc-ajax", "empty-cart", "empty_cart", "emptycart", "replytocom",
)

// effectTokens are query parameters by which a form or a link proves that it is
// the site's own (OWASP, Cross-Site Request Forgery Prevention): what needs the
// proof changes something.
var effectTokens = set(
	"csrf", "_csrf", "csrf_token", "csrf-token", "_csrf_token", "csrftoken", "csrfmiddlewaretoken", "xsrf", "_xsrf", "xsrf_token",
	"authenticity_token", "__requestverificationtoken", "_wpnonce", "my_post_key", "sesskey", "form_key", "formhash", "securitytoken", "logouthash",
)

// effectActions are values of effectVerbs parameters that name an action.
var effectActions = set(
	"add-to-cart", "add_to_cart", "addtocart", "add_product", "buy_now", "remove_product", "update_product",
	"add_to_wishlist", "add-to-wishlist", "addtowishlist", "yith-woocompare-add-product", "yith-woocompare-remove-product",
	"add_to_compare", "addtocompare", "logout", "log_out", "signout", "delete", "del", "remove", "trash", "destroy", "erase", "purge",
	"markread", "mark_read", "unsubscribe", "subscribe_thread", "vote", "emptycart", "empty_cart",
)

// effectVerbs are the parameters that carry an action.
var effectVerbs = set("action", "act", "do", "cmd", "op", "mode", "task", "event", "func", "operation")

// effectSegments are whole path segments that are an action by themselves.
var effectSegments = set(
	"logout", "log-out", "signout", "sign-out", "sign_out", "logoff", "log-off",
	"logout.php", "logout.aspx", "logout.jsp", "logout.do", "logout.html", "signout.php", "logoff.php", "logoff.aspx",
	"add-to-cart", "add_to_cart", "addtocart", "add-to-wishlist", "add_to_wishlist", "addtowishlist",
	"add-to-compare", "add_to_compare", "addtocompare",
)

// effectPlaces are path segments that make one of their steps that follows an
// action: /cart/add, /wishlist/index/add, /admin/delete/3, /konto/abmelden. The
// same word elsewhere is none: /docs/map/delete, /auto/abmelden.
var effectPlaces = func() map[string]map[string]bool {
	shop := set("add", "remove", "delete", "clear", "empty", "update")
	admin := set("delete", "remove", "destroy", "trash")
	account := set("abmelden", "ausloggen", "deconnexion", "d%C3%A9connexion", "cerrar-sesion", "desconectar", "uitloggen", "afmelden", "esci", "disconnetti", "sair")
	places := map[string]map[string]bool{}
	for names, steps := range map[string]map[string]bool{
		"cart basket bag wishlist wish-list compare product_compare favorites favourites watchlist":                                                shop,
		"admin administrator wp-admin backend manage":                                                                                              admin,
		"konto mein-konto meinkonto account my-account compte mon-compte cuenta mi-cuenta mijn-account conto user users member login auth session": account,
	} {
		for name := range strings.FieldsSeq(names) {
			places[name] = steps
		}
	}
	return places
}()

// effectEnds are the last segments that are an action on what the number before
// them names: /post/3/delete.
var effectEnds = set("delete", "destroy", "remove", "trash")

// effectScripts are programs that do what they are called, asked with a query:
// /delete.php?id=3.
var effectScripts = set("delete", "del", "remove", "destroy", "trash")

// effectRoutes are query parameters that hold a path of their own.
var effectRoutes = set("route", "r", "path", "q")

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

// HasEffect tells whether fetching a canonical URL would change something on
// the site, and the part that says so.
func HasEffect(url []byte) (part string, found bool) {
	_, rest, _ := bytes.Cut(url, []byte("://"))
	_, rest, _ = bytes.Cut(rest, []byte("/"))
	path, query, _ := bytes.Cut(rest, []byte("?"))
	if part, found = effectInPath(path); found {
		return part, true
	}
	if len(query) == 0 {
		return "", false
	}
	last := path[bytes.LastIndexByte(path, '/')+1:]
	if name, ext, isFile := strings.Cut(lower(last), "."); isFile && ext != "html" && ext != "htm" && effectScripts[name] {
		return string(last), true
	}
	return effectInQuery(query, effectPlaces[lower(last)])
}

// HasToken tells whether a canonical URL carries a token, as effectTokens are: a
// site makes a new one for each answer.
func HasToken(url []byte) bool {
	_, query, _ := bytes.Cut(url, []byte("?"))
	for param := range bytes.SplitSeq(query, []byte("&")) {
		if name, _, _ := bytes.Cut(param, []byte("=")); effectTokens[lower(name)] {
			return true
		}
	}
	return false
}

// lower gives a short name in lower case, "" for a long one.
func lower(name []byte) string {
	if len(name) > 40 {
		return ""
	}
	return strings.ToLower(string(name))
}

func effectInPath(path []byte) (string, bool) {
	var steps map[string]bool // of the place before
	number := false           // the segment before is one
	for rest, more := path, true; more; {
		var segment []byte
		segment, rest, more = bytes.Cut(rest, []byte("/"))
		name := lower(segment)
		if effectSegments[name] || steps[name] || number && effectEnds[name] && len(rest) == 0 {
			return string(segment), true
		}
		if name != "index" {
			steps = effectPlaces[name]
		}
		number = isNumber(segment)
	}
	return "", false
}

func isNumber(s []byte) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(s) > 0
}

// effectInQuery looks at the parameters; those that are steps of the place at
// the path's end are actions, too.
func effectInQuery(query []byte, steps map[string]bool) (string, bool) {
	for param := range bytes.SplitSeq(query, []byte("&")) {
		name, value, _ := bytes.Cut(param, []byte("="))
		if len(name) > 40 || len(value) > 200 {
			continue
		}
		n, v := lower(name), strings.ToLower(string(value))
		if effectParams[n] || effectTokens[n] || steps[n] || effectVerbs[n] && effectActions[v] {
			return string(param), true
		}
		if effectRoutes[n] {
			if _, found := effectInPath([]byte(strings.ReplaceAll(v, "%2f", "/"))); found {
				return string(param), true
			}
		}
	}
	return "", false
}
