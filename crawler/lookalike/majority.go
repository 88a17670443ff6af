package lookalike

// Majority finds the value that more than half of many share, if there is one (Boyer and Moore, MJRTY, 1981): add all,
// then count those that are Most.
type Majority[T comparable] struct {
	Most T
	lead int
}

// Add takes a value, and tells whether it has become Most.
func (m *Majority[T]) Add(v T) bool {
	switch {
	case m.lead == 0:
		m.Most, m.lead = v, 1
		return true
	case v == m.Most:
		m.lead++
	default:
		m.lead--
	}
	return false
}
