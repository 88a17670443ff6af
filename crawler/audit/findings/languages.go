package findings

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// languageRef is one rel=alternate with hreflang.
type languageRef struct {
	from, to  frontier.ID
	lang      uint16 // place in langs
	inSitemap bool   // a sitemap has it, and the page has not
}

// languageRules are about hreflang in pages, their headers, and sitemaps.
func languageRules() []Rule {
	return []Rule{
		{
			ID: "hreflang-invalid", Severity: Error, Scope: OfPage, Need: Always,
			Title: "an hreflang that means nothing",
			When:  "the language of an annotation is not of ISO 639-1, alone or with a script of ISO 15924 and a region of ISO 3166-1, nor x-default (warning, likely: a region of several countries, such as es-419); or a sitemap has annotations whose URL is not absolute",
			Why:   "Engines ignore the annotation.",
			Fix:   "Use the valid code, such as en-GB for en-UK, and full addresses.",
			before: func(s *survey) {
				for _, f := range s.o.Sitemaps {
					for _, flaw := range f.Flaws {
						if flaw.Code == "alternate-bad" && f.Read {
							s.siteFound(f.URL, Finding{Target: frontier.NoID, Status: f.Status, Detail: flaw.text()})
						}
					}
				}
			},
			each: func(s *survey, u *subject) {
				for _, ref := range s.annotations(u) {
					if text := s.langs[ref.lang]; !s.validLangs[ref.lang] {
						detail := fmt.Sprintf("hreflang=%q", text)
						if lang := ofManyCountries(text); lang != "" {
							u.found(Finding{Severity: Warning, Likely: true, Target: ref.to, Detail: detail + " names a region of several countries, of which Google's documentation knows nothing: sure is " + lang + ", or one for each country" + s.placeOf(u, ref)})
							continue
						}
						if meant := meantLanguage(text); meant != "" {
							detail += ", meant is " + meant + " perhaps"
						}
						u.about(ref.to, 0, "%s", detail+s.placeOf(u, ref))
					}
				}
			},
		},
		{
			ID: "hreflang-missing-self", Severity: Warning, Scope: OfPage, Need: Always,
			Title: "hreflang without the page itself",
			When:  "an indexable page names its translations, and not itself",
			Why:   "The set is not complete.",
			Fix:   "Add the line of the page's own language.",
			each: func(s *survey, u *subject) {
				refs := s.annotations(u)
				if u.indexable && len(refs) > 0 && !slices.ContainsFunc(refs, func(r languageRef) bool { return r.to == u.ID }) {
					u.says("%s, none of the page itself%s", plural(len(refs), "annotation", "annotations"), s.placeOf(u, refs[0]))
				}
			},
		},
		{
			ID: "hreflang-missing-return", Severity: Error, Scope: OfTarget, Need: Definite,
			Title: "a translation without a way back",
			When:  "an indexable page names another indexable page as its translation, which does not name it by hreflang, itself or in a sitemap; not under a language of two addresses",
			Why:   "Engines ignore the pair.",
			Fix:   "Let every version list all versions.",
			each: func(s *survey, u *subject) {
				last, refs := frontier.NoID, s.annotations(u)
				s.ambiguous(u.ID, refs)
				for _, ref := range refs {
					if ref.to == last || ref.to == u.ID || !u.indexable || !s.validLangs[ref.lang] || s.pageLangs[s.plainLangs[ref.lang]] == twoAddresses { // else it is void
						continue
					}
					last = ref.to
					switch {
					case !s.definite(ref.to):
						s.unverified()
					case mayRank(s.code(ref.to)) && record.IsPage(int(s.status[ref.to])) && !s.names(ref.to, u.ID):
						// What was not read of a sitemap may have it.
						u.found(Finding{Target: ref.to, Detail: fmt.Sprintf("hreflang=%q, and no annotation comes back%s", s.langs[ref.lang], s.placeOf(u, ref)), Likely: !s.translationsTold()})
					}
				}
			},
		},
		{
			ID: "hreflang-to-non-indexable", Severity: Error, Scope: OfTarget, Need: Definite,
			Title: "hreflang to what is not indexable",
			When:  "a page names as its translation a URL that redirects, is broken, noindex, blocked, or names another canonical; where many pages of the last sitemap say noindex it is noindex-prominent alone",
			Why:   "The set of translations is broken.",
			Fix:   "Name the final, indexable address.",
			each: func(s *survey, u *subject) {
				last := frontier.NoID
				for _, ref := range s.annotations(u) {
					if ref.to == last || !u.indexable || s.has(ref.to, comesNoIndexed) {
						continue
					}
					last = ref.to
					switch code := s.code(ref.to); code {
					case audit.Redirect, audit.RedirectLoop, audit.HTTP4xx, audit.HTTP5xx, audit.Denied, audit.NoIndexHeader, audit.NoIndexMeta, audit.RobotsBlocked, audit.CanonicalElsewhere:
						f := Finding{Target: ref.to, Detail: fmt.Sprintf("hreflang=%q, and that URL is not indexable (%s)%s", s.langs[ref.lang], code.Meaning(), s.placeOf(u, ref))}
						if isNoIndex(code) {
							u.onNoIndex(ref.to, f)
						} else {
							u.found(f)
						}
					}
				}
			},
		},
		{
			ID: "hreflang-conflict", Severity: Error, Scope: OfPage, Need: Always,
			Title: "one language, two addresses",
			When:  "a page, a sitemap, or both together, name two URLs under one language; or a page is named under one language by one page, and under another by another one, whatever their regions are",
			Why:   "Engines cannot tell which is meant.",
			Fix:   "Give each language one address, and each address one language.",
			each: func(s *survey, u *subject) {
				if m, is := s.mixed[u.ID]; is && u.indexable {
					u.about(m.from, 0, "a page names it by hreflang=%q, another one by hreflang=%q", s.langs[m.first], s.langs[m.then])
				}
				if refs := s.annotations(u); u.indexable {
					for _, at := range s.ambiguous(u.ID, refs) {
						u.about(refs[at].to, 0, "hreflang=%q stands for two addresses%s", strings.ToLower(s.langs[refs[at].lang]), s.disagreement(u, refs, at))
					}
				}
			},
		},
		{
			ID: "hreflang-no-default", Severity: Notice, Scope: OfSite, Need: AtLeast,
			Title: "translations without x-default",
			When:  "a set of two and more languages names no x-default: told once, of the page whose language is the first by the alphabet",
			Why:   "Readers of other languages are sent to any of them; x-default is optional.",
			Fix:   "Add x-default for everyone else.",
			each: func(s *survey, u *subject) {
				refs := s.annotations(u)
				if n := s.withoutDefault(refs); n > 1 && u.indexable && s.isFirstLanguage(u.ID, refs) {
					u.says("%s, no x-default", plural(n, "language", "languages"))
				}
			},
		},
	}
}

const maxLanguages = 20_000_000 // references, 12 bytes each

// readLanguages reads the annotations of all pages, and of sitemaps.
func (s *survey) readLanguages(ctx context.Context) error {
	places := map[string]uint16{}
	told, err := frontier.ReadSitemapTranslations(ctx, s.crawl)
	if err != nil {
		return err
	}
	s.languagesCut = told.Cut
	for e, err := range told.Links(ctx, s.crawl) {
		if err != nil {
			return err
		}
		if e.Anchor == "" {
			continue
		}
		if len(s.languages) == maxLanguages {
			s.languagesCut = true
			break
		}
		at, known := places[e.Anchor]
		if !known {
			if len(s.langs) == 1<<16-1 {
				s.languagesCut = true
				continue
			}
			at = uint16(len(s.langs))
			lang := strings.Clone(e.Anchor)
			s.langs, places[lang] = append(s.langs, lang), at
		}
		s.addLanguage(languageRef{e.From, e.To, at, e.Flags&frontier.InSitemap != 0})
	}
	if len(s.languages) > 0 {
		s.readMixed()
	}
	return nil
}

// addLanguage takes a reference, but for one of a sitemap that the page has, too.
func (s *survey) addLanguage(ref languageRef) {
	if ref.inSitemap {
		if s.valid(ref.to) && ref.to != ref.from {
			s.mark[ref.to] |= asTranslation
		}
		for i := len(s.languages) - 1; i >= 0 && s.languages[i].from == ref.from && s.languages[i].to == ref.to; i-- {
			if s.languages[i].lang == ref.lang {
				return
			}
		}
	}
	s.languages = append(s.languages, ref)
}

// placeOf tells which entry of a sitemap has an annotation of the URL, if not the
// page has it.
func (s *survey) placeOf(u *subject, ref languageRef) string {
	if !ref.inSitemap {
		return ""
	}
	return "; annotated in " + s.entryOf(u)
}

// entryOf gives the place of the URL's entry in the sitemap that has its annotations.
func (s *survey) entryOf(u *subject) string {
	sources, err := s.crawl.Sources(u.ID)
	s.fail(err)
	for _, set := range sources {
		if set.Source != frontier.FromHreflang || strings.Contains(set.Detail, " ") {
			continue
		}
		file := frontier.FileOfTranslation(set.Detail)
		for _, at := range sources {
			if place, _, _ := strings.Cut(at.Detail, " "); at.Source == frontier.FromSitemap && frontier.FileOfTranslation(place) == file {
				return place
			}
		}
	}
	return "a sitemap"
}

// disagreement tells where two addresses of one language stand, if the page has not
// got both.
func (s *survey) disagreement(u *subject, refs []languageRef, at int) string {
	for _, ref := range refs[:at] {
		switch {
		case s.plainLangs[ref.lang] != s.plainLangs[refs[at].lang] || ref.to == refs[at].to:
			continue
		case ref.inSitemap == refs[at].inSitemap:
			return s.placeOf(u, ref)
		case ref.inSitemap:
			return "; this one is in the page, another in " + s.entryOf(u)
		}
		return "; this one is in " + s.entryOf(u) + ", another in the page"
	}
	return ""
}

// translationsTold tells whether all that pages and the site's sitemaps say of
// translations was read, and is held.
func (s *survey) translationsTold() bool {
	return !s.languagesCut && !slices.ContainsFunc(s.o.Sitemaps, func(f SitemapFile) bool { return f.Read && !f.Told || !f.Read && f.Named != "usual-place" })
}

// annotations gives the references of the URL's page, if it is one.
func (s *survey) annotations(u *subject) []languageRef {
	if !u.isPage || !isAnswered(u) {
		return nil
	}
	return s.annotationsOf(u.ID)
}

// annotationsOf gives the references of a page, in order of the target.
func (s *survey) annotationsOf(id frontier.ID) []languageRef {
	from, _ := slices.BinarySearchFunc(s.languages, id, func(r languageRef, id frontier.ID) int { return int(int64(r.from) - int64(id)) })
	end := from
	for end < len(s.languages) && s.languages[end].from == id {
		end++
	}
	return s.languages[from:end]
}

// names tells whether a page names another by hreflang.
func (s *survey) names(from, to frontier.ID) bool {
	return slices.ContainsFunc(s.annotationsOf(from), func(r languageRef) bool { return r.to == to })
}

// withoutDefault counts the languages that a page names, 0 if it names an x-default.
func (s *survey) withoutDefault(refs []languageRef) int {
	langs := map[uint16]bool{}
	for _, ref := range refs {
		if strings.EqualFold(s.langs[ref.lang], "x-default") {
			return 0
		}
		langs[ref.lang] = true
	}
	return len(langs)
}

// isFirstLanguage tells of a page without an x-default that its language is before
// those of its translations of which the same could be told. Which of them a crawl
// finds first is chance.
func (s *survey) isFirstLanguage(id frontier.ID, refs []languageRef) bool {
	own := lastLanguage
	if called := s.calledBy[id]; called > 0 {
		own = strings.ToLower(s.langs[called-1])
	}
	for _, ref := range refs {
		if ref.to == id {
			own = min(own, strings.ToLower(s.langs[ref.lang]))
		}
	}
	return !slices.ContainsFunc(refs, func(ref languageRef) bool {
		return ref.to != id && strings.ToLower(s.langs[ref.lang]) < own &&
			mayRank(s.code(ref.to)) && record.IsPage(int(s.status[ref.to])) && s.withoutDefault(s.annotationsOf(ref.to)) > 1
	})
}

// lastLanguage is after all others, for a page of which nobody says its language.
const lastLanguage = "~"

// translationOf tells whether one of two pages names the other by hreflang.
func (s *survey) translationOf(a, b frontier.ID) bool { return s.names(a, b) || s.names(b, a) }

// The two-letter codes in use, of ISO 639-1 and of ISO 3166-1.
const (
	iso639  = " aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu "
	iso3166 = " ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug um us uy uz va vc ve vg vi vn vu wf ws xk ye yt za zm zw "
)

// validLanguage tells whether engines know a language code.
func validLanguage(text string) bool {
	tag, ok := audit.LanguageTag(text)
	if !ok || tag == "x-default" {
		return ok
	}
	parts := strings.Split(strings.ToLower(tag), "-")
	if last := parts[len(parts)-1]; len(parts) > 1 && len(last) == 2 && !strings.Contains(iso3166, " "+last+" ") {
		return false
	}
	return strings.Contains(iso639, " "+parts[0]+" ")
}

// ofManyCountries gives the language of a code with a region of UN M.49, such as
// es-419 for Spanish in Latin America, "" for others: RFC 5646 has such regions, and
// much software writes them; Google documents those of ISO 3166-1 alpha-2 alone.
func ofManyCountries(text string) string {
	lang, region, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), "-")
	if len(region) == 3 && isNumber(region) && strings.Contains(iso639, " "+lang+" ") {
		return lang
	}
	return ""
}

// meantLanguage gives what was meant by a code that is often seen, "" if that
// is not known.
func meantLanguage(text string) string {
	text = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), "_", "-")
	lang, rest, _ := strings.Cut(text, "-")
	if meant := map[string]string{"jp": "ja", "cn": "zh", "dk": "da", "gr": "el", "cz": "cs", "kp": "ko", "se": "sv", "ua": "uk", "us": "en-US", "gb": "en-GB"}[lang]; meant != "" && !strings.Contains(iso639, " "+lang+" ") {
		lang = meant
	}
	if rest == "uk" {
		rest = "gb"
	}
	if rest != "" {
		lang += "-" + strings.ToUpper(rest)
	}
	if validLanguage(lang) {
		return lang
	}
	return ""
}
