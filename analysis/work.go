package analysis

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"boardstudio/ai"
	"boardstudio/io/safe"
	"boardstudio/model"
	"boardstudio/rules"
)

// Work is an analysis that was asked for and is not in its document yet, as it is kept to go on with it.
type Work struct {
	Game   string        `json:"game"`
	Params rules.Params  `json:"params"`
	Start  string        `json:"start"`
	Line   []string      `json:"line"` // through the node where it was asked for, on to the end
	At     int           `json:"at"`   // how far that node is along the line
	Scope  Scope         `json:"scope"`
	Engine string        `json:"engine"`
	Time   time.Duration `json:"time,omitempty"`
	Depth  int           `json:"depth,omitempty"`
	Nodes  uint64        `json:"nodes,omitempty"`
	// Positions is how many there are to judge.
	Positions int    `json:"positions"`
	File      string `json:"file,omitempty"` // of the document
	// Off is set when the person cancelled it: it is not offered, but what is known is not lost when it is asked for again.
	Off bool `json:"off,omitempty"`
}

// NewWork returns the work of an analysis of a document, which has the file, "" for none.
func NewWork(d *model.Document, at *model.Node, scope Scope, engine string, limit ai.Limit, file string) Work {
	r := d.Tree.Rules()
	spec := r.Spec()
	w := Work{
		Game: spec.Game, Params: spec.Params, Start: r.Start().String(), At: len(d.Tree.Line(at)) - 1,
		Scope: scope, Engine: engine, Time: limit.Time, Depth: limit.Depth, Nodes: limit.Nodes, File: file,
	}
	for _, n := range LineOf(d.Tree, at)[1:] {
		w.Line = append(w.Line, word(r, n))
	}
	return w
}

// word writes a node so that the same one is found again.
func word(r rules.Rules, n *model.Node) string {
	if m, ok := n.Move(); ok {
		return r.FormatMove(m)
	}
	return cmp.Or(n.Setup(), "?"+n.Raw())
}

// Limit returns how long the engine thinks of a position.
func (w *Work) Limit() ai.Limit { return ai.Limit{Time: w.Time, Depth: w.Depth, Nodes: w.Nodes} }

// In returns the node of a document where the work was asked for: the document has the file, or the same line to its end. It is nil
// if it was another document.
func (w *Work) In(d *model.Document, file string) *model.Node {
	r := d.Tree.Rules()
	spec := r.Spec()
	if spec.Game != w.Game || !maps.Equal(spec.Params, w.Params) || r.Start().String() != w.Start {
		return nil
	}
	n := d.Tree.Root()
	at := n
	for i, text := range w.Line {
		next := n.First()
		for next != nil && word(r, next) != text {
			next = next.Next()
		}
		if next == nil {
			return nil
		}
		n = next
		if i+1 == w.At {
			at = n
		}
	}
	if n.First() != nil && (file == "" || file != w.File) {
		return nil
	}
	return at
}

// same reports whether the same is asked for.
func (w *Work) same(o *Work) bool {
	return w.Scope == o.Scope && w.Engine == o.Engine && w.Limit() == o.Limit() && (w.Scope != Branch || w.At == o.At)
}

// name returns a name for what is kept of the work.
func (w *Work) name() string {
	x := *w
	x.Off, x.Positions = false, 0
	data, err := json.Marshal(x)
	if err != nil {
		panic(err) // it holds nothing that JSON does not
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// keptFor is how long works are kept that nobody goes on with.
const keptFor = 30 * 24 * time.Hour

// The files of a work: what it is, and its store.
const (
	workFile  = ".work.json"
	storeFile = ".results.jsonl"
)

// mostWork bounds the size of the file of a work.
const mostWork = 1 << 26

// Shelf is a folder in which works are kept.
type Shelf struct{ Folder string }

// Kept is a work on a shelf.
type Kept struct {
	Work
	Changed time.Time
	path    string // of its files, without their endings
}

// Put keeps a work, so that it is found when it was interrupted. One that asks for the same of the document goes on instead.
func (s Shelf) Put(ctx context.Context, w Work, d *model.Document) (Kept, error) {
	k := Kept{Work: w, path: filepath.Join(s.Folder, w.name())}
	for _, old := range s.All(ctx) {
		if old.same(&w) && old.In(d, w.File) != nil {
			k.path = old.path
			break
		}
	}
	if err := os.MkdirAll(s.Folder, 0o700); err != nil {
		return k, err
	}
	return k, k.write()
}

func (k *Kept) write() error {
	data, err := json.Marshal(k.Work)
	if err != nil {
		return err
	}
	return safe.Write(k.path+workFile, safe.Data(data))
}

// All returns the works on the shelf, the latest first. Those that nobody went on with for long are taken away.
func (s Shelf) All(ctx context.Context) (list []Kept) {
	entries, _ := os.ReadDir(s.Folder)
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), workFile)
		info, err := e.Info()
		if err != nil {
			continue
		}
		if !ok {
			s.tidy(e.Name(), info.ModTime())
			continue
		}
		k := Kept{path: filepath.Join(s.Folder, name), Changed: info.ModTime()}
		if x, err := os.Stat(k.path + storeFile); err == nil && x.ModTime().After(k.Changed) {
			k.Changed = x.ModTime()
		}
		data, err := safe.ReadFile(ctx, k.path+workFile, mostWork)
		switch {
		case ctx.Err() != nil:
			return nil
		case time.Since(k.Changed) > keptFor:
			_ = k.Remove()
		case err == nil && json.Unmarshal(data, &k.Work) == nil && int(k.Scope) < len(Scopes):
			list = append(list, k)
		}
	}
	slices.SortStableFunc(list, func(a, b Kept) int { return b.Changed.Compare(a.Changed) })
	return list
}

// tidy takes away results that nobody goes on with, where their work is gone: it ended in another window while they were found.
func (s Shelf) tidy(file string, changed time.Time) {
	name, ok := strings.CutSuffix(file, storeFile)
	if !ok || time.Since(changed) <= keptFor {
		return
	}
	path := filepath.Join(s.Folder, name)
	if _, err := os.Stat(path + workFile); errors.Is(err, fs.ErrNotExist) {
		_ = os.Remove(path + storeFile)
	}
}

// Store returns what is known of the positions.
func (k *Kept) Store(ctx context.Context) (*Store, error) { return OpenStore(ctx, k.path+storeFile) }

// Done returns how many positions are judged.
func (k *Kept) Done(ctx context.Context) int {
	data, err := safe.ReadFile(ctx, k.path+storeFile, mostStored)
	if err != nil {
		return 0
	}
	return min(bytes.Count(data, []byte{'\n'}), k.Positions)
}

// SetOff has the work not be offered any more.
func (k *Kept) SetOff() error {
	k.Off = true
	return k.write()
}

// Remove takes the work from its shelf, with what is known.
func (k *Kept) Remove() error {
	var errs []error
	for _, ending := range []string{workFile, storeFile} {
		if err := os.Remove(k.path + ending); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
