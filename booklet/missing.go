package booklet

import (
	"context"

	"boardstudio/io/font"
	"boardstudio/locale"
	"boardstudio/model"
)

// maxMissing is how many characters Missing names.
const maxMissing = 5

// Missing says in a sentence which characters in the texts of documents the fonts of the pages lack, as they do Chinese and emoji: a sign stands for each. It is "" where
// there are none.
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
	return locale.N("The fonts of the pages lack %d character, for which � stands: %s", "The fonts of the pages lack %d characters, for which � stands: %s", len(found), len(found), text)
}
