package option

import (
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/typedurl"
)

// FolderName refuses a URL in the place of a folder; without says what an empty value
// comes to.
func FolderName(flag, value, without string) error {
	if typedurl.IsURL(value) {
		return exit.Usagef("%s %s: it is the name of a folder, and this is a URL; without it %s", flag, value, without)
	}
	return nil
}
