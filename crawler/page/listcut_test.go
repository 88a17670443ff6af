package page

import "testing"

func TestListCount(t *testing.T) {
	for text, want := range map[string][2]int{
		"Showing 1-20 of 340 results": {20, 340}, "1 – 24 von 1.204 Artikeln": {24, 1204}, "1—12 sur 99": {12, 99}, "Results 1-10 of 10": {0, 0},
		"11-20 of 340": {0, 0}, "1-2 of 9": {0, 0}, "": {0, 0}, "1": {0, 0}, "1-": {0, 0}, "1-20": {0, 0}, "1-20 of": {0, 0}, "1-20 of 3x": {0, 0}, "page 1-20 of 99999999999999999999": {0, 0},
		"2021-12 of 340": {0, 0}, "1-20 of 1,234,567": {20, 1234567}, "on 1-5 December 2026 of": {0, 0}, "0.1-20 of 340": {0, 0},
	} {
		if shown, all := listCount([]byte(text)); shown != want[0] && want[1] != 0 || all != want[1] {
			t.Errorf("%q: %d of %d, want %v", text, shown, all, want)
		}
	}
}
