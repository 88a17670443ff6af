package audit

import (
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// fate says how far a URL came, and so which rules can match it.
type fate uint8

const (
	waiting    fate = iota // in the frontier
	unasked                // robots.txt or a private address forbade the request
	folded                 // into another spelling, by a rule learned since it was found
	faulty                 // portolan itself failed
	unanswered             // no answer in all tries
	challenged             // by a firewall
	refused                // the status is an error; this and what follows are answers
	redirected             // by status: whatever the body is, nobody reads it
	broken                 // the answer broke off or cannot be read
	pageless               // the status is not that of a page
	readable
)

// course is what several rules need to know of a URL's way through the crawl.
type course struct {
	fate      fate
	redirects bool // by status, or by a refresh on a page
	failure   Code // what the status or the error comes to, of the last try where it waits; else NoVerdict
	left      Code // why it waits, NoVerdict unless it does and is waited for
}

// follow fills in the course of a URL.
func (f *Facts) follow() {
	p := f.Row.Page
	f.course = course{}
	if p == nil {
		f.wait()
		return
	}
	switch p.Outcome {
	case record.RobotsBlocked, record.PrivateTarget:
		f.fate = unasked
	case record.Folded:
		f.fate = folded
	case record.Fault:
		f.fate = faulty
	case record.NoAnswer:
		f.fate, f.failure = unanswered, f.brokenCode(p.Err)
	case record.Challenged:
		f.fate = challenged
	default:
		f.answer(p)
	}
}

// wait fills in the course of a URL in the frontier.
func (f *Facts) wait() {
	retry := f.Row.Retry
	switch {
	case f.Down:
		f.left = NetworkError
	case f.isSpelling():
		f.left = NoVerdict // it is not waited for
	case retry != nil && retry.Err == record.ErrNone && (retry.Status == 403 || retry.Status/100 == 2):
		f.left = Challenged // no other answer with such a status is asked for again
	case f.Left != NoVerdict:
		f.left = f.Left
	default:
		f.left = Pending
	}
	switch {
	case retry == nil:
	case isThrottled(retry.Status):
		f.failure = Throttled
	case retry.Err != record.ErrNone && !f.Down:
		f.failure = f.brokenCode(retry.Err)
	}
}

// answer fills in the course of a URL that was answered.
func (f *Facts) answer(p *record.Page) {
	if f.failure = statusCode(p.Status); f.failure != NoVerdict {
		f.fate = refused
		return
	}
	f.redirects = f.Row.Location != frontier.NoID
	switch {
	case f.redirects && p.Status >= 300:
		f.fate = redirected
	case p.Err != record.ErrNone:
		f.fate, f.failure = broken, f.brokenCode(p.Err)
	case !record.IsPage(p.Status):
		f.fate = pageless
	default:
		f.fate = readable
	}
}

// brokenCode tells apart why there is no complete answer: by the table of
// record.ErrClass. A server that answers others, and let this request run out
// of time, is asked too much.
func (f *Facts) brokenCode(class record.ErrClass) Code {
	if class == record.ErrTimeout && f.HostAnswers {
		return Throttled
	}
	if c, known := codeNamed(class.Verdict()); known {
		return c
	}
	return NetworkError
}

// isThrottled reports the statuses by which a server asks for less.
func isThrottled(status int) bool { return status == 429 || status == 503 }

// statusCode gives the verdict that the status alone decides.
func statusCode(status int) Code {
	switch {
	case isThrottled(status):
		return Throttled
	case status == 401 || status == 403 || status == 407 || status == 451:
		return Denied
	case status >= 400 && status < 500:
		return HTTP4xx
	case status >= 500 && status < 600:
		return HTTP5xx
	}
	return NoVerdict
}

// taken reports a URL that is listed unless a rule says otherwise: a page that
// can be read, or what is listed without having been.
func (f *Facts) taken() bool { return f.fate == readable || f.left == ListedUnverified }
