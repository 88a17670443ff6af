package audit

import "github.com/portolan-seo/portolan/frontier/canonical"

// formCode gives the verdict of a URL that a removal of this kind folds into
// another.
func formCode(kind string) Code {
	switch kind {
	case canonical.KindTracking:
		return DuplicateTracking
	case canonical.KindScheme, canonical.KindHost, canonical.KindOrigin:
		return DuplicateSchemeHost
	case canonical.KindCleanParam:
		return DuplicateCleanParam
	}
	return DuplicateSession
}
