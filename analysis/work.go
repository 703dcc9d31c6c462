package analysis

import (
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
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/store/safe"
)

// Work is a requested analysis that is not yet written to its document. It is stored, so that it
// can be resumed.
type Work struct {
	Game   string        `json:"game"`
	Params rules.Params  `json:"params"`
	Start  string        `json:"start"`
	Line   []string      `json:"line"` // line through the node of the request, to its end
	At     int           `json:"at"`   // index of that node in the line
	Scope  Scope         `json:"scope"`
	Engine string        `json:"engine"`
	Time   time.Duration `json:"time,omitempty"`
	Depth  int           `json:"depth,omitempty"`
	Nodes  uint64        `json:"nodes,omitempty"`
	// Positions is the number of positions to evaluate.
	Positions int    `json:"positions"`
	File      string `json:"file,omitempty"` // path of the document
	// Off is set if the user cancelled the work. It is then no longer offered, but its results are
	// reused if the same analysis is requested again.
	Off bool `json:"off,omitempty"`
}

// NewWork returns the work for an analysis of a document. file is the path of the document, or "".
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

// word returns a text that identifies a node among its siblings.
func word(r rules.Rules, n *model.Node) string {
	if m, ok := n.Move(); ok {
		return r.FormatMove(m)
	}
	return cmp.Or(n.Setup(), "?"+n.Raw())
}

// Limit returns the limits of the engine per position.
func (w *Work) Limit() ai.Limit { return ai.Limit{Time: w.Time, Depth: w.Depth, Nodes: w.Nodes} }

// In returns the node of a document at which the work was requested. The document must contain the
// work's line. It may continue the line only if it is the same file. In returns nil for other
// documents.
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

// same reports whether both works request the same analysis of a document.
func (w *Work) same(o *Work) bool {
	return w.Scope == o.Scope && w.Engine == o.Engine && w.Limit() == o.Limit() && (w.Scope != Branch || w.At == o.At)
}

// name returns a file name for the work.
func (w *Work) name() string {
	x := *w
	x.Off, x.Positions = false, 0
	data, err := json.Marshal(x)
	if err != nil {
		panic(err) // cannot happen: all fields can be represented in JSON
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// workLifetime is the time after which unused works are deleted.
const workLifetime = 30 * 24 * time.Hour

// The suffixes of a work's files: its description and its results.
const (
	workFile  = ".work.json"
	storeFile = ".results.jsonl"
)

// maxWorkSize is the maximum size of a work description, in bytes.
const maxWorkSize = 1 << 26

// WorkFolder is a folder of stored works.
type WorkFolder struct{ Folder string }

// StoredWork is a stored work.
type StoredWork struct {
	Work
	Changed time.Time
	path    string // path of its files without suffixes
}

// Put stores a work. If the folder contains a work with the same request for the document, Put
// replaces that work and keeps its results. It returns an error if the folder or file cannot be
// written.
func (s WorkFolder) Put(ctx context.Context, w Work, d *model.Document) (StoredWork, error) {
	k := StoredWork{Work: w, path: filepath.Join(s.Folder, w.name())}
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

func (k *StoredWork) write() error {
	data, err := json.Marshal(k.Work)
	if err != nil {
		return err
	}
	return safe.Write(k.path+workFile, safe.Data(data))
}

// All returns the stored works, latest first. It deletes works that have not changed for a long
// time.
func (s WorkFolder) All(ctx context.Context) (list []StoredWork) {
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
		k := StoredWork{path: filepath.Join(s.Folder, name), Changed: info.ModTime()}
		if x, err := os.Stat(k.path + storeFile); err == nil && x.ModTime().After(k.Changed) {
			k.Changed = x.ModTime()
		}
		data, err := safe.ReadFile(ctx, k.path+workFile, maxWorkSize)
		switch {
		case ctx.Err() != nil:
			return nil
		case time.Since(k.Changed) > workLifetime:
			_ = k.Remove()
		case err == nil && json.Unmarshal(data, &k.Work) == nil && int(k.Scope) < len(Scopes):
			list = append(list, k)
		}
	}
	slices.SortStableFunc(list, func(a, b StoredWork) int { return b.Changed.Compare(a.Changed) })
	return list
}

// tidy deletes an old file of results without a work. It can remain if the work was completed in
// another window during the analysis.
func (s WorkFolder) tidy(file string, changed time.Time) {
	name, ok := strings.CutSuffix(file, storeFile)
	if !ok || time.Since(changed) <= workLifetime {
		return
	}
	path := filepath.Join(s.Folder, name)
	if _, err := os.Stat(path + workFile); errors.Is(err, fs.ErrNotExist) {
		_ = os.Remove(path + storeFile)
	}
}

// Store opens the store of results. It returns the same errors as OpenStore.
func (k *StoredWork) Store(ctx context.Context) (*Store, error) {
	return OpenStore(ctx, k.path+storeFile)
}

// Done returns the number of evaluated positions.
func (k *StoredWork) Done(ctx context.Context) int {
	store, err := k.Store(ctx)
	if err != nil {
		return 0
	}
	return min(len(store.known), k.Positions)
}

// MarkCancelled marks the work as cancelled. It returns an error if the file cannot be written.
func (k *StoredWork) MarkCancelled() error {
	k.Off = true
	return k.write()
}

// Remove deletes the work and its results. It returns an error if a file cannot be deleted.
func (k *StoredWork) Remove() error {
	var errs []error
	for _, ending := range []string{workFile, storeFile} {
		if err := os.Remove(k.path + ending); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
