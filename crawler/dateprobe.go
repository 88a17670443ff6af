package crawler

import (
	"bytes"
	"context"
	"strconv"
	"time"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// dateProbe asks for pages of a calendar and for those of 28 years on in turn: whether each pair says the same but for the year.
type dateProbe struct {
	of          *echoQuestions
	question    classes.Question
	urls        []string // left to be asked for, in pairs
	first       string   // of a pair
	text, links string   // what it says, once that is known
	unlike      bool
}

func (t *dateProbe) url() string     { return t.urls[0] }
func (t *dateProbe) purpose() string { return "probe whether a calendar shows any date" }

func (t *dateProbe) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	url, other := t.urls[0], len(t.urls)%2 == 1
	o, x := w.get(ctx, url)
	if w.Res.Outcome != record.Answered || w.Res.Status != 200 {
		t.unlike = true
		t.question.Gone = other && w.Res.Outcome == record.Answered && (w.Res.Status == 404 || w.Res.Status == 410)
		return o, x
	}
	body := w.Res.Body
	if other {
		_, year, later := classes.OtherYear(t.first)
		url, body = t.first, setBack(body, year, later)
	}
	parsed := page.NewParser(page.Options{ListAgent: w.c.opts.ListAgent, Text: true}).Parse(page.Input{
		URL: url, Status: w.Res.Status, Header: w.Res.Header, Body: body, Truncated: w.Res.Truncated, Now: w.Res.FetchedAt,
	})
	text, links := string(parsed.Text), string(parsed.LinkText)
	t.question.Gone = other && text != t.text && links == t.links // figures of its own
	t.unlike = !parsed.HTML || other && (text != t.text || links != t.links)
	t.first, t.text, t.links = url, text, links
	return o, x
}

// yearsAround a date are often said beside it.
const yearsAround = 5

// setBack puts a year and those around it in the place of later ones.
func setBack(body []byte, year, later int) []byte {
	for i := -yearsAround; i <= yearsAround; i++ {
		body = bytes.ReplaceAll(body, []byte(strconv.Itoa(later+i)), []byte(strconv.Itoa(year+i)))
	}
	return body
}

func (t *dateProbe) answered(s *scheduler, _ *pace.Exchange, _ time.Time) {
	t.of.asked--
	switch t.urls = t.urls[1:]; {
	case t.unlike && !t.question.Gone:
	case t.unlike, len(t.urls) == 0:
		s.c.echoes.told(t.question.Proof)
		if err := s.c.settle(&frontier.Batch{Meta: map[string]string{frontier.MetaEchoes: s.c.echoes.noted}}); err != nil {
			s.c.fail(err)
		}
		if !t.question.Gone {
			s.c.opts.Log.Warn("a calendar shows any date; of its empty pages those far from all with something in them are not read", "page", t.question.Page, "asked", t.question.URL)
		}
	default:
		t.of.list = append(t.of.list, t)
	}
}
