package publish

// WithStep makes Publish call f before each of its steps, so that a test can
// stop it there as a crash would.
func WithStep(o Options, f func(step string)) Options {
	o.step = f
	return o
}

// ManifestName is the manifest's file in the site folder.
const ManifestName = manifestName
