package inflate_test

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/fetch/inflate"
)

// double gives a buffer of twice the size, 64 bytes at least.
func double(b []byte) ([]byte, error) {
	return append(make([]byte, 0, max(64, 2*cap(b))), b...), nil
}

func pack(tb testing.TB, level int, text []byte) []byte {
	tb.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, level)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := w.Write(text); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// texts are of many kinds: nothing, a byte, runs, markup, noise, and what is
// longer than the window.
func texts() map[string][]byte {
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 70_000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	few := make([]byte, 90_000)
	for i := range few {
		few[i] = "ab"[random.Uint32()&1]
	}
	var html strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&html, "<li class=\"item\"><a href=\"/products/%d.html?sort=%x\">Product %d</a> %x</li>\n", i*7919%100_000, i%7, i, random.Uint64()>>(i%60))
	}
	all := map[string][]byte{
		"nothing": nil, "a byte": {'x'}, "a run": bytes.Repeat([]byte{'='}, 100_000), "short period": bytes.Repeat([]byte("<br>"), 5000),
		"long period": bytes.Repeat(noise[:300], 300), "markup": []byte(html.String()), "noise": noise, "few symbols": few,
	}
	for n := 2; n < 40; n += 4 {
		all[fmt.Sprintf("%d bytes", n)] = []byte(html.String()[:n])
	}
	return all
}

// What was packed comes back, whatever the level, the room that there is at
// first, and what stands before it and behind.
func TestAppend(t *testing.T) {
	var d inflate.Decoder
	for name, text := range texts() {
		for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, flate.BestSpeed, flate.DefaultCompression, flate.BestCompression} {
			packed := append(pack(t, level, text), "what follows"...)
			for _, room := range []int{0, 10, len(text) + 3, 2*len(text) + 1000} {
				out, rest, over, err := d.Append(append(make([]byte, 0, room), "abc"...), packed, 1<<20, double)
				switch {
				case err != nil || over:
					t.Fatalf("%s, level %d, room %d: over %t, %v", name, level, room, over, err)
				case string(out) != "abc"+string(text):
					t.Fatalf("%s, level %d, room %d: %d bytes came, not the %d that were packed", name, level, room, len(out)-3, len(text))
				case string(rest) != "what follows":
					t.Fatalf("%s, level %d: %q follows", name, level, rest)
				}
			}
		}
	}
}

// What is more than the limit is told of, and left.
func TestLimit(t *testing.T) {
	var d inflate.Decoder
	for name, text := range texts() {
		for _, level := range []int{flate.NoCompression, flate.BestSpeed, flate.BestCompression} {
			packed := pack(t, level, text)
			for _, limit := range []int{0, 1, 20, len(text) - 1, len(text), len(text) + 1} {
				if limit < 0 {
					continue
				}
				for _, room := range []int{0, limit, 1 << 18} {
					out, _, over, err := d.Append(make([]byte, 0, room), packed, int64(limit), double)
					if err != nil || over != (len(text) > limit) || !bytes.Equal(out, text[:min(limit, len(text))]) {
						t.Fatalf("%s, level %d, limit %d, room %d: %d bytes, over %t, %v", name, level, limit, room, len(out), over, err)
					}
				}
			}
		}
	}
}

// A buffer that does not grow ends the work, with what has come.
func TestNoRoom(t *testing.T) {
	full := errors.New("full")
	text := texts()["markup"]
	var d inflate.Decoder
	out, _, over, err := d.Append(make([]byte, 0, 5000), pack(t, 6, text), 1<<20, func(b []byte) ([]byte, error) { return b, full })
	if !errors.Is(err, full) || over || !bytes.Equal(out, text[:5000]) {
		t.Errorf("%d bytes came, over %t, %v", len(out), over, err)
	}
}

// compare holds the decoder against the standard library's.
func compare(t *testing.T, d *inflate.Decoder, packed []byte) {
	t.Helper()
	in := bytes.NewReader(packed)
	want, wrong := io.ReadAll(flate.NewReader(in))
	got, rest, over, err := d.Append(nil, packed, 1<<30, double)
	switch {
	case over:
		t.Fatal("over")
	case (err == nil) != (wrong == nil):
		t.Fatalf("%x: error %v, the standard library's %v", packed, err, wrong)
	case err == nil && len(rest) != in.Len():
		t.Fatalf("%x: %d bytes follow, not %d", packed, len(rest), in.Len())
	case errors.Is(err, io.ErrUnexpectedEOF) != errors.Is(wrong, io.ErrUnexpectedEOF):
		t.Fatalf("%x: error %v, the standard library's %v", packed, err, wrong)
	case err == nil && !bytes.Equal(got, want), err != nil && !bytes.HasPrefix(got, want[:min(len(want), len(got))]):
		t.Fatalf("%x: other bytes than the standard library's", packed)
	}
}

// Streams that were cut or changed come to what the standard library makes of
// them.
func TestDamaged(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var d inflate.Decoder
	for _, name := range []string{"markup", "short period", "few symbols", "a byte", "30 bytes"} {
		text := texts()[name]
		for _, level := range []int{flate.NoCompression, flate.HuffmanOnly, 1, 9} {
			packed := pack(t, level, text[:min(len(text), 3000)])
			for n := 0; n < len(packed); n += 1 + len(packed)/80 {
				compare(t, &d, packed[:n])
			}
			for range 80 {
				bad := bytes.Clone(packed)
				for range 1 + random.IntN(3) {
					bad[random.IntN(min(len(bad), 120))] ^= 1 << random.IntN(8)
				}
				compare(t, &d, bad)
			}
		}
	}
}

func FuzzAppend(f *testing.F) {
	for _, text := range []string{"", "a", "<br><br><br><br>", "fixed and short"} {
		f.Add(pack(f, 9, []byte(text)))
	}
	f.Add(pack(f, 9, texts()["markup"][:2000]))
	f.Add([]byte("$0\x00\x00")) // no code of code lengths, and then nothing
	f.Add([]byte("$\x00$$"))    // a length that comes again, before there is one
	f.Fuzz(func(t *testing.T, packed []byte) { compare(t, new(inflate.Decoder), packed) })
}

func BenchmarkAppend(b *testing.B) {
	text := texts()["markup"][:28_000]
	packed := pack(b, 6, text)
	b.SetBytes(int64(len(text)))
	var d inflate.Decoder
	var out []byte
	for b.Loop() {
		out, _, _, _ = d.Append(out[:0], packed, 1<<20, double)
	}
}
