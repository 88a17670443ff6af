package frontiertest

import (
	"fmt"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/frontier"
)

// Same compares what two crawls answer, from end to end.
func Same(want, got frontier.Crawl) error {
	a, err := take(want)
	if err != nil {
		return err
	}
	b, err := take(got)
	if err != nil {
		return err
	}
	if diff := cmp.Diff(a, b); diff != "" {
		return fmt.Errorf("crawls differ (-want +got):\n%s", diff)
	}
	return nil
}
