package words

import (
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
)

// Glyph returns how a glyph is written for a person.
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

// Judgement returns what a glyph says of a position.
func Judgement(g model.Glyph, name Namer) string {
	p, degree, ok := g.Position()
	switch {
	case !ok:
		return string(g)
	case g == model.GlyphEven:
		return locale.T("Even")
	case g == model.GlyphUnclear:
		return locale.T("Unclear")
	case degree == 1:
		return locale.T("%s stands a little better", name(p))
	case degree == 2:
		return locale.T("%s stands clearly better", name(p))
	}
	return locale.T("%s is winning", name(p))
}
