package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFirstCrawlOfAFailure: of a site that shows one failure or the like in the place of its
// pages, each of which has a title or some words of its own, a first crawl says to look at it
// first, and what it seems to be. Pages that have such words beside their own are as they should be.
func TestFirstCrawlOfAFailure(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, page string // NAME and WORDS are each page's own
		want       string // "" for nothing
	}{
		{"a login that names the page", "<h1>Log in</h1><p>Please log in to see NAME.<form method=post><input name=user><input type=password name=p></form>", "a login seems to stand before the site"},
		{"a check for robots", "<p>Checking your browser before accessing the site. Ray ID NUMBER", "a check for robots seems to stand before the site"},
		{"things that are not found", "<h1>NAME</h1><p>Sorry, this item could not be found in our shop, or somebody has bought the last one.", "the pages say that nothing is there, and answer 200"},
		{"errors of a database", "<h1>NAME</h1><p><b>Fatal error</b>: Uncaught PDOException: SQLSTATE[42S02] base table or view not found: select from items in /var/www/shop/item.php:88", "the server seems to fail, and answers 200"},
		{"maintenance with words of its own", "<h1>We will be back soon</h1><p>The shop is under maintenance, and opens again tomorrow. You wanted NAME.", "the site seems to be closed for maintenance"},
		{"errors as data", `{"error": {"code": 401, "text": "you are not allowed to read this without a token"}, "of": "NAME"}`, "the server seems to fail, and answers 200"},
		{"products of a shop that sells to members", "<h1>NAME</h1><p>Log in to see prices</p><p>WORDS", ""},
		{"products that are sold out", "<h1>NAME</h1><p>This item is no longer available.</p><p>WORDS", ""},
		{"courses", "<h1>NAME</h1><p>Anmeldung möglich<p>Kursnummer NUMBER", ""},
		{"flaws of programs", "<h1>NAME</h1><p>Access denied bypass in a server, score NUMBER", ""},
		{"articles of a magazine about checks", "<h1>NAME</h1><p>Are you a robot? Just a moment, we are checking your browser. WORDS", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var n int
				if _, err := fmt.Sscanf(r.URL.Path, "/p/%d", &n); r.URL.Path != "/" && (err != nil || n >= 24) {
					notFound(w)
					return
				}
				if r.URL.Path == "/" {
					writePage(w, "/", "", links(numbered("/p/", 23)...))
					return
				}
				words := strings.Fields(wordsAbout(r.URL.Path))
				name := words[0] + " " + words[1]
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				fmt.Fprintf(w, "<!DOCTYPE html><html lang=en><title>%s</title>%s", name, strings.NewReplacer("NAME", name, "WORDS", strings.Join(words[2:], " "), "NUMBER", fmt.Sprintf("%016x", (n+7)*0x9e3779b97f4a7)).Replace(tt.page))
			}))
			defer server.Close()
			var out, errOut strings.Builder
			if code := run(t.Context(), []string{server.URL, "-o", filepath.Join(t.TempDir(), "site"), "--rate", "0", "--report=none"}, strings.NewReader(""), &out, &errOut); code != 0 {
				t.Fatalf("exit %d\n%s%s", code, out.String(), errOut.String())
			}
			first, _, _ := strings.Cut(out.String(), "\n\n")
			said := strings.Join(strings.Fields(first), " ")
			if re := regexp.MustCompile(`^CHECK FIRST: 2[0-9] of the 2[0-9] pages show .*` + tt.want); tt.want != "" && !re.MatchString(said) || tt.want == "" && strings.HasPrefix(said, "CHECK") {
				t.Errorf("%s\nwant %q", said, tt.want)
			}
		})
	}
}

// TestLittleReadIsNoShare: of a crawl that a limit has stopped it is not known how much may be indexed.
func TestLittleReadIsNoShare(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			notFound(w)
			return
		}
		writePage(w, r.URL.Path, "", links(numbered("/p/", 60)...))
	}))
	defer server.Close()
	for pages, want := range map[string]string{"20": "Indexable not known: 41 of 61 addresses were not read", "100": "Indexable 100 % of the 61 URLs that the site offers"} {
		var out, errOut strings.Builder
		if code := run(t.Context(), []string{server.URL, "-o", filepath.Join(t.TempDir(), "site"), "--rate", "0", "--max-pages", pages}, strings.NewReader(""), &out, &errOut); code != 0 {
			t.Fatalf("exit %d\n%s%s", code, out.String(), errOut.String())
		}
		if said := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(said, want) {
			t.Errorf("--max-pages %s: nowhere is said %q:\n%s", pages, want, out.String())
		}
	}
}

// TestOnePageIsCalledWhatItIs: the only page of a first sitemap that seems to ask for consent is called so.
func TestOnePageIsCalledWhatItIs(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			notFound(w)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<!DOCTYPE html><html lang=en><title>Teas</title><h1>We value your privacy</h1><p>Before you continue, please choose.<form action=/consent><button>Accept all</button></form>")
	}))
	defer server.Close()
	var out, errOut strings.Builder
	if code := run(t.Context(), []string{server.URL, "-o", filepath.Join(t.TempDir(), "site"), "--rate", "0", "--report=none"}, strings.NewReader(""), &out, &errOut); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out.String(), errOut.String())
	}
	if want := "is the only URL in the sitemap: no link to another page was found on it: a consent page seems to stand before the site. Try --cookies"; !strings.Contains(strings.Join(strings.Fields(out.String()), " "), want) {
		t.Errorf("nowhere is said %q:\n%s", want, out.String())
	}
}
