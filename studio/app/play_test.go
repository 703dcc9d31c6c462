package app

import (
	"context"
	"errors"
	"strings"
	"testing"

	appfind "boardstudio/studio/app/find"

	"boardstudio/draw/treelayout"
	"boardstudio/find"

	"boardstudio/rules"
	"boardstudio/studio/app/settings"

	"boardstudio/model"
	"boardstudio/studio/app/command"
)

// TestReplayPauses checks that a replay pauses when the user types a move or enters a mode that
// fixes the current node.
func TestReplayPauses(t *testing.T) {
	for name, do := range map[string]func(*fixture){
		"a typed letter":      func(d *fixture) { d.Type('a') },
		"a move":              func(d *fixture) { d.PlayText("c3") },
		"Correct Move":        func(d *fixture) { d.Correct() },
		"Insert Move":         func(d *fixture) { d.InsertBefore() },
		"Set Up Position":     func(d *fixture) { d.StartSetup() },
		"Guess Moves":         func(d *fixture) { d.Guess.Start() },
		"an edit of branches": func(d *fixture) { d.DeleteAfter() },
		"another document":    func(d *fixture) { d.Show(model.NewDocument(d.View.Rules())) },
	} {
		t.Run(name, func(t *testing.T) {
			d := newFixture(t)
			d.play("b2", "a1", "a2")
			d.Back()
			d.Back()
			d.Replay.Play()
			if !d.Replay.Playing() || d.View.Node().Ply() != 1 {
				t.Fatalf("%s: the replay did not start at the current node", name)
			}
			do(d)
			d.idle()
			if d.Replay.Playing() {
				t.Errorf("%s does not pause the replay", name)
			}
		})
	}
}

// TestCursorStart checks that the cursor first appears on the last move or in the middle,
// and later at its last place.
func TestCursorStart(t *testing.T) {
	d := newFixture(t)
	b := d.View.Rules().Board()
	d.Cursor.Show()
	if c := d.Cursor.Cell(); c != b.Find("b2") {
		t.Errorf("on the empty board it appears at %d", c)
	}
	d.Cursor.Move(b, 1, 0)
	d.Cursor.Hide()
	d.play("a1")
	d.Cursor.Show()
	if c := d.Cursor.Cell(); c != b.Find("c2") {
		t.Errorf("hidden at c2, it comes back at %d", c)
	}
	d.Show(model.NewDocument(d.View.Rules()))
	d.play("a3")
	d.Cursor.Move(b, 1, 0) // only shows it
	if c := d.Cursor.Cell(); c != b.Find("a3") {
		t.Errorf("after a3 it appears at %d", c)
	}
}

// TestTypedLetters checks the limit of eight letters, and that Erase deletes a letter of several
// bytes.
func TestTypedLetters(t *testing.T) {
	d := newFixture(t)
	if d.Cursor.Erase() {
		t.Error("a letter was erased before one was typed")
	}
	for _, r := range "abcdefgé" {
		d.Type(r)
	}
	if got := d.Cursor.Typed(); got != "abcdefgé" {
		t.Errorf("typed %q", got)
	}
	d.Cursor.Erase()
	for _, r := range "hij" {
		d.Type(r)
	}
	if got := d.Cursor.Typed(); got != "abcdefgh" {
		t.Errorf("typed %q", got)
	}
	d.play("b2")
	if got := d.Cursor.Typed(); got != "" {
		t.Errorf("after a move, %q is still typed", got)
	}
}

// TestCommandsOfAGame checks the available commands at the start, in the middle and at the end of a
// game.
func TestCommandsOfAGame(t *testing.T) {
	d := newFixture(t)
	check := func(at string, want map[command.ID]bool) {
		t.Helper()
		for id, can := range want {
			if d.Conditions().Allows(id) != can {
				t.Errorf("%s: %s can be chosen: %v", at, id, !can)
			}
		}
	}
	check("the start", map[command.ID]bool{command.Resign: true, command.TakeBack: false, command.Pass: false, command.Swap: false})
	d.play("b2", "a1", "a2")
	check("the middle", map[command.ID]bool{command.Resign: true, command.TakeBack: true, command.Pass: false})
	d.Resign()
	check("the end", map[command.ID]bool{command.Resign: false, command.TakeBack: true})
	d.start("line", "tictactoe", "random", "random")
	d.Stop()
	check("computers", map[command.ID]bool{command.Resign: false, command.TakeBack: false})
	d.start("hex", "hex")
	check("hex", map[command.ID]bool{command.Swap: false})
	d.play("a2")
	check("hex after one move", map[command.ID]bool{command.Swap: true})
	d.Session.Swap()
	check("hex after swapping", map[command.ID]bool{command.Swap: false, command.Resign: true})
	d.Home()
	d.Guess.Start()
	check("guessing", map[command.ID]bool{command.Resign: false, command.TakeBack: false})
}

// TestTeacherAmount checks that the teacher needs its setting and a running game. The amount is set
// in tenths.
func TestTeacherAmount(t *testing.T) {
	d := newFixture(t)
	d.App.Settings.Teacher, d.App.Settings.TeacherAmount = true, 15
	if on, amount := (adviceHost{d.Session, d.View}).Teaches(); !on || amount != 1.5 {
		t.Errorf("teaches %v from %v", on, amount)
	}
	d.Review()
	if on, _ := (adviceHost{d.Session, d.View}).Teaches(); on {
		t.Error("the teacher speaks while a game is only viewed")
	}
}

// TestTakingOutReportsIllegalMoves checks that deleting a move reports the number of illegal moves
// after it.
func TestTakingOutReportsIllegalMoves(t *testing.T) {
	d := newFixture(t)
	d.play("b2", "a1", "a2", "c2")
	d.at("b2 a1")
	d.TakeOut()
	if got := d.lastSaid(); got != "The move was deleted; its continuation was kept" {
		t.Errorf("legal moves after it: said %q", got)
	}
	if d.line() != "b2 a2" {
		t.Errorf("it leads to %q", d.line())
	}
	d.Undo()
	d.at("b2")
	d.Correct()
	d.PlayText("c2") // this move also occurs below
	if got := d.lastSaid(); got != "The move was corrected to c2; 1 illegal move after it (F8 goes there)" {
		t.Errorf("an illegal move after it: said %q", got)
	}
}

// TestGhosts checks in each mode that the piece shown under the pointer is the one that a click
// would place.
func TestGhosts(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	check := func(what string, c rules.Cell, who rules.Player, shown bool) {
		t.Helper()
		if p, ok := d.Ghost(c); ok != shown || ok && p != who {
			t.Errorf("%s: a piece of %d is shown: %v", what, p, ok)
		}
	}
	a1, b2 := d.cells("a1")[0], d.cells("b2")[0]
	check("a legal move", a1, 1, true)
	check("an occupied cell", b2, 0, false)
	check("beside the board", rules.NoCell, 0, false)
	d.Select(true)
	check("selecting", a1, 0, false)
	d.Select(false)
	d.Pick(ToolCircle)
	check("marking", a1, 0, false)
	d.Pick(ToolPlay)
	d.StartSetup()
	d.Setup().Piece = 0
	check("setting up", b2, 0, true)
	d.CancelSetup()
	d.Home()
	d.Guess.Start()
	check("guessing", a1, 0, true)
	d.Guess.End()
	d.start("awale", "awale")
	check("a pit of the player to move", d.cells("C")[0], 0, true)
	check("a pit of the other", d.cells("c")[0], 0, false)
	d.start("line", "connect4")
	check("anywhere in a column", d.cells("d6")[0], 0, true)
	d.start("line", "tictactoe")
	d.play("b2", "a1", "a2", "b1", "c2")
	check("the end", d.cells("c3")[0], 0, false)
	d.App.Settings.MinThink = 3_600_000
	d.start("line", "tictactoe", "random")
	check("a computer thinks", a1, 0, false)
	if got := d.Status(); got != d.View.Name(0)+" is thinking…" {
		t.Errorf("the status is %q", got)
	}
}

// TestRefusedClicks checks that a click on a cell where no move is legal shows the reason.
func TestRefusedClicks(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	for _, c := range []struct {
		what string
		do   func()
		want string
	}{
		{"an occupied cell", func() { d.Click(d.cells("b2")[0]) }, "there is a piece on b2 already"},
		{"the end", func() { d.play("a1", "a2", "b1", "c2"); d.said = nil; d.Click(d.cells("c3")[0]) }, d.View.Name(0) + " wins"},
		{"the pit of the other", func() { d.start("awale", "awale"); d.Click(d.cells("c")[0]) }, "pit c belongs to the opponent"},
	} {
		d.said = nil
		c.do()
		if got := d.lastSaid(); !strings.Contains(got, c.want) {
			t.Errorf("%s: said %q, want %q", c.what, got, c.want)
		}
	}
}

// TestSettingUpByKeys checks that digits, the minus sign and cell names edit the position during
// set-up, that Escape leaves it, and that the secondary button removes a piece.
func TestSettingUpByKeys(t *testing.T) {
	d := newFixture(t)
	d.start("awale", "awale")
	d.StartSetup()
	at := func(label string) int { return int(d.Shown().At(d.cells(label)[0]).Count) }
	d.Type('7') // the cursor is hidden
	if at("A") != 4 || d.Cursor.Typed() != "7" {
		t.Errorf("without a cursor: %d seeds, typed %q", at("A"), d.Cursor.Typed())
	}
	d.Cursor.Hide()
	d.PointTo("A", 0)
	if d.Cursor.Cell() != rules.NoCell {
		t.Error("a word points to a cell while a position is set up")
	}
	d.Cursor.Show()
	label := d.View.Rules().Board().Cells[d.Cursor.Cell()].Label
	for _, r := range "0-+" {
		d.Type(r)
	}
	if at(label) != 0 || d.Cursor.Typed() != "+" {
		t.Errorf("0, − and + make %d seeds, typed %q", at(label), d.Cursor.Typed())
	}
	d.Cursor.Erase()
	d.Type('9')
	d.Type('-')
	if at(label) != 8 {
		t.Errorf("9 and − make %d seeds", at(label))
	}
	if !d.Escape() || d.Setup() == nil || !d.Escape() || d.Setup() != nil {
		t.Error("Escape hides the cursor, and then ends setting up")
	}

	d.start("line", "tictactoe")
	d.StartSetup()
	d.Setup().Piece = 1
	for _, r := range "b2" {
		d.Type(r)
	}
	d.Enter()
	b2 := d.cells("b2")[0]
	if got := d.Shown().At(b2).Owner; got != 1 {
		t.Errorf("b2 puts a piece of %d", got)
	}
	d.Play(rules.Place(0)) // no moves are made
	d.Press(b2, true)
	d.Release(b2)
	if got := d.Shown().At(b2).Owner; got != rules.NoPlayer || d.Shown().At(0).Owner != rules.NoPlayer {
		t.Errorf("the other button leaves a piece of %d", got)
	}
	for _, r := range "zz" {
		d.Type(r)
	}
	d.Enter()
	if got := d.lastSaid(); got != `there is no cell "zz"` {
		t.Errorf("said %q", got)
	}
}

// TestSetUpHere checks the label that says what applying a set-up would do at the start, at a
// set-up and at a move.
func TestSetUpHere(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	for _, want := range []string{"Use as Start: ", "Replace This Position: changes this set-up", "Replace This Position: replaces b2"} {
		switch want[0:3] {
		case "Use":
			d.Home()
		case "Rep":
			if strings.Contains(want, "b2") {
				d.at("b2")
			} else {
				d.Home()
				d.StartSetup()
				d.Setup().Piece = 1
				d.Click(8)
				d.Setup().SetTurn(0)
				if !d.ApplySetup(AsBranch) {
					t.Fatal(d.said)
				}
			}
		}
		d.StartSetup()
		if got := d.SetupHere(); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		d.CancelSetup()
	}
}

// TestMarkWith checks that MarkWith places one mark and leaves the current tool unchanged. Numbers
// and letters continue the sequence, Escape returns to ToolPlay, and a line can be drawn by
// keyboard.
func TestMarkWith(t *testing.T) {
	d := newFixture(t)
	d.Pick(ToolNumber)
	for _, c := range d.cells("a1 b1 c1") {
		d.Click(c)
	}
	d.MarkWith(ToolCross, 4)
	d.MarkWith(ToolNumber, 8)
	d.MarkWith(ToolLetter, 7)
	if d.Tool() != ToolNumber {
		t.Errorf("the tool in hand is %d", d.Tool())
	}
	var got []string
	for _, m := range d.View.Node().Marks() {
		got = append(got, string(m.Kind)+m.Text)
	}
	if want := "label1 label2 label3 cross label4 labelA"; strings.Join(got, " ") != want {
		t.Errorf("marks %q, want %q", got, want)
	}
	if got := d.Status(); !strings.HasSuffix(got, "; press Escape to stop") {
		t.Errorf("the status is %q", got)
	}
	if !d.Escape() || d.Tool() != ToolPlay {
		t.Error("Escape does not put the tool away")
	}
	d.MarkWith(ToolErase, 4)
	if d.Tool() != ToolPlay || len(d.View.Node().Marks()) != 5 {
		t.Errorf("%d marks, tool %d", len(d.View.Node().Marks()), d.Tool())
	}
	// By keyboard, the line that is begun ends at the cursor.
	d.Pick(ToolLine)
	d.Cursor.Show()
	d.Enter()
	d.Cursor.Move(d.View.Rules().Board(), 1, 0)
	if l, ok := d.Drawing(0); !ok || l != (model.Line{From: 4, To: 5}) {
		t.Errorf("drawing %+v, %v", l, ok)
	}
	d.Enter()
	if l := d.View.Node().Lines(); len(l) != 1 || l[0] != (model.Line{From: 4, To: 5}) {
		t.Errorf("lines %+v", l)
	}
	if _, ok := d.Drawing(0); ok {
		t.Error("a line is still being drawn")
	}
}

// TestSelectingCells checks that cells can be selected as a list, and as a rectangle dragged in any
// direction.
func TestSelectingCells(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	selected := func(want string) {
		t.Helper()
		var got []string
		for _, c := range d.Selection.Cells() {
			got = append(got, d.View.Rules().Board().Cells[c].Label)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("selected %q, want %q", got, want)
		}
	}
	d.Selection.Set([]rules.Cell{8, 4, rules.NoCell, 9, 100})
	selected("b2 c3")
	if p := d.Selection.Pattern(); len(p) != 2 || p[0].Cell != 4 || p[0].Content.Owner != 0 || p[1].Content.Owner != rules.NoPlayer {
		t.Errorf("pattern %+v", p)
	}
	d.Selection.Set(nil)
	d.Select(true)
	d.Press(8, false)
	d.Drag(4)
	d.Drag(rules.NoCell) // beside the board
	d.Release(rules.NoCell)
	selected("b2 c2 b3 c3")
	d.Drag(0) // without a press
	selected("b2 c2 b3 c3")
	d.Press(5, false)
	d.Drag(4)
	d.Release(4)
	selected("b3 c3")
	d.Select(true) // again
	d.Select(false)
	d.Select(false)
	if selected("b3 c3"); d.Selecting() {
		t.Error("still selecting")
	}
}

// TestReplayByHand checks that the replay can be toggled and looped, applies a new delay at once,
// and pauses if the moves after the current one are deleted.
func TestReplayByHand(t *testing.T) {
	d := newFixture(t)
	r := d.Replay
	if r.Toggle(); r.Playing() {
		t.Error("it plays where there is no move")
	}
	d.play("b2", "a1", "a2")
	r.SetDelay(MaxDelay)
	r.Toggle()
	if !r.Playing() || d.View.Node().Ply() != 0 {
		t.Errorf("playing %v at ply %d: at the end it begins at the start", r.Playing(), d.View.Node().Ply())
	}
	r.SetDelay(0)
	if r.Delay() != MinDelay {
		t.Errorf("the pause is %v", r.Delay())
	}
	d.loop.Until(t, "the first move", func() bool { return d.View.Node().Ply() == 1 })
	d.DeleteAfter()
	d.idle()
	if r.Playing() {
		t.Error("an edit does not pause it")
	}
	r.Toggle()
	d.loop.Until(t, "the end", func() bool { return !r.Playing() })
	if d.View.Node().Ply() != 1 {
		t.Errorf("it ends at ply %d", d.View.Node().Ply())
	}
	r.SetLooping(true)
	r.Toggle()
	came := 0
	d.OnChange(func(Topic) { came = max(came, d.View.Node().Ply()) })
	d.loop.Until(t, "the start again", func() bool { return d.View.Node().Ply() == 0 && came == 1 })
	if r.Toggle(); r.Playing() || !r.Looping() {
		t.Error("it does not pause")
	}
	r.SetDelay(400 * 1_000_000)
	for _, c := range []struct {
		by   float64
		want string
	}{{0.5, "200ms"}, {2, "400ms"}, {0.01, "100ms"}, {1000, "10s"}} {
		if r.Scale(c.by); r.Delay().String() != c.want {
			t.Errorf("%v times as slow it is %v, want %s", c.by, r.Delay(), c.want)
		}
	}
}

// TestBlank checks that a blank board starts no game: no clock runs, and no computer moves.
func TestBlank(t *testing.T) {
	d := newFixture(t)
	was := d.App.Settings.NewGame
	c := settings.Choice{Game: "line", Preset: "gomoku", Players: []settings.Player{{Kind: "random"}, {Kind: Human}}}
	if err := d.Blank(c); err != nil {
		t.Fatal(err)
	}
	if _, on := d.Game.Thinking(); on || d.Game.Running() || d.Playing() || d.View.Tree().Len() != 1 || d.View.GameTitle() != "Gomoku" || d.View.Document().Players[0].Kind != "random" {
		t.Errorf("a game goes on: %s", d.Status())
	}
	if d.App.Settings.NewGame.Preset != was.Preset {
		t.Error("the choice of the last game is forgotten")
	}
	doc := d.View.Document()
	if err := d.Blank(c.With("rows", "9999")); err == nil || d.View.Document() != doc {
		t.Errorf("a board of 9999 rows is opened: %v", err)
	}
}

// TestFirstPlayer checks that the first player is the chosen one, or drawn at random, and that a
// number out of range means the nearest player. An unknown adviser does not prevent the game.
func TestFirstPlayer(t *testing.T) {
	d := newFixture(t)
	c := settings.Choice{Game: "line", Preset: "tictactoe", Players: []settings.Player{{Name: "Ann", Kind: Human}, {Name: "Bob", Kind: Human}}}
	for first, want := range map[int]string{0: "Ann", 1: "Bob", 2: "Bob", 99: "Bob", -5: "Ann"} {
		if first == settings.RandomFirst {
			t.Fatal("that draws one")
		}
		c.First = first
		if err := d.NewGame(c); err != nil || d.View.Name(0) != want || d.View.Name(0) == d.View.Name(1) {
			t.Errorf("%d is first: %s and %s, %v", first, d.View.Name(0), d.View.Name(1), err)
		}
	}
	c.First = settings.RandomFirst
	seen := map[string]bool{}
	for range 200 {
		if err := d.NewGame(c); err != nil {
			t.Fatal(err)
		}
		seen[d.View.Name(0)] = true
	}
	if len(seen) != 2 {
		t.Errorf("drawn in 200 games: %v", seen)
	}
	c.Advice = "evaporate"
	d.said = nil
	if err := d.NewGame(c); err != nil || len(d.said) != 1 || !d.Game.Running() {
		t.Errorf("with an adviser that there is not: %v, said %q", err, d.said)
	}
}

// TestUnknownEngine checks that an engine that cannot be built is reported, and that the game
// waits.
func TestUnknownEngine(t *testing.T) {
	d := newFixture(t)
	doc := model.NewDocument(d.View.Rules())
	doc.Players[0] = model.Player{Kind: "evaporate"}
	d.Show(doc)
	d.said = nil
	d.Continue()
	d.loop.Until(t, "the message", func() bool { return len(d.said) > 0 })
	if _, on := d.Game.Thinking(); on || !strings.Contains(d.lastSaid(), "evaporate") {
		t.Errorf("thinking %v, said %q", on, d.lastSaid())
	}
}

// TestEvaluate checks that Evaluate adds no undo step, and ignores deleted nodes.
func TestEvaluate(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	n, steps := d.View.Node(), d.View.Tree().Steps()
	evals := []model.Eval{{Engine: "alphabeta", Depth: 3, PV: []rules.Move{rules.Place(0)}}}
	d.Evaluate(n, evals)
	if len(n.Evals()) != 1 || d.View.Tree().Steps() != steps {
		t.Errorf("%d evaluations, %d steps", len(n.Evals()), d.View.Tree().Steps()-steps)
	}
	d.Undo()
	d.said = nil
	d.Evaluate(n, nil)
	if len(n.Evals()) != 1 || len(d.said) > 0 {
		t.Errorf("%d evaluations, said %q", len(n.Evals()), d.said)
	}
}

// TestNothingToDo checks that a command with nothing to do changes nothing, and which message it
// shows.
func TestNothingToDo(t *testing.T) {
	d := newFixture(t)
	d.play("b2", "a1")
	steps := d.View.Tree().Steps()
	for _, c := range []struct {
		what string
		do   func()
		want string
	}{
		{"delete the start", func() { d.Home(); d.DeleteBranch() }, "The start cannot be deleted"},
		{"make main", func() { d.Home(); d.MakeMain() }, "This is the main line"},
		{"merge duplicates", func() { d.MergeDuplicates() }, "No two variations begin with the same move"},
		{"fold", func() { d.Fold() }, "There is nothing to collapse at this position"},
		{"unfold", func() { d.Unfold(d.View.Node()) }, "There is nothing to expand at this position"},
		{"next bookmark", func() { d.NextBookmark() }, "There are no bookmarks"},
		{"next illegal move", func() { d.NextIllegal() }, "All moves are legal"},
		{"cut illegal moves", func() { d.CutIllegal() }, "All moves are legal"},
		{"next transposition", func() {
			d.Search.NextTransposition()
			d.loop.Until(t, "the answer", func() bool { return len(d.said) > 0 })
		}, "This position occurs nowhere else in the tree"},
		{"copy continuations", func() { d.CopyContinuations() }, "No other place with this position has other continuations"},
		{"paste again", func() {
			text := d.CopyBranch()
			d.said = nil
			if err := d.Paste(text); err != nil {
				t.Error(err)
			}
		}, "This document already contains all moves, comments and marks"},
		{"name as before", func() { d.SetName(d.View.Node(), "") }, ""},
		{"comment as before", func() { d.Comment(d.View.Node(), "") }, ""},
		{"no information", func() { d.SetInfo(nil) }, ""},
		{"cut at the start", func() { d.CutBranch() }, ""},
		{"no sign of the position", func() { d.ClearPosition() }, ""},
		{"paste while setting up", func() {
			d.StartSetup()
			if err := d.Paste("b2"); err == nil || err.Error() != "a position is being set up" {
				t.Errorf("pasted: %v", err)
			}
			d.CancelSetup()
		}, ""},
		{"paste while guessing", func() {
			d.Guess.Start()
			d.said = nil
			if err := d.Paste("b2"); !errors.Is(err, context.Canceled) {
				t.Errorf("pasted: %v", err)
			}
			d.Guess.End()
		}, "You cannot edit while guessing; finish guessing first"},
	} {
		d.said = nil
		c.do()
		d.idle()
		if got := d.lastSaid(); got != c.want {
			t.Errorf("%s: said %q, want %q", c.what, got, c.want)
		}
		if d.View.Tree().Steps() != steps || d.View.Tree().Len() != 3 {
			t.Fatalf("%s: %d steps, %d nodes", c.what, d.View.Tree().Steps()-steps, d.View.Tree().Len())
		}
	}
	d.ToggleBookmark()
	d.said = nil
	if d.PrevBookmark(); d.lastSaid() != "There is no other bookmark" {
		t.Errorf("the only bookmark: said %q", d.lastSaid())
	}
}

// TestCorrectingShows checks that the board shows the move being corrected, that playing the same
// move changes nothing, and that a move after an illegal move cannot be corrected.
func TestCorrectingShows(t *testing.T) {
	d := newFixture(t)
	d.play("b2", "a1", "c3", "b1")
	if c := d.CorrectingCell(); c != rules.NoCell {
		t.Errorf("nothing is corrected, but %d is shown", c)
	}
	d.at("b2 a1")
	d.Correct()
	if c := d.CorrectingCell(); c != d.cells("a1")[0] {
		t.Errorf("the cell %d is shown", c)
	}
	if got := d.Status(); got != "Play the move that replaces a1, or press Escape" {
		t.Errorf("the status is %q", got)
	}
	steps := d.View.Tree().Steps()
	d.PlayText("a1")
	if d.View.Tree().Steps() != steps || d.line() != "b2 a1" || d.Correcting() != nil {
		t.Errorf("the same move makes %d steps and leads to %q", d.View.Tree().Steps()-steps, d.line())
	}
	d.InsertBefore()
	if got := d.Status(); got != "Play the move to insert before a1, or press Escape" {
		t.Errorf("the status is %q", got)
	}
	if !d.CancelCorrection() || d.line() != "b2 a1" || d.CancelCorrection() {
		t.Errorf("cancelled at %q", d.line())
	}
	d.Correct()
	d.said = nil
	d.PlayText("b2") // occupied
	if d.lastSaid() != "there is a piece on b2 already" || d.Correcting() == nil {
		t.Errorf("said %q, correcting %v", d.lastSaid(), d.Correcting())
	}
	d.PlayText("c3") // then c3 and b1 after it are illegal
	d.End()
	d.said = nil
	d.Correct()
	if got := d.lastSaid(); !strings.HasPrefix(got, "an earlier move is illegal; correct it first") || d.Correcting() != nil {
		t.Errorf("said %q", got)
	}
	if got := d.View.DescribeNode(d.View.Node()); !strings.Contains(got, ", illegal, ") {
		t.Errorf("described as %q", got)
	}
	if p := d.View.Mover(d.View.Node()); p != rules.NoPlayer || d.View.Plays(d.View.Node()) {
		t.Errorf("an illegal move after an illegal one is of %d", p)
	}
}

// TestAnswersAreTakenAway checks that any input hides the displayed answer to a wrong try, and does
// nothing else.
func TestAnswersAreTakenAway(t *testing.T) {
	for name, do := range map[string]func(*fixture){
		"a click":      func(d *fixture) { d.Click(d.cells("c1")[0]) },
		"a letter":     func(d *fixture) { d.Type('c') },
		"a typed move": func(d *fixture) { d.PlayText("c2") },
		"Escape":       func(d *fixture) { d.Escape() },
		"Enter": func(d *fixture) {
			d.Cursor.typed = "c1"
			d.Enter()
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := puzzles(t, 2, []string{"a1", "b1", "c1", "a3"}, []string{"c3", "b2", "c2"})
			d.Guess.Start()
			d.PlayText("b2")
			d.waits("b2 does not win in 2 moves: Nought answers c3.")
			ply := d.View.Node().Ply()
			do(d)
			d.idle()
			if p, _ := d.Guess.Refutation(); p != nil || d.View.Node().Ply() != ply || d.Cursor.Typed() != "" && name != "Enter" {
				t.Errorf("the answer is still there, or ply %d, typed %q", d.View.Node().Ply(), d.Cursor.Typed())
			}
			d.PlayText("c3") // which is right
			if got := d.View.Node().Ply(); got != ply+2 {
				t.Errorf("then a right move leads to ply %d", got)
			}
		})
	}
}

// TestFindingRound checks that Next and Prev of the search wrap around the tree, and say so.
func TestFindingRound(t *testing.T) {
	d := newFixture(t)
	d.play("b2", "a1", "c3")
	d.Search.Next() // nothing was asked
	if d.line() != "b2 a1 c3" || len(d.said) > 0 {
		t.Errorf("at %q, said %q", d.line(), d.said)
	}
	for _, at := range []string{"b2", "b2 a1 c3"} {
		d.at(at)
		d.SetName(d.View.Node(), "place")
	}
	f := d.Search.Finder()
	look := func(text string) {
		t.Helper()
		f.Look(find.Query{Text: text}, "", nil)
		d.found()
		d.said = nil
	}
	look("place")
	for _, x := range []struct {
		name     string
		step     func()
		from, to string
		said     string
	}{
		{"next", d.Search.Next, "", "b2", ""},
		{"next", d.Search.Next, "b2", "b2 a1 c3", ""},
		{"next", d.Search.Next, "b2 a1", "b2 a1 c3", ""},
		{"next", d.Search.Next, "b2 a1 c3", "b2", "Search continued from the start of the tree"},
		{"before", d.Search.Prev, "b2 a1 c3", "b2", ""},
		{"before", d.Search.Prev, "b2 a1", "b2", ""},
		{"before", d.Search.Prev, "b2", "b2 a1 c3", "Search continued from the end of the tree"},
		{"before", d.Search.Prev, "", "b2 a1 c3", "Search continued from the end of the tree"},
	} {
		d.at(x.from)
		d.said = nil
		if x.step(); d.line() != x.to || d.lastSaid() != x.said {
			t.Errorf("%s from %q leads to %q, said %q; want %q, %q", x.name, x.from, d.line(), d.lastSaid(), x.to, x.said)
		}
	}
	look("nowhere")
	d.at("b2 a1")
	if d.Search.Next(); d.line() != "b2 a1" || d.lastSaid() != "No matches" {
		t.Errorf("at %q, said %q", d.line(), d.said)
	}
}

// TestCollapsed checks that the description of a collapsed branch includes its number of moves, and
// that a branch with too many moves is not expanded at once.
func TestCollapsed(t *testing.T) {
	d := newFixture(t)
	d.start("line", "gomoku")
	d.showLines("h8 g7 g8 f6", "h8 a1 a2 a3")
	d.at("h8 a1")
	d.Fold()
	d.at("h8")
	a1 := d.View.Node().Last()
	if got := d.View.DescribeNode(a1); !strings.Contains(got, "moves collapsed") && !strings.Contains(got, "move collapsed") {
		t.Errorf("described as %q", got)
	}
	d.Unfold(a1)
	if got := d.View.DescribeNode(a1); strings.Contains(got, "collapsed") {
		t.Errorf("expanded, it is described as %q", got)
	}
	doc := model.NewDocument(d.View.Rules())
	for range treelayout.MostUnfolded + 2 {
		doc.Tree.AddRaw(doc.Tree.Root(), "x")
	}
	d.Show(doc)
	d.said = nil
	if d.UnfoldAll(); d.lastSaid() != "There are more than 20000 moves below: expand them in steps" {
		t.Errorf("said %q", d.lastSaid())
	}
	if got := d.View.DescribeNode(doc.Tree.Root()); !strings.Contains(got, "more than ") || !strings.Contains(got, " continuations") {
		t.Errorf("described as %q", got)
	}
}

// TestUndoOfOrder checks that Undo at the start and Redo at the end do nothing, and that undoing or
// redoing a change of branch order goes to the moved branch.
func TestUndoOfOrder(t *testing.T) {
	d := branchFixture(t)
	for d.View.Tree().At() > 0 {
		d.Undo()
	}
	d.Undo()
	if d.View.Tree().At() != 0 || d.line() != "" {
		t.Errorf("at step %d, at %q", d.View.Tree().At(), d.line())
	}
	for d.View.Tree().At() < d.View.Tree().Steps() {
		d.Redo()
	}
	d.Redo()
	if d.View.Tree().At() != d.View.Tree().Steps() {
		t.Errorf("at step %d of %d", d.View.Tree().At(), d.View.Tree().Steps())
	}
	d.at("h8 a1")
	d.MoveFirst()
	d.idle()
	if got := d.shape(); got != "h8 (a1 a2) (g7 g8 f6) i9 j10" {
		t.Errorf("%s", got)
	}
	d.Home()
	d.Undo()
	if d.line() != "h8 a1" || d.shape() != "h8 (g7 g8 f6) (i9 j10) a1 a2" {
		t.Errorf("undone at %q of %s", d.line(), d.shape())
	}
	d.Home()
	d.Redo()
	if d.line() != "h8 a1" || d.shape() != "h8 (a1 a2) (g7 g8 f6) i9 j10" {
		t.Errorf("redone at %q of %s", d.line(), d.shape())
	}
	d.TakeBack() // no user has had a choice above the first move of these
	d.start("line", "tictactoe")
	d.TakeBack()
	if d.View.Tree().Steps() != 0 || d.line() != "" {
		t.Errorf("taken back at the start: %q", d.line())
	}
}

// TestAskedWhileChanging checks that requests made while the document is changed in pieces are
// carried out afterwards.
func TestAskedWhileChanging(t *testing.T) {
	d, text := forest(t)
	later := 0
	keep := func() (do, drop func()) { return func() { later++ }, func() { later -= 100 } }
	if d.Later(keep) || later != 0 {
		t.Fatal("nothing changes, but it is kept for later")
	}
	d.Session.Paste(text, nil)
	d.loop.Until(t, "pieces", d.Jobs.Changing)
	root := d.View.Tree().Root()
	d.SetName(root, "named meanwhile")
	d.Evaluate(root, []model.Eval{{Engine: "alphabeta", Depth: 1, PV: []rules.Move{rules.Place(0)}}})
	if d.Editable() || root.Name() != "" || len(root.Evals()) != 0 || !d.Later(keep) {
		t.Error("the document is changed while it is being changed")
	}
	d.said = nil
	d.Back()
	d.Forward()
	if len(d.said) == 0 || !strings.HasPrefix(d.lastSaid(), "The tree is being changed") {
		t.Errorf("said %q", d.said)
	}
	d.loop.Until(t, "the end", func() bool { return later != 0 })
	d.idle()
	if later != 1 || root.Name() != "named meanwhile" || len(root.Evals()) != 1 {
		t.Errorf("later %d, named %q, %d evaluations", later, root.Name(), len(root.Evals()))
	}
}

// TestPlayAtIllegalMove checks that nothing can be played at an illegal move, and that each attempt
// shows the reason.
func TestPlayAtIllegalMove(t *testing.T) {
	d := newFixture(t)
	d.showLines("b2 b2 c3")
	d.End()
	const why = "there is a piece on b2 already"
	for name, do := range map[string]func(){
		"a click":      func() { d.Click(d.cells("a1")[0]) },
		"a typed move": func() { d.PlayText("a1") },
		"resigning":    func() { d.Resign() },
		"copying from a twin": func() {
			d.Session.CopyContinuation(appfind.Transposition{Transposition: find.Transposition{Node: d.View.Tree().Root()}})
			d.idle()
		},
	} {
		d.said = nil
		if do(); !strings.Contains(d.lastSaid(), why) || d.View.Tree().Len() != 4 || d.line() != "b2 b2 c3" {
			t.Errorf("%s: said %q, at %q", name, d.said, d.line())
		}
	}
	if got := d.Status(); !strings.Contains(got, why) {
		t.Errorf("the status is %q", got)
	}
	if c := d.LastCell(); c != rules.NoCell {
		t.Errorf("the last move filled the cell %d", c)
	}
	if d.Continue(); d.Conditions().Allows(command.Resign) || d.Conditions().Allows(command.Hint) {
		t.Error("one can resign, or get a hint")
	}
}

// TestGuessingByHand checks that a click or a typed move counts as a try while moves are guessed,
// and that guessing cannot start during set-up.
func TestGuessingByHand(t *testing.T) {
	d := newFixture(t)
	d.play("b2", "a1", "c3")
	d.Home()
	d.Guess.Start()
	d.Click(d.cells("c1")[0]) // wrong
	if d.line() != "" || len(d.Guess.Wrong()) != 1 {
		t.Errorf("a wrong click leads to %q", d.line())
	}
	d.Click(d.cells("b2")[0])
	if d.line() != "b2" {
		t.Errorf("a right click leads to %q", d.line())
	}
	for _, r := range "a1" {
		d.Type(r)
	}
	d.Enter()
	if d.line() != "b2 a1" {
		t.Errorf("a right typed move leads to %q", d.line())
	}
	d.Guess.End()
	d.StartSetup()
	d.Guess.Start()
	if d.Guessing() || d.Setup() == nil {
		t.Error("moves are guessed while a position is set up")
	}
}

// TestSetUpInPlaceOfAMove checks that a set-up that replaces a move keeps its place among the
// siblings.
func TestSetUpInPlaceOfAMove(t *testing.T) {
	for _, x := range []struct{ at, want string }{
		{"h8 g7", "h8 (set-up g8 f6) (i9 j10) a1 a2"}, {"h8 i9", "h8 (g7 g8 f6) (set-up j10) a1 a2"}, {"h8 a1", "h8 (g7 g8 f6) (i9 j10) set-up a2"},
	} {
		t.Run(x.at, func(t *testing.T) {
			d := branchFixture(t)
			d.at(x.at)
			d.StartSetup()
			d.Setup().Piece = 1
			d.Click(d.cells("c3")[0])
			d.Setup().SetTurn(0)
			if !d.ApplySetup(AsHere) {
				t.Fatal(d.said)
			}
			d.idle()
			if d.View.Node().Setup() == "" || d.View.Node().Parent() != d.View.Tree().Root().First() || d.View.Mover(d.View.Node()) != rules.NoPlayer {
				t.Errorf("at %q", d.View.MoveName(d.View.Node()))
			}
			if got := d.shape(); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}
