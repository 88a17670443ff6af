package explain

// explanation is printed for people.
type explanation struct{ *Explanation }

// Text tells an explanation to people, in 80 columns.
func Text(x *Explanation) string { return (&explanation{x}).text() }
