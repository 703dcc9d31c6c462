package analysis

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/enginetest"
	"boardstudio/analysis"
	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/msg"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture is a Runner with a test document.
type fixture struct {
	*Runner
	t       *testing.T
	loop    *looptest.Loop
	runner  *jobs.Runner
	doc     *model.Document
	puppets *enginetest.Puppets
	left    sync.WaitGroup

	at     *model.Node
	path   string
	folder string
	noDir  error // error returned by Folder
	refuse bool  // refuse all edits

	labels  []msg.Key
	said    []string
	errors  []error
	changes int
	then    []*model.Node // nodes passed by finished analyses
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	// With a single processor, a single engine evaluates all positions. The tests answer for it.
	was := runtime.GOMAXPROCS(1)
	t.Cleanup(func() { runtime.GOMAXPROCS(was) })
	engines, puppets := enginetest.Add(aiall.Engines, "puppet", false)
	b := &fixture{t: t, loop: looptest.New(1000), puppets: puppets, folder: filepath.Join(t.TempDir(), "analyses")}
	b.runner = jobs.New(b.loop, func() {}, func(text string) { b.said = append(b.said, text) })
	b.open()
	b.Runner = New(engines, b, b.runner, b.loop, &b.left)
	t.Cleanup(func() {
		b.runner.Close()
		b.puppets.Stop()
		b.ends()
		b.left.Wait()
	})
	return b
}

// open opens a new document with a game of tic-tac-toe.
func (b *fixture) open() {
	b.t.Helper()
	r, err := all.Games.Build("tictactoe", nil)
	if err != nil {
		b.t.Fatal(err)
	}
	b.doc = model.NewDocument(r)
	b.at = b.doc.Tree.Root()
	b.runner.Open(b.doc)
}

func (b *fixture) Document() *model.Document { return b.doc }
func (b *fixture) Node() *model.Node         { return b.at }
func (b *fixture) Path() string              { return b.path }
func (b *fixture) Folder() (string, error)   { return b.folder, b.noDir }
func (b *fixture) Changed()                  { b.changes++ }

func (b *fixture) Change(label msg.Key, edits []model.Edit, then func(made bool)) {
	b.labels = append(b.labels, label)
	if b.refuse {
		then(false)
		return
	}
	if err := b.doc.Tree.Do(label, edits...); err != nil {
		b.t.Error(err)
	}
	then(true)
}

func (b *fixture) Notify(text string, err error) {
	if text != "" {
		b.said = append(b.said, text)
	}
	if err != nil {
		b.errors = append(b.errors, err)
	}
}

// add adds moves after the current node and goes to the last one.
func (b *fixture) add(moves ...string) {
	b.t.Helper()
	for _, text := range moves {
		m, err := b.doc.Tree.Rules().ParseMove(text)
		if err != nil {
			b.t.Fatal(err)
		}
		n := model.NewNode(m)
		if err := b.doc.Tree.Do("Move", model.Insert{Parent: b.at, Index: -1, Node: n}); err != nil {
			b.t.Fatal(err)
		}
		b.at = n
	}
}

// choice is the analysis used by most tests.
var choice = Choice{Engine: "puppet", Limit: ai.Limit{Depth: 3}}

func (b *fixture) note(at *model.Node) { b.then = append(b.then, at) }

// analyse starts an analysis at the current node and returns its engine.
func (b *fixture) analyse() *enginetest.Puppet {
	b.t.Helper()
	b.Analyse(choice, b.note)
	return b.engine()
}

// engine returns the next engine that is built.
func (b *fixture) engine() *enginetest.Puppet {
	b.t.Helper()
	b.loop.Until(b.t, "the first position", func() bool { return b.runner.Pausable() != nil })
	return b.puppets.Next(b.t)
}

// answer answers n calls with the first legal move.
func (b *fixture) answer(e *enginetest.Puppet, n int) {
	b.t.Helper()
	for range n {
		b.reply(e.Next(b.t))
	}
}

func (b *fixture) reply(c *enginetest.Call) {
	b.t.Helper()
	pos, err := c.Request.Position()
	if err != nil {
		b.t.Fatal(err)
	}
	if c.Request.Limit != choice.Limit {
		b.t.Errorf("asked %+v", c.Request.Limit)
	}
	for m := range pos.Moves() {
		c.Answer(ai.Info{Depth: 3, Best: ai.Line{Moves: []rules.Move{m}, Score: ai.Score{Value: 1}}}, nil)
		return
	}
}

// ends waits until no job is running.
func (b *fixture) ends() {
	b.t.Helper()
	b.loop.Until(b.t, "the end of the jobs", func() bool { return b.runner.Job() == nil })
}

// files returns the names of the saved analyses.
func (b *fixture) files() []string {
	b.t.Helper()
	list, err := filepath.Glob(filepath.Join(b.folder, "*"))
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

// opened calls Opened and waits for its search.
func (b *fixture) opened() *Unfinished {
	b.t.Helper()
	b.Opened()
	b.left.Wait()
	for len(b.loop.Queue) > 0 {
		b.loop.Turn(b.t)
	}
	return b.Unfinished()
}

// TestAnalyse checks that an analysis stores an evaluation at each position in one undo step, and
// deletes its file.
func TestAnalyse(t *testing.T) {
	b := newFixture(t)
	b.add("a1", "b2", "c3")
	end := b.at
	b.path = "/games/one.studio"
	e := b.analyse()
	kept := b.files()
	if len(kept) == 0 || !strings.HasSuffix(kept[0], ".work.json") {
		t.Errorf("kept: %q", kept)
	}
	data, err := os.ReadFile(kept[0])
	if err != nil || !strings.Contains(string(data), b.path) || !strings.Contains(string(data), `"positions":4`) {
		t.Errorf("%v; kept %s", err, data)
	}
	if j := b.runner.Pausable(); j.Title != "Analysing" || !b.CanToggle() || b.Unfinished() != nil {
		t.Errorf("title %q, can toggle %v", j.Title, b.CanToggle())
	}
	b.at = b.doc.Tree.Root() // the user changes the current node
	b.answer(e, 3)
	c := e.Next(t)
	if done, total := b.runner.Pausable().Progress(); done != 3 || total != 4 {
		t.Errorf("%d of %d done", done, total)
	}
	b.reply(c)
	b.loop.Until(t, "the end", func() bool { return len(b.then) > 0 })
	if b.then[0] != end || !slices.Equal(b.labels, []msg.Key{analysis.Label}) || len(b.errors) > 0 || len(b.said) > 0 {
		t.Errorf("at %v, labels %q, errors %v, said %q", b.then[0], b.labels, b.errors, b.said)
	}
	for _, n := range b.doc.Tree.Line(end) {
		if list := n.Evals(); len(list) != 1 || list[0].Engine != "puppet" {
			t.Errorf("evaluations %+v", list)
		}
	}
	if left := b.files(); len(left) > 0 {
		t.Errorf("there is still %q", left)
	}
	if b.CanToggle() || b.changes != 0 {
		t.Errorf("can toggle %v, told of %d changes", b.CanToggle(), b.changes)
	}
	enginetest.Receive(t, e.Closed, "end of the engine")

	// A second run of the same analysis has no effect.
	b.at = end
	b.answer(b.analyse(), 4)
	b.loop.Until(t, "the end", func() bool { return len(b.then) > 1 })
	if len(b.labels) != 1 || !slices.Equal(b.said, []string{"The analysis found nothing new"}) || len(b.files()) > 0 {
		t.Errorf("labels %q, said %q, kept %q", b.labels, b.said, b.files())
	}
}

// TestNodeIsGone checks that the evaluations are stored even if the current node has been deleted,
// and that then() is not called.
func TestNodeIsGone(t *testing.T) {
	b := newFixture(t)
	b.add("a1", "b2")
	e := b.analyse()
	if err := b.doc.Tree.Do("Delete", model.Remove{Node: b.at}); err != nil {
		t.Fatal(err)
	}
	b.answer(e, 3)
	b.loop.Until(t, "the edits", func() bool { return len(b.labels) > 0 })
	b.ends()
	if len(b.then) > 0 || len(b.errors) > 0 {
		t.Errorf("called with %v, errors %v", b.then, b.errors)
	}
}

// TestCannotBegin checks the errors of analyses that cannot start.
func TestCannotBegin(t *testing.T) {
	b := newFixture(t)
	b.noDir = errors.New("no home")
	b.Analyse(choice, b.note)
	b.ends()
	if !slices.Equal(b.errors, []error{b.noDir}) {
		t.Errorf("told %v", b.errors)
	}
	b.noDir = nil
	b.Analyse(Choice{Engine: "nobody", Limit: choice.Limit}, b.note)
	b.ends()
	if len(b.errors) != 2 || len(b.files()) > 0 {
		t.Errorf("told %v, kept %q", b.errors, b.files())
	}
	if err := os.WriteFile(b.folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	b.Analyse(choice, b.note)
	b.ends()
	if len(b.errors) != 3 || len(b.then) > 0 || b.Unfinished() != nil {
		t.Errorf("told %v, called %v", b.errors, b.then)
	}
}

// TestWorkers checks that an analysis uses all processors except one.
func TestWorkers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newFixture(t)
		b.add("a1", "b2", "c3", "a2", "b1", "b3")
		defer func(was int) { runtime.GOMAXPROCS(was) }(runtime.GOMAXPROCS(runtime.NumCPU() + 2))
		b.analyse()
		synctest.Wait()
		if got, want := 1+len(b.puppets.Built), min(max(runtime.NumCPU()-1, 1), 7); got != want {
			t.Errorf("%d engines think, want %d", got, want)
		}
		b.runner.Pausable().Cancel()
		b.puppets.Stop()
		_, b.puppets = enginetest.Add(b.engines, "other", false)
		b.ends()
	})
}

// TestPause checks that a pause stops the engine, and that the analysis continues from that point.
func TestPause(t *testing.T) {
	b := newFixture(t)
	b.add("a1", "b2")
	e := b.analyse()
	b.answer(e, 1)
	c := e.Next(t)
	b.Toggle(nil)
	if j := b.runner.Pausable(); !j.Paused() || !b.CanToggle() || c.Context.Err() == nil {
		t.Fatal("it does not pause")
	}
	c.Answer(ai.Info{}, c.Context.Err())
	enginetest.Receive(t, e.Closed, "end of the engine")
	b.Toggle(nil)
	b.answer(b.puppets.Next(t), 2)
	b.loop.Until(t, "the end", func() bool { return len(b.then) > 0 })
	if len(b.errors) > 0 || b.runner.Pausable() != nil {
		t.Errorf("errors %v", b.errors)
	}
}

// TestCancel checks that a cancelled analysis is not offered, and that the next analysis reuses its
// results.
func TestCancel(t *testing.T) {
	b := newFixture(t)
	b.add("a1", "b2")
	e := b.analyse()
	b.answer(e, 1)
	c := e.Next(t)
	b.runner.Pausable().Cancel()
	c.Answer(ai.Info{}, c.Context.Err())
	b.ends()
	if b.Unfinished() != nil || b.CanToggle() || b.changes > 0 || len(b.errors) > 0 || len(b.then) > 0 {
		t.Errorf("offered %v, errors %v", b.Unfinished(), b.errors)
	}
	enginetest.Receive(t, e.Closed, "end of the engine")
	if u := b.opened(); u != nil {
		t.Errorf("offered %+v when it is opened again", u)
	}
	b.answer(b.analyse(), 2)
	b.loop.Until(t, "the end", func() bool { return len(b.then) > 0 })
}

// TestError checks that an error stops an analysis, which is then offered with its results until it
// is dismissed.
func TestError(t *testing.T) {
	b := newFixture(t)
	b.add("a1", "b2")
	broken := errors.New("broken")
	e := b.analyse()
	b.answer(e, 1)
	e.Next(t).Answer(ai.Info{}, broken)
	b.loop.Until(t, "the offer", func() bool { return b.Unfinished() != nil })
	if u := b.Unfinished(); u.Done != 1 || u.Positions != 3 || b.changes != 1 || !slices.Equal(b.errors, []error{broken}) || !b.CanToggle() {
		t.Errorf("offered %+v, told of %d changes, errors %v", u, b.changes, b.errors)
	}
	b.Toggle(b.note) // resumes it
	if b.Unfinished() != nil || b.changes != 2 {
		t.Error("it is offered while it goes on")
	}
	e = b.engine()
	b.answer(e, 1)
	e.Next(t).Answer(ai.Info{}, broken)
	b.loop.Until(t, "the offer", func() bool { return b.Unfinished() != nil })
	if u := b.Unfinished(); u.Done != 2 {
		t.Errorf("offered %+v", u)
	}
	b.Dismiss()
	if b.Unfinished() != nil || b.changes != 4 {
		t.Errorf("still offered, told of %d changes", b.changes)
	}
	b.Dismiss()
	b.Resume(b.note)
	if b.changes != 4 || b.runner.Job() != nil {
		t.Error("there was nothing to dismiss or to resume")
	}
	if u := b.opened(); u != nil {
		t.Errorf("offered %+v", u)
	}
	b.answer(b.analyse(), 1)
	b.loop.Until(t, "the end", func() bool { return len(b.then) > 0 })
	if len(b.errors) != 2 || len(b.files()) > 0 {
		t.Errorf("errors %v, kept %q", b.errors, b.files())
	}
}

// TestRefused checks that an analysis is offered again if its edits are refused.
func TestRefused(t *testing.T) {
	b := newFixture(t)
	b.add("a1")
	b.refuse = true
	b.answer(b.analyse(), 2)
	b.loop.Until(t, "the offer", func() bool { return b.Unfinished() != nil })
	if u := b.Unfinished(); u.Done != 2 || len(b.then) > 0 {
		t.Errorf("offered %+v, called with %v", u, b.then)
	}
	b.refuse = false
	b.Resume(b.note)
	b.loop.Until(t, "the end", func() bool { return len(b.then) > 0 })
	if len(b.puppets.Built) > 0 || b.then[0] != b.at {
		t.Error("what is known was asked again, or another node was asked for")
	}
}

// TestOpened checks that another document stops the analysis. It is offered again when a document
// of the same game with the same moves or the same file is opened, unless an analysis is running.
func TestOpened(t *testing.T) {
	b := newFixture(t)
	b.path = "/games/one.studio"
	b.add("a1", "b2")
	first, at := b.doc, b.at
	e := b.analyse()
	b.answer(e, 1)
	c := e.Next(t)
	b.open()
	c.Answer(ai.Info{}, context.Canceled)
	b.ends()
	b.path = "/games/two.studio"
	if u := b.opened(); u != nil || b.changes > 0 || len(b.errors) > 0 {
		t.Errorf("offered %+v in another game, errors %v", u, b.errors)
	}
	back := func() {
		b.doc, b.at, b.path = first, first.Tree.Root(), "/games/one.studio"
		b.runner.Open(first)
	}
	back()
	u := b.opened()
	if u == nil || u.Done != 1 || u.Positions != 3 || b.changes != 1 {
		t.Fatalf("offered %+v, told of %d changes", u, b.changes)
	}
	if b.Opened(); b.Unfinished() != nil {
		t.Error("what was offered before is offered while it is looked for")
	}
	b.opened()

	// Open another document before the search is complete.
	b.Opened()
	b.left.Wait()
	b.open()
	for len(b.loop.Queue) > 0 {
		b.loop.Turn(t)
	}
	if b.Unfinished() != nil {
		t.Error("it is offered in the document that was opened meanwhile")
	}
	back()
	b.noDir = errors.New("no home")
	if b.opened() != nil || len(b.errors) > 0 {
		t.Error("it is offered without a folder, or the user is bothered with that")
	}
	b.noDir = nil

	// Another analysis is running.
	_, _, end := b.runner.Start(jobs.Analyse, "Another")
	if b.opened() != nil {
		t.Error("it is offered beside another analysis")
	}
	end()

	// The document is of another family of games.
	r, err := all.Games.Build("othello", nil)
	if err != nil {
		t.Fatal(err)
	}
	b.doc = model.NewDocument(r)
	b.runner.Open(b.doc)
	if b.opened() != nil {
		t.Error("it is offered in another game")
	}

	back()
	b.opened()
	b.Resume(b.note)
	b.answer(b.engine(), 2)
	b.loop.Until(t, "the end", func() bool { return len(b.then) > 0 })
	if b.then[0] != at {
		t.Error("it was asked for at another node")
	}
}

// TestResumeWithoutMoves checks that the latest of several analyses is offered, and that it cannot
// be resumed if its moves have been deleted.
func TestResumeWithoutMoves(t *testing.T) {
	b := newFixture(t)
	b.add("a1", "b2")
	e := b.analyse()
	e.Next(t).Answer(ai.Info{}, errors.New("broken"))
	b.loop.Until(t, "the offer", func() bool { return b.Unfinished() != nil })
	if err := b.doc.Tree.Do("Delete", model.Remove{Node: b.at}); err != nil {
		t.Fatal(err)
	}
	changes := b.changes
	b.Resume(b.note)
	if b.Unfinished() != nil || b.changes != changes+1 || b.runner.Job() != nil {
		t.Error("it goes on without its moves, or is still offered")
	}
}

// TestReport checks the report of a line, before and after it was analysed.
func TestReport(t *testing.T) {
	b := newFixture(t)
	b.add("a1", "b2")
	b.Report(b.at, func(analysis.Report) { t.Error("there is a report of nothing") })
	if j := b.runner.Job(); j == nil || j.Title != "Reading the evaluations" {
		t.Error("the job has another title")
	}
	b.ends()
	if !slices.Equal(b.said, []string{"No engine has analysed this line"}) {
		t.Errorf("said %q", b.said)
	}
	b.answer(b.analyse(), 3)
	b.loop.Until(t, "the end", func() bool { return len(b.then) > 0 })
	var got []analysis.Report
	b.Report(b.at, func(r analysis.Report) { got = append(got, r) })
	b.ends()
	if len(got) != 1 || got[0].Engine != "puppet" || len(got[0].Moves) != 2 {
		t.Errorf("reports %+v", got)
	}

	// Reports require that the moves have been checked.
	checked := false
	b.runner.Check = func(_ func(), not func(error)) { checked = true; not(errors.New("unchecked")) }
	b.Report(b.at, func(analysis.Report) { t.Error("a report of unchecked moves") })
	if !checked || len(b.errors) != 1 {
		t.Errorf("checked %v, errors %v", checked, b.errors)
	}
	b.runner.Check = nil
	b.Report(b.at, func(analysis.Report) { t.Error("a report that was cancelled") })
	b.runner.Job().Cancel()
	b.ends()
	if len(b.errors) != 1 {
		t.Errorf("errors %v", b.errors)
	}
}
