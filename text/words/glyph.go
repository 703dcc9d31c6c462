package words

import (
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

// Glyph returns the glyph as shown to the user.
func Glyph(r rules.Rules, g model.Glyph) string {
	p, degree, ok := g.Position()
	switch {
	case !ok, g == model.GlyphEven:
		return string(g)
	case g == model.GlyphUnclear:
		return "∞"
	}
	return Better(r, p, degree)
}

// GlyphMeaning returns the meaning of a position glyph in words.
func GlyphMeaning(g model.Glyph, name Namer) string {
	p, degree, ok := g.Position()
	switch {
	case !ok:
		return string(g)
	case g == model.GlyphEven:
		return locale.T("Even")
	case g == model.GlyphUnclear:
		return locale.T("Unclear")
	case degree == 1:
		return locale.T("%s has a slight advantage", name(p))
	case degree == 2:
		return locale.T("%s has a clear advantage", name(p))
	}
	return locale.T("%s is winning", name(p))
}
