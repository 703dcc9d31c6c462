package ctltest

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules/all"
)

// Sample writes a record that uses all features of records, and returns its path.
func Sample(t *testing.T) string {
	t.Helper()
	r, err := all.Games.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	d.Players[0] = model.Player{Name: "Ann", Kind: model.Human, Symbol: "Q", Color: "#20a0ff"}
	d.Players[1] = model.Player{Kind: "lua:\x1b[31mevil.lua"}
	d.Info[model.InfoEvent], d.Info[model.InfoDate] = "Café Cup \x1b[2J", "2026-01-02"
	n := d.Tree.Root()
	d.Tree.Annotate(n, model.Annotation{Comment: "The start.\nSecond line."})
	for _, text := range []string{"b2", "a1", "c3", "a3"} {
		m, err := r.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		n = d.Tree.Add(n, m)
	}
	c1, err := r.ParseMove("c1")
	if err != nil {
		t.Fatal(err)
	}
	d.Tree.Annotate(n, model.Annotation{
		Comment: "blocks? \x1b]0;x\x07", Glyphs: []model.Glyph{model.GlyphInteresting, model.Better(1, 2)},
		Name: "A \x1b[1mtrap\nfor two", Bookmark: true, Color: "#20a0ff", Number: 9, Lines: []model.Line{{From: 0, To: 4, Arrow: true}},
		Evals:  []model.Eval{{Engine: "alphabeta", Score: -0.5, Depth: 3}},
		Advice: model.Advice{By: "rules3", Move: c1},
	})
	file := filepath.Join(t.TempDir(), "sample.studio")
	if err := document.Save(file, boardstudio.Documents.Formats[0], d); err != nil {
		t.Fatal(err)
	}
	return file
}

// Saved returns the moves of the main line in a file.
func Saved(t *testing.T, path string) string {
	t.Helper()
	d, _, err := boardstudio.Documents.Open(context.Background(), path, codec.Options{})
	if err != nil {
		t.Error(err)
		return ""
	}
	var moves []string
	for n := range d.Tree.Main() {
		if m, ok := n.Move(); ok {
			moves = append(moves, d.Tree.Rules().FormatMove(m))
		}
	}
	return strings.Join(moves, " ")
}
