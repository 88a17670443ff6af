package audit

// note counts what would have kept a listed URL out of the sitemap.
func (s *Summary) note(v Verdict) {
	if v.Code.State() != ListedInFile {
		return
	}
	for r := range inOrder {
		if r.forbids && v.Also&(1<<r.code) != 0 {
			s.Overruled[r.code]++
		}
	}
}
