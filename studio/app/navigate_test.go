package app

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"boardstudio"
	"boardstudio/draw/treelayout"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/settings"
	"boardstudio/text/words"
)

// TestGoingAbout checks all ways of navigating the tree, including its ends.
func TestGoingAbout(t *testing.T) {
	d := branchFixture(t) // h8 (g7 g8 f6) (i9 j10) a1 a2
	for _, x := range []struct {
		name     string
		step     func()
		from, to string
	}{
		{"Forward", d.Forward, "", "h8"},
		{"Forward", d.Forward, "h8", "h8 g7"},
		{"Forward", d.Forward, "h8 g7 g8 f6", "h8 g7 g8 f6"},
		{"Back", d.Back, "h8 a1", "h8"},
		{"Back", d.Back, "", ""},
		{"Home", d.Home, "h8 a1 a2", ""},
		{"End", d.End, "", "h8 g7 g8 f6"},
		{"End", d.End, "h8 i9", "h8 i9 j10"},
		{"NextSibling", d.NextSibling, "h8 g7", "h8 i9"},
		{"NextSibling", d.NextSibling, "h8 a1", "h8 a1"},
		{"PrevSibling", d.PrevSibling, "h8 a1", "h8 i9"},
		{"PrevSibling", d.PrevSibling, "h8 g7", "h8 g7"},
		{"NextFork", d.NextFork, "", "h8"},
		{"NextFork", d.NextFork, "h8", "h8 g7 g8 f6"},
		{"NextFork", d.NextFork, "h8 a1 a2", "h8 a1 a2"},
		{"PrevFork", d.PrevFork, "h8 g7 g8 f6", "h8"},
		{"PrevFork", d.PrevFork, "h8", ""},
		{"PrevFork", d.PrevFork, "", ""},
	} {
		d.at(x.from)
		x.step()
		if got := d.line(); got != x.to || d.Came() != ByPerson {
			t.Errorf("%s from %q leads to %q, want %q (%d)", x.name, x.from, got, x.to, d.Came())
		}
	}
	d.start("line", "tictactoe", Human, "random")
	d.play("b2")
	d.loop.Until(t, "the answer", func() bool { return d.View.Node().Ply() == 2 })
	if d.Came() != ByComputer {
		t.Error("the computer's move is taken for the person's")
	}
}

// TestDescribeNode checks that the screen reader text of a node includes everything that the
// drawing shows.
func TestDescribeNode(t *testing.T) {
	d := branchFixture(t)
	_ = d.SetPlayers([]model.Player{{Name: "Ann", Kind: Human}, {Name: "Bob", Kind: Human}})
	describes := func(at, want string) {
		t.Helper()
		d.at(at)
		if got := d.View.DescribeNode(d.View.Node()); got != want {
			t.Errorf("at %q: %q, want %q", at, got, want)
		}
	}
	describes("", "Start")
	describes("h8", "1. h8, Ann, 3 continuations")
	describes("h8 g7", "2. g7, Bob")
	describes("h8 i9 j10", "3. j10, Ann, end of the line")
	d.ToggleGlyph("!")
	d.ToggleBookmark()
	d.SetName(d.View.Node(), "Trap")
	d.Comment(d.View.Node(), "well played")
	describes("h8 i9 j10", "3. j10 !  Trap, Ann, bookmark, end of the line, well played")
	d.at("h8 g7")
	add := func(c rules.Cell) {
		if err := d.View.Tree().Do("test", model.Insert{Parent: d.View.Node(), Index: -1, Node: model.NewNode(rules.Place(c))}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range treelayout.ForkShown - 1 {
		add(rules.Cell(i))
	}
	describes("h8 g7", "2. g7, Bob, "+strconv.Itoa(treelayout.ForkShown)+" continuations")
	add(rules.Cell(treelayout.ForkShown))
	describes("h8 g7", "2. g7, Bob, more than "+strconv.Itoa(treelayout.ForkShown)+" continuations")
}

// TestNamesOfDocuments checks window titles and suggested file names.
func TestNamesOfDocuments(t *testing.T) {
	d := newFixture(t)
	names := func(title, suggested string) {
		t.Helper()
		if d.File.Title() != title || d.File.SuggestName() != suggested {
			t.Errorf("%q, %q, want %q, %q", d.File.Title(), d.File.SuggestName(), title, suggested)
		}
	}
	names("Untitled", "Tic-tac-toe.studio")
	d.play("b2")
	names("• Untitled", "Tic-tac-toe.studio")
	d.SetInfo(map[string]string{model.InfoTitle: "a/b: \"c\"\n|d"})
	names("• Untitled", "a-b- -c---d.studio")
	dir := t.TempDir()
	if err := d.save(filepath.Join(dir, "x.studio")); err != nil {
		t.Fatal(err)
	}
	names("x.studio", "x.studio")
	d.play("a1")
	names("• x.studio", "x.studio")
	if got := docfile.SavePath("a.b/c") + " " + docfile.SavePath("c.txt"); got != "a.b/c.studio c.txt" {
		t.Error(got)
	}
	for _, write := range []bool{false, true} {
		list := d.File.Filters(write)
		if len(list) < 2 || list[0].Name != "xml" {
			t.Errorf("%d formats", len(list))
		}
		for _, f := range list {
			if write && f.Encode == nil || !write && f.Decode == nil {
				t.Errorf("%s is offered, write %v", f.Name, write)
			}
		}
	}
}

// TestBoundsOfSettings checks the limits of small settings and their descriptions.
func TestBoundsOfSettings(t *testing.T) {
	var got []string
	for _, n := range []int{-1, 1, 2, 3, 4, 5, 6} {
		got = append(got, words.Level(n))
	}
	if want := "Very easy, Very easy, Easy, Medium, Hard, Expert, Expert"; strings.Join(got, ", ") != want {
		t.Error(got)
	}
	d := newFixture(t)
	r := d.Replay
	for _, x := range []struct {
		before time.Duration
		by     float64
		want   time.Duration
	}{
		{time.Second, 1.5, 1500 * time.Millisecond},
		{time.Second, .5, 500 * time.Millisecond},
		{700 * time.Millisecond, .5, 400 * time.Millisecond},
		{MinDelay, .5, MinDelay},
		{MaxDelay, 2, MaxDelay},
	} {
		r.SetDelay(x.before)
		if r.Scale(x.by); r.Delay() != x.want || d.App.Settings.ReplayDelay != int(x.want.Milliseconds()) {
			t.Errorf("%v by %v: %v", x.before, x.by, r.Delay())
		}
	}
	c := settings.Choice{Game: "line", Preset: "gomoku"}.With("rows", "9")
	c.Preset = "pente"
	c = c.With("rows", "11").With("cols", "12")
	plain := c.Plain()
	if p := newgame.Params(boardstudio.Games, plain); p["rows"] != "19" || p["cols"] != "19" || newgame.Params(boardstudio.Games, c)["rows"] != "11" {
		t.Errorf("%v", p)
	}
	if plain.Preset = "gomoku"; newgame.Params(boardstudio.Games, plain)["rows"] != "9" {
		t.Error("the changes of another preset are gone")
	}
}
