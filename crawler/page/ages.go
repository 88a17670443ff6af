package page

import "strings"

// wordKind is what a word may be beside numbers.
type wordKind uint8

const (
	anyWord   wordKind = iota
	currency           // a code or short name beside which numbers are prices
	timeUnit           // hours
	agoWord            // what comes after an age
	sinceWord          // what comes before one
	smallWord
)

// wordKinds has the words of which more is asked, by their hashes; looked tells by the highest bits of the last
// bytes of a word times mulA where it may be one.
//
// How long ago something was ("59 minutes ago", "an hour ago", "vor 2 Tagen", "il y a une semaine") changes by itself
// from one request to the next. Its numbers are no content, as no others are; nor is the rest of it. "For a week",
// "3 days" and "yesterday" are content, as "opening hours" are.
var (
	wordKinds = map[uint64]wordKind{}
	looked    [1 << 12]bool
)

func init() {
	var lists [smallWord + 1][]uint64
	for kind, words := range [...]string{
		currency: `eur usd gbp chf sek nok dkk isk pln czk huf ron bgn try uah rub jpy cny rmb krw inr idr thb vnd sgd hkd twd php myr aud
			nzd cad mxn brl ars clp cop zar aed sar ils egp kr fr rs`,
		timeUnit: `second seconds sec secs minute minutes min mins moment moments hour hours hr hrs day days week weeks month months year years
			sekunde sekunden minuten augenblick augenblicken stunde stunden std tag tage tagen woche wochen monat monate monaten jahr jahre jahren
			seconde secondes heure heures jour jours semaine semaines mois année années
			segundo segundos minuto minutos hora horas día días semana semanas mes meses año años
			secondi minuti ora ore giorno giorni settimana settimane mese mesi anno anni
			dia dias mês ano anos minuut uur dag dagen week weken maand maanden jaar`,
		agoWord:   `ago fa geleden`,
		sinceWord: `vor hace há`,
		smallWord: `a an about over almost nearly less than few some within
			etwa einer einem einigen wenigen il y une quelques environ un una unos unas um uma alguns cerca een ongeveer`,
	} {
		for word := range strings.FieldsSeq(words) {
			lists[kind] = append(lists[kind], hashWord(word))
		}
	}
	ilYA = hashWord("il") + hashWord("y") + hashWord("a")
	for kind, list := range lists {
		for _, h := range list {
			wordKinds[h] = wordKind(kind)
		}
	}
}

// hashWord gives the hash of a word, and has words that end like it looked at.
func hashWord(word string) uint64 {
	t := textStats{content: content{here: true}}
	t.write([]byte(word))
	last, _ := trim(t.word, t.n)
	t.endWord()
	looked[last*mulA>>52] = true
	return t.all
}

// age is what may be how long ago something was: what its words have added to a content.
type age struct {
	all, own uint64
	unit     bool // one of them is a unit of time
	since    bool // it has begun as ages do: a unit ends it
}

// ilYA is what these three words add.
var ilYA uint64

// word takes a word that is neither a number nor of a price. Of an age nothing counts.
func (c *content) word(h uint64, kind wordKind, afterNumber bool) {
	a := c.age
	if kind == agoWord && a.unit || kind == timeUnit && a.since {
		c.all, c.own, c.age = c.all-a.all, c.own-a.own, age{}
		return
	}
	own := c.own
	c.add(h)
	switch c.age = (age{}); {
	case kind == sinceWord:
		c.age = age{all: h, own: c.own - own, since: true}
	case kind == smallWord, kind == timeUnit && (afterNumber || a.all != 0):
		c.age = age{a.all + h, a.own + c.own - own, a.unit || kind == timeUnit, a.since || a.all+h == ilYA}
	}
}
