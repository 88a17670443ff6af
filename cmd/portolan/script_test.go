package main

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/tools/txtar"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	_ "github.com/portolan-seo/portolan/crawler/crawltest/lazygc"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/testdata"
)

// TestMain lets scripts run the real main as a process of its own, which can
// be sent signals, and more tests run beside each other than there are
// processors: most wait, for disks, servers and pauses.
func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))) // a flag of the command line comes after it
	if signal.Ignored(syscall.SIGHUP) {                                  // by nohup, whose children ignore it, too, if we do
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	testscript.Main(m, map[string]func(){"portolan": main})
}

// TestScripts runs the command line as its users type it, one promise a
// script. Besides the commands of testscript they know:
//
//	site FILE...         serve made-up sites; sets $HTTP and $HTTPS to the flags that
//	                     lead ports 80 and 443 of every host there, $ADDR and $TLSADDR
//	                     to the listeners, and trusts the certificate. In the files,
//	                     which are archives of package crawltest, "== NAME ==" stands
//	                     for "-- NAME --". A second time, other sites take their place.
//	exits CODE PROG...   run a program and expect the exit code
//	arrived GATE         wait until a request stands at the gate (Crawltest-Wait)
//	open GATE            let the requests at the gate pass
//	start PROG...        run a program beside the script
//	heard REGEXP         wait until the started program says so on standard error
//	signal NAME          send it SIGINT, SIGTERM or SIGKILL
//	ends CODE            wait for it, expect the exit code (-1 if it was killed), and
//	                     leave what it printed in the files "out" and "err"
//	requests FILE        write the server's log: a request a line, URL first, its
//	                     header fields after it
//	newest NAME DIR      set a variable to the newest crawl file in a site folder
//	stamp FILE...        note time and bytes of files; "same FILE..." compares
//	width N FILE         no line of the file has more than N columns, save for
//	                     flags to copy ("  to confirm:  --exclude ...") and commands
//	closed               set $CLOSED to an address where nobody listens
//	verdicts DB FILE     write the verdicts of a crawl file: "verdict URL" a line, sorted
//	alike A X B Y        files A and B are the same but for the words X and Y
//	lines N FILE         the file has N lines
//	count N GLOB         N files have such names
//	json FILE NAME VALUE a member of the object in the file has the value
//	jsonlines FILE       each line of the file is an object
//	expected FILE        write what the demo has to find, in the form of verdicts
//	poke FILE N TEXT     write text over byte N and those after it
//	shorten FILE N       cut a file after N bytes
//	terminal FILE PROG...  run a program whose standard error is a terminal; what it
//	                     says there is left in the file, lines ended by LF
//	terminal -both CODE FILE PROG...  the same with its standard output there, too
//	need SYSTEM          go on only on that system
func TestScripts(t *testing.T) { runScripts(t, filepath.Join("testdata", "script")) }

// TestLongScripts are those of many crawls.
func TestLongScripts(t *testing.T) {
	inLongForm(t)
	runScripts(t, filepath.Join("testdata", "script", "long"))
}

// strayCommand is what stands in a file of a script, where it does not run.
var strayCommand = regexp.MustCompile(`(?m)^(portolan|exits [0-9]) .*$`)

func runScripts(t *testing.T, dir string) {
	names, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no script in %s: %v", dir, err)
	}
	for _, name := range names {
		script, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range script.Files {
			if line := strayCommand.Find(file.Data); line != nil {
				t.Errorf("%s: %q stands in the file %s, and does not run", name, line, file.Name)
			}
		}
	}
	testscript.Run(t, testscript.Params{
		Dir:                dir,
		Setup:              setupScript,
		RequireUniqueNames: true,
		UpdateScripts:      os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"site":      cmdSite,
			"exits":     cmdExits,
			"arrived":   cmdArrived,
			"open":      cmdOpen,
			"start":     cmdStart,
			"heard":     cmdHeard,
			"signal":    cmdSignal,
			"ends":      cmdEnds,
			"requests":  cmdRequests,
			"newest":    cmdNewest,
			"stamp":     cmdStamp,
			"same":      cmdSame,
			"width":     cmdWidth,
			"closed":    cmdClosed,
			"expected":  cmdExpected,
			"verdicts":  cmdVerdicts,
			"query":     cmdQuery,
			"lines":     cmdLines,
			"count":     cmdCount,
			"json":      cmdJSON,
			"jsonlines": cmdJSONLines,
			"alike":     cmdAlike,
			"poke":      cmdPoke,
			"shorten":   cmdShorten,
			"need":      cmdNeed,
			"terminal":  cmdTerminal,
		},
	})
}

// scriptState is what the commands of one script share.
type scriptState struct {
	t       testscript.T
	environ []string
	sites   []*crawltest.Site
	server  *crawltest.Server
	running *background
	stamps  map[string]string
}

type stateKey struct{}

func setupScript(env *testscript.Env) error {
	s := &scriptState{t: env.T(), environ: env.Vars, stamps: map[string]string{}}
	env.Values[stateKey{}] = s
	env.Defer(func() {
		if s.running != nil {
			_ = s.running.cmd.Process.Kill() // it may have ended
			s.running.wait()
		}
		if s.server != nil {
			s.server.Close()
		}
	})
	return nil
}

func stateOf(ts *testscript.TestScript) *scriptState {
	return ts.Value(stateKey{}).(*scriptState)
}

func cmdSite(ts *testscript.TestScript, neg bool, args []string) {
	s := stateOf(ts)
	if neg || len(args) == 0 {
		ts.Fatalf("usage: site FILE...")
	}
	if s.server != nil {
		s.server.Close()
		s.sites = nil
	}
	marker := regexp.MustCompile(`(?m)^== (.*) ==$`)
	for _, name := range args {
		text := marker.ReplaceAllString(ts.ReadFile(name), "-- $1 --")
		site, err := crawltest.Parse([]byte(text))
		ts.Check(err)
		s.sites = append(s.sites, site)
	}
	var err error
	s.server, err = crawltest.Start(crawltest.Config{}, s.sites...)
	ts.Check(err)
	plain, secure := strings.TrimPrefix(s.server.URL(), "http://"), strings.TrimPrefix(s.server.TLSURL(), "https://")
	ca := ts.MkAbs("ca.pem")
	ts.Check(os.WriteFile(ca, s.server.CertPEM(), 0o644))
	ts.Setenv("SSL_CERT_FILE", ca)
	ts.Setenv("ADDR", plain)
	ts.Setenv("TLSADDR", secure)
	ts.Setenv("HTTP", "--resolve=:80:"+plain)
	ts.Setenv("HTTPS", "--resolve=:443:"+secure)
}

func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM...")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		code = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if want := number(ts, args[0]); code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

func number(ts *testscript.TestScript, s string) int {
	n, err := strconv.Atoi(s)
	ts.Check(err)
	return n
}

func gate(ts *testscript.TestScript, args []string) *crawltest.Gate {
	if len(args) != 1 {
		ts.Fatalf("usage: arrived|open GATE")
	}
	return stateOf(ts).sites[0].Gate(args[0])
}

func cmdArrived(ts *testscript.TestScript, _ bool, args []string) { <-gate(ts, args).Arrived() }
func cmdOpen(ts *testscript.TestScript, _ bool, args []string)    { gate(ts, args).Open() }

func cmdRequests(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: requests FILE")
	}
	var b bytes.Buffer
	for _, r := range stateOf(ts).server.Log() {
		fmt.Fprint(&b, r.URL)
		for _, name := range slices.Sorted(maps.Keys(r.Header)) {
			fmt.Fprintf(&b, " | %s: %s", name, strings.Join(r.Header[name], ", "))
		}
		fmt.Fprintln(&b)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o644))
}

func cmdNewest(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: newest NAME FOLDER")
	}
	files, err := filepath.Glob(filepath.Join(ts.MkAbs(args[1]), folder.CrawlsDir, "*.db"))
	ts.Check(err)
	if len(files) == 0 {
		ts.Fatalf("no crawl file in %s", args[1])
	}
	ts.Setenv(args[0], slices.Max(files))
}

func stamp(ts *testscript.TestScript, name string) string {
	info, err := os.Stat(ts.MkAbs(name))
	ts.Check(err)
	return info.ModTime().String() + "\n" + ts.ReadFile(name)
}

func cmdStamp(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		stateOf(ts).stamps[name] = stamp(ts, name)
	}
}

func cmdSame(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		if same := stateOf(ts).stamps[name] == stamp(ts, name); same == neg {
			ts.Fatalf("%s: time and bytes are the same: %v", name, same)
		}
	}
}

func cmdWidth(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: width N FILE")
	}
	for line := range strings.Lines(ts.ReadFile(args[1])) {
		toCopy := strings.HasPrefix(line, "  to ") && strings.Contains(line, "  --") || strings.HasPrefix(strings.TrimLeft(line, " "), "portolan ")
		if line = strings.TrimSuffix(line, "\n"); len([]rune(line)) > number(ts, args[0]) && !toCopy {
			ts.Fatalf("%d columns: %s", len([]rune(line)), line)
		}
	}
}

// cmdClosed gives an address that was free a moment ago.
func cmdClosed(ts *testscript.TestScript, _ bool, _ []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Check(l.Close())
	ts.Setenv("CLOSED", l.Addr().String())
}

func cmdVerdicts(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: verdicts CRAWLFILE FILE")
	}
	store, err := sqlite.OpenReadOnly(ts.MkAbs(args[0]))
	ts.Check(err)
	defer store.Close()
	var lines []string
	for row, err := range store.Rows(context.Background()) {
		ts.Check(err)
		v, err := store.VerdictOf(row.ID)
		ts.Check(err)
		lines = append(lines, fmt.Sprintf("%s %s\n", audit.Code(v.Code), row.URL))
	}
	slices.Sort(lines)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(strings.Join(lines, "")), 0o644))
}

// cmdQuery prints what people get who read a crawl file with a tool of their
// own: the rows of a query, blanks between their values.
func cmdQuery(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: query CRAWLFILE SQL")
	}
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(ts.MkAbs(args[0]))+"?mode=ro")
	ts.Check(err)
	defer db.Close()
	rows, err := db.Query(args[1])
	ts.Check(err)
	defer rows.Close()
	columns, err := rows.Columns()
	ts.Check(err)
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(any)
		}
		ts.Check(rows.Scan(values...))
		for i := range values {
			values[i] = *values[i].(*any)
		}
		fmt.Fprintln(ts.Stdout(), values...)
	}
	ts.Check(rows.Err())
}

// cmdPoke writes text over a place in a file.
func cmdPoke(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: poke FILE OFFSET TEXT")
	}
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_WRONLY, 0)
	ts.Check(err)
	_, err = f.WriteAt([]byte(args[2]), int64(number(ts, args[1])))
	ts.Check(errors.Join(err, f.Close()))
}

// cmdShorten cuts a file off.
func cmdShorten(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: shorten FILE SIZE")
	}
	ts.Check(os.Truncate(ts.MkAbs(args[0]), int64(number(ts, args[1]))))
}

// cmdLines counts the lines of a file.
func cmdLines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines N FILE")
	}
	if n := strings.Count(ts.ReadFile(args[1]), "\n"); n != number(ts, args[0]) {
		ts.Fatalf("%s has %d lines, want %s", args[1], n, args[0])
	}
}

// cmdCount counts files.
func cmdCount(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: count N GLOB")
	}
	files, err := filepath.Glob(ts.MkAbs(args[1]))
	ts.Check(err)
	if len(files) != number(ts, args[0]) {
		ts.Fatalf("%d files, want %s: %s", len(files), args[0], strings.Join(files, " "))
	}
}

// cmdJSON compares a member of the object in a file.
func cmdJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: json FILE NAME VALUE")
	}
	var object map[string]any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &object))
	if got := fmt.Sprint(object[args[1]]); got != args[2] {
		ts.Fatalf("%q is %s, want %s", args[1], got, args[2])
	}
}

// cmdJSONLines expects an object in each line of a file, and at least one.
func cmdJSONLines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: jsonlines FILE")
	}
	text := ts.ReadFile(args[0])
	if text == "" {
		ts.Fatalf("%s is empty", args[0])
	}
	for line := range strings.Lines(text) {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			ts.Fatalf("%q: %v", line, err)
		}
	}
}

// cmdAlike compares two files, taking a word of the one for a word of the
// other.
func cmdAlike(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: alike FILE WORD FILE WORD")
	}
	a := strings.ReplaceAll(ts.ReadFile(args[0]), args[1], args[3])
	if b := ts.ReadFile(args[2]); a != b {
		ts.Fatalf("%s and %s differ:\n%s\n%s", args[0], args[2], a, b)
	}
}

// cmdExpected writes what the demo's archive says that a crawl has to find.
func cmdExpected(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: expected FILE")
	}
	site, err := crawltest.Parse(testdata.Demo)
	ts.Check(err)
	var lines []string
	for _, name := range []string{"expected", "expected-from-sitemap"} {
		part, ok := site.Part(name)
		if !ok {
			ts.Fatalf("the archive has no part %q", name)
		}
		lines = slices.AppendSeq(lines, strings.Lines(string(part)))
	}
	slices.Sort(lines)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Join(lines, "")), 0o644))
}

func cmdNeed(ts *testscript.TestScript, _ bool, args []string) {
	system := cmp.Or(strings.Join(args, " "), runtime.GOOS)
	if system == runtime.GOOS || system == "unix" && runtime.GOOS != "windows" {
		return
	}
	stateOf(ts).t.Skip("this test needs " + system)
}
