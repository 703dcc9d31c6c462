package booklet

import (
	"context"

	"boardstudio/draw/font"
	"boardstudio/model"
	"boardstudio/text/locale"
)

// maxMissing is the maximum number of characters that Missing names.
const maxMissing = 5

// Missing returns a sentence that names characters in the documents without a glyph in the page
// fonts, such as Chinese characters and emoji. They are printed as a replacement sign. It returns
// "" if no glyph is missing.
func Missing(ctx context.Context, docs []*model.Document) string {
	var first []rune
	found := map[rune]bool{}
	look := func(s string) {
		font.Missing(s, func(r rune) {
			if !found[r] {
				if found[r] = true; len(first) < maxMissing {
					first = append(first, r)
				}
			}
		})
	}
	for _, d := range docs {
		for _, p := range d.Players {
			look(p.Name)
		}
		for _, key := range []string{model.InfoTitle, model.InfoEvent, model.InfoDate, model.InfoPlace, model.InfoRound, model.InfoResult, model.InfoAnnotator} {
			look(d.Info[key])
		}
		for n := range d.Tree.All() {
			if ctx.Err() != nil {
				return ""
			}
			if n.Plain() {
				continue
			}
			look(n.Comment())
			look(n.Name())
			for _, m := range n.Marks() {
				look(m.Text)
			}
		}
	}
	if len(found) == 0 {
		return ""
	}
	text := string(first)
	if len(found) > len(first) {
		text += "…"
	}
	return locale.N("The fonts lack %d character, shown as �: %s", "The fonts lack %d characters, shown as �: %s", len(found), len(found), text)
}
