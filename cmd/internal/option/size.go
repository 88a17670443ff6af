package option

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// Size is a flag in bytes, typed as 512MB, 2G or a plain number. Units
// are powers of 1,024.
type Size int64

const sizeType = "SIZE"

// Type implements pflag.Value: it is what --help shows.
func (b *Size) Type() string { return sizeType }

func (b *Size) Set(s string) error {
	text := strings.ToUpper(strings.TrimSpace(s))
	text = strings.TrimSuffix(strings.TrimSuffix(text, "B"), "I")
	shift := 0
	if n := len(text); n > 0 {
		if i := strings.IndexByte("KMGT", text[n-1]); i >= 0 {
			shift, text = 10*(i+1), text[:n-1]
		}
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || n < 0 || n > 1<<50 {
		return fmt.Errorf("%q is no size such as 512MB", s)
	}
	*b = Size(n * float64(int64(1)<<shift))
	return nil
}

func (b *Size) String() string {
	return stored.SizeText(int64(*b))
}
