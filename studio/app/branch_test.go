package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/command"
)

// branch is a desk with a game of gomoku on it, of the moves h8 g7 g8 f6 with two
// variations of the second move, each with something below; it stands at g7.
func branchDesk(t *testing.T) *desk {
	d := newDesk(t)
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
func (d *desk) at(moves string) {
	d.t.Helper()
	n := d.Tree().Root()
	for _, w := range strings.Fields(moves) {
		m, err := d.Rules().ParseMove(w)
		if err != nil {
			d.t.Fatal(err)
		}
		if n = d.Tree().Find(n, m); n == nil {
			d.t.Fatalf("there is no %s in %s", w, d.shape())
		}
	}
	d.Go(n)
}

// shape writes the tree in one line: variations in brackets before the line that goes on.
func (d *desk) shape() string {
	var b strings.Builder
	root := d.Tree().Root()
	for n := range d.Tree().All() {
		if n != root {
			if n.Next() != nil {
				b.WriteString("(")
			}
			b.WriteString(d.MoveName(n))
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

// command does a command that must be possible, and wants the tree and the label of
// the step; then undoing and redoing must be exact.
func (d *desk) command(id command.ID, do func(), want, at string) {
	d.t.Helper()
	if !d.Conditions().Allows(id) {
		d.t.Fatalf("%s cannot be done", id)
	}
	before := d.shape()
	steps := d.Tree().At()
	do()
	d.idle()
	if got := d.shape(); got != want {
		d.t.Fatalf("%s makes %s\nwant %s (%v)", id, got, want, d.said)
	}
	if got := d.line(); got != at {
		d.t.Errorf("%s leads to %q, want %q", id, got, at)
	}
	if d.Tree().At() != steps+1 || d.Tree().UndoLabel() == "" {
		d.t.Errorf("%s made %d steps, called %q", id, d.Tree().At()-steps, d.Tree().UndoLabel())
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

// cannot wants the command to make no sense now.
func (d *desk) cannot(ids ...command.ID) {
	d.t.Helper()
	for _, id := range ids {
		if d.Conditions().Allows(id) {
			d.t.Errorf("%s can be done at %q of %s", id, d.line(), d.shape())
		}
	}
}

func TestOrderOfVariations(t *testing.T) {
	d := branchDesk(t)
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
		do       func(*desk)
		want, at string
	}{
		{command.Delete, (*desk).DeleteBranch, "h8 (i9 j10) a1 a2", "h8"},
		{command.DeleteOthers, (*desk).DeleteOthers, "h8 g7 g8 f6", "h8 g7"},
		{command.DeleteAfter, (*desk).DeleteAfter, "h8 (g7) (i9 j10) a1 a2", "h8 g7"},
		{command.DeleteBefore, (*desk).DeleteBefore, "g8 f6", ""},
		{command.Flatten, (*desk).Flatten, "h8 g7 g8 f6", "h8 g7"},
		{command.TakeOut, (*desk).TakeOut, "h8 (g8 f6) (i9 j10) a1 a2", "h8 g8"},
		{command.Duplicate, (*desk).Duplicate, "h8 (g7 g8 f6) (g7 g8 f6) (i9 j10) a1 a2", "h8 g7"},
	} {
		d := branchDesk(t)
		d.command(tt.id, func() { tt.do(d) }, tt.want, tt.at)
		if len(d.said) == 0 {
			t.Errorf("%s says nothing", tt.id)
		}
	}
	d := branchDesk(t)
	d.DeleteOthers()
	if d.lastSaid() != "4 moves deleted" {
		t.Errorf("said %q", d.lastSaid())
	}
	d.cannot(command.DeleteOthers, command.Flatten)
	d.End()
	d.cannot(command.DeleteAfter)
	d.DeleteBefore()
	if pos, err := d.Position(); err != nil || pos.Turn() != 0 || d.Tree().Len() != 1 {
		t.Errorf("%v %v", pos, err)
	}
}

func TestMergeDuplicateVariations(t *testing.T) {
	d := branchDesk(t)
	d.Duplicate()
	if d.Node().Prev() == nil || d.line() != "h8 g7" {
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
	d := branchDesk(t)
	d.Comment(d.Node(), "mine")
	text := d.CopyBranch()
	if text == "" || d.lastSaid() != "3 moves are in the clipboard" {
		t.Fatalf("said %q", d.lastSaid())
	}
	d.at("h8 a1 a2")
	if err := d.Paste(text); err != nil {
		t.Fatal(err)
	}
	if got := d.shape(); got != "h8 (g7 g8 f6) (i9 j10) a1 a2 g7 g8 f6" || d.lastSaid() != "3 moves came in" {
		t.Errorf("%s, said %q", got, d.lastSaid())
	}
	if n := d.Node().First(); n.Comment() != "mine" || d.line() != "h8 a1 a2" {
		t.Errorf("comment %q, at %q", n.Comment(), d.line())
	}
	if d.Tree().UndoLabel() != labelPaste {
		t.Errorf("the step is called %q", d.Tree().UndoLabel())
	}
	// Equal moves join: where it came from nothing is new.
	d.at("h8")
	steps := d.Tree().At()
	if err := d.Paste(text); err != nil || d.Tree().At() != steps || d.lastSaid() != "All of it is here already" {
		t.Errorf("%v, said %q", err, d.lastSaid())
	}
	// g7 is taken there.
	d.at("h8 g7")
	if err := d.Paste(text); err == nil || d.Tree().At() != steps || !strings.Contains(err.Error(), "g7") {
		t.Errorf("pasted onto itself: %v", err)
	}
	d.at("h8 i9")
	if cut := d.CutBranch(); !strings.Contains(cut, "i9") || d.line() != "h8" {
		t.Errorf("cut %q, at %q", cut, d.line())
	}
	if got := d.shape(); got != "h8 (g7 g8 f6) a1 a2 g7 g8 f6" || d.Tree().UndoLabel() != labelCut {
		t.Errorf("%s after %q", got, d.Tree().UndoLabel())
	}
	// Some of what comes in does not play. That is over once it is undone or repaired, so it
	// is said in a way that does not stay: only warnings do.
	say, level := d.Say, Note
	d.Say = func(l Level, text string) {
		level = l
		say(l, text)
	}
	if err := d.Paste("c3 g7 c4 h8 d5"); err != nil {
		t.Fatal(err)
	}
	if d.lastSaid() != "5 moves came in, 2 of them are illegal (F8 goes there)" || level != Problem|Undoable {
		t.Errorf("said %q at level %d", d.lastSaid(), level)
	}
}

func TestPasteOfAnotherGame(t *testing.T) {
	d := branchDesk(t)
	d.start("othello", "othello")
	d.play("f5")
	text := d.CopyBranch()
	d.start("line", "gomoku")
	if err := d.Paste(text); err == nil || !strings.Contains(err.Error(), "Othello") || d.Tree().Len() != 1 {
		t.Errorf("%v, %d nodes", err, d.Tree().Len())
	}
	if err := d.OpenText(text); err != nil || d.GameTitle() != "Othello" || d.Tree().Len() != 2 {
		t.Errorf("%v, %s", err, d.GameTitle())
	}
	if err := d.Paste("   "); err == nil {
		t.Error("nothing was pasted")
	}
}

func TestExtractHoldsTheBranch(t *testing.T) {
	d := branchDesk(t)
	x := d.Extracted()
	d.File.OpenCopy(x)
	if err := model.Equal(d.Document(), x); err != nil {
		t.Error(err)
	}
	if !d.File.Dirty() || d.File.Path() != "" || d.shape() != "g7 g8 f6" {
		t.Errorf("saved as %q, %s", d.File.Path(), d.shape())
	}
}

func TestMergeAFile(t *testing.T) {
	d := branchDesk(t)
	path := filepath.Join(t.TempDir(), "more.txt")
	if err := os.WriteFile(path, []byte("h8 g7 g8 b2 h8"), 0o600); err != nil {
		t.Fatal(err)
	}
	merge := func(path string) (err error) {
		done := false
		d.Merge(path, func(e error) { err, done = e, true })
		d.loop.Until(t, "the end", func() bool { return done })
		d.idle()
		return err
	}
	if err := merge(path); err != nil {
		t.Fatal(err)
	}
	if got := d.shape(); got != "h8 (g7 g8 (f6) b2 h8) (i9 j10) a1 a2" {
		t.Errorf("%s", got)
	}
	if d.lastSaid() != "2 moves came in, 1 of them is illegal (F8 goes there)" || d.Tree().UndoLabel() != labelMerge {
		t.Errorf("said %q", d.lastSaid())
	}
	if err := merge(path); err != nil || d.lastSaid() != "All of it is here already" {
		t.Errorf("%v, said %q", err, d.lastSaid())
	}
	// What joins a branch that came in itself is counted with that.
	twice := filepath.Join(t.TempDir(), "twice.sgf")
	if err := os.WriteFile(twice, []byte("(;GM[4]SZ[15];B[hh](;W[ne];B[bb])(;W[ne];B[cc];W[cc]))"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := merge(twice); err != nil || d.lastSaid() != "4 moves came in, 1 of them is illegal (F8 goes there)" {
		t.Errorf("%v, said %q", err, d.lastSaid())
	}
	d.Undo()
	// Until it has been read it can be cancelled; a save that is under way goes on.
	saved, end := false, make(chan error, 1)
	was := d.shape()
	d.File.Save(filepath.Join(t.TempDir(), "a.studio"), func(err error) { saved = err == nil })
	d.Merge(path, func(err error) { end <- err })
	if j := d.Jobs.Job(); j == nil || !strings.Contains(j.Title, "more.txt") {
		t.Fatalf("job %+v", j)
	}
	d.Jobs.Job().Cancel()
	d.said = nil
	d.loop.Until(t, "the end of both", func() bool { return len(end) > 0 && saved })
	if err := <-end; err == nil || d.shape() != was || !slices.Contains(d.said, "more.txt was not opened") {
		t.Errorf("cancelled: %v, %q", err, d.said)
	}
	// A branch that starts at h8 g7 finds its place, one from elsewhere is set up.
	d.at("h8 g7 g8")
	d.play("e5")
	x := model.Extract(d.Document(), d.Node(), nil)
	d.DeleteBranch()
	part := filepath.Join(t.TempDir(), "part.studio")
	if err := writeFile(part, x); err != nil {
		t.Fatal(err)
	}
	d.Home()
	if err := merge(part); err != nil || !strings.Contains(d.lastSaid(), "below move 3") {
		t.Errorf("%v, said %q", err, d.lastSaid())
	}
	d.at("h8 g7 g8 e5")
	d.DeleteBranch()
	d.at("h8 g7 g8")
	d.DeleteBranch()
	if err := merge(part); err != nil || !strings.Contains(d.lastSaid(), "set up below this move") || d.Node().First() == nil {
		t.Errorf("%v, said %q", err, d.lastSaid())
	}
	if err := merge(filepath.Join(t.TempDir(), "none.studio")); err == nil {
		t.Error("a file that is not there was merged")
	}
	other := filepath.Join(t.TempDir(), "other.studio")
	d.start("othello", "othello")
	if err := writeFile(other, d.Document()); err != nil {
		t.Fatal(err)
	}
	d.start("line", "gomoku")
	if err := merge(other); err == nil || !strings.Contains(err.Error(), "Othello") {
		t.Errorf("another game: %v", err)
	}
}

func TestCorrectAMove(t *testing.T) {
	d := branchDesk(t)
	d.Correct()
	if d.line() != "h8" || !strings.Contains(d.Status(), "g7") || d.Correcting() == nil {
		t.Fatalf("at %q: %s", d.line(), d.Status())
	}
	d.cannot(command.Delete, command.Cut, command.Correct, command.Paste, command.TakeOut)
	if !d.CancelCorrection() || d.line() != "h8 g7" || d.CancelCorrection() {
		t.Fatalf("Escape leads to %q", d.line())
	}
	d.Correct()
	d.PlayText("h8") // occupied: refused, and still asked for
	if d.Correcting() == nil || len(d.said) == 0 {
		t.Error("a refused move ended the correction")
	}
	d.Click(d.Rules().Board().Find("b2"))
	if got := d.shape(); got != "h8 (b2 g8 f6) (i9 j10) a1 a2" || d.line() != "h8 b2" || d.Tree().UndoLabel() != labelCorrect {
		t.Errorf("%s at %q", got, d.line())
	}
	d.Undo()
	d.at("h8 g7")
	d.Correct()
	d.PlayText("f6") // the last move cannot be made any more
	if !strings.Contains(d.lastSaid(), "1 illegal move after it") {
		t.Errorf("said %q", d.lastSaid())
	}
	d.Undo()
	d.at("h8 g7")
	d.Correct()
	d.PlayText("a1") // which is there
	if got := d.shape(); got != "h8 (i9 j10) a1 (a2) g8 f6" || d.line() != "h8 a1" {
		t.Errorf("%s at %q", got, d.line())
	}
	d.Correct()
	d.Forward() // going elsewhere ends it
	if d.Correcting() != nil {
		t.Error("still correcting")
	}
}

func TestInsertAMove(t *testing.T) {
	d := branchDesk(t)
	d.InsertBefore()
	if !strings.Contains(d.Status(), "before g7") {
		t.Errorf("status %q", d.Status())
	}
	d.PlayText("b2")
	if got := d.shape(); got != "h8 (b2 g7 g8 f6) (i9 j10) a1 a2" || d.line() != "h8 b2" || d.Tree().UndoLabel() != labelInsert {
		t.Errorf("%s at %q", got, d.line())
	}
	d.Forward()
	d.Correct()
	d.Undo() // of the inserted move: nothing is being corrected then
	if d.Correcting() != nil || d.shape() != "h8 (g7 g8 f6) (i9 j10) a1 a2" {
		t.Errorf("%s", d.shape())
	}
}

func TestMovesThatDoNotPlay(t *testing.T) {
	d := branchDesk(t)
	d.NextBad()
	if d.lastSaid() != "All moves play" || d.Remedies() != nil {
		t.Errorf("said %q", d.lastSaid())
	}
	d.at("h8")
	d.Correct()
	d.PlayText("a2") // takes the cell that the third variation needs
	if got := d.shape(); got != "a2 (g7 g8 f6) (i9 j10) a1 a2" {
		t.Fatalf("%s", got)
	}
	d.NextBad()
	if d.line() != "a2 a1 a2" {
		t.Errorf("at %q", d.line())
	}
	bad := d.Node()
	d.PrevBad()
	if d.Node() != bad || d.lastSaid() != "No other move fails to play" {
		t.Errorf("said %q", d.lastSaid())
	}
	d.Home()
	all := d.Remedies() // goes there
	if d.Node() != bad || len(all) != maxRepairs+1 || !strings.HasPrefix(all[0].Title, "Play ") || all[len(all)-1].Title != "Delete a2" {
		t.Fatalf("%d remedies: %+v", len(all), all)
	}
	d.Repair(bad, all[0].Repair)
	if !strings.Contains(d.lastSaid(), "all moves play") || d.Tree().NextBad(d.Tree().Root(), nil) != nil || d.Node().Ply() != 3 {
		t.Errorf("said %q at %q of %s", d.lastSaid(), d.line(), d.shape())
	}
	d.Undo()
	d.CutBad()
	if got := d.shape(); got != "a2 (g7 g8 f6) (i9 j10) a1" || d.lastSaid() != "1 move was cut off" {
		t.Errorf("%s, said %q", got, d.lastSaid())
	}
	d.CutBad()
	if d.lastSaid() != "All moves play" {
		t.Errorf("said %q", d.lastSaid())
	}
}

func TestEditHereOrNewChild(t *testing.T) {
	d := branchDesk(t)
	set := func(w Where, seat rules.Player, piece string) {
		t.Helper()
		d.StartSetup()
		d.Setup().Piece = seat
		d.Setup().SetTurn(1 - seat)
		d.Click(d.Rules().Board().Find(piece))
		if d.Setup().Here() == "" || !d.Setup().Apply(w) {
			t.Fatal(d.said)
		}
		d.idle()
	}
	set(AsHere, 0, "f6") // a move becomes a set-up; the last move below is taken
	if got := d.shape(); got != "h8 (set-up g8 f6) (i9 j10) a1 a2" || d.Node().Setup() == "" {
		t.Fatalf("%s", got)
	}
	if !strings.Contains(d.lastSaid(), "1 illegal move after it") {
		t.Errorf("said %q", d.lastSaid())
	}
	here := d.Node()
	set(AsHere, 1, "f5")
	if d.Node() != here {
		t.Error("a set-up was replaced")
	}
	set(AsBranch, 0, "f4")
	if d.Node().Parent() != here || here.Last() != d.Node() {
		t.Error("not a child")
	}
	d.Home()
	set(AsHere, 0, "o15")
	if d.Node() != d.Tree().Root() || d.Node().Setup() == "" {
		t.Error("the start is as it was")
	}
	for range 4 {
		d.Undo()
	}
	if got := d.shape(); got != "h8 (g7 g8 f6) (i9 j10) a1 a2" {
		t.Errorf("undone: %s", got)
	}
}

// TestEditsAreReported: every edit says what it did, and can be undone from there.
func TestEditsAreReported(t *testing.T) {
	for want, edit := range map[string]func(d *desk){
		"3 moves deleted":              func(d *desk) { d.DeleteBranch() },
		"2 moves deleted":              func(d *desk) { d.DeleteAfter() },
		"The variation was promoted":   func(d *desk) { d.at("h8 i9"); d.Promote() },
		"This is the main line now":    func(d *desk) { d.at("h8 i9"); d.MakeMain() },
		"The variation moved up":       func(d *desk) { d.at("h8 i9"); d.MoveUp() },
		"Bookmarked":                   func(d *desk) { d.ToggleBookmark() },
		"Coloured: Red":                func(d *desk) { d.SetColor("#e01b24") },
		"Annotation symbol set":        func(d *desk) { d.ToggleGlyph("!") },
		"Annotation symbol removed":    func(d *desk) { d.ToggleGlyph("!"); d.ToggleGlyph("!") },
		"Marks changed":                func(d *desk) { d.MarkText(d.Node(), 3, "x") },
		"Lines changed":                func(d *desk) { d.Line(3, 4, true) },
		"Lines removed":                func(d *desk) { d.Line(3, 4, true); d.Line(3, 4, true) },
		"Moves are counted from here":  func(d *desk) { d.SetNumbers("last"); d.ToggleNumber() },
		"Game information changed":     func(d *desk) { d.SetInfo(map[string]string{"event": "Cup"}) },
		"Players changed":              func(d *desk) { d.SetPlayers([]model.Player{{Name: "Ann", Kind: Human}}) },
		"3 moves cut to the clipboard": func(d *desk) { d.CutBranch() },
		"The position was set up":      func(d *desk) { d.StartSetup(); d.Setup().Apply(AsBranch) },
	} {
		d := branchDesk(t)
		var levels []Level
		say := d.Say
		d.Say = func(l Level, text string) { levels = append(levels, l); say(l, text) }
		steps := d.Tree().At()
		edit(d)
		if d.lastSaid() != want || len(levels) == 0 || levels[len(levels)-1]&Undoable == 0 {
			t.Errorf("said %q at levels %v, want %q", d.said, levels, want)
		}
		if d.Tree().At() == steps {
			t.Errorf("%s: nothing was edited", want)
		}
	}
}

// TestPromotingSaysWhatIsCollapsed: a long line that was the main one is a side line then, which is
// shown by its first move only.
func TestPromotingSaysWhatIsCollapsed(t *testing.T) {
	for _, x := range []struct {
		after int
		do    func(d *desk)
		want  string
	}{
		{30, (*desk).promote, "The variation was promoted; the line that was before it is collapsed"},
		{30, (*desk).makeMain, "This is the main line now; the old main line is collapsed"},
		{4, (*desk).promote, "The variation was promoted"},
		{4, (*desk).makeMain, "This is the main line now"},
	} {
		d := newDesk(t)
		d.start("line", "gomoku")
		d.play("h8")
		for i := range x.after {
			d.play(string(rune('a'+i%15)) + itoa(i/15+1))
		}
		d.Home()
		d.play("a1", "b1")
		x.do(d)
		if d.lastSaid() != x.want {
			t.Errorf("after %d moves: said %q, want %q", x.after, d.lastSaid(), x.want)
		}
	}
}

func (d *desk) promote()  { d.Promote() }
func (d *desk) makeMain() { d.MakeMain() }
