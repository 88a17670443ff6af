package failon_test

import (
	"errors"
	"testing"

	"github.com/portolan-seo/portolan/crawler/failon"
)

var kinds = []string{"removed", "noindex", "http-4xx"}

func TestRules(t *testing.T) {
	for _, c := range []struct {
		text      string
		count, of int
		broken    bool
	}{
		{"removed", 0, 100, false},
		{"removed", 1, 100, true},
		{"removed>5", 5, 100, false},
		{"removed>5", 6, 100, true},
		{"removed>1%", 1, 100, false},
		{"removed>1%", 2, 100, true},
		{"removed > 0.5%", 1, 200, false},
		{"removed>0.5%", 1, 199, true},
		{"removed>0%", 0, 0, false},
		{"removed>99%", 1, 0, true}, // of nothing, one is more than any part
		{"new:http-4xx>2", 3, 10, true},
	} {
		rules, err := failon.Parse(c.text, kinds)
		if err != nil || len(rules) != 1 {
			t.Errorf("%s: %v, %v", c.text, rules, err)
			continue
		}
		if got := rules[0].Broken(c.count, c.of); got != c.broken {
			t.Errorf("%s: %d of %d breaks it: %t", c.text, c.count, c.of, got)
		}
	}
	rules, err := failon.Parse("removed>1%, new:noindex", kinds)
	if err != nil || len(rules) != 2 || rules[0].String() != "removed>1%" || rules[1].String() != "new:noindex" {
		t.Errorf("%v, %v", rules, err)
	}
}

func TestJudge(t *testing.T) {
	rules, err := failon.Parse("removed>5,noindex,http-4xx", kinds)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]failon.Count{"removed": {N: 5, Of: 10}, "noindex": {N: 1, Of: 10}, "http-4xx": {Unknown: "nobody knows"}}
	broken, unknown := failon.Judge(rules, func(r failon.Rule) failon.Count { return counts[r.Kind] })
	if len(broken) != 1 || broken[0].Kind != "noindex" || len(unknown) != 1 || unknown[0].Unknown != "nobody knows" {
		t.Errorf("%v, %v", broken, unknown)
	}
	if rules, err := failon.Parse(failon.None, kinds); err != nil || rules != nil {
		t.Errorf("none: %v, %v", rules, err)
	}
}

func TestMistakes(t *testing.T) {
	for _, text := range []string{
		"", ",", "removed,", "new:", ">1", "removed>", "removed>%", "removed>-1", "removed>1.5", "removed>1%%", "removed>100%",
		"removed>1e3", "removed>NaN", "removed>1>2", "removed>.", "removed=1", "new:new:removed",
	} {
		if rules, err := failon.Parse(text, kinds); err == nil {
			t.Errorf("%q passes as %v", text, rules)
		}
	}
	var unknown *failon.UnknownKindError
	if _, err := failon.Parse("removd>1%", kinds); !errors.As(err, &unknown) || unknown.Kind != "removd" {
		t.Errorf("%v", err)
	}
}

// FuzzParse: a rule that is read is written so that it is read as the same.
func FuzzParse(f *testing.F) {
	f.Add("new:removed>1.5%")
	f.Add("http-4xx>00012")
	f.Fuzz(func(t *testing.T, text string) {
		rules, err := failon.Parse(text, kinds)
		if err != nil {
			return
		}
		for _, r := range rules {
			again, err := failon.Parse(r.String(), kinds)
			if err != nil || len(again) != 1 || again[0] != r {
				t.Errorf("%q: %+v is read again as %+v, %v", text, r, again, err)
			}
		}
	})
}
