package app

import (
	"slices"
	"testing"

	"boardstudio/locale"
)

func ids(list []*Command) []string {
	var ids []string
	for _, c := range list {
		ids = append(ids, c.ID)
	}
	return ids
}

func TestPaletteFindsByLetters(t *testing.T) {
	st := Defaults()
	for _, c := range []struct{ typed, first string }{
		{"save", "save"}, // the shorter of two that begin so
		{"sa as", "save-as"},
		{"mml", "main"}, // the letters that begin the words
		{"mrkci", "mark-circle"},
		{"FULL", "fullscreen"},
		{"nf", "next-fork"},
		{"undo edit", "undo"}, // with the menu
	} {
		got := ids(st.Palette(c.typed))
		if len(got) == 0 || got[0] != c.first {
			t.Errorf("%q finds %v, want %s first", c.typed, got, c.first)
		}
	}
	if got := st.Palette("xqzw"); len(got) != 0 {
		t.Errorf("letters that no title has find %v", ids(got))
	}
	if got := st.Palette("evas"); slices.Contains(ids(got), "save") {
		t.Error("the order of the letters does not count")
	}
	if got := len(st.Palette("  ")); got != len(Commands) {
		t.Errorf("nothing typed finds %d of %d commands", got, len(Commands))
	}
}

func TestPaletteShowsFirstWhatWasUsed(t *testing.T) {
	st := Defaults()
	plain := ids(st.Palette(""))
	for _, id := range []string{"redo", "about", "redo", "main"} {
		st.Use(CommandByID(id))
	}
	got := ids(st.Palette(""))
	if !slices.Equal(got[:3], []string{"main", "redo", "about"}) {
		t.Errorf("after their use the commands are %v", got[:3])
	}
	rest := slices.DeleteFunc(plain, func(id string) bool { return slices.Contains(got[:3], id) })
	if !slices.Equal(got[3:], rest) {
		t.Error("the others have lost their order")
	}
	for range 3 * maxUsed {
		for i := range Commands {
			st.Use(&Commands[i])
		}
	}
	if len(st.Used) != maxUsed {
		t.Errorf("%d commands are remembered, want %d", len(st.Used), maxUsed)
	}
	// A better fit stands before one that was used.
	if got := ids(st.Palette("mml")); got[0] != "main" {
		t.Errorf("%v", got)
	}
}

func TestPaletteInAnotherLanguage(t *testing.T) {
	locale.Use("fr")
	defer locale.Use("en")
	st := Defaults()
	if title := locale.T("Full screen"); title != "Plein écran" {
		t.Fatalf("the French title is %q", title)
	}
	for _, typed := range []string{"plein ecran", "PLEIN É", "full screen"} {
		if got := ids(st.Palette(typed)); len(got) == 0 || got[0] != "fullscreen" {
			t.Errorf("%q finds %v", typed, got)
		}
	}
}

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"Échiquier Ça": "echiquier ca", "Łódź": "lodz", "œuvre": "oeuvre", "e\u0301": "e", "Save as…": "save as", "Ход": "ход",
	} {
		if got := Fold(text); got != want {
			t.Errorf("%q folds to %q, want %q", text, got, want)
		}
	}
}

func TestHistoryAndJump(t *testing.T) {
	d := newDesk(t)
	d.play("b2", "a1", "c3")
	d.Comment(d.Node(), "why")
	if got := d.Tree().Steps(); got != 4 {
		t.Fatalf("%d steps", got)
	}
	want := []HistoryStep{{"Start of the document", "", true}, {"Move", "b2", true}, {"Move", "a1", true}, {"Move", "c3", true}, {"Comment", "c3", true}}
	check := func(done int) {
		t.Helper()
		for i, w := range want {
			w.Done = i <= done
			if got := d.History(i); got != w {
				t.Errorf("with %d done, step %d is %+v, want %+v", done, i, got, w)
			}
		}
	}
	check(4)
	d.JumpTo(1)
	if got := d.line(); got != "b2" || d.Tree().At() != 1 {
		t.Errorf("the line is %q after %d steps", got, d.Tree().At())
	}
	check(1)
	d.JumpTo(3)
	if got := d.line(); got != "b2 a1 c3" || d.Node().Comment() != "" {
		t.Errorf("the line is %q", got)
	}
	d.JumpTo(0)
	if d.Node() != d.Tree().Root() || d.Tree().Len() != 1 {
		t.Error("the start of the document has moves")
	}
	d.JumpTo(99)
	check(4)
	if d.Node().Comment() != "why" {
		t.Error("the last step was not made again")
	}
}
