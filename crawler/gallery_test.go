package crawler_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// The pages of an old gallery say the same word by word, and its pictures stand in
// no place by which the main one is told. What is not there is a 404: they are
// pages. Where nothing is, they may be a program that has nothing to show.
func TestOldGallery(t *testing.T) {
	var b strings.Builder
	fmt.Fprint(&b, "origin: http://old.example\n-- / --\n<title>Pictures</title> the pictures of a club by the river\n")
	for i := range 80 {
		fmt.Fprintf(&b, "<a href=/show.php?pic=%d>%d</a>\n", 100+i, i)
	}
	for i := range 80 {
		fmt.Fprintf(&b, "-- /show.php?pic=%d --\n<title>Picture</title> <table><tr><td>Gallery of the club, summer party<td><img src=/i/%d.jpg></table>\n", 100+i, i)
	}
	for answer, want := range map[string]int{"": 81, "-- /show.php --\n<title>Oops</title> please log in first to see what is here\n": 2} {
		site, err := crawltest.Parse([]byte(b.String() + answer))
		if err != nil {
			t.Fatal(err)
		}
		listed := 0
		for _, line := range crawl(t, site, "http://old.example/", nil).verdicts(t) {
			if strings.HasPrefix(line, "listed ") {
				listed++
			}
		}
		if listed != want {
			t.Errorf("with %q for what is not there: %d listed, want %d", answer, listed, want)
		}
	}
}
