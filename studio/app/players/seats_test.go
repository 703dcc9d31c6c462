package players

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/enginetest"
	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture is a table with test engines.
type fixture struct {
	*Table
	t       *testing.T
	loop    *looptest.Loop
	puppets *enginetest.Puppets
	left    sync.WaitGroup
	request ai.Request

	// Results received from Think.
	found   []string
	done    []ai.Info
	errors  []error
	unbuilt []error
}

func newFixture(t *testing.T, finishes bool) *fixture {
	t.Helper()
	r, err := all.Games.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	engines, puppets := enginetest.Add(aiall.Engines, "puppet", finishes)
	b := &fixture{t: t, loop: looptest.New(100), puppets: puppets}
	b.request = ai.Request{Rules: r, Start: r.Start()}
	b.Table = New(engines, b.loop, &b.left)
	t.Cleanup(func() { b.Clear(); b.puppets.Stop(); b.left.Wait() })
	return b
}

func (b *fixture) seat(p rules.Player) *Seat {
	return b.At(p, model.Player{Kind: b.puppets.Name}, b.request.Rules)
}

// think makes a player think and records the results.
func (b *fixture) think(x *Seat, atLeast time.Duration) (cancel func()) {
	return b.Think(x, b.request, atLeast, Thought{
		Unbuilt: func(err error) { b.unbuilt = append(b.unbuilt, err) },
		Found:   func(i ai.Info) { b.found = append(b.found, i.Text) },
		Done: func(i ai.Info, err error) {
			b.done = append(b.done, i)
			b.errors = append(b.errors, err)
		},
	})
}

// closed fails the test unless an engine is closed.
func (b *fixture) closed(e *enginetest.Puppet) {
	b.t.Helper()
	enginetest.Receive(b.t, e.Closed, "end of the engine")
}

// open fails the test if an engine is closed after all background work.
func (b *fixture) open(e *enginetest.Puppet) {
	b.t.Helper()
	b.left.Wait()
	select {
	case <-e.Closed:
		b.t.Error("the engine is closed")
	default:
	}
}

func said(text string) ai.Info { return ai.Info{Text: text} }

// TestStays checks that a player keeps its engine from move to move, and that replacing the player
// closes the engine.
func TestStays(t *testing.T) {
	b := newFixture(t, false)
	x := b.seat(0)
	b.think(x, 0)
	e := b.puppets.Next(t)
	e.Next(t).Answer(said("one"), nil)
	b.loop.Turn(t)
	if len(b.done) != 1 || b.done[0].Text != "one" || b.errors[0] != nil {
		t.Fatalf("done %v, errors %v", b.done, b.errors)
	}
	if b.seat(0) != x {
		t.Error("another player sits down for the second move")
	}
	if b.seat(1) == x {
		t.Error("one player has two seats")
	}
	b.think(x, 0)
	e.Next(t).Answer(said("two"), errors.New("tired")) // the same engine
	b.loop.Turn(t)
	if len(b.done) != 2 || b.errors[1] == nil {
		t.Errorf("done %v, errors %v", b.done, b.errors)
	}
	b.open(e)
	other := b.At(0, model.Player{Kind: b.puppets.Name, Name: "Other"}, b.request.Rules)
	if other == x || other.Player.Name != "Other" {
		t.Error("a player who was exchanged keeps the seat")
	}
	b.closed(e)
	if b.At(0, model.Player{Kind: b.puppets.Name, Name: "Other"}, b.request.Rules) != other {
		t.Error("the new player does not stay")
	}
}

// TestBusy checks that a player busy with a cancelled answer is replaced, and closed once it has
// answered.
func TestBusy(t *testing.T) {
	b := newFixture(t, false)
	x := b.seat(0)
	cancel := b.think(x, 0)
	e := b.puppets.Next(t)
	call := e.Next(t)
	cancel()
	if call.Context.Err() == nil {
		t.Error("the engine is not cancelled")
	}
	fresh := b.seat(0)
	if fresh == x {
		t.Error("a busy player is asked again")
	}
	call.Answer(said("late"), nil)
	b.closed(e)
	late := b.think(fresh, 0)
	e = b.puppets.Next(t)
	e.Next(t).Answer(said("cancelled on the way to the loop"), nil)
	done := enginetest.Receive(t, b.loop.Queue, "answer")
	late()
	done()
	b.think(fresh, 0)
	e.Next(t).Answer(said("in time"), nil)
	b.loop.Until(t, "the answer", func() bool { return len(b.done) > 0 })
	if len(b.done) != 1 || b.done[0].Text != "in time" {
		t.Errorf("heard %v", b.done)
	}
	if b.seat(0) != fresh {
		t.Error("a player who has answered is busy")
	}
}

// TestUnbuilt checks that a failure to build an engine is reported, and that the next attempt
// builds it again.
func TestUnbuilt(t *testing.T) {
	b := newFixture(t, false)
	b.puppets.Broken = errors.New("out of stock")
	x := b.seat(0)
	b.think(x, time.Hour)
	b.loop.Turn(t)
	if len(b.unbuilt) != 1 || b.unbuilt[0].Error() != "out of stock" || len(b.done) > 0 {
		t.Fatalf("unbuilt %v, done %v", b.unbuilt, b.done)
	}
	b.puppets.Broken = nil
	if b.seat(0) != x {
		t.Error("who could not be built is busy")
	}
	b.think(x, 0)
	b.puppets.Next(t).Next(t).Answer(said("here"), nil)
	b.loop.Turn(t)
	if len(b.done) != 1 || len(b.unbuilt) != 1 {
		t.Errorf("done %v, unbuilt %v", b.done, b.unbuilt)
	}
}

// TestFound checks that only the newest of several reports is delivered, once.
func TestFound(t *testing.T) {
	b := newFixture(t, false)
	b.think(b.seat(0), 0)
	call := b.puppets.Next(t).Next(t)
	if call.Request.Start != b.request.Start {
		t.Error("it is asked for another position")
	}
	call.Report(said("one"))
	call.Report(said("two"))
	b.loop.Turn(t)
	b.loop.Turn(t)
	if len(b.found) != 1 || b.found[0] != "two" {
		t.Errorf("heard %q", b.found)
	}
	call.Report(said("three"))
	b.loop.Turn(t)
	if len(b.found) != 2 || b.found[1] != "three" {
		t.Errorf("heard %q", b.found)
	}
	call.Answer(ai.Info{}, nil)
	b.loop.Turn(t)
}

// TestMinimumThinkingTime checks that an answer is delivered after the minimum delay, and never after it is
// cancelled.
func TestMinimumThinkingTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newFixture(t, false)
		x := b.seat(0)
		begun := time.Now()
		b.think(x, time.Second)
		e := b.puppets.Next(t)
		call := e.Next(t)
		time.Sleep(300 * time.Millisecond)
		call.Answer(said("quick"), nil)
		b.loop.Turn(t)
		if d := time.Since(begun); len(b.done) != 1 || d != time.Second {
			t.Errorf("heard %v after %v", b.done, d)
		}
		begun = time.Now()
		b.think(x, time.Second)
		call = e.Next(t)
		time.Sleep(3 * time.Second)
		call.Answer(said("slow"), nil)
		b.loop.Turn(t)
		if d := time.Since(begun); len(b.done) != 2 || d != 3*time.Second {
			t.Errorf("heard %v after %v", b.done, d)
		}
		cancel := b.think(x, time.Hour)
		e.Next(t).Answer(said("never"), nil)
		synctest.Wait()
		cancel()
		b.Clear()
		b.closed(e)
		synctest.Wait()
		if len(b.loop.Queue) > 0 || len(b.done) != 2 {
			t.Errorf("heard %v", b.done)
		}
	})
}

// TestClear checks that Clear closes all players.
func TestClear(t *testing.T) {
	b := newFixture(t, false)
	var engines []*enginetest.Puppet
	for p := range rules.Player(2) {
		x := b.seat(p)
		b.think(x, 0)
		e := b.puppets.Next(t)
		e.Next(t).Answer(ai.Info{}, nil)
		b.loop.Turn(t)
		engines = append(engines, e)
	}
	x := b.seat(0)
	b.seat(2) // never built
	b.Clear()
	for _, e := range engines {
		b.closed(e)
	}
	b.left.Wait()
	if b.seat(0) == x {
		t.Error("a player who has left is back")
	}
}

// TestFinish checks that engines that implement Finisher are notified, and that their comments are
// delivered until they are dismissed.
func TestFinish(t *testing.T) {
	b := newFixture(t, true)
	x := b.At(0, model.Player{Kind: b.puppets.Name, Name: "Ada"}, b.request.Rules)
	b.seat(1) // has no engine, because it was never asked for a move
	b.think(x, 0)
	e := b.puppets.Next(t)
	e.Next(t).Answer(ai.Info{}, nil)
	b.loop.Turn(t)
	type remark struct {
		who, text string
		err       error
	}
	var heard []remark
	finish := func() *enginetest.Call {
		b.Finish(b.request, rules.Result{Over: true, Winners: rules.Of(1)}, func(p model.Player, i ai.Info, err error) {
			heard = append(heard, remark{p.Name, i.Text, err})
		})
		return e.Next(t)
	}
	call := finish()
	if call.Result == nil || call.Result.Winners != rules.Of(1) || call.Request.Start != b.request.Start {
		t.Errorf("told %+v", call)
	}
	call.Answer(said("well played"), nil)
	b.loop.Turn(t)
	if len(heard) != 1 || heard[0] != (remark{"Ada", "well played", nil}) || call.Context.Err() == nil {
		t.Fatalf("heard %v, context %v", heard, call.Context.Err())
	}
	finish().Answer(ai.Info{}, nil) // without a comment
	b.loop.Turn(t)
	if len(heard) != 1 {
		t.Errorf("heard %v", heard)
	}
	angry := errors.New("angry")
	finish().Answer(ai.Info{}, angry)
	b.loop.Turn(t)
	if len(heard) != 2 || heard[1].err != angry {
		t.Errorf("heard %v", heard)
	}
	call = finish()
	b.Clear()
	if !errors.Is(call.Context.Err(), context.Canceled) {
		t.Error("it goes on after it was dismissed")
	}
	call.Answer(said("too late"), nil)
	b.loop.Turn(t)
	b.closed(e)
	if len(heard) != 2 {
		t.Errorf("heard %v", heard)
	}
}

// TestFinishWithoutFinisher checks that an engine that is not a Finisher is not notified.
func TestFinishWithoutFinisher(t *testing.T) {
	b := newFixture(t, false)
	x := b.seat(0)
	b.think(x, 0)
	e := b.puppets.Next(t)
	e.Next(t).Answer(ai.Info{}, nil)
	b.loop.Turn(t)
	b.Finish(b.request, rules.Result{}, func(model.Player, ai.Info, error) { t.Error("something is heard") })
	b.left.Wait()
	if len(b.loop.Queue) > 0 || len(e.Calls) > 0 {
		t.Error("it was told")
	}
}
