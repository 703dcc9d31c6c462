package app

import (
	"context"
	"testing"

	"boardstudio/model"
)

func TestEditStopsReading(t *testing.T) {
	d := newDesk(t)
	d.play("b2", "a1")
	nodes := 0
	began := make(chan struct{})
	r := d.Read(context.Background(), func(ctx context.Context, doc *model.Document) {
		close(began)
		<-ctx.Done()
		for range doc.Tree.All() { // the edit has not been made yet
			nodes++
		}
	})
	<-began
	d.play("c3")
	select {
	case <-r.Done():
	default:
		t.Fatal("the reading goes on beside the edit")
	}
	if nodes != 3 {
		t.Errorf("the reading saw %d nodes, want the 3 there were", nodes)
	}
	if len(d.readings) != 0 {
		t.Errorf("%d readings are remembered", len(d.readings))
	}
}

func TestEditWaitsForReadThrough(t *testing.T) {
	d := newDesk(t)
	go1 := make(chan struct{})
	ended := false
	d.ReadThrough(context.Background(), func(ctx context.Context, _ *model.Document) {
		<-go1
		ended = ctx.Err() == nil
	})
	close(go1)
	d.play("b2")
	if !ended {
		t.Error("the reading was stopped, or the edit did not wait for it")
	}
}

func TestNewDocumentStopsReading(t *testing.T) {
	d := newDesk(t)
	r := d.Read(context.Background(), func(ctx context.Context, _ *model.Document) { <-ctx.Done() })
	d.start("line", "tictactoe")
	select {
	case <-r.Done():
	default:
		t.Error("a reading of the old document goes on")
	}
	d.Read(context.Background(), func(context.Context, *model.Document) {})
	d.play("b2")
}
