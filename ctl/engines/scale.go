package engines

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"boardstudio/ai/random"
	"boardstudio/ctl"
	"boardstudio/document"
	"boardstudio/draw/treelayout"
	"boardstudio/find"
	"boardstudio/internal/cpu"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// record measures a record with many variations in Studio's own format: opening it as the
// window does, editing, drawing and searching.
func (b *bench) record(ctx context.Context, row func(string, string)) error {
	r, err := b.Games.Build("gomoku", nil)
	if err != nil {
		return err
	}
	d := model.NewDocument(r)
	if err := growTree(ctx, d.Tree, b.nodes); err != nil {
		return err
	}
	nodes := locale.N("record of %d node", "record of %d nodes", d.Tree.Len(), d.Tree.Len())
	item := func(what, text string) { row(nodes+", "+what, text) }
	f, err := lossless(b.Documents)
	if err != nil {
		return err
	}
	began := now()
	data, err := document.Encode(ctx, "record", f, d, nil)
	if err != nil {
		return err
	}
	item(locale.T("write"), began.String()+locale.T(", %.1f MB", float64(len(data))/1e6))
	d = nil
	codec.BoundMemory() // like the window
	known := peakFromHere()
	began = now()
	later := &codec.DelayedCheck{}
	if d, err = f.Decode(ctx, data, codec.Options{Games: b.Games, Later: later}); err != nil {
		return err
	}
	item(locale.T("show"), began.String())
	found, v := later.Run(func(int) bool { return ctx.Err() == nil })
	if v == nil {
		return ctx.Err()
	}
	if len(found) > 0 {
		return found[0]
	}
	d.Tree.Adopt(v)
	later = nil
	codec.BoundMemory()
	item(locale.T("show, check all moves"), began.String())
	peak := func(when string) {
		if most := peakMemory(); known {
			item(when, locale.T("%d MB", most>>20))
		}
	}
	peak(locale.T("peak memory so far"))
	began = now()
	again, err := document.Encode(ctx, "record", f, d, nil)
	if err != nil {
		return err
	}
	item(locale.T("save again"), began.String())
	peak(locale.T("peak memory after saving"))
	if !bytes.Equal(data, again) {
		return msg.Errorf("saving the loaded record gives other bytes")
	}
	return measureEditing(ctx, d, item)
}

// samples is the number of nodes that are measured.
const samples = 1000

// measureEditing measures the actions of a user in a large record.
func measureEditing(ctx context.Context, d *model.Document, item func(string, string)) error {
	var nodes []*model.Node
	step, i := max(1, d.Tree.Len()/samples), 0
	for n := range d.Tree.All() {
		if i++; i%step == 0 {
			nodes = append(nodes, n)
		}
	}
	rand.New(rand.NewPCG(3, 3)).Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
	began := now()
	l := treelayout.New(d.Tree)
	d.Tree.Watch(l.Apply)
	item(locale.T("tree layout"), began.String())
	var screen treelayout.Picture
	look := func(n *model.Node) {
		l.Show(n)
		at, line, _ := l.Find(n) // row and column
		l.View(treelayout.Area{Top: at - 60, Bottom: at + 60, Left: line - 60, Right: line + 60}, &screen)
	}
	type what struct {
		name string
		do   func(*model.Node) error
	}
	for _, w := range []what{
		{locale.T("go to a position, draw its tree"), func(n *model.Node) error { look(n); return nil }},
		{locale.T("edit, draw the tree"), func(n *model.Node) error {
			err := d.Tree.Do("Comment", model.SetComment{Node: n, Text: "?"})
			look(n)
			return err
		}},
		{locale.T("undo, draw the tree"), func(n *model.Node) error { d.Tree.Undo(); look(n); return nil }},
	} {
		var took []time.Duration
		for _, n := range nodes {
			start := time.Now()
			if err := w.do(n); err != nil {
				return err
			}
			took = append(took, time.Since(start))
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		slices.Sort(took)
		item(w.name, locale.T("%.2f ms, the slowest %.2f ms", ms(took[len(took)/2]), ms(took[len(took)-1])))
	}
	n := d.Tree.Root()
	for range 12 {
		if n.First() != nil {
			n = n.First()
		}
	}
	p, err := d.Tree.Position(n)
	if err != nil {
		return err
	}
	setup := rules.SetupOf(d.Tree.Rules(), p)
	for _, q := range []struct {
		name  string
		query find.Query
	}{
		{locale.T("search for a text"), find.Query{Text: nodeComment(d.Tree.Len() / 10 * 10)}},
		{locale.T("search for a position"), find.Query{Position: &setup}},
	} {
		began, hits := now(), 0
		if err := find.Search(ctx, d, &q.query, nil, func(find.Hit) bool { hits++; return true }); err != nil {
			return err
		}
		item(q.name, began.String()+", "+locale.N("%d place", "%d places", hits, hits))
	}
	return ctx.Err()
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// nodeComment returns the comment for node n.
func nodeComment(n int) string {
	return fmt.Sprintf("Node %d: Black's shape is thin, but the row in the north holds.", n)
}

// timestamp is a point in time with the processor time used by then.
type timestamp struct {
	at  time.Time
	cpu time.Duration
}

func now() timestamp { return timestamp{time.Now(), cpu.Used()} }

// String returns the time and processor time since m.
func (m timestamp) String() string {
	return locale.T("%.2f s, %.2f s of processors", time.Since(m.at).Seconds(), (cpu.Used() - m.cpu).Seconds())
}

// peakFromHere resets the kernel's record of this process's peak memory. It reports whether that is
// possible.
func peakFromHere() bool {
	debug.FreeOSMemory()
	return os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) == nil
}

// peakMemory returns the peak memory of this process in bytes.
func peakMemory() int64 {
	var u syscall.Rusage
	ctl.Must(syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return u.Maxrss << 10
}

// lossless returns the first lossless format, which is Studio's own.
func lossless(docs *document.Library) (*codec.Format, error) {
	for _, f := range docs.Formats {
		if f.Lossless && f.Decode != nil && f.Encode != nil {
			return f, nil
		}
	}
	return nil, msg.Errorf("no format can store the whole record")
}

// growTree adds random games to a tree until it has the given number of nodes. Each game branches off
// an earlier one. Every tenth node has a comment.
func growTree(ctx context.Context, tree *model.Tree, nodes int) error {
	rng := rand.New(rand.NewPCG(2, 2))
	for last := tree.Root(); tree.Len() < nodes && ctx.Err() == nil; {
		p, err := tree.Position(last)
		ctl.Must(err)
		if p.Result().Over {
			for up := last.Ply() - rng.IntN(last.Ply()); up > 0; up-- {
				last = last.Parent()
			}
			continue
		}
		m, _ := random.Move(p, rng)
		n := tree.Find(last, m)
		if n == nil {
			n = tree.Add(last, m)
			if tree.Len()%10 == 0 {
				tree.Annotate(n, model.Annotation{Comment: nodeComment(tree.Len())})
			}
		}
		last = n
	}
	return ctx.Err()
}
