package app

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/analysis"
	"boardstudio/model"
	"boardstudio/rules"
	appanalysis "boardstudio/studio/app/analysis"
)

// TestAnalyse checks that a game can be edited during its analysis and that one undo removes the
// results. The file of stored results must be deleted at the end.
func TestAnalyse(t *testing.T) {
	d := newDesk(t)
	d.play("a1", "b1", "b2", "c3", "a3", "c1", "a2")
	end := d.View.Node()
	bad := d.View.Tree().Line(end)[2] // b1, the losing move
	before := d.View.Tree().Len()
	var asked *model.Node
	d.Study.Analyse(appanalysis.Choice{Engine: "alphabeta", Limit: ai.Limit{Nodes: 20_000}}, func(at *model.Node) { asked = at })
	d.Go(d.View.Tree().Root())
	d.play("b2") // a variation, during the analysis
	meanwhile := d.View.Node()
	d.loop.Until(t, "the end of the analysis", func() bool { return asked != nil })
	if asked != end || d.View.Node() != meanwhile {
		t.Error("the analysis was asked for at another node, or moved the person")
	}
	if !slices.ContainsFunc(bad.Glyphs(), func(g model.Glyph) bool { return strings.Contains(string(g), "?") }) || !strings.HasPrefix(bad.Comment(), "b2 was better") {
		t.Errorf("the mistake has the glyphs %q and the comment %q", bad.Glyphs(), bad.Comment())
	}
	file, err := d.App.Store.File("analyses")
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(file + "/*"); len(left) > 0 {
		t.Errorf("there is still %q", left)
	}
	var report analysis.Report
	d.Study.Report(end, func(r analysis.Report) { report = r })
	d.loop.Until(t, "the report", func() bool { return len(report.Moves) > 0 })
	if len(report.Moves) != 7 || report.Sides[0].Accuracy != 100 || report.Sides[1].Accuracy > 80 {
		t.Errorf("the report is %+v", report.Sides)
	}
	d.Undo()
	if bad.Comment() != "" || len(bad.Glyphs()) > 0 || len(end.Parent().Evals()) > 0 || d.View.Tree().Len() != before+1 {
		t.Error("something of the analysis is left after Undo")
	}
	d.Study.Report(end, func(analysis.Report) { t.Error("there is a report of nothing") })
	d.loop.Until(t, "that there is none", func() bool { return slices.Contains(d.said, "No engine has analysed this line") })
	if d.Redo(); d.View.Node() != meanwhile || bad.Comment() == "" {
		t.Error("Redo does not bring the analysis back to where the person was, but goes where the last variation was written")
	}
}

// TestUnfinishedAnalysis checks that an analysis ended by a crash, a pause or another document is
// offered when its document is open again. It must continue with the same result. A dismissed
// analysis must not be offered.
func TestUnfinishedAnalysis(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.studio")
	moves := []string{"d4", "d5", "e5", "e4", "f6", "g7", "c3", "f5"}
	choice := appanalysis.Choice{Engine: "alphabeta", Limit: ai.Limit{Nodes: 20_000}}
	d := newDesk(t)
	d.start("line", "gomoku")
	d.play(moves...)
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	d.Study.Analyse(choice, func(*model.Node) { t.Error("it is done in spite of the pause") })
	d.loop.Until(t, "a position", func() bool {
		if j := d.Jobs.Pausable(); j != nil {
			if done, _ := j.Progress(); done > 1 {
				return true
			}
		}
		d.loop.After(time.Millisecond, func() {}) // check again
		return false
	})
	d.Study.Toggle(nil)
	j := d.Jobs.Pausable()
	if !j.Paused() || !d.Study.CanToggle() || d.Study.Unfinished() != nil {
		t.Error("it does not pause")
	}
	d.crash()

	n := d.next()
	if n.Study.Unfinished() != nil {
		t.Error("it is offered in another game")
	}
	offered := func(x *desk) *appanalysis.Unfinished {
		t.Helper()
		if err := x.open(path); err != nil {
			t.Fatal(err)
		}
		x.loop.Until(t, "the offer", func() bool { return x.Study.Unfinished() != nil })
		return x.Study.Unfinished()
	}
	u := offered(n)
	if u.Positions != 9 || u.Done < 2 || u.Done > 8 {
		t.Errorf("%d of %d positions are done", u.Done, u.Positions)
	}
	done := false
	n.Study.Resume(func(*model.Node) { done = true })
	n.loop.Until(t, "the end of the analysis", func() bool { return done })
	if n.Study.CanToggle() {
		t.Error("it is still offered")
	}
	var whole *desk
	{
		whole = d.next()
		whole.start("line", "gomoku")
		whole.play(moves...)
		done = false
		whole.Study.Analyse(choice, func(*model.Node) { done = true })
		whole.loop.Until(t, "the undisturbed analysis", func() bool { return done })
	}
	if err := model.Equal(whole.View.Document(), n.View.Document()); err != nil {
		t.Errorf("an undisturbed run has another result: %v", err)
	}

	// Open another document during the analysis, then dismiss it.
	n.Undo()
	n.Study.Analyse(appanalysis.Choice{Engine: "alphabeta", Limit: ai.Limit{Nodes: 1_000_000}}, func(*model.Node) { t.Error("it was not interrupted") })
	n.loop.Until(t, "its begin", func() bool { return n.Jobs.Pausable() != nil })
	n.start("line", "tictactoe")
	n.loop.Until(t, "its end", func() bool { return n.Jobs.Pausable() == nil })
	if n.Study.Unfinished() != nil {
		t.Error("it is offered in another game")
	}
	offered(n)
	n.Study.Dismiss()
	if err := n.open(path); err != nil {
		t.Fatal(err)
	}
	for n.App.leaving.Wait(); len(n.loop.Queue) > 0; {
		(<-n.loop.Queue)()
	}
	if n.Study.Unfinished() != nil {
		t.Error("it is offered though it was dismissed")
	}

	// A cancelled analysis is not offered either.
	n.Study.Analyse(appanalysis.Choice{Engine: "alphabeta", Limit: ai.Limit{Nodes: 1_000_000}}, nil)
	n.loop.Until(t, "its begin", func() bool { return n.Jobs.Pausable() != nil })
	n.Jobs.Pausable().Cancel()
	n.loop.Until(t, "its end", func() bool { return n.Jobs.Pausable() == nil })
	if n.Study.Unfinished() != nil {
		t.Error("it is offered though it was cancelled")
	}
}

// mistakes analyses a game of tic-tac-toe and returns its report.
func mistakes(t *testing.T, d *desk, moves ...string) analysis.Report {
	t.Helper()
	d.play(moves...)
	done := false
	d.Study.Analyse(appanalysis.Choice{Engine: "alphabeta", Limit: ai.Limit{Nodes: 20_000}}, func(*model.Node) { done = true })
	d.loop.Until(t, "the end of the analysis", func() bool { return done })
	var r analysis.Report
	d.Study.Report(d.View.Node(), func(x analysis.Report) { r = x })
	d.loop.Until(t, "the report", func() bool { return len(r.Moves) > 0 })
	return r
}

// TestLearnFromMistakes guesses a better move than a mistake. A move that the engine considers bad
// is refused with its answer. The best move and equally good ones are accepted. The document must
// not change.
func TestLearnFromMistakes(t *testing.T) {
	d := newDesk(t)
	r := mistakes(t, d, "b2", "b1", "a1", "c3", "a3", "a2", "c1") // an edge after the centre loses, each corner draws
	if list := r.Mistakes(analysis.Marking{}, 1); len(list) != 1 || list[0].Loss() != 0.5 {
		t.Fatalf("mistakes %+v", list)
	}
	revision := d.View.Tree().Revision()
	g := d.Guess
	status := func(want string) {
		t.Helper()
		if got := d.Status(); !strings.Contains(got, want) {
			t.Errorf("the status is %q, without %q", got, want)
		}
	}
	play := func(text string) {
		t.Helper()
		m, err := d.View.Rules().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		d.Session.Play(m)
	}
	try := func(text string) { // waits for the engine as well
		t.Helper()
		play(text)
		d.loop.Until(t, "what the engine says", func() bool { return !strings.Contains(d.Status(), "is thinking") })
	}
	g.Learn(r, 0)
	if g.Learning() || d.lastSaid() != "There is no mistake to learn from" {
		t.Errorf("one begins without mistakes, and says %q", d.lastSaid())
	}
	g.Learn(r, 1)
	bad := r.Mistakes(analysis.Marking{}, 1)[0]
	if !g.Learning() || d.View.Node() != bad.Node.Parent() || !d.Hidden(bad.Node) || d.Hidden(bad.Node.Parent()) || len(g.Wrong()) != 1 {
		t.Fatal("the position before the mistake is not shown, or more")
	}
	status("Mistake 1 of 1 · Nought played b1??: find a better move")
	play("b1")
	status("b1 was played and lost 50 %.")
	try("a2")
	status("a2 loses 50 %: Cross answers ")
	if p, _ := g.Refutation(); p == nil {
		t.Error("the answer is not on the board")
	}
	d.Escape()
	play("a2")
	status("You have already tried a2.")
	best := d.View.Rules().FormatMove(bad.Best[0])
	other := "a1"
	if best == other {
		other = "c3"
	}
	try(other)
	status(other + " is also good; the engine would play " + best)
	if !g.Solved() || g.Over() {
		t.Error("it is not solved, or over")
	}
	d.Escape()
	status("That was the last mistake")
	if x := g.Score(); !g.Over() || g.HasNext() || x.At[1] != 1 || x.Asked() != 1 {
		t.Errorf("over: %v, score %+v", g.Over(), x)
	}
	g.Show()
	g.Next()
	play("c3")

	g.SetSeat(rules.NoPlayer)
	g.Hint()
	status("The move is among the marked cells.")
	play(best)
	status(best + " is right: it is the best move.")
	g.Next()
	g.SetSeat(0)
	status("Cross made no mistake")
	g.SetSeat(1)
	g.Show()
	status("Better: " + best)
	if !g.Solved() || g.Score().Shown != 1 {
		t.Error("the solution is not shown")
	}
	g.SetSeat(1)
	g.Next()
	if x := g.Score(); x.Skipped != 1 || x.Asked() != 0 || !g.Over() {
		t.Errorf("skipped: %+v", x)
	}
	g.SetSeat(1)
	d.Go(d.View.Tree().Root()) // look elsewhere
	play("c3")
	if d.View.Node() != bad.Node.Parent() {
		t.Error("it does not come back to the mistake")
	}
	try("c2")
	g.End()
	if g.Learning() || d.Guessing() || d.View.Tree().Revision() != revision {
		t.Error("it does not end, or the tree was changed")
	}
	g.Start() // ordinary guessing is unchanged
	if g.Learning() {
		t.Error("guessing is learning still")
	}
}
