package frontier

// HoldTranslations lowers the number of references of sitemaps that are held, and
// gives back what undoes it.
func HoldTranslations(n int) (undo func()) {
	was := maxSitemapTranslations
	maxSitemapTranslations = n
	return func() { maxSitemapTranslations = was }
}
