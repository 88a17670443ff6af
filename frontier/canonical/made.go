package canonical

import "fmt"

// Forms of the names of parameters that programs make up for one answer, so that
// no cache knows it: ?1795612345, ?kx83jd=1.
const (
	MadeNumber = "number" // nine digits and more, as the seconds of a time have, but no date
	MadeMixed  = "mixed"  // six letters and digits and more, that change twice at least from the one to the other
)

var madeWords = map[string]string{MadeNumber: "numbers", MadeMixed: "letters and digits"}

const (
	leastMadeDigits = 9
	leastMadeMixed  = 6
)

// MadeForm gives the form of a parameter that is made up: its name is of that
// form, and its value says nothing: none, one character, or one of such a form. It
// gives "" for all others. Other names have such forms, too (mp3url, the number of a
// book): what shows that they are made up is that others come with each answer.
func MadeForm(name, value []byte) string {
	form := madeWord(name)
	if form == "" || len(value) > 1 && madeWord(value) == "" {
		return ""
	}
	return form
}

func madeWord(word []byte) string {
	digits, turns := 0, 0
	for i, c := range word {
		isDigit := '0' <= c && c <= '9'
		if !isDigit && !('a' <= c|0x20 && c|0x20 <= 'z') {
			return ""
		}
		if isDigit {
			digits++
		}
		if i > 0 && isDigit != ('0' <= word[i-1] && word[i-1] <= '9') {
			turns++
		}
	}
	switch {
	case len(word) >= leastMadeDigits && digits == len(word):
		return MadeNumber
	case len(word) >= leastMadeMixed && turns >= 2:
		return MadeMixed
	}
	return ""
}

func (h *hostRules) addMade(rule Rule) error {
	if rule.Name != MadeNumber && rule.Name != MadeMixed {
		return fmt.Errorf("no such form of names: %q", rule.Name)
	}
	if h.made == nil {
		h.made = map[string]*action{}
	}
	h.made[rule.Name] = &action{kind: KindMade, why: because("name made up by "+rule.Host, rule.Proof), form: InQuery}
	return nil
}
