package classes_test

import (
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
)

// What was learned before any URL of it was known says nothing of numbers.
func TestTextOfWhatWasLearnedAtOnce(t *testing.T) {
	c := classes.Class{Pattern: "a.example", Param: "sid", Relation: classes.SessionID}
	c.Proven = "two requests gave two values"
	if text := classes.Text([]classes.Class{c}); strings.Contains(text, "0 URLs") || !strings.Contains(text, "learned: two requests gave two values") {
		t.Error(text)
	}
	c.Known, c.Fetched = 7, 2
	if text := classes.Text([]classes.Class{c}); !strings.Contains(text, "7 URLs were known with it before that, 2 of them read") {
		t.Error(text)
	}
}
