package console

import (
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/typedurl"
)

// Hide keeps the logins in what the user typed out of all that is written.
func (w *LiveWriter) Hide(typed ...string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, text := range typed {
		for _, login := range typedurl.Logins(text) {
			quoted := strconv.Quote(login)
			for _, spelling := range []string{login, quoted[1 : len(quoted)-1], safe.Printable(login)} {
				w.hidden = append(w.hidden, spelling, "***@")
			}
		}
	}
	if len(w.hidden) > 0 {
		w.hider = strings.NewReplacer(w.hidden...)
	}
}
