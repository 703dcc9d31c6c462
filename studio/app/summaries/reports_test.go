package summaries_test

import (
	"testing"

	"boardstudio/model"
	"boardstudio/studio/app/summaries"
	"boardstudio/text/msg"
)

func TestEdit(t *testing.T) {
	for _, x := range []struct {
		label       string
		edit        model.Edit
		before, now int
		want        string
	}{
		{"Delete Branch", model.Remove{}, 13, 1, "12 moves deleted"},
		{"Delete Branch", model.Remove{}, 2, 1, "1 move deleted"},
		{"Cut Branch", model.Remove{}, 4, 1, "3 moves cut to the clipboard"},
		{"Paste", model.Insert{}, 1, 3, "2 moves added"},
		{"Switch Sides", model.SetPlayer{}, 1, 1, "The players switched sides"},
		{"Bookmark", model.SetBookmark{On: true}, 5, 5, "Bookmarked"},
		{"Bookmark", model.SetBookmark{}, 5, 5, "Bookmark removed"},
		{"Colour", model.SetColor{}, 5, 5, "Colour removed"},
		{"Number", model.SetNumber{}, 5, 5, "Moves are counted from the start again"},
		{"Erase Marks", model.SetMarks{}, 5, 5, "Marks removed"},
		{"Repair", model.Reorder{}, 5, 5, "Done: Repair"},
	} {
		if got := summaries.Edit(msg.Key(x.label), []model.Edit{x.edit}, x.before, x.now); got != x.want {
			t.Errorf("%s: %q, want %q", x.label, got, x.want)
		}
	}
}
