package app

import (
	"os"
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
	d := newFixture(t)
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

// savedGame returns the path of a file with a game of gomoku, which d has open.
func savedGame(t *testing.T, d *fixture) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "game.studio")
	d.start("line", "gomoku")
	d.play("d4", "d5", "e5", "e4", "f6", "g7", "c3", "f5")
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// offered opens a file and returns the unfinished analysis that is offered.
func (d *fixture) offered(path string) *appanalysis.Unfinished {
	d.t.Helper()
	if err := d.open(path); err != nil {
		d.t.Fatal(err)
	}
	d.loop.Until(d.t, "the offer", func() bool { return d.Study.Unfinished() != nil })
	return d.Study.Unfinished()
}

// analyse analyses the whole document.
func (d *fixture) analyse(choice appanalysis.Choice) {
	d.t.Helper()
	done := false
	d.Study.Analyse(choice, func(*model.Node) { done = true })
	d.loop.Until(d.t, "the end of the analysis", func() bool { return done })
}

// TestResumeAnalysisAfterACrash checks that a paused analysis is offered after a crash when its
// document is open again. It must continue with the same result.
func TestResumeAnalysisAfterACrash(t *testing.T) {
	choice := appanalysis.Choice{Engine: "alphabeta", Limit: ai.Limit{Nodes: 20_000}}
	d := newFixture(t)
	path := savedGame(t, d)
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
	u := n.offered(path)
	if u.Positions != 9 || u.Done < 2 || u.Done > 8 {
		t.Errorf("%d of %d positions are done", u.Done, u.Positions)
	}
	done := false
	n.Study.Resume(func(*model.Node) { done = true })
	n.loop.Until(t, "the end of the analysis", func() bool { return done })
	if n.Study.CanToggle() {
		t.Error("it is still offered")
	}

	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(t.TempDir(), "again.studio") // the same moves, with the same times
	if err := os.WriteFile(again, data, 0o600); err != nil {
		t.Fatal(err)
	}
	whole := d.next()
	if err := whole.open(again); err != nil {
		t.Fatal(err)
	}
	whole.analyse(choice)
	if err := model.Equal(whole.View.Document(), n.View.Document()); err != nil {
		t.Errorf("an uninterrupted analysis has another result: %v", err)
	}
}

// TestDismissAnalysis checks that an analysis interrupted by another document is offered when its
// document is open again, until it is dismissed.
func TestDismissAnalysis(t *testing.T) {
	d := newFixture(t)
	path := savedGame(t, d)
	d.Study.Analyse(appanalysis.Choice{Engine: "alphabeta", Limit: ai.Limit{Nodes: 1_000_000}}, func(*model.Node) { t.Error("it was not interrupted") })
	d.loop.Until(t, "its begin", func() bool { return d.Jobs.Pausable() != nil })
	d.start("line", "tictactoe")
	d.loop.Until(t, "its end", func() bool { return d.Jobs.Pausable() == nil })
	if d.Study.Unfinished() != nil {
		t.Error("it is offered in another game")
	}
	d.offered(path)
	d.Study.Dismiss()
	if err := d.open(path); err != nil {
		t.Fatal(err)
	}
	for d.App.leaving.Wait(); len(d.loop.Queue) > 0; {
		(<-d.loop.Queue)()
	}
	if d.Study.Unfinished() != nil {
		t.Error("it is offered though it was dismissed")
	}
}

// TestCancelledAnalysisIsNotOffered checks that a cancelled analysis cannot be resumed.
func TestCancelledAnalysisIsNotOffered(t *testing.T) {
	d := newFixture(t)
	savedGame(t, d)
	d.Study.Analyse(appanalysis.Choice{Engine: "alphabeta", Limit: ai.Limit{Nodes: 1_000_000}}, nil)
	d.loop.Until(t, "its begin", func() bool { return d.Jobs.Pausable() != nil })
	d.Jobs.Pausable().Cancel()
	d.loop.Until(t, "its end", func() bool { return d.Jobs.Pausable() == nil })
	if d.Study.Unfinished() != nil {
		t.Error("it is offered though it was cancelled")
	}
}

// mistakes analyses a game of tic-tac-toe and returns its report.
func mistakes(t *testing.T, d *fixture, moves ...string) analysis.Report {
	t.Helper()
	d.play(moves...)
	d.analyse(appanalysis.Choice{Engine: "alphabeta", Limit: ai.Limit{Nodes: 20_000}})
	var r analysis.Report
	d.Study.Report(d.View.Node(), func(x analysis.Report) { r = x })
	d.loop.Until(t, "the report", func() bool { return len(r.Moves) > 0 })
	return r
}

// learner is a fixture with an analysed game of tic-tac-toe in which Nought made a mistake.
type learner struct {
	*fixture
	report      analysis.Report
	mistake     analysis.EvaluatedMove
	best, other string // the best move instead of the mistake, and an equally good one
}

func newLearner(t *testing.T) *learner {
	t.Helper()
	l := &learner{fixture: newFixture(t)}
	l.report = mistakes(t, l.fixture, "b2", "b1", "a1", "c3", "a3", "a2", "c1") // an edge after the centre loses, each corner draws
	list := l.report.Mistakes(analysis.Marking{}, 1)
	if len(list) != 1 || list[0].Loss() != 0.5 {
		t.Fatalf("mistakes %+v", list)
	}
	l.mistake = list[0]
	l.best, l.other = l.View.Rules().FormatMove(l.mistake.Best[0]), "a1"
	if l.best == l.other {
		l.other = "c3"
	}
	revision := l.View.Tree().Revision()
	t.Cleanup(func() {
		if l.View.Tree().Revision() != revision {
			t.Error("the document was changed")
		}
	})
	return l
}

// status checks that the status line contains words.
func (l *learner) status(words string) {
	l.t.Helper()
	if got := l.Status(); !strings.Contains(got, words) {
		l.t.Errorf("the status is %q, without %q", got, words)
	}
}

// play plays a move that needs no evaluation.
func (l *learner) play(text string) {
	l.t.Helper()
	m, err := l.View.Rules().ParseMove(text)
	if err != nil {
		l.t.Fatal(err)
	}
	l.Session.Play(m)
}

// try plays a move and waits for its evaluation.
func (l *learner) try(text string) {
	l.t.Helper()
	l.play(text)
	l.loop.Until(l.t, "the evaluation", func() bool { return !strings.Contains(l.Status(), "is thinking") })
}

// TestLearnFromMistakes checks that the position before a mistake is shown without the moves after
// it, and that there is nothing to learn for a player without mistakes.
func TestLearnFromMistakes(t *testing.T) {
	d := newLearner(t)
	g := d.Guess
	g.Learn(d.report, 0)
	if g.Learning() || d.lastSaid() != "There is no mistake to learn from" {
		t.Errorf("one begins without mistakes, and says %q", d.lastSaid())
	}
	g.Learn(d.report, 1)
	bad := d.mistake.Node
	if !g.Learning() || d.View.Node() != bad.Parent() || !d.Hidden(bad) || d.Hidden(bad.Parent()) || len(g.Wrong()) != 1 {
		t.Fatal("the position before the mistake is not shown, or more")
	}
	d.status("Mistake 1 of 1 · Nought played b1??: find a better move")
	d.Go(d.View.Tree().Root()) // look elsewhere
	d.play("c3")
	if d.View.Node() != bad.Parent() {
		t.Error("it does not come back to the mistake")
	}
	d.try("c2")
	g.End()
	if g.Learning() || d.Guessing() {
		t.Error("it does not end")
	}
	g.Start()
	if g.Learning() {
		t.Error("ordinary guessing is learning from mistakes")
	}
}

// TestTriesWhileLearning checks that a move which the engine considers bad is refused with its
// answer. The best move and equally good ones are accepted.
func TestTriesWhileLearning(t *testing.T) {
	d := newLearner(t)
	g := d.Guess
	g.Learn(d.report, 1)
	d.play("b1")
	d.status("b1 was played and lost 50 %.")
	d.try("a2")
	d.status("a2 loses 50 %: Cross answers ")
	if p, _ := g.Refutation(); p == nil {
		t.Error("the answer is not on the board")
	}
	d.Escape()
	d.play("a2")
	d.status("You have already tried a2.")
	d.try(d.other)
	d.status(d.other + " is also good; the engine would play " + d.best)
	if !g.Solved() || g.Over() {
		t.Error("it is not solved, or over")
	}
	d.Escape()
	d.status("That was the last mistake")
	if x := g.Score(); !g.Over() || g.HasNext() || x.At[1] != 1 || x.Asked() != 1 {
		t.Errorf("over: %v, score %+v", g.Over(), x)
	}
	g.Show() // nothing is left to do
	g.Next()
	d.play("c3")
}

// TestHelpWhileLearning checks hints, the solution, and skipping a mistake.
func TestHelpWhileLearning(t *testing.T) {
	d := newLearner(t)
	g := d.Guess
	g.Learn(d.report, rules.NoPlayer)
	g.Hint()
	d.status("The move is among the marked cells.")
	d.play(d.best)
	d.status(d.best + " is right: it is the best move.")
	g.Next()
	g.SetSeat(0)
	d.status("Cross made no mistake")
	g.SetSeat(1)
	g.Show()
	d.status("Better: " + d.best)
	if !g.Solved() || g.Score().Shown != 1 {
		t.Error("the solution is not shown")
	}
	g.SetSeat(1)
	g.Next()
	if x := g.Score(); x.Skipped != 1 || x.Asked() != 0 || !g.Over() {
		t.Errorf("skipped: %+v", x)
	}
	g.SetSeat(1)
	if g.Over() || d.View.Node() != d.mistake.Node.Parent() {
		t.Error("it does not begin again")
	}
}
