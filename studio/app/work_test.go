package app

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/settings"
)

// wood returns a game of gomoku with the given number of nodes, many of them duplicates.
func wood(t testing.TB, nodes int) *model.Document {
	r, err := newgame.Build(boardstudio.Games, settings.Choice{Game: "line", Preset: "gomoku"}.With("k", "15"))
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	rnd := rand.New(rand.NewPCG(1, 1))
	for d.Tree.Len() < nodes {
		n := d.Tree.Root()
		for _, c := range rnd.Perm(10)[:8] {
			n = d.Tree.Add(n, rules.Place(rules.Cell(c)))
		}
	}
	return d
}

// turn runs n functions on the loop, or fewer if no job is running.
func (d *fixture) turn(n int) {
	d.t.Helper()
	for ; n > 0 && d.Jobs.Job() != nil; n-- {
		d.loop.Turn(d.t)
	}
}

// heavy lists operations that are jobs on a large tree.
var heavy = map[string]func(d *fixture, text string){
	"merge duplicates": func(d *fixture, _ string) { d.Session.MergeDuplicates() },
	"paste":            func(d *fixture, text string) { d.Session.Paste(text, func(error) {}) },
	"cut what does not play": func(d *fixture, _ string) {
		d.Session.CutIllegal()
	},
	"duplicate":   func(d *fixture, _ string) { d.Go(d.View.Tree().Root().First()); d.Session.Duplicate() },
	"delete rest": func(d *fixture, _ string) { d.Go(d.View.Tree().Root().First()); d.Session.DeleteOthers() },
	"undo":        func(d *fixture, _ string) { d.Session.Undo() },
}

// forest shows a large tree whose last step is large, and returns a large text to paste.
func forest(t *testing.T) (*fixture, string) {
	d := newFixture(t)
	d.Jobs.AtOnce, d.Jobs.PieceTime = 0, 0 // the smallest pieces
	d.Show(wood(t, 10_000))
	text := d.CopyBranch()
	x := wood(t, 9_000)
	edits, err := model.Paste(d.View.Tree(), d.View.Tree().Root().Last(), nil, x.Tree.Root().First(), model.NewNode(rules.Resign))
	if err != nil {
		t.Fatal(err)
	}
	if !d.do("Large step", edits...) {
		t.Fatal(d.said)
	}
	return d, text
}

// TestCancelAtEachStage checks that an operation cancelled after any number of turns of the loop
// leaves the original or the complete document, and that undo restores the original.
func TestCancelAtEachStage(t *testing.T) {
	for name, op := range heavy {
		t.Run(name, func(t *testing.T) {
			d, text := forest(t)
			was := model.Clip(d.View.Document(), d.View.Tree().Root(), nil)
			revision := d.View.Tree().Revision()
			cancelled, done := 0, 0
			for turns := 0; done < 2 && turns < 300; turns += 1 + turns/8 {
				op(d, text)
				d.turn(turns)
				j := d.Jobs.Job()
				if j != nil {
					j.Cancel()
				}
				d.idle()
				if d.Jobs.Changing() || d.View.Tree().StepPending() {
					t.Fatal("still changing")
				}
				if d.View.Tree().Revision() == revision {
					if err := model.Equal(was, d.View.Document()); err != nil {
						t.Fatalf("cancelled after %d turns: %v", turns, err)
					}
					if j == nil {
						break // nothing to do
					}
					cancelled++
					continue
				}
				done++
				if name == "undo" {
					d.Redo()
				} else {
					d.Session.Undo()
				}
				d.idle()
				if err := model.Equal(was, d.View.Document()); err != nil || d.View.Tree().Revision() != revision {
					t.Fatalf("undone after %d turns: %v", turns, err)
				}
			}
			if cancelled == 0 {
				t.Errorf("never cancelled, %d times done", done)
			}
			if err := d.View.Tree().Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestActionsDuringOperation checks edits, undo, a second operation, saving, reading and opening at
// each stage of an operation.
func TestActionsDuringOperation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "meanwhile.studio")
	type result struct {
		done bool
		err  error
	}
	for what, meanwhile := range map[string]func(d *fixture, r *result){
		"comment": func(d *fixture, r *result) {
			d.Session.Comment(d.View.Tree().Root(), "typed meanwhile")
			r.done = true
		},
		"undo":   func(d *fixture, r *result) { d.Session.Undo(); r.done = true },
		"go on":  func(d *fixture, r *result) { d.Forward(); r.done = true },
		"search": func(d *fixture, r *result) { d.Session.NextIllegal(); r.done = true },
		"second": func(d *fixture, r *result) { d.Session.MergeDuplicates(); r.done = true },
		"save": func(d *fixture, r *result) {
			d.File.Save(path, func(err error) { r.done, r.err = true, err })
		},
		"close":  func(d *fixture, r *result) { d.start("line", "tictactoe"); r.done = true },
		"resign": func(d *fixture, r *result) { d.Resign(); r.done = true },
	} {
		t.Run(what, func(t *testing.T) {
			for _, turns := range []int{0, 1, 3, 20} {
				d, text := forest(t)
				before := model.Clip(d.View.Document(), d.View.Tree().Root(), nil)
				op := heavy[[]string{"merge duplicates", "paste"}[turns%2]]
				op(d, text)
				d.turn(turns)
				pieces := d.Jobs.Changing()
				var r result
				meanwhile(d, &r)
				d.loop.Until(t, "what was done meanwhile", func() bool { return r.done })
				d.idle()
				if r.err != nil || d.Jobs.Changing() {
					t.Fatalf("after %d turns, in pieces %v: %v, said %q", turns, pieces, r.err, d.said)
				}
				if err := d.View.Tree().Check(); err != nil {
					t.Fatal(err)
				}
				switch what {
				case "close":
					if d.View.Tree().Len() != 1 {
						t.Error("the operation went on in another document")
					}
				case "comment":
					if d.View.Tree().Root().Comment() != "typed meanwhile" {
						t.Errorf("what was typed is lost, pieces %v", pieces)
					}
				case "save": // the file must have a state before or after the operation
					done := false
					d.File.Open(path, func(error) { done = true })
					here := d.View.Document()
					d.loop.Until(t, "opening", func() bool { return done })
					if model.Equal(before, d.View.Document()) != nil && model.Equal(here, d.View.Document()) != nil {
						t.Error("the file holds half a step")
					}
				}
			}
		})
	}
}

// TestCrashMeanwhile checks that a crash during a step made in pieces leaves the document before
// the step.
func TestCrashMeanwhile(t *testing.T) {
	d, text := forest(t)
	was := model.Clip(d.View.Document(), d.View.Tree().Root(), nil)
	d.Session.Paste(text, func(error) {})
	for !d.Jobs.Changing() {
		if d.Jobs.Job() == nil {
			t.Fatal("the step was made at once")
		}
		(<-d.loop.Queue)()
	}
	d.turn(1)
	d.crash()
	n := d.next()
	if err := n.recover(n.File.Lost()[0].ID); err != nil {
		t.Fatal(err)
	}
	if err := model.Equal(was, n.View.Document()); err != nil {
		t.Errorf("recovered: %v", err)
	}
}

// TestEditRestartsComparison checks that a comparison completes with the new document if it is
// edited meanwhile.
func TestEditRestartsComparison(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	path := filepath.Join(t.TempDir(), "a.studio")
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	var o *docfile.Other
	d.File.Compare(func(got *docfile.Other, err error) {
		if err != nil {
			t.Error(err)
		}
		o = got
	})
	d.Session.Comment(d.View.Tree().Root(), "new")
	d.loop.Until(t, "the comparison", func() bool { return o != nil })
	if len(o.Differences) != 1 || o.Differences[0].Part != "comment" {
		t.Errorf("differences %+v", o.Differences)
	}
}

// TestSecondPasteComesAfterTheFirst checks that a second paste waits for the first, and happens at
// its own node.
func TestSecondPasteComesAfterTheFirst(t *testing.T) {
	d := newFixture(t)
	d.start("line", "gomoku")
	d.play("h8", "a1")
	var order []string
	d.Home()
	d.Session.Paste("a1 a2 a3", func(err error) { order = append(order, fmt.Sprint("first ", err)) })
	d.Forward()
	d.Session.Paste("b1 b2", func(err error) { order = append(order, fmt.Sprint("second ", err)) })
	d.loop.Until(t, "both", func() bool { return len(order) == 2 })
	d.idle()
	if strings.Join(order, ", ") != "first <nil>, second <nil>" || d.View.Tree().Len() != 8 {
		t.Errorf("%v, %d nodes, said %q", order, d.View.Tree().Len(), d.said)
	}
	if got := d.View.Tree().Root().First().Last().First(); got == nil || got.First() != nil {
		t.Error("the second one is not where it was asked for")
	}
}

// TestCancelledIsTold checks the messages after cancelling a search and an edit.
func TestCancelledIsTold(t *testing.T) {
	d, text := forest(t)
	d.Session.PrevIllegal()
	d.Jobs.Job().Cancel()
	d.idle()
	if d.lastSaid() != "Cancelled" {
		t.Errorf("said %q", d.lastSaid())
	}
	var got error
	d.Session.Paste(text, func(err error) { got = err })
	d.Jobs.Job().Cancel()
	d.idle()
	if !errors.Is(got, context.Canceled) || d.lastSaid() != "Cancelled; nothing was changed" {
		t.Errorf("%v, said %q", got, d.lastSaid())
	}
}
