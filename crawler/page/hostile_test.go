package page_test

import (
	"bytes"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/record"
)

// hostile are pieces that a site may repeat without end.
var hostile = map[string]string{
	"links":            "<a href=x>",
	"odd-links":        `<a "href=x>`,
	"unclosed-tags":    "<div><b><table>",
	"open-tags":        "<a ",
	"open-attributes":  `<a href="`,
	"attributes":       `<a x=1 href=`,
	"spaces":           "<a     ",
	"comments":         "<!--",
	"comment-dashes":   "<!-- --",
	"declarations":     "<!",
	"instructions":     "<?x",
	"end-tags":         "</",
	"scripts":          "<script>",
	"script-escapes":   "<script><!--<script></script>",
	"script-dashes":    "-<",
	"titles":           "<title></titl",
	"templates":        "<template>",
	"svg":              "<svg>",
	"foreign":          "<svg><foreignObject><p></svg>",
	"math":             "<math><mtext>",
	"cdata":            "<svg><![CDATA[",
	"noframes":         "<noframes><a href=x>",
	"references":       "&notit;",
	"attr-references":  `<a href="&notit;&amp;">`,
	"long-references":  "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	"digits":           "&#0000000000000000",
	"headings":         "<h1>x",
	"metas":            "<meta name=robots content=noindex>",
	"descriptions":     "<meta name=description content=''>",
	"canonicals":       "<link rel=canonical href=x>",
	"rels":             "<link href=x rel='next next next next next next next next",
	"json-ld":          `<script type=application/ld+json>"dateModified":</script>`,
	"images":           "<a href=x><img alt='y y y y y y'>",
	"cyrillic":         "Карта ",
	"cjk":              "海図",
	"invalid":          "\xff\xfe\xfd",
	"soft-hyphens":     "\u00AD",
	"one-word":         "x",
	"nul":              "\x00",
	"angles":           "<<",
	"srcset":           `<img srcset="a 1w,,b 2x , c">`,
	"srcset-open":      `<img srcset=",,,, a,,,,`,
	"videos":           `<script type=application/ld+json>{"@type":"VideoObject","name":"n","description":"d","thumbnailUrl":"t","embedUrl":"e"}</script>`,
	"video-nesting":    `<script type=application/ld+json>"VideoObject"[[[[[[[[[[{"a":[`,
	"carriage-returns": "<a href='\r\r\r\r'>",
}

// BenchmarkHostile shows that no shape costs more than the page's length.
func BenchmarkHostile(b *testing.B) {
	for name, piece := range hostile {
		for _, size := range []int{1 << 18, 1 << 22} {
			in := page.Input{Status: 200, Header: htmlHeader(), Body: bytes.Repeat([]byte(piece), size/len(piece))}
			b.Run(name+map[int]string{1 << 18: "/256K", 1 << 22: "/4M"}[size], func(b *testing.B) {
				b.SetBytes(int64(len(in.Body)))
				p := page.NewParser(page.Options{Images: true, Videos: true})
				for b.Loop() {
					p.Parse(in)
				}
			})
		}
	}
}

func TestHostile(t *testing.T) {
	for name, piece := range hostile {
		t.Run(name, func(t *testing.T) {
			body := bytes.Repeat([]byte(piece), 1<<20/len(piece))
			p := page.NewParser(page.Options{MaxLinks: 1000, Images: true, Videos: true}).Parse(page.Input{Status: 200, Header: htmlHeader(), Body: body})
			if len(p.Links) > 1000 || len(p.Problems) > 20 || len(p.Videos) > 50 {
				t.Errorf("%d links, %d problems, %d videos", len(p.Links), len(p.Problems), len(p.Videos))
			}
			for _, s := range []string{p.Title, p.Description, p.H1[0], p.H1[1], p.Lang, p.RobotsMeta, p.Modified} {
				if len(s) > 2048 {
					t.Errorf("a fact of %d bytes", len(s))
				}
			}
			for _, b := range p.Problems {
				if len(b.Detail) > 200 {
					t.Errorf("a detail of %d bytes", len(b.Detail))
				}
			}
		})
	}
}

func TestTooManyLinks(t *testing.T) {
	body := strings.Repeat("<a href=x>y</a>\n", 300_000) + "<h1>last</h1>"
	p := page.NewParser(page.Options{}).Parse(page.Input{Status: 200, Header: htmlHeader(), Body: []byte(body)})
	if len(p.Links) != 50_000 || p.H1[0] != "last" || p.Words != 300_001 {
		t.Errorf("%d links, heading %q, %d words", len(p.Links), p.H1[0], p.Words)
	}
	if len(p.Problems) != 1 || p.Problems[0].Code != record.TooManyLinks || p.Problems[0].Col != 1 || p.Problems[0].Line != 50_001 {
		t.Errorf("problems %v", p.Problems)
	}
	if last := p.Links[49_999]; string(last.Anchor) != "y" {
		t.Errorf("last link %q", last.Anchor)
	}
}

// TestMemory reads a page after one that made the buffers large: what the
// large one took is given back.
func TestMemory(t *testing.T) {
	p := page.NewParser(page.Options{})
	small := page.Input{Status: 200, Header: htmlHeader(), Body: []byte("<a href=1>x</a>")}
	heap := func() int64 {
		p.Parse(small)
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	p.Parse(page.Input{Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=windows-1251"}},
		Body: bytes.Repeat([]byte("<a href='&lt;\xcf\xcf\xcf\xcf'>\xcf\xcf\xcf\xcf</a>"), 200_000)})
	if kept := heap() - before; kept > 4<<20 {
		t.Errorf("%d bytes kept", kept)
	}
	p.Parse(small) // the parser lives until here
}

// TestAllocations holds the promise of reuse: what an ordinary page costs is
// its facts' strings.
func TestAllocations(t *testing.T) {
	p := page.NewParser(page.Options{})
	in := page.Input{Status: 200, Header: htmlHeader(), Body: shopPage()}
	p.Parse(in)
	if n := testing.AllocsPerRun(20, func() { p.Parse(in) }); n > 20 {
		t.Errorf("%v allocations", n)
	}
}
