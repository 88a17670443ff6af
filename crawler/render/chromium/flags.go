package chromium

import "strings"

// off are features that ask for something by themselves, or change what is
// asked for.
var off = []string{
	"AutofillServerCommunication", "CertificateTransparencyComponentUpdater", "DialMediaRouteProvider", "GlobalMediaControls",
	"HttpsFirstBalancedMode", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "InterestFeedContentSuggestions",
	"LensOverlay", "LocalNetworkAccessChecks", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints",
	"OptimizationGuideModelDownloading", "PaintHolding", "Prerender2", "SegmentationPlatform", "SpareRendererForSitePerProcess",
	"Translate", "WebOTP", "WebRtcHideLocalIpsWithMdns",
}

// flags is how the browser is started. It holds what shuts it in first.
func flags(o Options, profile string) []string {
	list := []string{
		// No way to the network but the proxy: no name is resolved, no
		// address is exempt, UDP stays shut.
		"--proxy-server=http://" + o.Proxy,
		"--proxy-bypass-list=<-loopback>",
		"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
		"--ignore-certificate-errors-spki-list=" + o.Pin,
		"--disable-quic",
		"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--dns-prefetch-disable",
		"--no-pings",

		// No word with its makers.
		"--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--disable-sync",
		"--disable-domain-reliability", "--disable-client-side-phishing-detection", "--safebrowsing-disable-auto-update",
		"--disable-breakpad", "--disable-crash-reporter", "--metrics-recording-only",
		"--no-first-run", "--no-default-browser-check", "--disable-extensions",
		"--disable-features=" + strings.Join(off, ","),

		// Nothing pops up, nothing is asked.
		"--block-new-web-contents", "--deny-permission-prompts", "--disable-notifications", "--noerrdialogs",
		"--disable-prompt-on-repost", "--mute-audio", "--password-store=basic", "--use-mock-keychain",

		// Pages at work in several tabs are not slowed down, and look alike.
		"--headless", "--hide-scrollbars", "--window-size=1280,1024", "--force-color-profile=srgb", "--lang=en-US",
		"--accept-lang=en-US", "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
		"--disable-renderer-backgrounding", "--disable-hang-monitor", "--disable-gpu",
		// Frames come even while the page's clock stands.
		"--run-all-compositor-stages-before-draw",
		// Math.random gives the same in each run.
		"--js-flags=--random-seed=1",

		// What is not looked at is not loaded.
		"--blink-settings=imagesEnabled=false", "--disable-remote-fonts",

		"--remote-debugging-pipe", "--user-data-dir=" + profile,
	}
	if o.NoSandbox {
		list = append(list, "--no-sandbox")
	}
	if !roomyShm() {
		list = append(list, "--disable-dev-shm-usage")
	}
	return append(list, "about:blank")
}
