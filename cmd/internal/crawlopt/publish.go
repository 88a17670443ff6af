package crawlopt

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/sitemap"
)

// Publish are the flags that say how a sitemap is written. The commands
// crawl and sitemap share them.
type Publish struct {
	protocol     string
	Gzip         bool
	formats      []string
	limits       string
	maxURLs      int
	maxBytes     option.Size
	index        string
	mergeIndex   bool
	noSchema     bool
	changefreq   []string
	priorities   []string
	splitBy      []string
	HotFor       string
	delta        string
	News         string
	WithHreflang bool
	OtherHosts   []string
	WithImages   bool
	WithVideos   bool
	AcceptLoss   stored.Acceptances
	Forced       bool
}

func (f *Publish) Add(fs *pflag.FlagSet) {
	fs.StringVar(&f.protocol, "protocol", "0.9", "sitemap protocol `VERSION`: 0.9 or 0.84")
	fs.BoolVar(&f.Gzip, "gzip", false, "gzip the sitemap: sitemap.xml.gz")
	fs.StringSliceVar(&f.formats, "sitemap-format", []string{"xml"}, "`FORMATS`: xml, or xml,txt: beside each file of URLs a text file of the same URLs, one a line")
	fs.StringVar(&f.limits, "limits", "", "`2006` keeps the protocol's first limits: 10 MB a file, 1,000 files an index")
	fs.IntVar(&f.maxURLs, "sitemap-urls", 0, "`N` URLs in one sitemap file at most (default: the protocol's limit, 50,000)")
	fs.Var(&f.maxBytes, "sitemap-bytes", "size of one sitemap file before packing at most (default: the protocol's limit)")
	fs.StringVar(&f.index, "index", "auto", "sitemap index, `WHEN`: auto, or always, even over a single file")
	fs.BoolVar(&f.mergeIndex, "merge-index", false, "keep the sitemaps of others, on the same host, that the site's own sitemap index lists: the new index lists them, too")
	fs.BoolVar(&f.noSchema, "no-schema-location", false, "write no xsi:schemaLocation")
	fs.StringArrayVar(&f.changefreq, "changefreq", nil, "write how often URLs that match change: `PATTERN=VALUE`, such as */news/*=daily; engines ignore it")
	fs.StringArrayVar(&f.priorities, "priority", nil, "write priorities by depth or inlinks, or `PATTERN=VALUE` for URLs that match; engines ignore them")
	fs.StringArrayVar(&f.splitBy, "split-by", nil, "a series of files per section: dir:N for N directories, lang, or `NAME=PATTERN`")
	fs.StringVar(&f.HotFor, "hot", "", "keep URLs changed within this `TIME`, such as 7d, in files of their own")
	fs.StringVar(&f.delta, "delta", "", "beside the sitemap write a small one of what changed within this `TIME`, such as 7d, by comparing crawls")
	fs.StringVar(&f.News, "news", "", "beside the sitemap write one for Google News: the articles of the last two days, under this `NAME` of the publication; '' for none")
	fs.BoolVar(&f.WithHreflang, "hreflang", false, "write the translations of each page: those that name each other by hreflang, themselves or in the site's own sitemaps, and are all listed")
	fs.StringSliceVar(&f.OtherHosts, "hreflang-hosts", nil, "as --hreflang, and count pages on these other `HOSTS` of the site, which are asked for once each, at the end of the crawl")
	fs.BoolVar(&f.WithImages, "images", false, "write the pictures of each page, those on other hosts included; nothing of them is fetched")
	fs.BoolVar(&f.WithVideos, "videos", false, "write the videos that the JSON-LD of a page describes in full: name, description, thumbnailUrl, and contentUrl or embedUrl")
	fs.Var(option.AcceptValue{List: &f.AcceptLoss}, "accept-loss", "accept that URLs that match leave the sitemap, or show one text and stay in it, and no others: `\"PATTERN [until=DATE] REASON\"`, such as \"/sale/* until=2027-01-31 the sale is over\"")
	fs.BoolVar(&f.Forced, "force", false, "publish whatever is lost or has come, and over files that portolan did not write")
}

// Publishing are the flags once they make sense by themselves.
type Publishing struct {
	*Publish
	listing.Options
	DeltaFor time.Duration // 0 = no sitemap of changes
}

func (f *Publish) Check() (p *Publishing, err error) {
	p = &Publishing{Publish: f}
	p.AlwaysIndex, p.NoSchemaLocation, p.Force = f.index == "always", f.noSchema, f.Forced
	p.Images, p.Videos, p.MergeIndex = f.WithImages, f.WithVideos, f.mergeIndex
	if f.News != "" && strings.TrimSpace(f.News) == "" {
		return nil, exit.Usagef("--news %q: it is the name of the publication", f.News)
	}
	p.News = strings.TrimSpace(f.News)
	if p.Version, err = sitemap.ParseVersion(f.protocol); err != nil {
		return nil, exit.Usagef("--protocol %q: it is 0.9 or 0.84", f.protocol)
	}
	if err := p.checkHosts(); err != nil {
		return nil, err
	}
	if p.Version == sitemap.V084 && (p.extended() || p.News != "") {
		return nil, exit.Usagef("--protocol 0.84 has no extensions: leave out --images, --videos, --news and --hreflang")
	}
	if p.Text, err = withText(f.formats); err != nil {
		return nil, err
	}
	switch f.limits {
	case "":
	case "2006":
		p.Limits = sitemap.Limits2006
	default:
		return nil, exit.Usagef("--limits %q: it is 2006", f.limits)
	}
	if err := p.checkLimits(); err != nil {
		return nil, err
	}
	if f.index != "auto" && f.index != "always" {
		return nil, exit.Usagef("--index %q: it is auto or always", f.index)
	}
	return p, p.checkRules()
}

// checkRules reads the rules on entries.
func (p *Publishing) checkRules() (err error) {
	if p.ChangeFreqs, err = parseRules("--changefreq", p.changefreq, listing.ParseChangeFreq); err != nil {
		return err
	}
	if p.Priorities, err = parseRules("--priority", p.priorities, listing.ParsePriority); err != nil {
		return err
	}
	if p.delta != "" {
		if p.DeltaFor, err = parseDays(p.delta); err != nil || p.DeltaFor <= 0 {
			return exit.Usagef("--delta %q: it is a time such as 7d or 36h", p.delta)
		}
	}
	if p.Sections, err = parseRules("--split-by", p.splitBy, listing.ParseSection); err != nil || p.HotFor == "" {
		return err
	}
	if p.Hot, err = parseDays(p.HotFor); err != nil || p.Hot <= 0 {
		return exit.Usagef("--hot %q: it is a time such as 7d or 36h", p.HotFor)
	}
	return nil
}

// parseRules reads the values of a flag.
func parseRules[R any](flag string, texts []string, parse func(string) (R, error)) (rules []R, err error) {
	for _, text := range texts {
		rule, err := parse(text)
		if err != nil {
			return nil, exit.Usagef("%s %w", flag, err)
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

// parseDays reads a duration; d stands for days.
func parseDays(text string) (time.Duration, error) {
	if days, isDays := strings.CutSuffix(text, "d"); isDays {
		n, err := strconv.ParseFloat(days, 64)
		return time.Duration(n * 24 * float64(time.Hour)), err
	}
	return time.ParseDuration(text)
}

// extended tells whether entries may have elements of extensions.
func (p *Publishing) extended() bool { return p.Images || p.Videos || p.Hreflang }

// withText reads --sitemap-format. XML is always written: a text sitemap has no
// dates, and no index of the protocol's.
func withText(formats []string) (bool, error) {
	text := slices.Contains(formats, "txt")
	other := func(f string) bool { return f != "xml" && f != "txt" }
	if !slices.Contains(formats, "xml") || slices.ContainsFunc(formats, other) {
		return false, exit.Usagef("--sitemap-format %q: it is xml or xml,txt", strings.Join(formats, ","))
	}
	return text, nil
}

// The least sizes have room for the tags and one URL of any length; with all
// the pictures, videos and translations that it may have.
const (
	minSitemapBytes  = 16 << 10
	minExtendedBytes = 3 << 20
)

// checkLimits takes lower limits than the protocol's.
func (p *Publishing) checkLimits() error {
	top, least := p.Limits.Within(p.Version), option.Size(minSitemapBytes)
	if p.extended() {
		least = minExtendedBytes
	}
	switch {
	case p.maxURLs < 0 || p.maxURLs > top.URLs:
		return exit.Usagef("--sitemap-urls %d: it is from 1 to %s", p.maxURLs, prose.Thousands(top.URLs))
	case p.maxBytes != 0 && (p.maxBytes < least || int64(p.maxBytes) > top.Bytes):
		return exit.Usagef("--sitemap-bytes %s: it is from %s to %s bytes", p.maxBytes.String(), prose.Thousands(int(least)), prose.Thousands(int(top.Bytes)))
	}
	if p.maxURLs > 0 {
		p.Limits.URLs = p.maxURLs
	}
	if p.maxBytes > 0 {
		p.Limits.Bytes = int64(p.maxBytes)
	}
	return nil
}

// FileName is the name of the sitemap where no URL says it.
func (f *Publish) FileName() string {
	if f.Gzip {
		return "sitemap.xml.gz"
	}
	return "sitemap.xml"
}

// SectionPatterns are the series of files that have a name and a pattern, as segments.
func (f *Publish) SectionPatterns() (l stored.Segments) {
	for _, text := range f.splitBy {
		if !strings.HasPrefix(text, "dir:") && text != "lang" {
			_ = l.Add(text) // it has been read as a section; a name that is no segment's stays a series
		}
	}
	return l
}
