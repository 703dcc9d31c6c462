package app

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/command"
)

// branchFixture returns a fixture with a game of gomoku: h8 g7 g8 f6, with two variations of the second
// move that have continuations. The current node is g7.
func branchFixture(t *testing.T) *fixture {
	d := newFixture(t)
	d.start("line", "gomoku")
	d.play("h8", "g7", "g8", "f6")
	d.at("h8")
	d.play("i9", "j10")
	d.at("h8")
	d.play("a1", "a2")
	d.at("h8 g7")
	d.said = nil
	return d
}

// at goes to the node that the moves lead to.
func (d *fixture) at(moves string) {
	d.t.Helper()
	n := d.View.Tree().Root()
	for _, w := range strings.Fields(moves) {
		m, err := d.View.Rules().ParseMove(w)
		if err != nil {
			d.t.Fatal(err)
		}
		if n = d.View.Tree().Find(n, m); n == nil {
			d.t.Fatalf("there is no %s in %s", w, d.shape())
		}
	}
	d.Go(n)
}

// shape returns the tree as one line: variations in brackets before the main continuation.
func (d *fixture) shape() string {
	var b strings.Builder
	root := d.View.Tree().Root()
	for n := range d.View.Tree().All() {
		if n != root {
			if n.Next() != nil {
				b.WriteString("(")
			}
			b.WriteString(d.View.MoveName(n))
		}
		if n.First() == nil {
			m := n
			for m != root && m.Next() == nil {
				m = m.Parent()
			}
			if m != root {
				b.WriteString(")")
			}
		}
		b.WriteString(" ")
	}
	return strings.TrimSpace(b.String())
}

// command runs a command that must be available, and checks the tree and the label of the step.
// Undo and redo must be exact.
func (d *fixture) command(id command.ID, do func(), want, at string) {
	d.t.Helper()
	if !d.Conditions().Allows(id) {
		d.t.Fatalf("%s cannot be done", id)
	}
	before := d.shape()
	steps := d.View.Tree().At()
	do()
	d.idle()
	if got := d.shape(); got != want {
		d.t.Fatalf("%s makes %s\nwant %s (%v)", id, got, want, d.said)
	}
	if got := d.line(); got != at {
		d.t.Errorf("%s leads to %q, want %q", id, got, at)
	}
	if d.View.Tree().At() != steps+1 || d.View.Tree().UndoLabel() == "" {
		d.t.Errorf("%s made %d steps, called %q", id, d.View.Tree().At()-steps, d.View.Tree().UndoLabel())
	}
	d.Undo()
	if got := d.shape(); got != before {
		d.t.Errorf("%s undone leaves %s", id, got)
	}
	d.Redo()
	if got := d.shape(); got != want {
		d.t.Errorf("%s redone makes %s", id, got)
	}
	d.at(at)
}

// cannot checks that commands are not available.
func (d *fixture) cannot(ids ...command.ID) {
	d.t.Helper()
	for _, id := range ids {
		if d.Conditions().Allows(id) {
			d.t.Errorf("%s can be done at %q of %s", id, d.line(), d.shape())
		}
	}
}

func TestOrderOfVariations(t *testing.T) {
	d := branchFixture(t)
	d.cannot(command.Promote, command.Main, command.VariationUp, command.VariationFirst)
	d.at("h8 a1 a2")
	d.cannot(command.VariationUp, command.VariationDown, command.Demote)
	d.command(command.Promote, d.Promote, "h8 (g7 g8 f6) (a1 a2) i9 j10", "h8 a1 a2")
	d.command(command.Demote, d.Demote, "h8 (g7 g8 f6) (i9 j10) a1 a2", "h8 a1 a2")
	d.command(command.Main, d.MakeMain, "h8 (a1 a2) (g7 g8 f6) i9 j10", "h8 a1 a2")
	d.at("h8 a1")
	d.command(command.VariationDown, d.MoveDown, "h8 (g7 g8 f6) (a1 a2) i9 j10", "h8 a1")
	d.command(command.VariationLast, d.MoveLast, "h8 (g7 g8 f6) (i9 j10) a1 a2", "h8 a1")
	d.command(command.VariationUp, d.MoveUp, "h8 (g7 g8 f6) (a1 a2) i9 j10", "h8 a1")
	d.command(command.VariationFirst, d.MoveFirst, "h8 (a1 a2) (g7 g8 f6) i9 j10", "h8 a1")
	d.Home()
	d.cannot(command.Promote, command.Demote, command.VariationUp, command.VariationDown, command.Delete, command.Cut, command.TakeOut, command.Correct, command.InsertMove, command.Duplicate, command.DeleteBefore, command.DeleteOthers)
}

func TestDeletingPartsOfATree(t *testing.T) {
	for _, tt := range []struct {
		id       command.ID
		do       func(*fixture)
		want, at string
	}{
		{command.Delete, (*fixture).DeleteBranch, "h8 (i9 j10) a1 a2", "h8"},
		{command.DeleteOthers, (*fixture).DeleteOthers, "h8 g7 g8 f6", "h8 g7"},
		{command.DeleteAfter, (*fixture).DeleteAfter, "h8 (g7) (i9 j10) a1 a2", "h8 g7"},
		{command.DeleteBefore, (*fixture).DeleteBefore, "g8 f6", ""},
		{command.Flatten, (*fixture).Flatten, "h8 g7 g8 f6", "h8 g7"},
		{command.TakeOut, (*fixture).TakeOut, "h8 (g8 f6) (i9 j10) a1 a2", "h8 g8"},
		{command.Duplicate, (*fixture).Duplicate, "h8 (g7 g8 f6) (g7 g8 f6) (i9 j10) a1 a2", "h8 g7"},
	} {
		t.Run(tt.id.String(), func(t *testing.T) {
			d := branchFixture(t)
			d.command(tt.id, func() { tt.do(d) }, tt.want, tt.at)
			if len(d.said) == 0 {
				t.Error("it says nothing")
			}
		})
	}
}

func TestDeletingTwice(t *testing.T) {
	d := branchFixture(t)
	d.DeleteOthers()
	if d.lastSaid() != "4 moves deleted" {
		t.Errorf("said %q", d.lastSaid())
	}
	d.cannot(command.DeleteOthers, command.Flatten)
	d.End()
	d.cannot(command.DeleteAfter)
	d.DeleteBefore()
	if pos, err := d.View.Position(); err != nil || pos.Turn() != 0 || d.View.Tree().Len() != 1 {
		t.Errorf("%v %v", pos, err)
	}
}

func TestMergeDuplicateVariations(t *testing.T) {
	d := branchFixture(t)
	d.Duplicate()
	if d.View.Node().Prev() == nil || d.line() != "h8 g7" {
		t.Fatalf("at %q, not at the copy", d.line())
	}
	d.Forward()
	d.play("b2")
	d.command(command.MergeDuplicates, d.MergeDuplicates, "h8 (g7 g8 (f6) b2) (i9 j10) a1 a2", "h8 g7 g8 b2")
	d.MergeDuplicates()
	if d.lastSaid() != "No two variations begin with the same move" {
		t.Errorf("said %q", d.lastSaid())
	}
}

func TestCutCopyAndPaste(t *testing.T) {
	d := branchFixture(t)
	d.Comment(d.View.Node(), "mine")
	text := d.CopyBranch()
	if text == "" || d.lastSaid() != "3 moves are in the clipboard" {
		t.Fatalf("said %q", d.lastSaid())
	}
	d.at("h8 a1 a2")
	if err := d.Paste(text); err != nil {
		t.Fatal(err)
	}
	if got := d.shape(); got != "h8 (g7 g8 f6) (i9 j10) a1 a2 g7 g8 f6" || d.lastSaid() != "3 moves were added" {
		t.Errorf("%s, said %q", got, d.lastSaid())
	}
	if n := d.View.Node().First(); n.Comment() != "mine" || d.line() != "h8 a1 a2" {
		t.Errorf("comment %q, at %q", n.Comment(), d.line())
	}
	if d.View.Tree().UndoLabel() != labelPaste {
		t.Errorf("the step is called %q", d.View.Tree().UndoLabel())
	}
	// Equal moves are merged: at the origin, no move is new.
	d.at("h8")
	steps := d.View.Tree().At()
	if err := d.Paste(text); err != nil || d.View.Tree().At() != steps || d.lastSaid() != "This document already contains all moves, comments and marks" {
		t.Errorf("%v, said %q", err, d.lastSaid())
	}
	// g7 is occupied there.
	d.at("h8 g7")
	if err := d.Paste(text); err == nil || d.View.Tree().At() != steps || !strings.Contains(err.Error(), "g7") {
		t.Errorf("pasted onto itself: %v", err)
	}
	d.at("h8 i9")
	if cut := d.CutBranch(); !strings.Contains(cut, "i9") || d.line() != "h8" {
		t.Errorf("cut %q, at %q", cut, d.line())
	}
	if got := d.shape(); got != "h8 (g7 g8 f6) a1 a2 g7 g8 f6" || d.View.Tree().UndoLabel() != labelCut {
		t.Errorf("%s after %q", got, d.View.Tree().UndoLabel())
	}
	// Some pasted moves are illegal. An undo or repair can resolve that, so the message must not be
	// permanent, as warnings are.
	say, level := d.Say, Note
	d.Say = func(l Level, text string) {
		level = l
		say(l, text)
	}
	if err := d.Paste("c3 g7 c4 h8 d5"); err != nil {
		t.Fatal(err)
	}
	if d.lastSaid() != "5 moves were added, 2 of them are illegal (F8 goes there)" || level != Problem|Undoable {
		t.Errorf("said %q at level %d", d.lastSaid(), level)
	}
}

func TestPasteOfAnotherGame(t *testing.T) {
	d := branchFixture(t)
	d.start("othello", "othello")
	d.play("f5")
	text := d.CopyBranch()
	d.start("line", "gomoku")
	if err := d.Paste(text); err == nil || !strings.Contains(err.Error(), "Othello") || d.View.Tree().Len() != 1 {
		t.Errorf("%v, %d nodes", err, d.View.Tree().Len())
	}
	if err := d.OpenText(text); err != nil || d.View.GameTitle() != "Othello" || d.View.Tree().Len() != 2 {
		t.Errorf("%v, %s", err, d.View.GameTitle())
	}
	if err := d.Paste("   "); err == nil {
		t.Error("nothing was pasted")
	}
}

func TestExtractHoldsTheBranch(t *testing.T) {
	d := branchFixture(t)
	x := d.Extracted()
	d.File.OpenCopy(x)
	if err := model.Equal(d.View.Document(), x); err != nil {
		t.Error(err)
	}
	if !d.File.Dirty() || d.File.Path() != "" || d.shape() != "g7 g8 f6" {
		t.Errorf("saved as %q, %s", d.File.Path(), d.shape())
	}
}

// merge merges a file into the document.
func (d *fixture) merge(path string) (err error) {
	d.t.Helper()
	done := false
	d.Merge(path, func(e error) { err, done = e, true })
	d.loop.Until(d.t, "the end", func() bool { return done })
	d.idle()
	return err
}

// moreMoves writes a file with five moves, of which the tree of branchFixture has three.
func moreMoves(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "more.txt")
	if err := os.WriteFile(path, []byte("h8 g7 g8 b2 h8"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestMergeFile(t *testing.T) {
	d := branchFixture(t)
	path := moreMoves(t)
	if err := d.merge(path); err != nil {
		t.Fatal(err)
	}
	if got := d.shape(); got != "h8 (g7 g8 (f6) b2 h8) (i9 j10) a1 a2" {
		t.Errorf("%s", got)
	}
	if d.lastSaid() != "2 moves were added, 1 of them is illegal (F8 goes there)" || d.View.Tree().UndoLabel() != labelMerge {
		t.Errorf("said %q", d.lastSaid())
	}
	if err := d.merge(path); err != nil || d.lastSaid() != "This document already contains all moves, comments and marks" {
		t.Errorf("%v, said %q", err, d.lastSaid())
	}
	// Moves merged into a new branch are counted with it.
	twice := filepath.Join(t.TempDir(), "twice.sgf")
	if err := os.WriteFile(twice, []byte("(;GM[4]SZ[15];B[hh](;W[ne];B[bb])(;W[ne];B[cc];W[cc]))"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := d.merge(twice); err != nil || d.lastSaid() != "4 moves were added, 1 of them is illegal (F8 goes there)" {
		t.Errorf("%v, said %q", err, d.lastSaid())
	}
}

// TestCancelAMerge checks that a merge can be cancelled while the file is read, but a running save
// continues.
func TestCancelAMerge(t *testing.T) {
	d := branchFixture(t)
	saved, end := false, make(chan error, 1)
	was := d.shape()
	d.File.Save(filepath.Join(t.TempDir(), "a.studio"), func(err error) { saved = err == nil })
	d.Merge(moreMoves(t), func(err error) { end <- err })
	if j := d.Jobs.Job(); j == nil || !strings.Contains(j.Title, "more.txt") {
		t.Fatalf("job %+v", j)
	}
	d.Jobs.Job().Cancel()
	d.said = nil
	d.loop.Until(t, "the end of both", func() bool { return len(end) > 0 && saved })
	if err := <-end; err == nil || d.shape() != was || !slices.Contains(d.said, "more.txt was not opened") {
		t.Errorf("cancelled: %v, %q", err, d.said)
	}
}

// TestMergeABranch checks that a branch whose start position is in the tree is merged there.
// Otherwise its start is added as a set-up.
func TestMergeABranch(t *testing.T) {
	d := branchFixture(t)
	d.at("h8 g7 g8")
	d.play("e5")
	x := model.Extract(d.View.Document(), d.View.Node(), nil)
	d.DeleteBranch()
	part := filepath.Join(t.TempDir(), "part.studio")
	if err := writeFile(part, x); err != nil {
		t.Fatal(err)
	}
	d.Home()
	if err := d.merge(part); err != nil || !strings.Contains(d.lastSaid(), "after move 3") {
		t.Errorf("%v, said %q", err, d.lastSaid())
	}
	d.at("h8 g7 g8 e5")
	d.DeleteBranch()
	d.at("h8 g7 g8")
	d.DeleteBranch()
	if err := d.merge(part); err != nil || !strings.Contains(d.lastSaid(), "set up after this move") || d.View.Node().First() == nil {
		t.Errorf("%v, said %q", err, d.lastSaid())
	}
}

// TestMergeRefuses checks that missing files and other games are not merged.
func TestMergeRefuses(t *testing.T) {
	d := branchFixture(t)
	if err := d.merge(filepath.Join(t.TempDir(), "none.studio")); err == nil {
		t.Error("a file that is not there was merged")
	}
	other := filepath.Join(t.TempDir(), "other.studio")
	d.start("othello", "othello")
	if err := writeFile(other, d.View.Document()); err != nil {
		t.Fatal(err)
	}
	d.start("line", "gomoku")
	if err := d.merge(other); err == nil || !strings.Contains(err.Error(), "Othello") {
		t.Errorf("another game: %v", err)
	}
}

func TestCorrectMove(t *testing.T) {
	d := branchFixture(t)
	d.Correct()
	if d.line() != "h8" || !strings.Contains(d.Status(), "g7") || d.Correcting() == nil {
		t.Fatalf("at %q: %s", d.line(), d.Status())
	}
	d.cannot(command.Delete, command.Cut, command.Correct, command.Paste, command.TakeOut)
	if !d.CancelCorrection() || d.line() != "h8 g7" || d.CancelCorrection() {
		t.Fatalf("Escape leads to %q", d.line())
	}
	d.Correct()
	d.PlayText("h8") // occupied, so refused, and the correction continues
	if d.Correcting() == nil || len(d.said) == 0 {
		t.Error("a refused move ended the correction")
	}
	d.Click(d.View.Rules().Board().Find("b2"))
	if got := d.shape(); got != "h8 (b2 g8 f6) (i9 j10) a1 a2" || d.line() != "h8 b2" || d.View.Tree().UndoLabel() != labelCorrect {
		t.Errorf("%s at %q", got, d.line())
	}
	d.Undo()
	d.at("h8 g7")
	d.Correct()
	d.PlayText("f6") // makes the last move illegal
	if !strings.Contains(d.lastSaid(), "1 illegal move after it") {
		t.Errorf("said %q", d.lastSaid())
	}
	d.Undo()
	d.at("h8 g7")
	d.Correct()
	d.PlayText("a1") // already exists
	if got := d.shape(); got != "h8 (i9 j10) a1 (a2) g8 f6" || d.line() != "h8 a1" {
		t.Errorf("%s at %q", got, d.line())
	}
	d.Correct()
	d.Forward() // leaving the node ends the correction
	if d.Correcting() != nil {
		t.Error("still correcting")
	}
}

func TestInsertMove(t *testing.T) {
	d := branchFixture(t)
	d.InsertBefore()
	if !strings.Contains(d.Status(), "before g7") {
		t.Errorf("status %q", d.Status())
	}
	d.PlayText("b2")
	if got := d.shape(); got != "h8 (b2 g7 g8 f6) (i9 j10) a1 a2" || d.line() != "h8 b2" || d.View.Tree().UndoLabel() != labelInsert {
		t.Errorf("%s at %q", got, d.line())
	}
	d.Forward()
	d.Correct()
	d.Undo() // undoing the insertion ends the correction
	if d.Correcting() != nil || d.shape() != "h8 (g7 g8 f6) (i9 j10) a1 a2" {
		t.Errorf("%s", d.shape())
	}
}

func TestIllegalMoves(t *testing.T) {
	d := branchFixture(t)
	d.NextIllegal()
	if d.lastSaid() != "All moves are legal" || d.Remedies() != nil {
		t.Errorf("said %q", d.lastSaid())
	}
	d.at("h8")
	d.Correct()
	d.PlayText("a2") // takes the cell that the third variation needs
	if got := d.shape(); got != "a2 (g7 g8 f6) (i9 j10) a1 a2" {
		t.Fatalf("%s", got)
	}
	d.NextIllegal()
	if d.line() != "a2 a1 a2" {
		t.Errorf("at %q", d.line())
	}
	bad := d.View.Node()
	d.PrevIllegal()
	if d.View.Node() != bad || d.lastSaid() != "There is no other illegal move" {
		t.Errorf("said %q", d.lastSaid())
	}
	d.Home()
	all := d.Remedies() // goes there
	if d.View.Node() != bad || len(all) != maxRepairs+1 || !strings.HasPrefix(all[0].Title, "Play ") || all[len(all)-1].Title != "Delete a2" {
		t.Fatalf("%d remedies: %+v", len(all), all)
	}
	d.Repair(bad, all[0].Repair)
	if !strings.Contains(d.lastSaid(), "all moves are legal") || d.View.Tree().NextIllegal(d.View.Tree().Root(), nil) != nil || d.View.Node().Ply() != 3 {
		t.Errorf("said %q at %q of %s", d.lastSaid(), d.line(), d.shape())
	}
	d.Undo()
	d.CutIllegal()
	if got := d.shape(); got != "a2 (g7 g8 f6) (i9 j10) a1" || d.lastSaid() != "1 move was cut off" {
		t.Errorf("%s, said %q", got, d.lastSaid())
	}
	d.CutIllegal()
	if d.lastSaid() != "All moves are legal" {
		t.Errorf("said %q", d.lastSaid())
	}
}

func TestEditHereOrNewChild(t *testing.T) {
	d := branchFixture(t)
	set := func(w Where, seat rules.Player, piece string) {
		t.Helper()
		d.StartSetup()
		d.Setup().Piece = seat
		d.Setup().SetTurn(1 - seat)
		d.Click(d.View.Rules().Board().Find(piece))
		if d.SetupHere() == "" || !d.ApplySetup(w) {
			t.Fatal(d.said)
		}
		d.idle()
	}
	set(AsHere, 0, "f6") // the move becomes a set-up, and the last move below is illegal
	if got := d.shape(); got != "h8 (set-up g8 f6) (i9 j10) a1 a2" || d.View.Node().Setup() == "" {
		t.Fatalf("%s", got)
	}
	if !strings.Contains(d.lastSaid(), "1 illegal move after it") {
		t.Errorf("said %q", d.lastSaid())
	}
	here := d.View.Node()
	set(AsHere, 1, "f5")
	if d.View.Node() != here {
		t.Error("a set-up was replaced")
	}
	set(AsBranch, 0, "f4")
	if d.View.Node().Parent() != here || here.Last() != d.View.Node() {
		t.Error("not a child")
	}
	d.Home()
	set(AsHere, 0, "o15")
	if d.View.Node() != d.View.Tree().Root() || d.View.Node().Setup() == "" {
		t.Error("the start is as it was")
	}
	for range 4 {
		d.Undo()
	}
	if got := d.shape(); got != "h8 (g7 g8 f6) (i9 j10) a1 a2" {
		t.Errorf("undone: %s", got)
	}
}

// TestEditsAreReported checks that each edit shows a message and can be undone from it.
func TestEditsAreReported(t *testing.T) {
	for want, edit := range map[string]func(d *fixture){
		"3 moves deleted":                  func(d *fixture) { d.DeleteBranch() },
		"2 moves deleted":                  func(d *fixture) { d.DeleteAfter() },
		"The variation was promoted":       func(d *fixture) { d.at("h8 i9"); d.Promote() },
		"This is the main line now":        func(d *fixture) { d.at("h8 i9"); d.MakeMain() },
		"The variation moved up":           func(d *fixture) { d.at("h8 i9"); d.MoveUp() },
		"Bookmarked":                       func(d *fixture) { d.ToggleBookmark() },
		"Coloured: Red":                    func(d *fixture) { d.SetColor("#e01b24") },
		"Annotation symbol set":            func(d *fixture) { d.ToggleGlyph("!") },
		"Annotation symbol removed":        func(d *fixture) { d.ToggleGlyph("!"); d.ToggleGlyph("!") },
		"Marks changed":                    func(d *fixture) { d.MarkText(d.View.Node(), 3, "x") },
		"Lines changed":                    func(d *fixture) { d.Line(3, 4, true) },
		"Lines removed":                    func(d *fixture) { d.Line(3, 4, true); d.Line(3, 4, true) },
		"Moves are counted from this move": func(d *fixture) { d.SetNumbers("last"); d.ToggleNumber() },
		"Game information changed":         func(d *fixture) { d.SetInfo(map[string]string{"event": "Cup"}) },
		"Players changed":                  func(d *fixture) { _ = d.SetPlayers([]model.Player{{Name: "Ann", Kind: Human}}) },
		"3 moves cut to the clipboard":     func(d *fixture) { d.CutBranch() },
		"The position was set up":          func(d *fixture) { d.StartSetup(); d.ApplySetup(AsBranch) },
	} {
		t.Run(want, func(t *testing.T) {
			d := branchFixture(t)
			var levels []Level
			say := d.Say
			d.Say = func(l Level, text string) { levels = append(levels, l); say(l, text) }
			steps := d.View.Tree().At()
			edit(d)
			if d.lastSaid() != want || len(levels) == 0 || levels[len(levels)-1]&Undoable == 0 {
				t.Errorf("said %q at levels %v, want %q", d.said, levels, want)
			}
			if d.View.Tree().At() == steps {
				t.Errorf("%s: nothing was edited", want)
			}
		})
	}
}

// TestPromotingSaysWhatIsCollapsed checks the message if a long main line becomes a variation, of
// which only the first move is shown.
func TestPromotingSaysWhatIsCollapsed(t *testing.T) {
	for _, x := range []struct {
		after int
		do    func(d *fixture)
		want  string
	}{
		{30, (*fixture).promote, "The variation was promoted; the line that was before it is collapsed"},
		{30, (*fixture).makeMain, "This is the main line now; the old main line is collapsed"},
		{4, (*fixture).promote, "The variation was promoted"},
		{4, (*fixture).makeMain, "This is the main line now"},
	} {
		t.Run(x.want, func(t *testing.T) {
			d := newFixture(t)
			d.start("line", "gomoku")
			d.play("h8")
			for i := range x.after {
				d.play(string(rune('a'+i%15)) + strconv.Itoa(i/15+1))
			}
			d.Home()
			d.play("a1", "b1")
			x.do(d)
			if d.lastSaid() != x.want {
				t.Errorf("after %d moves: said %q, want %q", x.after, d.lastSaid(), x.want)
			}
		})
	}
}

func (d *fixture) promote()  { d.Promote() }
func (d *fixture) makeMain() { d.MakeMain() }

// showLines opens a document of the current game with these lines of moves, also illegal and unreadable ones, and returns where they end.
func (d *fixture) showLines(lines ...string) (ends []*model.Node) {
	d.t.Helper()
	doc := model.NewDocument(d.View.Rules())
	for _, line := range lines {
		n := doc.Tree.Root()
		for _, w := range strings.Fields(line) {
			m, err := d.View.Rules().ParseMove(w)
			next := doc.Tree.Find(n, m)
			switch {
			case err != nil:
				next = doc.Tree.AddRaw(n, w)
			case next == nil:
				next = doc.Tree.Add(n, m)
			}
			n = next
		}
		ends = append(ends, n)
	}
	d.Show(doc)
	return ends
}

// TestRepairs checks that a repair makes the repaired move current, and that a message says whether
// other moves are illegal.
func TestRepairs(t *testing.T) {
	begin := func(t *testing.T) *fixture { // b2 a1 [b2] c3 [c3] a2: the third move and the fifth are illegal
		d := newFixture(t)
		d.showLines("b2 a1 b2 c3 c3 a2")
		return d
	}
	d := begin(t)
	for _, x := range []struct{ title, line, said string }{
		{"Play a3 instead of b2", "b2 a1 a3", "Repaired; F8 goes to the next illegal move"},
		{"Delete b2, keep continuation", "b2 a1 c3", "Repaired; F8 goes to the next illegal move"},
		{"Delete b2 and its continuation", "b2 a1", "Repaired: all moves are legal now"},
	} {
		t.Run(x.title, func(t *testing.T) {
			d := begin(t)
			all := d.Remedies()
			if d.line() != "b2 a1 b2" {
				t.Fatalf("it goes to %q", d.line())
			}
			i := slices.IndexFunc(all, func(r Remedy) bool { return r.Title == x.title })
			if i < 0 {
				var titles []string
				for _, r := range all {
					titles = append(titles, r.Title)
				}
				t.Fatalf("%q is not among %q", x.title, titles)
			}
			d.said = nil
			d.Repair(d.View.Node(), all[i].Repair)
			if d.line() != x.line || d.lastSaid() != x.said {
				t.Errorf("at %q of %s, said %q", d.line(), d.shape(), d.said)
			}
		})
	}
	d.End()
	if all := d.Remedies(); len(all) == 0 || d.line() != "b2 a1 b2" {
		t.Errorf("below it, %d remedies are of %q: the first illegal move comes first", len(all), d.line())
	}
	n := d.View.Node()
	d.StartSetup()
	if all := d.Remedies(); all != nil {
		t.Error("remedies while a position is set up")
	}
	d.Repair(n, model.Repair{Kind: model.RepairCut})
	d.CancelSetup()
	if !d.View.Tree().Contains(n) {
		t.Error("repaired while a position is set up")
	}
	d.DeleteBranch()
	d.Repair(n, model.Repair{Kind: model.RepairCut}) // the node is deleted, so nothing happens
	if d.line() != "b2 a1" {
		t.Errorf("at %q", d.line())
	}

	// A pass that is missing goes before the move.
	d.start("othello", "othello")
	if err := d.OpenText(penloup); err != nil {
		t.Fatal(err)
	}
	for d.View.Node().First() != nil && !onlyMove(d.View.Node(), rules.Pass) {
		d.Forward()
	}
	want := d.line()
	next := d.View.Node().First()
	d.TakeOut()
	if !strings.HasSuffix(d.lastSaid(), "(F8 goes there)") || d.View.Tree().Contains(next) == false {
		t.Fatalf("said %q", d.lastSaid())
	}
	d.NextIllegal()
	all := d.Remedies()
	if len(all) == 0 || all[0].Kind != model.RepairBefore {
		t.Fatalf("%+v", all)
	}
	d.Repair(d.View.Node(), all[0].Repair)
	if got := d.line(); got != want+" "+d.View.MoveName(d.View.Node()) || onlyMove(d.View.Node(), rules.Pass) {
		t.Errorf("after the pass at %q", got)
	}
}

// TestChangedMeanwhile checks that a branch that is edited while it is being cut stays in the tree,
// and that a deleted branch is not extracted in part.
func TestChangedMeanwhile(t *testing.T) {
	d := branchFixture(t)
	n := d.View.Node()
	var text string
	d.Session.CutBranch(func(s string) { text = s })
	d.Comment(n, "meanwhile")
	d.loop.Until(t, "the text", func() bool { return text != "" })
	d.idle()
	if !d.View.Tree().Contains(n) || !slices.Contains(d.said, "The branch changed in the meantime: it was copied to the clipboard, but not deleted") {
		t.Errorf("said %q", d.said)
	}
	d.Undo()
	d.said = nil
	if text = d.CutBranch(); text == "" || d.View.Tree().Contains(n) || d.line() != "h8" {
		t.Errorf("cut at %q, said %q", d.line(), d.said)
	}
	d.at("h8 i9")
	var came *model.Document
	d.Session.Extracted(func(x *model.Document) { came = x })
	d.DeleteBranch()
	d.idle()
	if came != nil && came.Tree.Len() < 2 {
		t.Errorf("%d nodes of a branch that is gone", came.Tree.Len())
	}
	d.Undo()
	d.at("h8 i9")
	if x := d.Extracted(); x == nil || x.Tree.Len() < 2 {
		t.Errorf("%+v", x)
	}
}

// TestMergeGames checks that MergeGames inserts games as one undo step, joins equal moves, and
// refuses documents of other games.
func TestMergeGames(t *testing.T) {
	d := branchFixture(t)
	other := func(preset, moves string) *model.Document {
		t.Helper()
		o := newFixture(t)
		o.start("line", preset)
		o.showLines(moves)
		return o.View.Document()
	}
	merge := func(x *model.Document) (err error) {
		t.Helper()
		done := false
		d.said = nil
		d.Session.MergeGames(x, 2, func(e error) { err, done = e, true })
		d.loop.Until(t, "the games", func() bool { return done })
		d.idle()
		return err
	}
	steps, nodes := d.View.Tree().Steps(), d.View.Tree().Len()
	if err := merge(other("gomoku", "h8 c3")); err != nil || d.View.Tree().Len() != nodes+1 || d.View.Tree().Steps() != steps+1 || !strings.HasPrefix(d.lastSaid(), "1 move was added") {
		t.Errorf("%v, %d new nodes, said %q", err, d.View.Tree().Len()-nodes, d.said)
	}
	if err := merge(other("gomoku", "h8 c3")); err != nil || d.lastSaid() != "This document already contains all moves, comments and marks" {
		t.Errorf("again: %v, said %q", err, d.said)
	}
	x := other("gomoku", "h8")
	if err := x.Tree.Do("test", model.SetComment{Node: x.Tree.Root().First(), Text: "new"}); err != nil {
		t.Fatal(err)
	}
	if err := merge(x); err != nil || d.lastSaid() != "No moves were added, only comments or marks" {
		t.Errorf("a comment: %v, said %q", err, d.said)
	}
	if err := merge(other("tictactoe", "a1")); err == nil || err.Error() != "this is a game of tic-tac-toe; the current game is Gomoku" && !strings.Contains(err.Error(), "the current game is Gomoku") || d.lastSaid() != err.Error() {
		t.Errorf("another game: %v, said %q", err, d.said)
	}
	if err := merge(other("gomoku", "a1 a1 a2")); err != nil || !strings.Contains(d.lastSaid(), "2 of them are illegal (F8 goes there)") {
		t.Errorf("illegal moves: %v, said %q", err, d.said)
	}
}

// TestMovesOfALine checks that a line includes unreadable moves, and that Like finds the same line
// in another document, as far as it exists there.
func TestMovesOfALine(t *testing.T) {
	d := newFixture(t)
	last := d.showLines("b2 a1 oops c3")[0]
	d.Go(last)
	if got := d.line(); got != "b2 a1 oops c3" {
		t.Errorf("the line is %q", got)
	}
	for lines, want := range map[string]string{"b2 a1": "b2 a1", "b2 a1 other c3": "b2 a1", "b2 a1 oops": "b2 a1 oops", "b2 a1 oops c3 b1": "b2 a1 oops c3", "a1 b2": ""} {
		t.Run(lines, func(t *testing.T) {
			o := newFixture(t)
			o.showLines(lines)
			o.Go(o.View.Like(last))
			if got := o.line(); got != want {
				t.Errorf("among %q it is like %q", lines, got)
			}
		})
	}
}
