package stored

import (
	"errors"
	"fmt"

	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// readError puts a store's refusal, which names the file, into words.
func readError(name string, err error) error {
	if errors.Is(err, sqlite.ErrVersion) || errors.Is(err, sqlite.ErrDamaged) || errors.Is(err, sqlite.ErrNotCrawl) {
		return fmt.Errorf("%w\nnothing was changed; to begin anew, move %s away", err, name)
	}
	return err
}
