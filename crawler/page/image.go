package page

import (
	"bytes"
	"iter"
	"strconv"
)

// addImage adds the picture of an img element: its src or, where that is a
// placeholder or absent, the largest candidate of its srcset. One of a single
// pixel counts visitors and is no picture.
func (p *Parser) addImage(t *tag, alt []byte) {
	if dot(p.value(t, attrWidth)) || dot(p.value(t, attrHeight)) {
		return
	}
	link := p.at(t)
	link.Href = bytes.TrimSpace(p.value(t, attrSrc))
	if len(link.Href) == 0 || len(link.Href) > 5 && equalFold(link.Href[:5], "data:") {
		link.Href = largest(p.value(t, attrSrcset))
	}
	if len(link.Href) == 0 {
		return
	}
	p.short.start(maxAnchor)
	p.short.write(alt)
	link.Anchor = p.keep(p.short.bytes())
	p.addLink(KindImage, link)
	p.addCandidates(t, link.Href)
}

// addCandidates adds those of the srcset of an img, or of a source in a picture, but
// for the one that stands for it.
func (p *Parser) addCandidates(t *tag, but []byte) {
	if !p.opts.Candidates || t.has&(1<<attrSrcset) == 0 {
		return
	}
	link := p.at(t)
	link.Candidate = true
	for url := range candidates(p.value(t, attrSrcset)) {
		if link.Href = url; !bytes.Equal(url, but) && !hasPrefixFold(url, "data:") {
			p.addLink(KindImage, link)
		}
	}
}

// dot reports a width or height of at most one pixel.
func dot(size []byte) bool {
	size = bytes.TrimSuffix(bytes.TrimSpace(size), []byte("px"))
	return len(size) == 1 && (size[0] == '0' || size[0] == '1')
}

// largest gives the candidate of a srcset (HTML, 4.8.4.2.1) that is widest, or
// densest: the first of the largest descriptor, which is 1x where there is
// none.
func largest(srcset []byte) []byte {
	var best []byte
	bestSize := 0.0
	for url, size := range candidates(srcset) {
		if size > bestSize {
			best, bestSize = url, size
		}
	}
	return best
}

// candidates gives those of a srcset, with what their descriptors say.
func candidates(srcset []byte) iter.Seq2[[]byte, float64] {
	return func(yield func([]byte, float64) bool) {
		for rest := srcset; len(rest) > 0; {
			rest = bytes.TrimLeft(rest, " \t\n\f\r,")
			end := bytes.IndexAny(rest, " \t\n\f\r")
			if end < 0 {
				end = len(rest)
			}
			url := rest[:end]
			rest = rest[end:]
			size := 1.0
			if bare := bytes.TrimRight(url, ","); len(bare) < len(url) {
				url = bare // no descriptor follows
			} else {
				var descriptor []byte
				descriptor, rest, _ = bytes.Cut(rest, []byte(","))
				size = sizeOf(bytes.TrimSpace(descriptor))
			}
			if len(url) > 0 && !yield(url, size) {
				return
			}
		}
	}
}

// sizeOf reads a descriptor of a srcset: 640w or 1.5x; 0 where it is another.
func sizeOf(descriptor []byte) float64 {
	if len(descriptor) == 0 {
		return 1
	}
	last := len(descriptor) - 1
	if len(descriptor) > 16 || descriptor[last] != 'w' && descriptor[last] != 'x' {
		return 0
	}
	size, err := strconv.ParseFloat(string(descriptor[:last]), 64)
	if err != nil {
		return 0
	}
	return size
}
