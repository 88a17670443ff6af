package crawltest

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"

	"golang.org/x/text/encoding"
)

// answer is one answer to a URL, as written in the archive.
type answer struct {
	status   int
	header   []field
	body     text
	charset  *encoding.Encoder // used while parsing only
	encoding string            // content coding: "", gzip, deflate
	always   bool              // whether or not the client accepts the coding
	repeat   int
	wait     *Gate
	fault    string
}

type field struct {
	name  string
	value text
}

func (a *answer) serve(w http.ResponseWriter, r *http.Request, v *values) {
	if a.wait != nil && !a.wait.Pass(r) {
		panic(http.ErrAbortHandler) // the client has gone
	}
	switch a.fault {
	case "reset":
		reset(w)
		return
	case "raw":
		sendRaw(w, a.body.appendTo(nil, v))
		return
	}
	a.setHeader(w.Header(), v)
	if a.status == http.StatusOK && NotModified(w.Header(), r) {
		w.Header().Del("Content-Type")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	coding := a.coding(r)
	if coding != "" {
		w.Header().Set("Content-Encoding", coding)
	}
	if a.repeat > 1 {
		a.stream(w, r, coding, v)
		return
	}
	a.send(w, r, coding, v)
}

func (a *answer) setHeader(h http.Header, v *values) {
	for _, f := range a.header {
		value := string(f.value.appendTo(nil, v))
		if value == "" && strings.EqualFold(f.name, "Content-Type") {
			h["Content-Type"] = nil // net/http would sniff one
			continue
		}
		h.Add(f.name, value)
	}
	if a.encoding != "" && !a.always {
		h.Add("Vary", "Accept-Encoding")
	}
}

// coding gives the content coding to use for this client.
func (a *answer) coding(r *http.Request) string {
	if a.always || a.encoding != "" && AcceptsCoding(r, a.encoding) {
		return a.encoding
	}
	return ""
}

// send sends the body whole, with its length, or as much as the fault lets.
func (a *answer) send(w http.ResponseWriter, r *http.Request, coding string, v *values) {
	var buf bytes.Buffer
	enc := encoder(&buf, coding)
	_, _ = enc.Write(a.body.appendTo(nil, v)) // a Buffer takes everything
	_ = enc.Close()
	body := buf.Bytes()
	if bodyAllowed(a.status) && w.Header().Get("Content-Length") == "" {
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	}
	w.WriteHeader(a.status)
	if !bodyAllowed(a.status) {
		return
	}
	if a.fault != "" {
		body = body[:len(body)/2]
	}
	if _, err := w.Write(body); err != nil || a.fault == "" {
		return // without a fault a short write is the client's own doing
	}
	_ = http.NewResponseController(w).Flush()
	if a.fault == "stall" {
		<-r.Context().Done()
	}
	panic(http.ErrAbortHandler)
}

// stream sends the body many times over, until the client has had enough.
func (a *answer) stream(w http.ResponseWriter, r *http.Request, coding string, v *values) {
	w.WriteHeader(a.status)
	if r.Method == http.MethodHead || !bodyAllowed(a.status) {
		return
	}
	enc := encoder(w, coding)
	var buf []byte
	for v.row = 1; v.row <= a.repeat; v.row++ {
		buf = a.body.appendTo(buf, v)
		if len(buf) < 32<<10 && v.row < a.repeat {
			continue
		}
		if _, err := enc.Write(buf); err != nil || r.Context().Err() != nil {
			return
		}
		buf = buf[:0]
	}
	_ = enc.Close() // fails only if the client has gone
}

func bodyAllowed(status int) bool {
	return status != http.StatusNoContent && status != http.StatusNotModified
}

// encoder writes in a content coding; closing it does not close w.
func encoder(w io.Writer, coding string) io.WriteCloser {
	switch coding {
	case "gzip":
		return gzip.NewWriter(w)
	case "deflate": // raw, as most senders understood it; RFC 9110 8.4.1.2 notes both
		f, _ := flate.NewWriter(w, flate.DefaultCompression) // a valid level: no error
		return f
	}
	return plainWriter{w}
}

type plainWriter struct{ io.Writer }

func (plainWriter) Close() error { return nil }

// reset breaks the connection with a TCP reset, an HTTP/2 stream with
// RST_STREAM.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // net/http's own way to break a stream
	}
	raw := conn
	if t, ok := conn.(*tls.Conn); ok {
		raw = t.NetConn()
	}
	if t, ok := raw.(*net.TCPConn); ok {
		_ = t.SetLinger(0) // else closing is polite
	}
	_ = raw.Close()
}

// sendRaw sends bytes that need not be HTTP, and closes the connection.
func sendRaw(w http.ResponseWriter, data []byte) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // HTTP/2 has no raw bytes to send
	}
	_, _ = conn.Write(data) // the client may have gone
	_ = conn.Close()
}
