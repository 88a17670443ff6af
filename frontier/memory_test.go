package frontier_test

import (
	"testing"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/frontiertest"
)

func TestMemory(t *testing.T) {
	folders := map[string]*frontier.Memory{}
	frontiertest.Run(t, func(dir string) (frontiertest.Store, error) {
		if folders[dir] == nil {
			folders[dir] = frontier.NewMemory()
		}
		return folders[dir], nil
	})
}
