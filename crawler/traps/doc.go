// Package traps finds endless parts of a site while it is crawled: patterns of
// URLs whose pages bring nothing new and lead to ever more of their kind. A
// Detector is shown every page and puts such patterns in quarantine; the
// Quarantine tells of a URL whether it is part of one. A Budget bounds what is
// fetched of one directory in any case. It is pure.
package traps
