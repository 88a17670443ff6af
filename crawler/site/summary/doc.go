// Package summary gathers what a run tells at its end besides the verdicts: the
// line that robots.txt lacks, patterns that match nothing, what pages on other
// hosts answered. They are values, for whoever words or draws them.
package summary
