package check

import (
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// SessionTest gives the test for session ids: whether the canonical form
// removes one.
func SessionTest() (func(url string) bool, error) {
	rules, err := canonical.New(canonical.Config{NoTrackingRules: true})
	if err != nil {
		return nil, err
	}
	resolver := rules.NewResolver()
	return func(url string) bool {
		for _, r := range resolver.Resolve([]byte(url)).Removed {
			if r.Kind == canonical.KindSession {
				return true
			}
		}
		return false
	}, nil
}
