package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

// A start on this machine leads nowhere else on the user's networks: neither
// by lines of robots.txt and an index, nor by redirects.
func TestCheckAndRobotsStayOutside(t *testing.T) {
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	defer server.Close()
	elsewhere := []string{"http://10.0.0.1/map.xml", "http://169.254.169.254/latest/", "http://[fd00:ec2::254]/latest/", "http://198.18.0.1/map.xml", "http://100.64.0.1/"}
	mux.HandleFunc("/robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		for _, url := range elsewhere {
			fmt.Fprintln(w, "Sitemap:", url)
		}
	})
	mux.Handle("/moved.xml", http.RedirectHandler("http://10.0.0.1/map.xml", http.StatusFound))
	code, _, errOut := portolanCheck(t, "", server.URL+"/robots.txt", server.URL+"/moved.xml")
	for _, url := range append(elsewhere, server.URL+"/moved.xml") {
		if !strings.Contains(errOut, "fetch "+url+": address ") {
			t.Errorf("nothing is said of %s", url)
		}
	}
	if n := strings.Count(errOut, "is not public"); code != exit.Usage || n != len(elsewhere)+1 {
		t.Errorf("exit %d, %d addresses refused\n%s", code, n, errOut)
	}

	moved := http.NewServeMux()
	other := httptest.NewServer(moved)
	defer other.Close()
	moved.Handle("/robots.txt", http.RedirectHandler("http://192.168.0.1/robots.txt", http.StatusFound))
	code, out, errOut := portolanRobots(t, "", other.URL+"/x")
	if code != exit.Failed || out != "" || !strings.Contains(errOut, "address 192.168.0.1 is not public") {
		t.Errorf("exit %d\n%s%s", code, out, errOut)
	}
}

// nameServer answers every question for an IPv4 address by what answer gives
// for the count of such questions so far.
func nameServer(t *testing.T, answer func(n int32) [4]byte) *net.Resolver {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	var asked atomic.Int32
	go func() {
		b := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(b)
			if err != nil {
				return
			}
			var msg dnsmessage.Message
			if msg.Unpack(b[:n]) != nil || len(msg.Questions) != 1 {
				continue
			}
			q := msg.Questions[0]
			reply := dnsmessage.Message{Header: dnsmessage.Header{ID: msg.ID, Response: true, RecursionAvailable: true}, Questions: msg.Questions}
			if q.Type == dnsmessage.TypeA {
				reply.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
					Body:   &dnsmessage.AResource{A: answer(asked.Add(1))},
				}}
			}
			if packed, err := reply.Pack(); err == nil {
				_, _ = conn.WriteTo(packed, from) // it asks again
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// The address that is dialled is the one that is judged: a name that is public
// when it is looked at, and private when it is used (DNS rebinding), is not
// reached. Neither is one whose private address is of another network than at
// first.
func TestRebinding(t *testing.T) {
	var reached atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		reached.Add(1)
		fmt.Fprint(w, "Sitemap: /x")
	}))
	defer server.Close()
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	start := "http://rebind.example.:" + port + "/"
	loopback := [4]byte{127, 0, 0, 1}
	for _, first := range [][4]byte{{93, 184, 216, 34}, {10, 0, 0, 1}, {169, 254, 169, 254}} {
		for _, args := range [][]string{
			{"crawl", start, "-o", filepath.Join(t.TempDir(), "site"), "--prefer-scheme", "http"}, {"check", start + "robots.txt"}, {"robots", start + "x"},
		} {
			old := net.DefaultResolver
			net.DefaultResolver = nameServer(t, func(n int32) [4]byte {
				if n == 1 {
					return first
				}
				return loopback
			})
			var out, errOut strings.Builder
			code := run(t.Context(), args, strings.NewReader(""), &out, &errOut)
			net.DefaultResolver = old
			if code == exit.Done || reached.Load() > 0 || !strings.Contains(errOut.String(), "address 127.0.0.1 is not public") {
				t.Errorf("%v after %v: exit %d, reached %d times\n%s", args, first, code, reached.Swap(0), errOut.String())
			}
		}
	}
	// A name that was private from the start is the user's own.
	old := net.DefaultResolver
	net.DefaultResolver = nameServer(t, func(int32) [4]byte { return loopback })
	defer func() { net.DefaultResolver = old }()
	if code, _, errOut := portolanCheck(t, "", start+"robots.txt"); reached.Load() == 0 {
		t.Errorf("a name on this machine: exit %d\n%s", code, errOut)
	}
}

// Requests of check keep their distance.
func TestCheckPace(t *testing.T) {
	const delay = 40 * time.Millisecond
	srv := mapServer(t, map[string]string{"/index.xml": sitemapsOf("/a.xml", "/b.xml", "/c.xml"), "/a.xml": ownMap, "/b.xml": ownMap, "/c.xml": ownMap})
	began := time.Now()
	code, _, errOut := portolanCheck(t, "", "--delay", delay.String(), srv.URL+"/index.xml")
	if took := time.Since(began); code != exit.Done || took < 3*delay {
		t.Errorf("exit %d: four requests took %v\n%s", code, took, errOut)
	}
}
