package sqlite

import (
	"fmt"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

// The column types scan what the tables hold, NULL included. Another type
// than the schema's means that the file is damaged.

type intCol int64

func (c *intCol) Scan(v any) error {
	switch v := v.(type) {
	case nil:
		*c = 0
	case int64:
		*c = intCol(v)
	default:
		return fmt.Errorf("%w: %T where a number should be", ErrDamaged, v)
	}
	return nil
}

func (c intCol) time() time.Time { return frontier.Milli(time.UnixMilli(int64(c))) }

type textCol string

func (c *textCol) Scan(v any) error {
	switch v := v.(type) {
	case nil:
		*c = ""
	case string:
		*c = textCol(v)
	default:
		return fmt.Errorf("%w: %T where a text should be", ErrDamaged, v)
	}
	return nil
}

type blobCol []byte

// Scan keeps the driver's slice, which it allocates anew for each row.
func (c *blobCol) Scan(v any) error {
	switch v := v.(type) {
	case nil:
		*c = nil
	case []byte:
		*c = v
	default:
		return fmt.Errorf("%w: %T where bytes should be", ErrDamaged, v)
	}
	return nil
}

// idCol is an id; NULL is NoID.
type idCol frontier.ID

func (c *idCol) Scan(v any) error {
	switch v := v.(type) {
	case nil:
		*c = idCol(frontier.NoID)
		return nil
	case int64:
		if v >= 0 && v < int64(frontier.NoID) {
			*c = idCol(v)
			return nil
		}
	}
	return fmt.Errorf("%w: %v where the number of a URL should be", ErrDamaged, v)
}

// depthCol is a depth; NULL is NoDepth.
type depthCol uint16

func (c *depthCol) Scan(v any) error {
	switch v := v.(type) {
	case nil:
		*c = frontier.NoDepth
		return nil
	case int64:
		if v >= 0 && v < frontier.NoDepth {
			*c = depthCol(v)
			return nil
		}
	}
	return fmt.Errorf("%w: %v where a depth should be", ErrDamaged, v)
}
