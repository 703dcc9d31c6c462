// Package font holds the fonts that paper and pictures are written in, and measures texts with them. They are part of the
// program, so that a page looks the same everywhere.
package font

import (
	_ "embed" // the fonts
	"strings"
	"sync"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"boardstudio/io/draw"
)

// Face is one of the fonts.
type Face uint8

// The faces: for boards and titles, and for what is read as a book.
const (
	Sans Face = iota
	SansBold
	Serif
	SerifBold
	SerifItalic

	// Faces is how many there are.
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

// Of returns the face of a style. Where there is none that fits, weight goes before slope.
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

// Data returns the file of the face, TrueType.
func (f Face) Data() []byte { return []byte(*files[f]) }

// unit is the size of a font that its measures are given for.
const unit = 2048

// last is the last character of the first plane. The fonts have few beyond it, and PDF files none.
const last = 0xFFFF

// none is the advance of a character that a face lacks.
const none = 0xFFFF

// advances are the widths of all characters of each face.
var advances = func() (tables [Faces]func() *[last + 1]uint16) {
	for f := range tables {
		tables[f] = sync.OnceValue(func() *[last + 1]uint16 {
			x, err := sfnt.Parse(Face(f).Data())
			if err != nil {
				panic("font: " + err.Error()) // it is part of the program
			}
			var table [last + 1]uint16
			var buf sfnt.Buffer
			for r := range table {
				table[r] = none
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

// Has reports whether the face shows r.
func (f Face) Has(r rune) bool { return r >= 0 && r <= last && advances[f]()[r] != none }

// advance returns how far the face goes on with r, in shares of 1/2048 of its size.
func (f Face) advance(r rune) uint16 {
	if r < 0 || r > last {
		r = '\uFFFD'
	}
	if w := advances[f]()[r]; w != none {
		return w
	}
	return advances[f]()['\uFFFD']
}

// other is the face for what another one lacks.
var other = [Faces]Face{Sans, SansBold, Sans, SansBold, Sans}

// Runs calls write with the parts of a text of one face each, as they are written in a style: characters that a face lacks are
// taken from the sans serif, which has the most.
func Runs(s string, st draw.TextStyle, write func(f Face, part string)) {
	base := Of(st)
	from, now := 0, base
	for i, r := range s {
		f := base
		if r > '~' && !base.Has(r) && other[base].Has(r) {
			f = other[base]
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

// Width returns how wide a text is in a size. s must be Plain.
func (f Face) Width(s string, size float64) float64 {
	n := 0
	for _, r := range s {
		n += int(f.advance(r))
	}
	return float64(n) * size / unit
}

// Width returns how wide a text is. s must be Plain.
func Width(s string, st draw.TextStyle) (w float64) {
	Runs(s, st, func(f Face, part string) { w += f.Width(part, st.Size) })
	return w
}

// Plain returns a text as it can be written: without characters that are not seen or belong to the one before, and with a
// sign in place of what no font here shows. Characters beyond the first plane, as emoji, would make the writer of PDF
// files refuse the whole document.
func Plain(s string) string { return plain(s, func(rune) {}) }

// Missing tells which characters of a text no font here shows, so that Plain has a sign in their place.
func Missing(s string, tell func(rune)) { plain(s, tell) }

func plain(s string, missing func(rune)) string {
	joined := false
	return strings.Map(func(r rune) rune {
		after := joined
		joined = false
		switch {
		case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			return ' '
		case r == '\u200d': // what it joins is one sign
			joined = true
			return -1
		case r < ' ' || r >= 0x7F && r < 0xA0 || r == '\u00ad' || r == '\ufeff',
			r >= 0xFE00 && r <= 0xFE0F || r >= 0x1F3FB && r <= 0x1F3FF || r >= 0xE0000 && r <= 0xE0FFF, // variants, colours of skin, tags
			r >= 0x200B && r <= 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2060 && r <= 0x206F:
			return -1
		case r > last && after:
			return -1
		case r > last || !Sans.Has(r):
			missing(r)
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
