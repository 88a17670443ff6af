package crawler

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Parameters whose names are made up for each answer (?1795612345, ?kx83jd=1) are
// one parameter to the learner: that of the form of their names, with the name
// as its value. A trial shows of it what it shows of a session id.

const madeMark = "*"

var madeNames = map[string][]byte{
	canonical.MadeNumber: []byte(madeMark + canonical.MadeNumber),
	canonical.MadeMixed:  []byte(madeMark + canonical.MadeMixed),
}

// madeForm gives the form of names that a name of eachParam stands for, "" where it
// is one of its own.
func madeForm(name string) string {
	form, is := strings.CutPrefix(name, madeMark)
	if !is || madeNames[form] == nil {
		return ""
	}
	return form
}

// paramRule is the rule that removes a parameter, as eachParam names it.
func paramRule(host, name, proof string) canonical.Rule {
	if form := madeForm(name); form != "" {
		return canonical.Rule{Host: host, Kind: canonical.RuleMade, Name: form, Proof: proof}
	}
	return canonical.Rule{Host: host, Kind: canonical.RuleSession, Name: name, Proof: proof}
}
