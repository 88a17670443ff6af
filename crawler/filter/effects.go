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

// effectActions are values of effectVerbs parameters that name an action.
var effectActions = set(
	"add-to-cart", "add_to_cart", "addtocart", "add_product", "buy_now", "remove_product", "update_product",
	"add_to_wishlist", "add-to-wishlist", "addtowishlist", "yith-woocompare-add-product", "yith-woocompare-remove-product",
	"add_to_compare", "addtocompare", "logout", "log_out", "signout", "delete", "remove", "trash", "destroy",
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

// effectPlaces are path segments that make a following effectSteps segment an
// action: /cart/add, /wishlist/index/add, /product_compare/remove.
var (
	effectPlaces = set("cart", "basket", "bag", "wishlist", "wish-list", "compare", "product_compare", "favorites", "favourites", "watchlist")
	effectSteps  = set("add", "remove", "delete", "clear", "empty", "update")
)

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
	return effectInQuery(query)
}

func effectInPath(path []byte) (string, bool) {
	var place bool
	for segment := range bytes.SplitSeq(path, []byte("/")) {
		if len(segment) > 40 {
			place = false
			continue
		}
		name := strings.ToLower(string(segment))
		if effectSegments[name] || place && effectSteps[name] {
			return string(segment), true
		}
		place = effectPlaces[name] || place && name == "index"
	}
	return "", false
}

func effectInQuery(query []byte) (string, bool) {
	if len(query) == 0 {
		return "", false
	}
	for param := range bytes.SplitSeq(query, []byte("&")) {
		name, value, _ := bytes.Cut(param, []byte("="))
		if len(name) > 40 || len(value) > 200 {
			continue
		}
		n := strings.ToLower(string(name))
		if effectParams[n] || effectVerbs[n] && effectActions[strings.ToLower(string(value))] {
			return string(param), true
		}
	}
	return "", false
}
