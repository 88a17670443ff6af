package guard_test

import (
	"fmt"
	"strings"
)

// stock is the shop with a description of 40 to 90 words on each product.
var stock = shop.edited("/p/", func(text string) string {
	for n, seed := 0, len(text)+7*int(text[len(text)-3]); n < 40+seed%50; n++ {
		text += " " + syllables(seed*31+n*n*17)
	}
	return text
})

// headed puts a text below the first words of the page's own, in the place of
// the rest.
func headed(text string) func(string) string {
	return func(own string) string {
		words := strings.Fields(own)
		return strings.Join(words[:4], " ") + " | " + strings.Join(words[:4], " ") + " " + text
	}
}

// syllables makes a word up.
func syllables(n int) string {
	return fmt.Sprintf("%c%c%c%c", 'b'+n%17, 'a'+n/17%5*4, 'b'+n/85%19, 'a'+n/1615%5*4)
}

var consent = headed("before you go on we and our partners ask for your leave to store cookies")

const banner = "our new house opens in spring with all that you know and much that is new to you come and see the rooms in which we make what we sell "
