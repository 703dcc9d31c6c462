// Package summaries describes edits of a document in a sentence.
package summaries

import (
	"boardstudio/model"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

// sentences are the descriptions of undo steps, by label.
var sentences = map[msg.Key]msg.Key{
	"Make Main Line":    "This is the main line now",
	"Promote Variation": "The variation was promoted",
	"Demote Variation":  "The variation was demoted",
	"Variation up":      "The variation moved up",
	"Variation down":    "The variation moved down",
	"Switch Sides":      "The players switched sides",
	"Set up":            "The position was set up",
	"Analyse":           "The analysis is in the tree; choose “Report” in the menu “Study” for a summary",
}

// Edit describes the undo step with a label that consists of edits. The numbers of moves in the
// document before and after the step are before and now.
func Edit(label msg.Key, edits []model.Edit, before, now int) string {
	if s, ok := sentences[label]; ok {
		return locale.T(s)
	}
	switch n := now - before; {
	case label == "Cut Branch":
		return locale.N("%d move cut to the clipboard", "%d moves cut to the clipboard", -n, -n)
	case n < 0:
		return locale.N("%d move deleted", "%d moves deleted", -n, -n)
	case n > 0:
		return locale.N("%d move added", "%d moves added", n, n)
	}
	if len(edits) > 0 {
		if s := first(edits[0]); s != "" {
			return s
		}
	}
	return locale.T("Done: %s", locale.T(label))
}

// first describes an edit that does not change moves. It returns "" for any other edit.
func first(e model.Edit) string {
	set := func(on bool, yes, no msg.Key) string {
		if on {
			return locale.T(yes)
		}
		return locale.T(no)
	}
	switch e := e.(type) {
	case model.SetBookmark:
		return set(e.On, "Bookmarked", "Bookmark removed")
	case model.SetColor:
		if e.Color != "" {
			return locale.T("Coloured: %s", words.ColorName(e.Color))
		}
		return locale.T("Colour removed")
	case model.SetGlyphs:
		return set(len(e.Glyphs) > 0, "Annotation symbol set", "Annotation symbol removed")
	case model.SetMarks:
		return set(len(e.Marks) > 0, "Marks changed", "Marks removed")
	case model.SetLines:
		return set(len(e.Lines) > 0, "Lines changed", "Lines removed")
	case model.SetNumber:
		return set(e.Number != 0, "Moves are counted from this move", "Moves are counted from the start again")
	case model.SetInfo:
		return locale.T("Game information changed")
	case model.SetPlayer:
		return locale.T("Players changed")
	}
	return ""
}
