package crawl

import (
	"fmt"
)

// summarise tells what the run found and wrote: for people, or as one JSON
// object.
func (r *crawlRun) summarise() error {
	if r.p.JSON {
		return r.p.PrintJSON(r.SummaryJSON())
	}
	if r.p.Quiet {
		return nil
	}
	_, err := fmt.Fprint(r.p.Out, r.SummaryText())
	return err
}
