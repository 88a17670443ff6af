package canonical

import "slices"

// Form says where in a URL a parameter stands.
type Form uint8

const (
	InQuery   Form = 1 << iota // ?name=value
	InPath                     // ;name=value in any path segment
	InSegment                  // a whole path segment
)

// Tier says what it takes to remove a parameter.
type Tier uint8

const (
	ByName  Tier = iota // the name is enough, whatever the value
	ByValue             // the value must look generated as well
	ByPair              // its partner must be there too
)

// Parameter is one entry of the built-in tables.
type Parameter struct {
	Name    string // lower case; a trailing * stands for any rest
	Kind    string // KindSession or KindTracking
	Form    Form   // where it is removed from
	Tier    Tier   // what it takes
	Of      string // whose it is
	Example string // a query, path or segment in which it is removed

	value func([]byte) bool // ByValue: what the value must be
	rest  func([]byte) bool // what the rest after * must be, nil for any
}

// Parameters gives the built-in tables: session parameters first, then
// tracking parameters.
func Parameters() []Parameter { return slices.Concat(sessionTable(), trackingTable()) }

// sessionEntries hold what carries a visitor's session. Never by name alone:
// id, cid, uid, hash, token, key and their like, which are content elsewhere.
var sessionEntries = []Parameter{
	{Name: "jsessionid", Form: InQuery | InPath, Of: "Java Servlet", Example: "/a;jsessionid=999A9EF028317A82AC83F0FDFE59385A.node1"},
	{Name: "phpsessid", Form: InQuery | InPath, Of: "PHP", Example: "?PHPSESSID=9682993c8daa2c5497996114facdc805"},
	{Name: "phpsessionid", Form: InQuery | InPath, Of: "PHP", Example: "?phpsessionid=9682993c8daa2c5497996114facdc805"},
	{Name: "dsessionid", Form: InQuery | InPath, Of: "Dynamo", Example: "/a;dsessionid=QXXKZ4"},
	{Name: "_io_session_id", Form: InQuery | InPath, Of: "IO Technologies", Example: "?_io_session_id=7"},
	{Name: "aspsessionid*", Form: InQuery, Of: "classic ASP", Example: "?ASPSESSIONIDAQBSDSRT=EOHBLBDDPFCLHKPGGKLILNAM", rest: eightLetters},
	{Name: "cfid", Form: InQuery, Tier: ByPair, Of: "ColdFusion", Example: "?CFID=1&CFTOKEN=2"},
	{Name: "cftoken", Form: InQuery, Tier: ByPair, Of: "ColdFusion", Example: "?CFTOKEN=2&CFID=1"},
	{Name: "oscsid", Form: InQuery, Of: "osCommerce", Example: "?osCsid=cd5627128b63b13553aea5b6c2b3d65c"},
	{Name: "oscadminid", Form: InQuery, Of: "osCommerce", Example: "?osCAdminID=1"},
	{Name: "zenid", Form: InQuery, Of: "Zen Cart", Example: "?zenid=7b1c5a0d9e4f3b2a1c0d9e8f7a6b5c4d"},
	{Name: "xtcsid", Form: InQuery, Of: "xt:Commerce, Gambio", Example: "?XTCsid=7b1c5a0d9e4f"},
	{Name: "cgisessid", Form: InQuery, Of: "Perl CGI::Session", Example: "?CGISESSID=7b1c5a0d9e4f"},
	{Name: "bv_sessionid", Form: InQuery, Of: "BroadVision", Example: "?BV_SessionID=@@@@0744253521.1107336789@@@@"},
	{Name: "bv_engineid", Form: InQuery, Of: "BroadVision", Example: "?BV_EngineID=ccccadddkhihkflcefecel"},
	{Name: "mv_session_id", Form: InQuery, Of: "Interchange", Example: "?mv_session_id=aBcD1234"},
	{Name: "sap-contextid", Form: InQuery, Of: "SAP", Example: "?sap-contextid=SID%3aANON"},
	{Name: "sap-sessionid", Form: InQuery, Of: "SAP", Example: "?sap-sessionid=1"},
	{Name: "wosid", Form: InQuery, Of: "WebObjects", Example: "?wosid=hG2bC8"},
	{Name: "postnukesid", Form: InQuery, Of: "PostNuke", Example: "?POSTNUKESID=9682993c"},
	{Name: "g2_gallerysid", Form: InQuery, Of: "Gallery 2", Example: "?g2_GALLERYSID=9682993c"},
	{Name: "moodlesession", Form: InQuery, Of: "Moodle", Example: "?MoodleSession=9682993c"},
	{Name: "___sid", Form: InQuery, Of: "Magento 1", Example: "?___SID=U"},
	{Name: "force_sid", Form: InQuery, Of: "OXID", Example: "?force_sid=9682993c"},
	{Name: "aspxautodetectcookiesupport", Form: InQuery, Of: "ASP.NET cookie test", Example: "?AspxAutoDetectCookieSupport=1"},
	{Name: "(s())", Form: InSegment, Of: "ASP.NET without cookies", Example: "/(S(0ehkvz55n1fbxh45y4mbdn55))/"},
	{Name: "()", Form: InSegment, Of: "ASP.NET 1.x without cookies", Example: "/(0ehkvz55n1fbxh45y4mbdn55)/a.aspx"},

	{Name: "sid", Form: InQuery | InPath, Tier: ByValue, Of: "phpBB, MyBB, Magento, OXID, Intershop", Example: "?sid=2564126ebdec3150c2d5d3e1c607e5df", value: opaque},
	{Name: "sessionid", Form: InQuery | InPath, Tier: ByValue, Of: "many", Example: "?sessionid=6F1ED002-AB56-4A2B-9D2C-0D2F5B7C9E11", value: opaque},
	{Name: "session_id", Form: InQuery | InPath, Tier: ByValue, Of: "many", Example: "?session_id=h8k2m4n6p8q0r2s4t6v8w0x2y4", value: opaque},
	{Name: "session-id", Form: InQuery | InPath, Tier: ByValue, Of: "Amazon and others", Example: "?session-id=141-8273645-1928374", value: opaque},
	{Name: "sessid", Form: InQuery | InPath, Tier: ByValue, Of: "many", Example: "?sessid=2f9c1e0b7a6d5c4e3f2a1b0c9d8e7f60", value: opaque},
	{Name: "session", Form: InQuery | InPath, Tier: ByValue, Of: "many", Example: "?session=2f9c1e0b7a6d5c4e3f2a1b0c9d8e7f60", value: opaque},
	{Name: "sessiontoken", Form: InQuery | InPath, Tier: ByValue, Of: "many", Example: "?sessiontoken=2f9c1e0b7a6d5c4e3f2a1b0c9d8e7f60", value: opaque},
	{Name: "session_key", Form: InQuery | InPath, Tier: ByValue, Of: "many", Example: "?session_key=2f9c1e0b7a6d5c4e3f2a1b0c9d8e7f60", value: opaque},
	{Name: "ssid", Form: InQuery | InPath, Tier: ByValue, Of: "home-made", Example: "?ssid=2f9c1e0b7a6d5c4e3f2a1b0c9d8e7f60", value: opaque},
	{Name: "xid", Form: InQuery | InPath, Tier: ByValue, Of: "X-Cart", Example: "?xid=4f2a9c7e1b3d5f60718293a4b5c6d7e8", value: opaque},
	{Name: "s_id", Form: InQuery | InPath, Tier: ByValue, Of: "home-made", Example: "?s_id=2f9c1e0b7a6d5c4e3f2a1b0c9d8e7f60", value: opaque},
	{Name: "s", Form: InQuery, Tier: ByValue, Of: "vBulletin, IPB, WoltLab", Example: "?s=1b2c3d4e5f60718293a4b5c6d7e8f901", value: hexDigest},
}

// trackingNames holds, per owner, what a link carries for the sender's
// statistics. Only names that mean nothing else anywhere are here: ref,
// source, from, campaign, cid, clickid, spm, mc and their like need evidence.
var trackingNames = []struct {
	of    string
	names []string
}{
	{"campaign links (Urchin, Google Analytics)", []string{"utm_*"}},
	{"Matomo", []string{"mtm_*", "matomo_*", "piwik_*", "pk_campaign", "pk_kwd", "pk_keyword", "pk_source", "pk_medium", "pk_content", "pk_cid", "pk_vid"}},
	{"Google", []string{"gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "srsltid", "usqp", "_ga", "_gl", "ga_source", "ga_medium", "ga_term", "ga_content", "ga_campaign"}},
	{"Meta", []string{"fbclid", "fb_action_ids", "fb_action_types", "fb_source", "fb_ref", "action_object_map", "action_type_map", "action_ref_map", "igshid", "igsh"}},
	{"Microsoft Advertising", []string{"msclkid"}},
	{"Yandex and Russian advertising", []string{"yclid", "ysclid", "ymclid", "_openstat", "erid"}},
	{"X", []string{"twclid", "__twitter_impression"}},
	{"TikTok", []string{"ttclid"}},
	{"LinkedIn", []string{"li_fat_id"}},
	{"Pinterest", []string{"epik"}},
	{"Reddit", []string{"rdt_cid"}},
	{"Snap", []string{"sccid"}},
	{"Quora", []string{"qclid"}},
	{"Mailchimp", []string{"mc_cid", "mc_eid", "mc_tc"}},
	{"Marketo", []string{"mkt_tok"}},
	{"HubSpot", []string{"_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking", "hsa_*"}},
	{"Vero", []string{"vero_id", "vero_conv"}},
	{"Omeda", []string{"oly_*"}},
	{"Klaviyo", []string{"_kx"}},
	{"Blueshift", []string{"bsft_*"}},
	{"dotdigital", []string{"dm_i"}},
	{"MailerLite", []string{"ml_subscriber*"}},
	{"Salesforce Marketing Cloud", []string{"sfmc_id"}},
	{"ClickDimensions", []string{"_cldee"}},
	{"Impact", []string{"irclickid", "irgwc"}},
	{"Awin", []string{"awc"}},
	{"ShareASale", []string{"sscid"}},
	{"Tradedoubler", []string{"tduid"}},
	{"CJ Affiliate", []string{"cjevent"}},
	{"Admitad", []string{"admitad_uid"}},
	{"affiliate links", []string{"vc_lpp", "wickedid", "rb_clickid"}},
	{"Adobe Analytics", []string{"s_cid"}},
	{"Mapp (Webtrekk)", []string{"wt_mc", "wt_zmc", "wt.mc_id"}},
	{"Coremetrics", []string{"cm_mmc", "cm_mmca*"}},
	{"AT Internet", []string{"xtor"}},
	{"campaign links of sites", []string{"itm_*", "otm_*", "hmb_*", "dpg_*", "_sgm_*"}},
	{"Cxense", []string{"cx_click"}},
	{"IO Technologies", []string{"__io_lv"}},
	{"Yahoo consent", []string{"guccounter", "guce_referrer*"}},
	{"Branch", []string{"_branch_match_id", "_branch_referrer"}},
	{"Adjust", []string{"adjust_*"}},
}

func sessionTable() []Parameter {
	table := slices.Clone(sessionEntries)
	for i := range table {
		table[i].Kind = KindSession
	}
	return table
}

func trackingTable() []Parameter {
	var table []Parameter
	for _, owner := range trackingNames {
		for _, name := range owner.names {
			example := name
			if last := len(name) - 1; name[last] == '*' {
				example = name[:last] + "x"
			}
			table = append(table, Parameter{
				Name: name, Kind: KindTracking, Form: InQuery, Of: owner.of, Example: "?" + example + "=1",
			})
		}
	}
	return table
}
