package findings

import "slices"

// kin are rules about one fault of an address, which a site may show in either way: there
// is no page, and it says so by its status, or in the text of a page.
var kin = []string{"client-error", "soft-404"}

// Kin gives the rule that tells of the same fault where the site shows it otherwise, ""
// if there is none.
func (r *Rule) Kin() string {
	if at := slices.Index(kin, r.ID); at >= 0 {
		return kin[1-at]
	}
	return ""
}

// Becomes tells whether what another rule found goes on as what this one finds. An address
// that answers 404 now has mended that it answered 200, though not the links to it.
func (r *Rule) Becomes(other *Rule) bool { return r.ID == kin[0] && other.ID == kin[1] }

// WithKin adds the kin of rules, by their IDs.
func WithKin(ids []string) []string {
	for _, id := range slices.Clone(ids) {
		if at := slices.Index(kin, id); at >= 0 && !slices.Contains(ids, kin[1-at]) {
			ids = append(slices.Clip(ids), kin[1-at])
		}
	}
	return ids
}
