package startpage

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/samples"
	"boardstudio/studio/app/settings"
	"boardstudio/text/locale"
)

func TestGames(t *testing.T) {
	families := map[string]bool{}
	for _, it := range Games(boardstudio.Games) {
		if it.Preset.Of != "" || it.Preset.Loose {
			t.Errorf("%s is a variant", it.Preset.Name)
		}
		families[it.Game.Name] = true
	}
	if len(families) < 4 {
		t.Errorf("cards of %v only", families)
	}
}

func TestRecent(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	there := filepath.Join(home, "games", "a.studio")
	if err := os.MkdirAll(filepath.Dir(there), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(there, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	got := Recent(&settings.Settings{Recent: []string{filepath.Join(home, "gone.studio"), there}})
	if len(got) != 1 || got[0].Path != there || got[0].Title != "a.studio" || !strings.HasPrefix(got[0].Detail, "~/games · ") {
		t.Errorf("%+v", got)
	}
}

func TestAgain(t *testing.T) {
	c := settings.Choice{Game: "othello", Preset: "othello"}
	if e, ok := Again(boardstudio.Games, boardstudio.Engines, c); ok {
		t.Errorf("nothing was begun, but there is %+v", e)
	}
	c.Players = []settings.Player{{Name: "Ann", Kind: "human"}, {Kind: "alphabeta", Level: 2}}
	if e, ok := Again(boardstudio.Games, boardstudio.Engines, c.With("size", "6")); !ok || e.Title != "Othello on 6×6" || e.Detail != "Ann – Computer, easy" {
		t.Errorf("%+v", e)
	}
	if e, ok := Again(boardstudio.Games, boardstudio.Engines, settings.Choice{Game: "gone", Players: c.Players}); ok {
		t.Errorf("a game that is gone is offered as %+v", e)
	}
}

// TestSamples checks that every sample can be read, has a title, and a picture of its last
// position.
func TestSamples(t *testing.T) {
	files, err := samples.FS.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	list := Samples(boardstudio.Documents)
	if len(list) != len(files) {
		t.Errorf("%d of %d samples are listed", len(list), len(files))
	}
	for _, x := range list {
		if x.Title == "" || x.Detail == "" {
			t.Errorf("%s is called %q, %q", x.Name, x.Title, x.Detail)
		}
		d, err := Picture(context.Background(), boardstudio.Documents, filepath.Join("..", "..", "..", "samples", x.Name))
		if err != nil || d.Position == nil || d.Position.Hash() == d.Rules.Start().Hash() {
			t.Errorf("%s: %v", x.Name, err)
		}
	}
	large := filepath.Join(t.TempDir(), "large.studio")
	if err := os.WriteFile(large, make([]byte, maxRead+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Picture(context.Background(), boardstudio.Documents, large); err == nil {
		t.Error("a large file is read for a picture")
	}
}

// TestSamplesInFrench checks that the titles of samples are French, except names.
func TestSamplesInFrench(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		if _, err := locale.Use(lang); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range Samples(boardstudio.Documents) {
			got = append(got, s.Title)
		}
		want := map[string]string{"en": "A classroom game", "fr": "Une partie de classe"}[lang]
		if !slices.Contains(got, want) {
			t.Errorf("%s: %q has no %q", lang, got, want)
		}
	}
	if _, err := locale.Use("en"); err != nil {
		t.Fatal(err)
	}
}

// TestPuzzles checks that each collection of puzzles is listed, and that its picture does not show
// a solution.
func TestPuzzles(t *testing.T) {
	files, err := samples.Puzzles.ReadDir("puzzles")
	if err != nil {
		t.Fatal(err)
	}
	list := Puzzles(boardstudio.Games)
	if len(list) != len(files) || len(list) < 6 {
		t.Errorf("%d of %d collections are listed", len(list), len(files))
	}
	for _, x := range list {
		d, err := Load(boardstudio.Documents, x.Name)
		if err != nil || x.Title == "" || x.Detail == "" {
			t.Fatalf("%s is called %q, %q: %v", x.Name, x.Title, x.Detail, err)
		}
		first, err := d.Tree.Position(d.Tree.Root().First())
		if err != nil || PictureOf(d).Position.Hash() != first.Hash() {
			t.Errorf("%s: the picture is not that of its first puzzle", x.Name)
		}
	}
}
