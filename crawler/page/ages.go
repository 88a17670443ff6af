package page

import "strings"

// wordKind is what a word may be beside numbers.
type wordKind uint8

const (
	anyWord  wordKind = iota
	currency          // a code or short name beside which numbers are prices
	timeUnit          // hours
	timeWord          // ago: nobody has to say of what
	smallWord
)

// wordKinds has the words of which more is asked, by their hashes; looked tells by the highest bits of the last
// bytes of a word times mulA where it may be one.
//
// How long ago something was ("59 minutes ago", "an hour ago", "vor 2 Tagen") changes by itself from one
// request to the next. Its numbers are no content, as no others are; nor are the units of time behind a number
// or behind small words, and these. "Visits by month" and "opening hours" are content.
var (
	wordKinds = map[uint64]wordKind{}
	looked    [1 << 12]bool
)

func init() {
	var lists [smallWord + 1][]uint64
	for kind, words := range [...]string{
		currency: `eur usd gbp chf sek nok dkk isk pln czk huf ron bgn try uah rub jpy cny rmb krw inr idr thb vnd sgd hkd twd php myr aud
			nzd cad mxn brl ars clp cop zar aed sar ils egp kr fr rs`,
		timeUnit: `second seconds sec secs minute minutes min mins moment moments now hour hours hr hrs day days week weeks month months year years
			sekunde sekunden minuten augenblick augenblicken stunde stunden std tag tage tagen woche wochen monat monate monaten jahr jahre jahren
			seconde secondes heure heures jour jours semaine semaines mois année années
			segundo segundos minuto minutos hora horas día días semana semanas mes meses año años
			secondi minuti ora ore giorno giorni settimana settimane mese mesi anno anni
			dia dias mês ano anos minuut uur dag dagen week weken maand maanden jaar`,
		timeWord: `ago yesterday today gestern heute hier ayer hoy fa ieri oggi ontem hoje geleden gisteren vandaag`,
		smallWord: `a an about over almost nearly less than few some within just
			vor etwa einer einem einigen wenigen il y une quelques environ hace un una unos unas há um uma alguns cerca een ongeveer`,
	} {
		for word := range strings.FieldsSeq(words) {
			lists[kind] = append(lists[kind], hashWord(word))
		}
	}
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

// small is what small words, one behind the other, have added to a content.
type small struct{ all, own uint64 }

// word takes a word that is neither a number nor of a price. Of the time that something is ago nothing counts.
func (c *content) word(h uint64, kind wordKind, afterNumber bool) {
	switch before := c.small; {
	case kind == timeWord, kind == timeUnit && (afterNumber || before.all != 0):
		c.all, c.own, c.small = c.all-before.all, c.own-before.own, small{}
	case kind == smallWord:
		all, own := c.all, c.own
		c.add(h)
		c.small = small{before.all + c.all - all, before.own + c.own - own}
	default:
		c.small = small{}
		c.add(h)
	}
}
