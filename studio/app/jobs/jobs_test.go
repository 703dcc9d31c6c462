package jobs

import (
	"context"
	"errors"
	"testing"

	"go.uber.org/goleak"

	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture is a runner on a loop that the test runs step by step.
type fixture struct {
	*Runner
	loop  *looptest.Loop
	said  []string
	edits int
}

// document returns a new document of the first game family.
func document(t *testing.T) *model.Document {
	r, err := all.Games[0].Build("", nil)
	if err != nil {
		t.Fatal(err)
	}
	return model.NewDocument(r)
}

func newFixture(t *testing.T) *fixture {
	b := &fixture{loop: looptest.New(1024)}
	b.Runner = New(b.loop, func() {}, func(text string) { b.said = append(b.said, text) })
	b.Open(document(t))
	b.edit()
	t.Cleanup(b.Close)
	return b
}

// edit adds a node to the document.
func (b *fixture) edit() {
	t := b.doc.Tree
	b.edits++
	if err := t.Do("Move", model.Insert{Parent: t.Root(), Index: -1, Node: model.NewNode(rules.Place(rules.Cell(b.edits)))}); err != nil {
		panic(err)
	}
}

func nothing() {}

func ended(x *reading) bool {
	select {
	case <-x.done:
		return true
	default:
		return false
	}
}

func TestEditStopsReading(t *testing.T) {
	b := newFixture(t)
	nodes := 0
	began := make(chan struct{})
	x := b.read(context.Background(), false, func(ctx context.Context, doc *model.Document) {
		close(began)
		<-ctx.Done()
		for range doc.Tree.All() { // the edit has not been made yet
			nodes++
		}
	}, nothing)
	<-began
	b.edit()
	if !ended(x) {
		t.Fatal("the reading goes on beside the edit")
	}
	if nodes != 2 {
		t.Errorf("the reading saw %d nodes, want the 2 there were", nodes)
	}
	if len(b.readings) != 0 {
		t.Errorf("%d readings are remembered", len(b.readings))
	}
}

func TestClosingWaitsForReadingThrough(t *testing.T) {
	b := newFixture(t)
	began, closing := make(chan struct{}), make(chan struct{})
	nodes := 0
	b.read(context.Background(), false, func(ctx context.Context, _ *model.Document) {
		<-ctx.Done()
		close(closing)
	}, nothing)
	b.read(context.Background(), true, func(ctx context.Context, doc *model.Document) {
		close(began)
		<-closing
		if ctx.Err() == nil {
			nodes = doc.Tree.Len()
		}
	}, nothing)
	<-began
	b.Open(document(t))
	if nodes != 2 {
		t.Error("the reading was stopped, or closing did not wait for it")
	}
	x := b.read(context.Background(), true, func(ctx context.Context, _ *model.Document) { <-ctx.Done() }, nothing)
	b.edit() // an edit does not wait
	if !ended(x) {
		t.Error("the reading goes on beside the edit")
	}
}

func TestNewDocumentStopsReading(t *testing.T) {
	b := newFixture(t)
	x := b.read(context.Background(), false, func(ctx context.Context, _ *model.Document) { <-ctx.Done() }, nothing)
	b.Open(document(t))
	if !ended(x) {
		t.Error("a reading of the old document goes on")
	}
	b.Read(context.Background(), func(context.Context, *model.Document) {})
	b.edit()
}

// TestJobsOfOneKindReplaceEachOther checks that a new job cancels a running job of the same kind
// only.
func TestJobsOfOneKindReplaceEachOther(t *testing.T) {
	b := newFixture(t)
	look, _, endLook := b.Start(Look, "look")
	open, _, endOpen := b.Start(Open, "open")
	save, _, endSave := b.Start(Save, "save")
	if look.Err() != nil || open.Err() != nil {
		t.Error("a job of another kind was cancelled")
	}
	if b.Job().Title != "save" {
		t.Errorf("%q is shown, not what began last", b.Job().Title)
	}
	again, _, endAgain := b.Start(Look, "look again")
	if look.Err() == nil || again.Err() != nil || save.Err() != nil {
		t.Error("the second look did not take the place of the first alone")
	}
	endLook()
	if b.Job().Title != "look again" {
		t.Errorf("%q is shown when a cancelled job has ended", b.Job().Title)
	}
	endAgain()
	endSave()
	if b.Job().Title != "open" {
		t.Errorf("%q is shown, not the job that goes on", b.Job().Title)
	}
	endOpen()
	if b.Job() != nil {
		t.Error("a job is left")
	}
}

// TestWriteAfterCompleteLook checks that an edit restarts a task that reads the document, but
// neither delays nor ends a task that writes.
func TestWriteAfterCompleteLook(t *testing.T) {
	b := newFixture(t)
	var looks, writes int
	began, write := make(chan struct{}, 2), make(chan struct{})
	var got error
	over := false
	b.Do(Task{
		Kind: Save,
		Look: func(ctx context.Context, d *model.Document, _ model.More) error {
			looks++
			began <- struct{}{}
			if looks == 1 {
				<-ctx.Done()
			}
			return ctx.Err()
		},
		Write: func() error { writes++; write <- struct{}{}; write <- struct{}{}; return nil },
		Then:  func(err error) { over, got = true, err },
	})
	<-began
	b.edit()
	for second := false; !second; {
		select {
		case <-began:
			second = true
		case f := <-b.loop.Queue:
			f()
		}
	}
	<-write
	b.edit()
	b.Open(document(t)) // closing does not either
	<-write
	b.loop.Until(t, "the end", func() bool { return over })
	if got != nil || looks != 2 || writes != 1 {
		t.Errorf("%v after %d looks and %d writes", got, looks, writes)
	}
}

// TestCallsWaitingAtClose checks that calls waiting for a job are cancelled when the document is
// closed.
func TestCallsWaitingAtClose(t *testing.T) {
	b := newFixture(t)
	_, _, end := b.Start(Edit, "edit")
	var got error
	b.Do(Task{Kind: Edit, Then: func(err error) { got = err }})
	b.When(func() bool { return !b.Busy(Edit) }, func() { t.Error("done in another document") }, nil)
	b.Open(document(t))
	end()
	b.loop.Turn(t)
	if !errors.Is(got, context.Canceled) || len(b.waiters) != 0 {
		t.Errorf("%v, %d wait", got, len(b.waiters))
	}
}
