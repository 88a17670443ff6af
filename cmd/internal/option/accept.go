package option

import (
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// AcceptValue is the value of --accept-loss: those of the command line and of
// the configuration add up.
type AcceptValue struct{ List *stored.Acceptances }

func (v AcceptValue) String() string { return "" }

func (v AcceptValue) Type() string { return patternType }

func (v AcceptValue) AddsUp() {}

func (v AcceptValue) Set(text string) error { return v.List.Add(text) }
