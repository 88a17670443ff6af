package page

import (
	"testing"
	"unicode/utf8"
)

// FuzzTextStats reads a text at once and character by character.
func FuzzTextStats(f *testing.F) {
	for _, seed := range []string{
		"Sea charts & portolans, 12.50 € each: (the \"old\" ones) cost EUR 1,299.00!", "eightbyt es eightbyte seven77 a\tb\n\n c",
		"Größe ÄÖÜ Привет мир 漢字かな x漢 \u00adsoft\u00adhyphen a\u00a0b", "$5 5$ kr 12 ... -- 'quoted' 1234567 12345678 123456789", "\xff\xfe x\x80y \x00z\x7f",
	} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, text string, here bool) {
		whole, single := textStats{content: content{here: here}}, textStats{content: content{here: here}}
		whole.write([]byte(text))
		for s := []byte(text); len(s) > 0; {
			_, n := utf8.DecodeRune(s)
			single.write(s[:n:n])
			s = s[n:]
		}
		words, hash := whole.result()
		alone, aloneHash := single.result()
		all, own := whole.content.result()
		aloneAll, aloneOwn := single.content.result()
		if words != alone || hash != aloneHash || all != aloneAll || own != aloneOwn {
			t.Errorf("%q at once: %d words, %x, %x, %x; by characters %d, %x, %x, %x", text, words, hash, all, own, alone, aloneHash, aloneAll, aloneOwn)
		}
	})
}
