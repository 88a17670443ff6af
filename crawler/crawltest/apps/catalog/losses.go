package catalog

import (
	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/losses"
)

// losable are sites whose pages look like what is left aside, each with things
// in their order, and with identifiers and lists in none and links between things by chance.
func losable() (list []entry) {
	for _, k := range losses.Kinds() {
		for _, mixed := range []bool{false, true} {
			e := entry{"loss-" + k.Name, k.About, func(name, about string, size Size) *apps.App {
				limit := apps.Limit{PerPage: k.PerPage(), Base: 300, OthersShare: 0.02}
				return losses.New(k.Name, apps.Hash(name), size.of(400, 1600), mixed).App(name, about, limit)
			}}
			if mixed {
				e.name, e.about = e.name+"-mixed", e.about+", in no order, with boxes that change"
			} else {
				e = still(e)
			}
			list = append(list, e)
		}
	}
	return list
}
