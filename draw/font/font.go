// Package font contains the fonts of printed pages and pictures, and measures texts. The fonts are
// embedded in the program, so a page looks the same everywhere.
package font

import (
	_ "embed" // the fonts
	"strings"
	"sync"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"boardstudio/draw"
)

// Face is one of the fonts.
type Face uint8

// The faces: sans-serif for boards and titles, serif for running text.
const (
	Sans Face = iota
	SansBold
	Serif
	SerifBold
	SerifItalic

	// Faces is the number of faces.
	Faces
)

var (
	//go:embed DejaVuSans.ttf
	sans string
	//go:embed DejaVuSans-Bold.ttf
	sansBold string
	//go:embed DejaVuSerifCondensed.ttf
	serif string
	//go:embed DejaVuSerifCondensed-Bold.ttf
	serifBold string
	//go:embed DejaVuSerifCondensed-Italic.ttf
	serifItalic string
)

var files = [Faces]*string{&sans, &sansBold, &serif, &serifBold, &serifItalic}

// Of returns the face for a style. If no face has both the weight and the slope, the weight takes
// precedence.
func Of(st draw.TextStyle) Face {
	switch {
	case st.Serif && st.Bold:
		return SerifBold
	case st.Serif && st.Italic:
		return SerifItalic
	case st.Serif:
		return Serif
	case st.Bold:
		return SansBold
	}
	return Sans
}

// Data returns the TrueType file of the face.
func (f Face) Data() []byte { return []byte(*files[f]) }

// unit is the font size, in font units, to which advances refer.
const unit = 2048

// lastRune is the last character of the Basic Multilingual Plane. The fonts have few characters beyond
// it, and PDF files cannot use them.
const lastRune = 0xFFFF

// noGlyph is the entry in advances for a missing glyph.
const noGlyph = 0xFFFF

// advances are the advance widths of all characters, for each face.
var advances = func() (tables [Faces]func() *[lastRune + 1]uint16) {
	for f := range tables {
		tables[f] = sync.OnceValue(func() *[lastRune + 1]uint16 {
			x, err := sfnt.Parse(Face(f).Data())
			if err != nil {
				panic("font: " + err.Error()) // cannot happen: the font is embedded
			}
			var table [lastRune + 1]uint16
			var buf sfnt.Buffer
			for r := range table {
				table[r] = noGlyph
				if i, err := x.GlyphIndex(&buf, rune(r)); err == nil && i != 0 {
					if w, err := x.GlyphAdvance(&buf, i, fixed.I(unit), xfont.HintingNone); err == nil {
						table[r] = uint16(w.Round())
					}
				}
			}
			return &table
		})
	}
	return tables
}()

// Has reports whether the face has a glyph for r.
func (f Face) Has(r rune) bool { return r >= 0 && r <= lastRune && advances[f]()[r] != noGlyph }

// advance returns the advance width of r in font units. If the face has no glyph for r, it is the
// width of U+FFFD.
func (f Face) advance(r rune) uint16 {
	if r < 0 || r > lastRune {
		r = '\uFFFD'
	}
	if w := advances[f]()[r]; w != noGlyph {
		return w
	}
	return advances[f]()['\uFFFD']
}

// fallback is the face that replaces missing glyphs of each face.
var fallback = [Faces]Face{Sans, SansBold, Sans, SansBold, Sans}

// Runs calls write for each part of s that uses a single face. Characters missing in a serif face
// use the sans-serif face, which has the most glyphs.
func Runs(s string, st draw.TextStyle, write func(f Face, part string)) {
	base := Of(st)
	from, now := 0, base
	for i, r := range s {
		f := base
		if r > '~' && !base.Has(r) && fallback[base].Has(r) {
			f = fallback[base]
		}
		if f != now && i > from {
			write(now, s[from:i])
			from = i
		}
		now = f
	}
	if from < len(s) {
		write(now, s[from:])
	}
}

// Width returns the width of s at the given size. s must be the result of Plain.
func (f Face) Width(s string, size float64) float64 {
	n := 0
	for _, r := range s {
		n += int(f.advance(r))
	}
	return float64(n) * size / unit
}

// Width returns the width of s. s must be the result of Plain.
func Width(s string, st draw.TextStyle) (w float64) {
	Runs(s, st, func(f Face, part string) { w += f.Width(part, st.Size) })
	return w
}

// Plain returns s without invisible and modifying characters, and with U+FFFD instead of characters
// that no font has. Characters beyond the Basic Multilingual Plane, such as emoji, would make the
// PDF writer reject the whole document.
func Plain(s string) string { return plain(s, func(rune) {}) }

// Missing reports the characters of s that Plain replaces because no font has them.
func Missing(s string, report func(rune)) { plain(s, report) }

func plain(s string, missing func(rune)) string {
	joined := false
	return strings.Map(func(r rune) rune {
		after := joined
		joined = false
		switch {
		case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			return ' '
		case r == '\u200d': // zero-width joiner: the joined characters form one symbol
			joined = true
			return -1
		case r < ' ' || r >= 0x7F && r < 0xA0 || r == '\u00ad' || r == '\ufeff',
			// Variation selectors, skin tones, tags.
			r >= 0xFE00 && r <= 0xFE0F || r >= 0x1F3FB && r <= 0x1F3FF || r >= 0xE0000 && r <= 0xE0FFF,
			r >= 0x200B && r <= 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2060 && r <= 0x206F:
			return -1
		case r > lastRune && after:
			return -1
		case r > lastRune || !Sans.Has(r):
			missing(r)
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
