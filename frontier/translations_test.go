package frontier_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/frontier"
)

func TestTranslations(t *testing.T) {
	lumps := [][]frontier.Translation{
		{{ID: 3, Status: 200, Names: []frontier.TranslationName{{To: 0, Lang: "en"}, {To: frontier.NoID - 1, Lang: "x default\n"}}}, {ID: 4, Status: 404, Fault: "status 404"}},
		{{ID: 9, Fault: "not asked for", Detail: "robots.txt forbids it"}},
	}
	meta := map[string]string{}
	for n, lump := range lumps {
		meta[frontier.TranslationLump(n)] = frontier.ListText(lump)
	}
	read := func(key string) string { return meta[key] }
	got, n, err := frontier.Translations(read)
	if diff := cmp.Diff(append(lumps[0], lumps[1]...), got); diff != "" || n != 2 || err != nil {
		t.Errorf("%d lumps, error %v (-want +got):\n%s", n, err, diff)
	}
	for _, damaged := range []string{"[", `[{"id":-1}]`, `[{"id":1,"names":["x en"]}]`, `[{"id":1,"names":["99999999999 en"]}]`} {
		meta[frontier.TranslationLump(1)] = damaged
		if _, _, err := frontier.Translations(read); err == nil {
			t.Errorf("%s is read without an error", damaged)
		}
	}
}
