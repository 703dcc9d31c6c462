package json

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"unicode/utf8"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

var (
	documentKeys = []string{keyFormat, keyVersion, keyGame, keyPlayers, keyInfo, keyStart, keyRoot, keyKept, keyLines}
	nodeKeys     = append([]string{keyMove, keySetup, keyRaw}, noteKeys...)
)

// maxInfo is the maximum number of information items in a document.
const maxInfo = 80_000

// reader builds a document from JSON and counts lines for errors.
type reader struct {
	ctx context.Context
	o   codec.Options
	scanner
	at       int // number of bytes whose lines were counted
	line     int // number of lines before at
	d        *model.Document
	cells    map[string]rules.Cell
	moves    codec.Moves
	lines    codec.Lines
	nodes    [][]*model.Node // nodes of each line of play
	keptSize codec.ForeignLimit
	notes    int
	best     int
	warn     []error
	head     []member
	said     []member // members of the current node, reused
}

// Decode reads a document. The game must precede the lines. It returns an error if the file is
// invalid, or ctx.Err() if ctx ends.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	if len(data) > codec.MaxFile {
		return nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) {
		return nil, o.Errorf(0, "the text is not UTF-8")
	}
	r := &reader{ctx: ctx, o: o, scanner: scanner{data: data}}
	if err := r.read(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var e *codec.Error
		if errors.As(err, &e) {
			return nil, err
		}
		if errors.As(err, new(*msg.Error)) {
			return nil, o.Errorf(r.where(), "%v", err)
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, o.Errorf(r.where(), "the file ends within the document")
		}
		return nil, o.Errorf(r.where(), "this is not a document as JSON: %v", codec.Cut(err.Error()))
	}
	r.d.Warnings = append(r.warn, r.lines.Problems(ctx, o, r.d.Tree)...)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return r.d, nil
}

// where returns the number of the current line.
func (r *reader) where() int {
	if r.pos > r.at {
		r.line += bytes.Count(r.data[r.at:r.pos], newline)
		r.at = r.pos
	}
	return r.line + 1
}

func (r *reader) errorf(f msg.Key, args ...any) error { return r.o.Errorf(r.where(), f, args...) }

func (r *reader) warnf(f msg.Key, args ...any) {
	if len(r.warn) < codec.MaxWarnings {
		r.warn = append(r.warn, r.errorf(f, args...))
	}
}

var newline = []byte("\n")

// read reads the whole file.
func (r *reader) read() error {
	if err := r.open('{'); err != nil {
		return err
	}
	known := map[string]bool{}
	for first := true; ; first = false {
		if more, err := r.more(first, '}'); err != nil {
			return err
		} else if !more {
			break
		}
		key, err := r.key()
		if err != nil {
			return err
		}
		if len(key) > codec.MaxWord || len(r.head) > codec.MaxForeign {
			return r.errorf("there are more than %d tags", codec.MaxForeign)
		}
		if key == keyLines && r.d == nil {
			if err := r.start(); err != nil {
				return err
			}
			if err := r.readLines(); err != nil {
				return err
			}
			continue
		}
		value, err := r.value()
		if err != nil {
			return err
		}
		if known[key] || r.d != nil && slices.Contains(documentKeys, key) {
			return r.errorf("%q occurs twice, or after the lines of play", codec.Cut(key))
		}
		known[key] = true
		r.head = append(r.head, member{key, value})
	}
	if r.space() {
		return r.errorf("there is text after the document")
	}
	if r.d == nil {
		if err := r.start(); err != nil {
			return err
		}
	}
	return r.keep(&r.d.Foreign, r.head, documentKeys)
}

// get decodes a value of the head if it exists.
func (r *reader) get(key string, to any) error {
	value := find(r.head, key)
	if value == nil {
		return nil
	}
	if err := decode(value, to); err != nil {
		return r.errorf("the value of %q is wrong: %v", key, err)
	}
	return nil
}

// start creates the document from the members before the lines.
func (r *reader) start() error {
	var f string
	var v int
	var g game
	var players []player
	var info []item
	var kept []text
	var start text
	for key, to := range map[string]any{keyFormat: &f, keyVersion: &v, keyGame: &g, keyPlayers: &players, keyInfo: &info, keyKept: &kept, keyStart: &start} {
		if err := r.get(key, to); err != nil {
			return err
		}
	}
	switch {
	case f != format:
		return r.errorf("the format must be %q, not %q", format, codec.Cut(f))
	case v != version:
		return r.errorf("the version is %d, only %d can be read", v, version)
	}
	rs, err := r.o.Games.FromSpec(rules.Spec{Game: g.Name, Params: g.Params})
	if err != nil {
		return r.errorf("%v", err)
	}
	r.d = model.NewDocument(rs)
	r.moves.Parse = rs.ParseMove
	r.cells = map[string]rules.Cell{}
	for c, cell := range rs.Board().Cells {
		r.cells[cell.Label] = rules.Cell(c)
	}
	for i, p := range players {
		if i >= len(r.d.Players) {
			r.warnf("there are %d players, but the game has %d", len(players), len(r.d.Players))
			break
		}
		q := model.Player{Name: string(p.Name), Kind: string(p.Kind), Level: p.Level, Symbol: string(p.Symbol), Color: p.Color, Score: p.Score}
		if q.Kind == "" {
			q.Kind = model.Human
		}
		to := &r.d.Players[i]
		for what, value := range q.Words() {
			if err := to.Set(what, value); err != nil {
				r.warnf("player %d: %v", i+1, err)
			}
		}
	}
	if len(info) > maxInfo {
		return r.errorf("there are more than %d tags", maxInfo)
	}
	for _, x := range info {
		if len(x.Key) > codec.MaxWord || len(x.Value) > codec.MaxText {
			return r.errorf("the name of a tag is longer than %d bytes", codec.MaxWord)
		}
		if x.Value != "" {
			r.d.Info[string(x.Key)] = string(x.Value)
		}
	}
	for _, k := range kept {
		if err := r.foreign(&r.d.Foreign, string(k)); err != nil {
			return err
		}
	}
	if err := r.d.Tree.SetStart(string(start)); err != nil {
		return r.errorf("start position: %v", err)
	}
	r.lines.Add(r.d.Tree.Root(), 1)
	value := find(r.head, keyRoot)
	if value == nil || string(value) == "null" {
		return nil
	}
	root, err := members(value, nil)
	if err != nil {
		return r.errorf("the value of %q is wrong: %v", keyRoot, codec.Cut(err.Error()))
	}
	return r.annotate(r.d.Tree.Root(), root)
}

// readLines reads the lines of play.
func (r *reader) readLines() error {
	if err := r.open('['); err != nil {
		return err
	}
	for first := true; ; first = false {
		if more, err := r.more(first, ']'); err != nil || !more {
			return err
		}
		if len(r.nodes) > codec.MaxVariations {
			return r.errorf("the record has more than %d variations", codec.MaxVariations)
		}
		if err := r.readLine(); err != nil {
			return err
		}
	}
}

// readLine reads a line of play.
func (r *reader) readLine() error {
	if err := r.open('{'); err != nil {
		return err
	}
	at := [2]int{} // values of line and after
	parent := r.d.Tree.Root()
	read := false
	for first := true; ; first = false {
		if more, err := r.more(first, '}'); err != nil {
			return err
		} else if !more {
			break
		}
		key, err := r.key()
		if err != nil {
			return err
		}
		switch {
		case (key == "line" || key == "after") && !read:
			value, err := r.value()
			if err != nil {
				return err
			}
			i := 0
			if key == "after" {
				i = 1
			}
			if err := decode(value, &at[i]); err != nil {
				return r.errorf("the value of %q is wrong: %v", key, err)
			}
		case key == "moves" && !read:
			read = true
			if len(r.nodes) > 0 {
				if at[0] < 0 || at[0] >= len(r.nodes) || at[1] < 0 || at[1] >= len(r.nodes[at[0]]) {
					return r.errorf("line %d branches off where no earlier line has a move", len(r.nodes)+1)
				}
				parent = r.nodes[at[0]][at[1]].Parent()
			}
			if err := r.readMoves(parent); err != nil {
				return err
			}
		default:
			return r.errorf("a line may contain only %q, %q and %q, in this order", "line", "after", "moves")
		}
	}
	if !read {
		return r.errorf("a line has no moves")
	}
	return nil
}

// readMoves reads the moves of a line that continues n.
func (r *reader) readMoves(n *model.Node) error {
	if err := r.open('['); err != nil {
		return err
	}
	var list []*model.Node
	t := r.d.Tree
	for first := true; ; first = false {
		if more, err := r.more(first, ']'); err != nil {
			return err
		} else if !more {
			r.nodes = append(r.nodes, list)
			return nil
		}
		if t.Len()%1024 == 0 {
			if r.ctx.Err() != nil {
				return r.ctx.Err()
			}
			r.o.Progress.Half(0, r.pos, len(r.data))
		}
		if t.Len() >= codec.MaxNodes {
			return r.errorf("the record has more than %d moves", codec.MaxNodes)
		}
		one, err := r.value()
		if err != nil {
			return err
		}
		if n, err = r.node(n, one); err != nil {
			return err
		}
		r.lines.Add(n, r.where())
		list = append(list, n)
	}
}

// node reads a node below n.
func (r *reader) node(n *model.Node, data []byte) (*model.Node, error) {
	t := r.d.Tree
	if data[0] == '"' {
		if bytes.IndexByte(data, '\\') < 0 {
			if m, ok := r.moves.Read(data[1 : len(data)-1]); ok {
				return t.Add(n, m), nil
			}
		}
		var s string
		if err := decode(data, &s); err != nil {
			return nil, err
		}
		return r.word(n, s)
	}
	all, err := members(data, r.said)
	if err != nil {
		return nil, r.errorf("the value of %q is wrong: %v", "moves", codec.Cut(err.Error()))
	}
	r.said = all
	kind, s := "", text("")
	for _, key := range []string{keyMove, keySetup, keyRaw} {
		value := find(all, key)
		if value == nil {
			continue
		}
		if err := decode(value, &s); err != nil {
			return nil, r.errorf("the value of %q is wrong: %v", key, err)
		}
		if kind != "" {
			kind = ""
			break
		}
		kind = key
	}
	switch kind {
	case keyMove:
		n, err = r.word(n, string(s))
	case keySetup:
		n = t.AddSetup(n, string(s))
		err = r.count(1)
	case keyRaw:
		n, err = r.raw(n, string(s))
	default:
		err = r.errorf("a node is one of %q, %q and %q", keyMove, keySetup, keyRaw)
	}
	if err != nil {
		return nil, err
	}
	return n, r.annotate(n, all)
}

// word adds a move, or an unreadable move.
func (r *reader) word(n *model.Node, s string) (*model.Node, error) {
	if m, ok := r.moves.Read([]byte(s)); ok {
		return r.d.Tree.Add(n, m), nil
	}
	return r.raw(n, s)
}

func (r *reader) raw(n *model.Node, s string) (*model.Node, error) {
	if len(s) > codec.MaxRaw {
		return nil, r.errorf("a word is longer than %d bytes", codec.MaxRaw)
	}
	return r.d.Tree.AddRaw(n, s), r.count(1)
}

// count counts n notes and returns an error if there are too many.
func (r *reader) count(n int) error {
	if r.notes += n; r.notes > codec.MaxNotes {
		return r.errorf("the record has more than %d notes", codec.MaxNotes)
	}
	return nil
}

// annotate annotates n with the members of an object.
func (r *reader) annotate(n *model.Node, all []member) error {
	var said notes
	for _, x := range []struct { // one by one, because decoding a whole object ignores the case of keys
		key string
		to  any
	}{
		{"name", &said.Name},
		{"comment", &said.Comment},
		{"glyphs", &said.Glyphs},
		{"marks", &said.Marks},
		{"lines", &said.Lines},
		{"color", &said.Color},
		{"number", &said.Number},
		{"bookmark", &said.Bookmark},
		{"time", &said.Time},
		{"advice", &said.Advice},
		{"evals", &said.Evals},
		{"kept", &said.Kept},
	} {
		value := find(all, x.key)
		if value == nil {
			continue
		}
		if err := decode(value, x.to); err != nil {
			return r.errorf("the data of a node is wrong: %v", err)
		}
	}
	if len(said.Glyphs) == 0 {
		said.Glyphs = nil
	}
	a := model.Annotation{
		Name: string(said.Name), Comment: string(said.Comment), Glyphs: said.Glyphs, Color: said.Color, Number: said.Number, Bookmark: said.Bookmark, Used: durationOf(said.Time),
	}
	if err := r.checkNotes(said); err != nil {
		return r.errorf("the data of a node is wrong: %v", err)
	}
	for _, k := range said.Marks {
		a.Marks = append(a.Marks, model.Mark{Cell: r.cells[k.Cell], Kind: k.Kind, Text: string(k.Text)})
	}
	for _, l := range said.Lines {
		a.Lines = append(a.Lines, model.Line{From: r.cells[l.From], To: r.cells[l.To], Arrow: l.Arrow})
	}
	if said.Advice != nil {
		m, ok := r.moves.Read([]byte(said.Advice.Move))
		if !ok || said.Advice.By == "" {
			return r.errorf("the advice at a node is wrong")
		}
		a.Advice = model.Advice{By: string(said.Advice.By), Move: m}
	}
	for _, e := range said.Evals {
		v := model.Eval{
			Engine: string(e.Engine), Version: string(e.Version), Score: float64(e.Score), Proved: e.Proved, Plies: e.Plies, AtMost: e.AtMost, Margin: e.Margin, Depth: e.Depth, Nodes: e.Nodes,
		}
		for _, s := range e.Shares {
			v.Shares = append(v.Shares, float64(s))
		}
		for _, w := range e.PV {
			m, ok := r.moves.Read([]byte(w))
			if !ok {
				return r.errorf("%q in an evaluation is not a move", codec.Cut(w))
			}
			v.PV = append(v.PV, m)
		}
		if r.best += len(v.PV); r.best > codec.MaxBest {
			return r.errorf("the evaluations have more moves than the %d that can be read again", codec.MaxBest)
		}
		a.Evals = append(a.Evals, v)
	}
	for _, k := range said.Kept {
		if err := r.foreign(&a.Foreign, string(k)); err != nil {
			return err
		}
	}
	if err := r.keep(&a.Foreign, all, nodeKeys); err != nil {
		return err
	}
	r.d.Tree.Annotate(n, a)
	return r.count(len(a.Glyphs) + len(a.Marks) + len(a.Lines) + len(a.Evals) + len(a.Foreign) + len(all))
}

// foreign stores an unknown property in its XML form.
func (r *reader) foreign(list *[]model.Foreign, xml string) error {
	f := model.Foreign{XML: xml}
	if err := r.keptSize.Add(f, len(*list)); err != nil {
		return r.errorf("%v", err)
	}
	*list = append(*list, f)
	return nil
}

// keep stores the members with unknown keys, in the order of the keys.
func (r *reader) keep(list *[]model.Foreign, all []member, known []string) error {
	rest := map[string][]byte{}
	for _, m := range all {
		if !slices.Contains(known, m.key) {
			rest[m.key] = m.value
		}
	}
	for _, key := range slices.Sorted(maps.Keys(rest)) {
		if err := r.foreign(list, codec.NewForeign(name, key, string(marshal(stdjson.RawMessage(rest[key])))).XML); err != nil {
			return err
		}
	}
	return nil
}
