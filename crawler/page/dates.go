package page

import (
	"strconv"
	"strings"
	"time"
)

// The names of months and days of the week, from January and Sunday on, spellings that are short beside those that are not.
var months, weekdays = calendarWords(12,
	`january jan/february feb/march mar/april apr/may/june jun/july jul/august aug/september sep sept/october oct/november nov/december dec`,
	`januar jänner/februar/märz/april/mai/juni/juli/august/september/oktober okt/november/dezember dez`,
	`janvier janv/février févr/mars/avril avr/mai/juin/juillet juil/août/septembre/octobre/novembre/décembre déc`,
	`enero ene/febrero/marzo/abril abr/mayo/junio/julio/agosto ago/septiembre/octubre/noviembre/diciembre dic`,
	`gennaio gen/febbraio/marzo/aprile/maggio mag/giugno giu/luglio lug/agosto/settembre set/ottobre ott/novembre/dicembre`,
	`janeiro/fevereiro fev/março/abril/maio/junho/julho/agosto/setembro/outubro out/novembro/dezembro`,
	`januari/februari/maart mrt/april/mei/juni/juli/augustus/september/oktober/november/december`,
	`styczeń stycznia/luty lutego/marzec marca/kwiecień kwietnia/maj maja/czerwiec czerwca/lipiec lipca/sierpień sierpnia/wrzesień września/październik października/listopad listopada/grudzień grudnia`,
	`januari/februari/mars/april/maj/juni/juli/augusti/september/oktober/november/december`,
	`январь января/февраль февраля/март марта/апрель апреля/май мая/июнь июня/июль июля/август августа/сентябрь сентября/октябрь октября/ноябрь ноября/декабрь декабря`,
), calendarWords(7,
	`sunday sun/monday mon/tuesday tue/wednesday wed/thursday thu/friday fri/saturday sat`,
	`sonntag/montag/dienstag/mittwoch/donnerstag/freitag/samstag sonnabend`,
	`dimanche/lundi/mardi/mercredi/jeudi/vendredi/samedi`,
	`domingo/lunes/martes/miércoles/jueves/viernes/sábado`,
	`domenica/lunedì/martedì/mercoledì/giovedì/venerdì/sabato`,
	`domingo/segunda-feira/terça-feira/quarta-feira/quinta-feira/sexta-feira/sábado`,
	`zondag/maandag/dinsdag/woensdag/donderdag/vrijdag/zaterdag`,
	`niedziela/poniedziałek/wtorek/środa/czwartek/piątek/sobota`,
	`söndag/måndag/tisdag/onsdag/torsdag/fredag/lördag`,
	`воскресенье/понедельник/вторник/среда/четверг/пятница/суббота`,
)

// calendarWords gives the hashes of n names in some languages, in order.
func calendarWords(n int, languages ...string) [][]uint64 {
	hashes := make([][]uint64, n)
	for _, names := range languages {
		i := 0
		for spellings := range strings.SplitSeq(names, "/") {
			for word := range strings.FieldsSeq(spellings) {
				t := textStats{content: content{here: true}}
				t.write([]byte(word))
				t.endWord()
				hashes[i] = append(hashes[i], t.all)
			}
			i++
		}
	}
	return hashes
}

// echoedDate takes the names of the month and the day of the week that a URL has as numbers: a calendar says them
// of each day and month, and nothing else of those without events.
func (c *content) echoedDate(path string) {
	if day, whole := DateIn(path); whole {
		c.echoesHashes(months[day.Month()-1])
		c.echoesHashes(weekdays[day.Weekday()])
	}
}

// DateIn gives the first date of a path and query: 2026/01/02, 2026-01, 202601, 20260102 or 2.1.2026; the time is zero
// where there is none. whole: it has a day.
func DateIn(path string) (day time.Time, whole bool) {
	var before [2]int // the numbers of one or two digits that stand before
	year := 0
	for part := range strings.FieldsFuncSeq(path, func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := strconv.Atoi(part) // too long for one, it is no part of a date
		switch {
		case len(part) <= 2 && year > 0 && before[1] == 0:
			before[1] = n
		case len(part) <= 2 && year > 0:
			return calendarDay(year, before[1], n)
		case len(part) <= 2:
			before[0], before[1] = before[1], n
		case year > 0 && before[1] > 0:
			return calendarDay(year, before[1], 0)
		case len(part) == 4 && before[1] > 0 && isYear(n):
			return calendarDay(n, before[1], before[0])
		case len(part) == 4 && isYear(n):
			year = n
		case len(part) == 6 && isYear(n/100):
			return calendarDay(n/100, n%100, 0)
		case len(part) == 8 && isYear(n/10_000):
			return calendarDay(n/10_000, n/100%100, n%100)
		default:
			before, year = [2]int{}, 0
		}
	}
	if year > 0 && before[1] > 0 {
		return calendarDay(year, before[1], 0)
	}
	return time.Time{}, false
}

func isYear(n int) bool { return n >= 1900 && n < 2200 }

// calendarDay gives a day, the first of the month where none is said; zero where there is no such month.
func calendarDay(year, month, day int) (time.Time, bool) {
	if month < 1 || month > 12 {
		return time.Time{}, false
	}
	whole := day >= 1 && day <= 31
	if !whole {
		day = 1
	}
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC), whole
}
