// Package spelling finds the word that was meant.
package spelling

import (
	"fmt"
)

// DidYouMean gives a hint at the candidate that is nearest to a mistyped word:
// at most two letters too many, too few or different, or one in a short word. It
// is "" if none is.
func DidYouMean(word, prefix string, candidates []string) string {
	best, bestDistance := "", 3
	if len(word) < 5 {
		bestDistance = 2
	}
	for _, c := range candidates {
		if d := editDistance(word, c, bestDistance); d < bestDistance && d < len(c) {
			best, bestDistance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s%s?", prefix, best)
}

// editDistance is the number of letters to insert, delete, replace, or swap with
// the next one, that turns a into b, or limit if it is not less.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, above, row = above, row, before
		row[0] = i + 1
		for j := range len(b) {
			change := above[j]
			if a[i] != b[j] {
				change++
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				change = min(change, before[j-1]+1)
			}
			row[j+1] = min(change, above[j+1]+1, row[j]+1)
		}
	}
	return min(row[len(b)], limit)
}
