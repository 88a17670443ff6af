package option

import (
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/pflag"
)

// Duration is a flag in time: 90s, 5m, 1h30m, or a plain number of
// seconds.
type Duration time.Duration

const timeType = "TIME"

// Type implements pflag.Value: it is what --help shows.
func (d *Duration) Type() string { return timeType }

// String gives a zero duration as "0", which help texts do not show.
func (d *Duration) String() string {
	if *d == 0 {
		return "0"
	}
	return time.Duration(*d).String()
}

func (d *Duration) Set(s string) error {
	if n, err := strconv.ParseFloat(s, 64); err == nil && n >= 0 && n < 1e9 {
		*d = Duration(n * float64(time.Second))
		return nil
	}
	parsed, err := time.ParseDuration(s)
	if err != nil || parsed < 0 {
		return fmt.Errorf("%q is no duration such as 30s, 5m or 1h30m", s)
	}
	*d = Duration(parsed)
	return nil
}

// DurationVar declares a flag in time.
func DurationVar(fs *pflag.FlagSet, field *time.Duration, name string, value time.Duration, usage string) {
	*field = value
	fs.Var((*Duration)(field), name, usage)
}
