package advice

import (
	"errors"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/enginetest"
	"boardstudio/ai/level"
	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/app/jobs"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture is a Suggester with its document.
type fixture struct {
	*Suggester
	t       *testing.T
	loop    *looptest.Loop
	runner  *jobs.Runner
	doc     *model.Document
	puppets *enginetest.Puppets
	left    sync.WaitGroup

	at     *model.Node
	pos    rules.Position // replaces the position of the node, unless nil
	looked int            // number of calls of Place
	away   bool           // no move can be made
	person bool           // a person is to move
	on     bool           // the teacher is on
	amount float64
	ended  bool

	played  []rules.Move
	advised int
	said    []string
	errors  []error
}

func newFixture(t *testing.T, preset string) *fixture { return newFixtureWith(t, preset, nil) }

func newFixtureWith(t *testing.T, preset string, over rules.Params) *fixture {
	t.Helper()
	r, err := all.Games.Build(preset, over)
	if err != nil {
		t.Fatal(err)
	}
	engines, puppets := enginetest.Add(aiall.Engines, "puppet", false)
	engines.Levels = []level.Table{func(rules.Rules) *[level.Count]level.Level {
		return &[level.Count]level.Level{level.Count - 1: {Engine: "puppet"}} // the strongest engine
	}}
	b := &fixture{t: t, loop: looptest.New(1000), puppets: puppets, person: true, on: true}
	b.doc = model.NewDocument(r)
	b.at = b.doc.Tree.Root()
	b.runner = jobs.New(b.loop, func() {}, func(string) {})
	b.runner.Open(b.doc)
	b.Suggester = New(engines, b, b.runner, b.loop, &b.left)
	t.Cleanup(func() {
		b.Clear()
		b.puppets.Stop()
		b.runner.Close()
		b.left.Wait()
	})
	return b
}

func (b *fixture) place() Place {
	if b.pos != nil {
		return Place{Tree: b.doc.Tree, Node: b.at, Position: b.pos, Person: b.person}
	}
	pos, err := b.doc.Tree.Position(b.at)
	if err != nil {
		b.t.Error(err)
	}
	return Place{Tree: b.doc.Tree, Node: b.at, Position: pos, Person: b.person}
}

func (b *fixture) Place() (Place, bool) {
	b.looked++
	return b.place(), !b.away
}

func (b *fixture) Play(m rules.Move)        { b.played = append(b.played, m) }
func (b *fixture) Teaches() (bool, float64) { return b.on, b.amount }
func (b *fixture) Ended() (Place, bool)     { return b.place(), b.ended }
func (b *fixture) Name(p rules.Player) string {
	return "Player " + string(p.Letter())
}
func (b *fixture) Advised() { b.advised++ }
func (b *fixture) Notify(text string, err error) {
	if text != "" {
		b.said = append(b.said, text)
	}
	if err != nil {
		b.errors = append(b.errors, err)
	}
}

func (b *fixture) move(text string) rules.Move {
	b.t.Helper()
	m, err := b.doc.Tree.Rules().ParseMove(text)
	if err != nil {
		b.t.Fatal(err)
	}
	return m
}

// add adds a line of moves to the current node and selects the last one.
func (b *fixture) add(moves ...string) {
	b.t.Helper()
	for _, text := range moves {
		n := model.NewNode(b.move(text))
		if err := b.doc.Tree.Do("Move", model.Insert{Parent: b.at, Index: -1, Node: n}); err != nil {
			b.t.Fatal(err)
		}
		b.at = n
	}
}

// advise sets the adviser of a seat. It closes the engine that was built for checking.
func (b *fixture) advise(p rules.Player, by *enginetest.Puppets) {
	b.t.Helper()
	if err := b.Advise(p, by.Name, b.doc.Tree.Rules()); err != nil {
		b.t.Fatal(err)
	}
	enginetest.Receive(b.t, by.Next(b.t).Closed, "end of the engine that was checked")
}

// turn selects a node and notifies the Suggester.
func (b *fixture) turn(n *model.Node) {
	b.at = n
	b.Turn()
}

// call returns the first call of the next engine to be built.
func (b *fixture) call() *enginetest.Call {
	b.t.Helper()
	return b.puppets.Next(b.t).Next(b.t)
}

// answered runs the functions that pending answers post to the loop.
func (b *fixture) answered() {
	b.left.Wait()
	for len(b.loop.Queue) > 0 {
		b.loop.Turn(b.t)
	}
}

// quiet fails the test if an engine was built.
func (b *fixture) quiet(why string) {
	b.t.Helper()
	b.answered()
	if len(b.puppets.Built) > 0 {
		b.t.Fatalf("an engine is asked %s", why)
	}
}

func (b *fixture) says(text string, offers ...Offer) {
	b.t.Helper()
	if got, list := b.Says(); got != text || !slices.Equal(list, offers) {
		b.t.Errorf("it says %q with the offers %v, want %q with %v", got, list, text, offers)
	}
}

// answer answers a call with a line.
func (b *fixture) answer(c *enginetest.Call, score ai.Score, moves ...string) {
	b.t.Helper()
	var line []rules.Move
	for _, text := range moves {
		line = append(line, b.move(text))
	}
	c.Answer(ai.Info{Best: ai.Line{Moves: line, Score: score}}, nil)
	b.answered()
}

// TestHintBesideReading checks, with the race detector, that the search for a hint does not use the
// tree while the loop reads it.
func TestHintBesideReading(t *testing.T) {
	b := newFixture(t, "tictactoe")
	b.add("a1", "b2", "c3")
	end := b.at
	b.Suggest()
	for range 1000 {
		for n := end; n != nil; n = n.Parent() {
			if _, err := b.doc.Tree.Position(n); err != nil {
				t.Fatal(err)
			}
		}
	}
	b.call().Answer(ai.Info{Best: ai.Line{Moves: []rules.Move{b.move("c1")}}}, nil)
	b.loop.Until(t, "the end of the hint", func() bool { return b.runner.Job() == nil })
	if b.Hint(end) == nil {
		t.Error("there is no hint")
	}
}

// TestHint checks that a hint is shown at its node, and that a second request there shows the
// reason.
func TestHint(t *testing.T) {
	b := newFixture(t, "tictactoe")
	b.add("a1")
	root := b.at.Parent()
	hint := func(moves ...string) {
		t.Helper()
		b.Suggest()
		c := b.call()
		if c.Request.Limit != (ai.Limit{Time: hintTime}) || len(c.Request.Moves) != 1 || c.Request.Seed != 1 {
			t.Errorf("asked %+v", c.Request)
		}
		var line []rules.Move
		for _, text := range moves {
			line = append(line, b.move(text))
		}
		c.Answer(ai.Info{Best: ai.Line{Moves: line}}, nil)
		b.loop.Until(t, "the end of the hint", func() bool { return b.runner.Job() == nil })
	}
	hint()
	if len(b.said) > 0 || b.advised > 0 || b.Hint(b.at) != nil {
		t.Errorf("without a move: said %q", b.said)
	}
	hint("c2", "a2")
	if !slices.Equal(b.said, []string{"Hint: c2"}) || b.advised != 1 {
		t.Errorf("said %q, notified %d times", b.said, b.advised)
	}
	h := b.Hint(b.at)
	if h == nil || h.Move() != b.move("c2") || h.Node != b.at || h.By != "" || b.Hint(root) != nil {
		t.Fatalf("the hint is %+v", h)
	}
	c2 := b.doc.Tree.Rules().Board().Find("c2")
	if got := b.Cells(b.at); !slices.Equal(got, []rules.Cell{c2}) || b.Cells(root) != nil {
		t.Errorf("shown at %v, and at the root %v", got, b.Cells(root))
	}
	b.Suggest()
	if len(b.said) != 2 || b.said[1] != h.Reason() || !strings.Contains(b.said[1], "a2") {
		t.Errorf("said %q", b.said)
	}
	b.quiet("for the reason")

	// Leave the node before the hint arrives.
	b.at = root
	b.Suggest()
	c := b.call()
	b.add("b2")
	c.Play(b.move("a1"), ai.Score{})
	b.loop.Until(t, "the end of the hint", func() bool { return b.runner.Job() == nil })
	if len(b.said) != 2 || b.Hint(root) != nil || b.Hint(b.at) != nil {
		t.Error("there is a hint for a position that was left")
	}

	// Without a legal move, no engine runs, and a hint that arrives later is not shown.
	b.away = true
	b.Suggest()
	if b.runner.Job() != nil {
		t.Error("a hint is looked for where no move can be made")
	}
	b.away = false
	b.Suggest()
	c = b.call()
	b.away = true
	c.Play(b.move("a1"), ai.Score{})
	b.loop.Until(t, "the end of the hint", func() bool { return b.runner.Job() == nil })
	if len(b.said) != 2 {
		t.Errorf("said %q", b.said)
	}
	b.away = false
	b.Clear()
	if b.Hint(b.at) != nil || b.Cells(b.at) != nil {
		t.Error("the hint is there after Clear")
	}
}

// TestHintFails checks that errors are reported, except for cancellation.
func TestHintFails(t *testing.T) {
	b := newFixture(t, "tictactoe")
	b.Suggest()
	b.call().Answer(ai.Info{}, errors.New("broken"))
	b.loop.Until(t, "the error", func() bool { return len(b.errors) > 0 })
	b.puppets.Broken = errors.New("none")
	b.Suggest()
	b.loop.Until(t, "the error", func() bool { return len(b.errors) > 1 })
	if b.errors[1] != b.puppets.Broken {
		t.Errorf("reported %v", b.errors)
	}
	b.puppets.Broken = nil
	b.Suggest()
	c := b.call()
	b.runner.Job().Cancel()
	if c.Context.Err() == nil {
		t.Error("the engine is not cancelled")
	}
	c.Answer(ai.Info{}, c.Context.Err())
	b.loop.Until(t, "the end of the hint", func() bool { return b.runner.Job() == nil })
	if len(b.errors) != 2 || len(b.said) > 0 {
		t.Errorf("reported %v, %q", b.errors, b.said)
	}

	// No engine runs on illegal moves.
	b.pos = b.doc.Tree.Rules().Start()
	b.at = b.doc.Tree.Add(b.doc.Tree.Add(b.at, b.move("a1")), b.move("a1"))
	b.Suggest()
	b.loop.Until(t, "the error", func() bool { return len(b.errors) > 2 })
	b.advise(0, b.puppets)
	b.answered()
	if len(b.errors) != 4 {
		t.Errorf("reported %v", b.errors)
	}
	b.quiet("about moves that do not play")
}

// TestStrongest checks that the hint of the strongest engine is a good move.
func TestStrongest(t *testing.T) {
	b := newFixture(t, "tictactoe")
	b.engines.Levels = aiall.Engines.Levels
	b.add("b2", "a1", "a3")
	b.Suggest()
	b.loop.Until(t, "the hint", func() bool { return len(b.said) > 0 })
	if b.said[0] != "Hint: c1" {
		t.Errorf("said %q", b.said)
	}
}

// TestRoomForTheTeacher checks that no advice is requested without an adviser, and that there is room
// for the teacher if the teacher is on or a seat has an adviser.
func TestRoomForTheTeacher(t *testing.T) {
	b := newFixture(t, "tictactoe")
	b.Turn()
	b.quiet("although nobody is advised")
	if b.Room() != true {
		t.Error("there is no room for the teacher")
	}
	b.on = false
	if b.Room() {
		t.Error("there is room for nothing")
	}
	b.advise(0, b.puppets)
	if b.Adviser(0) != "puppet" || b.Adviser(1) != "" || !b.Room() {
		t.Fatalf("the adviser is %q", b.Adviser(0))
	}
	b.answer(b.call(), ai.Score{}, "a2")
	if err := b.Advise(0, "", b.doc.Tree.Rules()); err != nil || b.Adviser(0) != "" || b.Room() {
		t.Errorf("error %v, adviser %q", err, b.Adviser(0))
	}
	b.quiet("although the adviser was dismissed")
}

// TestAdvice checks that advice is requested once for a position, and what is shown before and
// after it arrives.
func TestAdvice(t *testing.T) {
	b := newFixture(t, "tictactoe")
	root := b.at
	b.advise(0, b.puppets)
	c := b.call()
	if c.Request.Limit != (ai.Limit{Time: adviceTime}) || len(c.Request.Moves) != 0 || b.advised != 2 {
		t.Errorf("asked %+v, notified %d times", c.Request, b.advised)
	}
	b.says("Fetching advice…")
	if a, thinking := b.Now(); a != nil || !thinking {
		t.Errorf("advice %v, thinking %v", a, thinking)
	}
	b.Turn()
	if len(b.puppets.Built) > 0 {
		t.Error("asked twice for one position")
	}
	b.Follow()
	if b.Cells(root) != nil || b.Given(root) != (model.Advice{}) || len(b.played) > 0 {
		t.Error("there is advice before it came")
	}
	b.answer(c, ai.Score{}, "a2", "c3")
	if b.advised != 3 {
		t.Errorf("notified %d times", b.advised)
	}
	a, thinking := b.Now()
	if a == nil || thinking || a.By != "puppet" || a.Move() != b.move("a2") || a.Node != root {
		t.Fatalf("advice %+v, thinking %v", a, thinking)
	}
	b.says("The puppet advises: "+a.Reason(), FollowIt)
	cell := b.doc.Tree.Rules().Board().Find("a2")
	if got := b.Cells(root); !slices.Equal(got, []rules.Cell{cell}) {
		t.Errorf("shown at %v", got)
	}
	if got := b.Given(root); got != (model.Advice{By: "puppet", Move: a.Move()}) {
		t.Errorf("given %+v", got)
	}
	b.Follow()
	if !slices.Equal(b.played, []rules.Move{a.Move()}) {
		t.Errorf("played %v", b.played)
	}
}

// TestTurnsWithoutAdvice checks that advice ends with the turn of the advised seat, and is requested
// only if a person can move.
func TestTurnsWithoutAdvice(t *testing.T) {
	b := newFixture(t, "tictactoe")
	root := b.at
	b.advise(0, b.puppets)
	b.answer(b.call(), ai.Score{}, "a2", "c3")

	// The seat to move has no adviser.
	b.add("b2")
	if a, _ := b.Now(); a != nil || b.Cells(b.at) != nil || b.Given(b.at) != (model.Advice{}) {
		t.Error("the advice is still there after the move")
	}
	b.Turn()
	b.quiet("for the other seat")
	b.says("")
	if b.asked != nil || b.advised != 4 {
		t.Errorf("notified %d times", b.advised)
	}
	b.Turn()
	if b.advised != 4 {
		t.Error("reported again that there is no advice")
	}
	b.turn(root)
	b.answer(b.call(), ai.Score{}, "a3")
	if a, _ := b.Now(); a == nil || a.Move() != b.move("a3") {
		t.Errorf("advice %+v", a)
	}
	b.away = true
	b.says("")
	b.Turn()
	b.quiet("where no move can be made")
	b.away, b.person = false, false
	b.Turn()
	b.quiet("for a computer")
}

// TestAdviceOfAnotherPosition checks that advice for an earlier position is not shown, and that its
// engine is stopped.
func TestAdviceOfAnotherPosition(t *testing.T) {
	b := newFixture(t, "tictactoe")
	root := b.at
	b.add("a1")
	next := b.at
	b.at = root
	if err := b.AdviseAll("puppet", []model.Player{{Kind: "random"}, {Kind: model.Human}, {Kind: model.Human}}, b.doc.Tree.Rules()); err != nil {
		t.Fatal(err)
	}
	if b.Adviser(0) != "" || b.Adviser(1) != "puppet" || b.Adviser(2) != "puppet" {
		t.Errorf("advisers %q, %q and %q", b.Adviser(0), b.Adviser(1), b.Adviser(2))
	}
	for range 2 {
		b.puppets.Next(t) // the engines built for checking
	}
	b.quiet("at the turn of the computer")
	b.turn(next)
	c := b.call()
	b.turn(root)
	if c.Context.Err() == nil {
		t.Error("the engine goes on")
	}
	b.answer(c, ai.Score{}, "a2")
	if b.advice != nil || b.Given(next) != (model.Advice{}) {
		t.Error("it advises although it was left")
	}
	b.turn(next)
	c = b.call()
	b.Clear()
	if c.Context.Err() == nil || b.Adviser(1) != "" {
		t.Error("it goes on after Clear")
	}
	b.answer(c, ai.Score{}, "a2")
	b.says("")
	if _, thinking := b.Now(); thinking {
		t.Error("it is still on its way")
	}

	// A new adviser of the same seat gets a new request.
	b.advise(1, b.puppets)
	b.answer(b.call(), ai.Score{}, "b2")
	engines, other := enginetest.Add(b.engines, "other", false)
	b.engines = engines
	defer other.Stop()
	b.advise(1, other)
	if a, _ := b.Now(); a != nil {
		t.Error("the advice of the former adviser is still there")
	}
	c = other.Next(t).Next(t)
	c.Answer(ai.Info{}, errors.New("no idea"))
	b.answered()
	if len(b.errors) != 1 {
		t.Errorf("reported %v", b.errors)
	}
	b.says("")
	if err := b.Advise(1, "nobody", b.doc.Tree.Rules()); err == nil || b.Adviser(1) != "other" {
		t.Errorf("%v; %q advises", err, b.Adviser(1))
	}
	if err := b.AdviseAll("nobody", b.doc.Players, b.doc.Tree.Rules()); err == nil {
		t.Error("an unknown engine advises all")
	}
}

// TestNoAdvice checks that no message is shown if an adviser returns no move.
func TestNoAdvice(t *testing.T) {
	b := newFixture(t, "tictactoe")
	b.advise(0, b.puppets)
	c := b.call()
	before := b.advised
	b.answer(c, ai.Score{})
	b.says("")
	if a, thinking := b.Now(); a != nil || thinking || len(b.errors) > 0 || b.advised != before+1 {
		t.Errorf("advice %v, thinking %v, errors %v, notified %d times", a, thinking, b.errors, b.advised-before)
	}
}

// made plays a move of the user and notifies the Suggester.
func (b *fixture) made(text string) {
	b.t.Helper()
	p := b.place()
	b.add(text)
	b.Made(p, b.move(text))
}

// teach answers the requests of the teacher: the best move with its score, then the score of the
// reply to the user's move.
func (b *fixture) teach(best string, score, reply ai.Score) {
	b.t.Helper()
	c := b.call()
	if c.Request.Limit != (ai.Limit{Time: teachTime}) {
		b.t.Errorf("asked %+v", c.Request)
	}
	n := len(c.Request.Moves)
	c.Play(b.move(best), score)
	b.left.Wait()
	b.loop.Turn(b.t)
	c = b.call()
	if len(c.Request.Moves) != n+1 {
		b.t.Errorf("asked %+v for the reply", c.Request)
	}
	b.answer(c, reply, "c3")
}

// TestTeacher checks that the teacher comments on a move that loses at least the given amount.
func TestTeacher(t *testing.T) {
	b := newFixture(t, "tictactoe")
	root := b.at
	b.amount = 3
	b.made("a1")
	b.teach("b2", ai.Score{Value: 2}, ai.Score{Value: 1}) // 2 − (−1)
	if !b.Better() || b.advised != 1 {
		t.Fatalf("the teacher is silent, notified %d times", b.advised)
	}
	b.says("There was a better move", ShowIt, TakeBack, KeepIt)
	if got := b.Cells(b.at); got != nil {
		t.Errorf("shown at %v before it is asked for", got)
	}
	b.Turn()
	if !b.Better() {
		t.Error("it is forgotten where the move was made")
	}
	b.Show()
	b2 := b.doc.Tree.Rules().Board().Find("b2")
	if got := b.Cells(b.at); !slices.Equal(got, []rules.Cell{b2}) || b.advised != 2 {
		t.Errorf("shown at %v, notified %d times", got, b.advised)
	}
	b.says("There was a better move: "+b.better.Reason(), TakeBack, KeepIt)
	b.Keep()
	if b.Better() || b.Cells(b.at) != nil || b.advised != 3 {
		t.Errorf("still there, notified %d times", b.advised)
	}
	b.says("")
	b.Keep()
	b.Show()
	if b.advised != 3 || b.shown {
		t.Error("nothing is kept or shown")
	}

	// A smaller loss, the same move, an amount of zero.
	b.made("b1")
	b.teach("b2", ai.Score{Value: 2}, ai.Score{Value: 0.5})
	if b.Better() {
		t.Error("the teacher speaks up too early")
	}
	b.made("c1")
	b.answer(b.call(), ai.Score{Value: 9}, "c1")
	b.quiet("although the best move was made")
	if b.Better() {
		t.Error("there is better than the best")
	}
	b.made("a2")
	b.teach("b2", ai.Score{Value: 9}, ai.Score{})
	if !b.Better() {
		t.Error("the teacher is silent")
	}
	b.turn(b.at.Parent()) // taken back
	if b.Better() {
		t.Error("the teacher goes on after the move was taken back")
	}
	b.made("b2")
	b.teach("a3", ai.Score{Value: 9}, ai.Score{})
	b.turn(root)
	if !b.Better() {
		t.Error("the teacher stops elsewhere")
	}
}

// TestSilentTeacher checks all cases of a silent teacher.
func TestSilentTeacher(t *testing.T) {
	b := newFixture(t, "tictactoe")
	b.on = false
	b.made("a1")
	b.quiet("although the teacher is off")
	b.on = true
	b.Made(b.place(), b.move("a1")) // an illegal move
	b.quiet("about an illegal move")
	p := b.place()
	b.Made(p, b.move("a2"))
	b.call().Answer(ai.Info{}, errors.New("tired"))
	b.quiet("after an error")
	b.Made(p, b.move("a2"))
	b.answer(b.call(), ai.Score{})
	b.quiet("without a move")
	b.Made(p, b.move("a2"))
	c := b.call()
	b.Made(p, b.move("a3")) // the next move
	if c.Context.Err() == nil {
		t.Error("the teacher still thinks about the move before")
	}
	c.Play(b.move("b2"), ai.Score{Value: 9})
	b.answer(b.call(), ai.Score{Value: 9}, "a3")
	b.Made(p, b.move("a2"))
	b.call().Play(b.move("b2"), ai.Score{Value: 9})
	b.left.Wait()
	b.loop.Turn(t)
	b.call().Answer(ai.Info{Best: ai.Line{Score: ai.Score{Proved: true, Value: 1}}}, errors.New("tired"))
	b.answered()
	if b.Better() || len(b.errors) > 0 {
		t.Errorf("better %v, errors %v", b.Better(), b.errors)
	}

	three := newFixtureWith(t, "morpion", rules.Params{"players": "3"})
	three.made("a1")
	three.quiet("in a game of three players")

	pass := newFixture(t, "othello")
	p = pass.place()
	p.Position = passing{p.Position}
	pass.Made(p, pass.move("pass"))
	pass.quiet("about a pass")
}

// passing is a position whose only move is a pass.
type passing struct{ rules.Position }

func (p passing) Moves() iter.Seq[rules.Move] {
	return func(yield func(rules.Move) bool) { yield(rules.Pass) }
}

func (p passing) Play(rules.Move) (rules.Position, error) { return p.Position, nil }

// TestTeacherAtTheEnd checks that a move that ends the game is scored by the result.
func TestTeacherAtTheEnd(t *testing.T) {
	b := newFixture(t, "tictactoe")
	b.add("a1", "a2", "b1", "b2")
	p := b.place()
	b.amount = 1
	b.Made(p, b.move("c1")) // wins
	b.answer(b.call(), ai.Score{Proved: true, Value: 1}, "c3")
	b.quiet("after the end")
	if b.Better() {
		t.Error("there is better than a win")
	}
	b.Made(p, rules.Resign)
	b.answer(b.call(), ai.Score{Proved: true, Value: 1}, "c1")
	b.quiet("after the end")
	if !b.Better() {
		t.Error("there is no better move than to resign")
	}
}

// TestSamePlayerAgain checks that the score is not negated if the same player moves again.
func TestSamePlayerAgain(t *testing.T) {
	b := newFixture(t, "tictactoe")
	p := b.place()
	p.Position = again{p.Position}
	b.amount = 1
	b.Made(p, b.move("a1"))
	b.call().Play(b.move("b2"), ai.Score{Value: 2})
	b.left.Wait()
	b.loop.Turn(t)
	b.answer(b.call(), ai.Score{Value: 2}, "a2")
	if b.Better() {
		t.Error("the score of the same player is turned round")
	}
}

// again is a position after which the same player moves again.
type again struct{ rules.Position }

func (a again) Play(rules.Move) (rules.Position, error) { return a.Position, nil }

// TestWorse compares proved results and estimates.
func TestWorse(t *testing.T) {
	won, lost, drawn := ai.Score{Proved: true, Value: 1}, ai.Score{Proved: true, Value: -1}, ai.Score{Proved: true}
	for _, x := range []struct {
		a, b ai.Score
		want float64
	}{
		{ai.Score{Value: 3}, ai.Score{Value: 1}, 2},
		{ai.Score{Value: 1}, ai.Score{Value: 3}, -2},
		{won, won, 0},
		{lost, lost, 0},
		{lost, ai.Score{Value: -5}, 0},
		{ai.Score{Value: 5}, won, 0},
		{won, ai.Score{Value: 5}, math.Inf(1)},
		{won, drawn, math.Inf(1)},
		{won, lost, math.Inf(1)},
		{drawn, lost, math.Inf(1)},
		{ai.Score{Value: -5}, lost, math.Inf(1)},
		{drawn, ai.Score{Value: -5}, 0},
		{ai.Score{Value: 5}, drawn, 0},
		{drawn, drawn, 0},
		{ai.Score{Value: -1}, ai.Score{Value: -3}, 2},
	} {
		if got := moveLoss(x.a, x.b); got != x.want {
			t.Errorf("worse(%v, %v) is %v, want %v", x.a, x.b, got, x.want)
		}
	}
	for _, x := range []struct {
		winners rules.Players
		want    ai.Score
	}{{rules.Of(0), won}, {rules.Of(1), lost}, {0, drawn}} {
		if got := resultScore(rules.Result{Over: true, Winners: x.winners}, 0); got.Proved != x.want.Proved || got.Value != x.want.Value {
			t.Errorf("winners %v: %v, want %v", x.winners, got, x.want)
		}
	}
}

// TestCells checks the cells of a suggestion: the cell that the move starts from, or the cell that
// the disc falls to.
func TestCells(t *testing.T) {
	for _, x := range []struct{ preset, move, want string }{
		{"tictactoe", "b2", "b2"},
		{"connect4", "d", "d6"},
		{"awale", "C", "C"},
		{"othello", "d3", "d3"},
	} {
		t.Run(x.preset, func(t *testing.T) {
			b := newFixture(t, x.preset)
			s := Suggestion{Place: b.place(), Line: ai.Line{Moves: []rules.Move{b.move(x.move)}}}
			var labels []string
			for _, c := range s.Cells() {
				labels = append(labels, b.doc.Tree.Rules().Board().Cells[c].Label)
			}
			if got := strings.Join(labels, " "); got != x.want {
				t.Errorf("%s %s: cells %q, want %q", x.preset, x.move, got, x.want)
			}
			s.Line.Moves[0] = rules.Pass
			if got := s.Cells(); got != nil {
				t.Errorf("a pass is at %v", got)
			}
		})
	}
}

// TestResult checks the message at the end of a game, which counts how often advice was followed.
func TestResult(t *testing.T) {
	b := newFixture(t, "tictactoe")
	b.ended = true
	b.says("")
	for i, text := range []string{"a1", "a2", "b1", "b2", "c1"} {
		b.add(text)
		advised := b.move(text)
		if i == 2 {
			advised = b.move("c3")
		}
		if err := b.doc.Tree.Do("Advice", model.SetAdvice{Node: b.at, Advice: model.Advice{By: "puppet", Move: advised}}); err != nil {
			t.Fatal(err)
		}
	}
	b.says("Player A followed the advice in 2 of 3 moves, and won; Player B followed the advice in 2 of 2 moves, and lost")
}

// TestTitle checks the display names of advisers: the title of the engine type, the name of the
// script, or the specification if it is unknown.
func TestTitle(t *testing.T) {
	b := newFixture(t, "tictactoe")
	for by, want := range map[string]string{"puppet": "The puppet", "lua:/tmp/clever.lua": "clever", "no such engine": "no such engine"} {
		if got := b.title(by); got != want {
			t.Errorf("%q is called %q, want %q", by, got, want)
		}
	}
}

// TestTurnWithoutAdviser checks that Turn does not call Place without an adviser and a better move.
func TestTurnWithoutAdviser(t *testing.T) {
	b := newFixture(t, "tictactoe")
	b.looked = 0
	b.Turn()
	if b.looked != 0 {
		t.Errorf("asked %d times", b.looked)
	}
	if err := b.Advise(0, "puppet", b.doc.Tree.Rules()); err != nil {
		t.Fatal(err)
	}
	b.looked = 0
	b.Turn()
	if b.looked == 0 {
		t.Error("with an adviser, nobody asks where the person is")
	}
}
