package settings

import (
	"slices"
	"testing"

	"boardstudio/studio/app/command"
	"boardstudio/text/locale"
)

func TestPaletteFindsByLetters(t *testing.T) {
	st := Defaults()
	for _, c := range []struct {
		typed string
		first command.ID
	}{
		{"save", command.Save}, // the shorter of two titles with this start
		{"sa as", command.SaveAs},
		{"mml", command.Main}, // the initial letters of the words
		{"mrkci", command.MarkCircle},
		{"FULL", command.Fullscreen},
		{"nf", command.NextFork},
		{"undo edit", command.Undo}, // with the menu
		{"start", command.Home},     // the menu of Move to Start has the last letter at the start of a word
	} {
		got := st.Palette(c.typed)
		if len(got) == 0 || got[0] != c.first {
			t.Errorf("%q finds %v, want %s first", c.typed, got, c.first)
		}
	}
	if got := st.Palette("xqzw"); len(got) != 0 {
		t.Errorf("letters that no title has find %v", got)
	}
	if got := st.Palette("evas"); slices.Contains(got, command.Save) {
		t.Error("the order of the letters does not count")
	}
	if got := len(st.Palette("  ")); got != command.Count {
		t.Errorf("nothing typed finds %d of %d commands", got, command.Count)
	}
}

func TestPaletteShowsFirstWhatWasUsed(t *testing.T) {
	st := Defaults()
	plain := st.Palette("")
	for _, id := range []command.ID{command.Redo, command.About, command.Redo, command.Main} {
		st.Use(id)
	}
	got := st.Palette("")
	if !slices.Equal(got[:3], []command.ID{command.Main, command.Redo, command.About}) {
		t.Errorf("after their use the commands are %v", got[:3])
	}
	rest := slices.DeleteFunc(plain, func(id command.ID) bool { return slices.Contains(got[:3], id) })
	if !slices.Equal(got[3:], rest) {
		t.Error("the others have lost their order")
	}
	for range 3 * maxUsed {
		for id := range command.ID(command.Count) {
			st.Use(id)
		}
	}
	if len(st.Used) != maxUsed {
		t.Errorf("%d commands are remembered, want %d", len(st.Used), maxUsed)
	}
	// A better match precedes a recently used command.
	if got := st.Palette("mml"); got[0] != command.Main {
		t.Errorf("%v", got)
	}
}

func TestPaletteInAnotherLanguage(t *testing.T) {
	locale.Use("fr")
	defer locale.Use("en")
	st := Defaults()
	if title := locale.T("Full Screen"); title != "Plein écran" {
		t.Fatalf("the French title is %q", title)
	}
	for _, typed := range []string{"plein ecran", "PLEIN É", "full screen"} {
		if got := st.Palette(typed); len(got) == 0 || got[0] != command.Fullscreen {
			t.Errorf("%q finds %v", typed, got)
		}
	}
}
