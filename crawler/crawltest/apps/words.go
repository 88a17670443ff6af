package apps

import (
	"strconv"
	"strings"
)

var (
	adjectives = strings.Fields(`amber ancient autumn bare blue bold brave bright brisk broad calm careful cheap clear
		clever cold common cosy curious dark deep dry early eastern empty even fair faint fine firm flat fresh gentle
		gold green grey heavy high hollow honest idle inner kind large late lazy light little lively long loose loud
		low lucky mild modern narrow neat new noble northern odd old open outer pale plain proud quick quiet rare raw
		red rich ripe rough round royal rural sharp short silent silver simple slim slow small smooth soft solid
		southern spare stale steady steep still strong sturdy subtle sunny sweet swift tall tame tender thick thin
		tidy tiny true upper vast warm western white wide wild wise wooden young`)
	nouns = strings.Fields(`acorn almond anchor apple arch arrow aspen badge bark barn barrel basin basket beach bean
		bell bench birch blanket boat bone book boot bottle bowl box branch bread brick bridge broom brush bucket
		button cabin candle canoe cap card carpet cart castle chain chair chalk chest clay cliff clock cloth cloud
		coat coin copper cord cork corn cottage cotton crane creek crown cup curtain desk dish ditch dock door drawer
		drum dust engine fabric farm feather fence fern field flag flask flint floor flour flute forest fork fountain
		frame garden gate glass glove grain grass gravel hammer harbour harp hat hedge helmet hill hinge honey hook
		horn house ink iron island jacket jar kettle key kite knife ladder lake lamp lantern leaf leather ledge lemon
		letter lid linen lock loft log maple marble market mast meadow mill mirror moss mountain nail needle nest
		net oak oar olive orchard oven paddle page paint palm paper path pear pebble pencil pepper pillow pine pipe
		plank plate plum pocket pond porch pot quilt rail rake reed ribbon river road rock roof rope rose saddle
		salt sand saw scarf seed shawl shed shelf shell ship shoe shore silk sleeve slope soap spade spoon spring
		stable stair stone stool stove straw stream string sugar table tent thread tile timber tower trail tray
		trunk tub tunnel valley vase velvet vine wagon wall walnut water wave wheat wheel willow window wire wool`)
	verbs = strings.Fields(`adds asks bears begins binds blends breaks brings builds carries changes claims closes
		covers crosses cuts draws drives ends enters fades falls feeds fills finds fits folds follows forms gives
		grows guards hides holds joins keeps leads leaves lends lies lifts links makes marks matches meets mends
		moves needs offers opens passes pays places plays presses pulls pushes reaches rests rises rolls runs saves
		seals seeks sells sends serves shapes shares shows shuts sinks sits splits spreads stands starts stays
		steers stops supports takes tells tends tests ties touches trades turns wears weighs wins works wraps`)
	joints = strings.Fields(`and but while because although where so until before after unless whenever`)
)

// Prose writes sentences of at least so many words.
func Prose(words int, parts ...uint64) string {
	r := Rand(parts...)
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	var b strings.Builder
	for n := 0; n < words; {
		first := pick([]string{"The", "A", "This", "Every", "Our", "One", "Each", "That"})
		b.WriteString(first + " " + pick(adjectives) + " " + pick(nouns) + " " + pick(verbs) + " the " + pick(nouns))
		n += 6
		for r.IntN(3) > 0 && n < words+12 {
			b.WriteString(" " + pick(joints) + " the " + pick(adjectives) + " " + pick(nouns) + " " + pick(verbs) + " a " + pick(nouns))
			n += 7
		}
		b.WriteString(". ")
	}
	return strings.TrimSpace(b.String())
}

// Phrase gives two words, such as "Amber kettle".
func Phrase(parts ...uint64) string {
	r := Rand(parts...)
	return Title(adjectives[r.IntN(len(adjectives))] + " " + nouns[r.IntN(len(nouns))])
}

// Noun gives the nth word; each n has its own.
func Noun(n int) string {
	if n < len(nouns) {
		return nouns[n]
	}
	return nouns[n%len(nouns)] + strconv.Itoa(n/len(nouns)+1)
}

// Title begins with a capital.
func Title(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Slug spells a text as addresses do.
func Slug(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}

// syllables are what a language sounds like from far away.
var syllables = map[string][]string{
	"de": strings.Fields("ver auf ein sch tung keit ge zu haus wald über stein berg werk licht mann für durch"),
	"fr": strings.Fields("eau ment tion le re cha belle vou jour ère que ville mai son pour dans é ou"),
	"es": strings.Fields("ción do la mente al ca sa ro que tra ba ño mar lu na ver de ía"),
	"it": strings.Fields("zione mo la to re bel casa gli ora che no mare lu per sopra di vo ne"),
	"nl": strings.Fields("ijk heid ge ver huis oor water aan uit sch een oud berg op moe lij tje van"),
	"pl": strings.Fields("ość prze wa ny szcz po dom ski rze pod na góra wie czy ło mo cie nia"),
	"pt": strings.Fields("ção do lha mente ca sa não que mar lu vem de ro im tra são em ou"),
	"ru": strings.Fields("ость про ва ный ско по дом ре под на гора ве чи ло мо ство ние вы"),
	"sv": strings.Fields("het för ing skog hus och vat ten berg sten ljus var upp ned över kan jag ett"),
	"cs": strings.Fields("ost pře va ný ště po dům ský ře pod na hora vě či lo mo ství ní"),
	"ja": strings.Fields("の 山 川 は 水 家 道 に 木 石 を 光 町 と 海 空 が 花"),
}

// Say gives a text in a language: word for word, of the same length, the same
// each time. English and languages that it does not have leave it as it is.
func Say(lang, text string) string {
	sounds := syllables[lang]
	if sounds == nil {
		return text
	}
	words := strings.Fields(text)
	for i, w := range words {
		bare := strings.TrimRight(w, ".,:")
		if bare == "" || bare[0] >= '0' && bare[0] <= '9' {
			continue
		}
		said := ""
		for n := uint64(0); n < 2+Hash(bare)%2; n++ {
			said += Pick(sounds, Hash(lang), Hash(strings.ToLower(bare)), n)
		}
		if bare[0] >= 'A' && bare[0] <= 'Z' {
			r := []rune(said)
			said = strings.ToUpper(string(r[:1])) + string(r[1:])
		}
		words[i] = said + w[len(bare):]
	}
	return strings.Join(words, " ")
}
