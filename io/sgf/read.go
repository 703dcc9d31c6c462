package sgf

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// reader reads a game tree. It is a scanner that knows where in the tree it is.
type reader struct {
	scanner
	header header
	ctx    context.Context
	doc    *model.Document
	tree   *model.Tree
	rules  rules.Rules
	family string
	moves  codec.Moves
	cols   int          // of a board whose cells points can name, else 0
	rows   int          // the same
	onCell []rules.Move // the moves that points name
	passes bool         // the notation has a word for passing
	empty  bool         // the game begins with an empty board

	state
	open    []state // that around each parenthesis
	node    pending
	notes   model.Annotation // what is said about the node
	comment []byte           // of these
	remarks []remark         // of variations without a move
	clocks  []property       // the clocks in the node
	setup   setup
	at      codec.Lines
	warn    []error
	strays  int         // how often something was passed over
	hoard   codec.Hoard // of what is kept
	lost    int         // properties that were too many to be kept
	said    int         // notes, as codec.MaxNotes counts them
	varied  int         // variations
	size    int         // bytes of all positions that are set up
	points  int         // of all lists
	best    int         // moves in evaluations
	words   int         // what should be moves
	raw     int         // how many of these are none
	rawAt   int         // the line of the first of these
	pieces  int         // properties and nodes
}

// state is where the reader is in the tree.
type state struct {
	above *model.Node // what the next node comes below
	depth int32       // how deep variations lie within variations
	turn  rules.Player
	left  [2]int64 // nanoseconds on the clocks of both players, or unknown
}

const unknown = math.MinInt64

// pending is the node at hand.
type pending struct {
	begun  bool
	root   bool
	placed bool // state.above stands for it
	said   bool // there is something to say about it
	joined bool // with another node of the file
	apart  bool // the next comment is another paragraph
	mover  rules.Player
	line   int
}

// Decode reads the first game of a file. Moves that cannot be read or are illegal stay in the tree, with a warning.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	text, games, warn, err := open(ctx, data, o, codec.MaxCounted+1)
	if err != nil {
		return nil, err
	}
	first := games[0]
	o.Skipped += first.Line - 1
	d, err := decode(ctx, text[first.From:first.To], o)
	if err != nil {
		return nil, err
	}
	d.Warnings = slices.Concat(warn, o.Only(len(games)-1), d.Warnings)
	return d, nil
}

// decode reads a game of a text in UTF-8.
func decode(ctx context.Context, text []byte, o codec.Options) (*model.Document, error) {
	r, err := read(ctx, text, o)
	if err != nil {
		return nil, err
	}
	d := r.doc
	d.Warnings = append(d.Warnings, r.at.Problems(ctx, o, r.tree)...)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return d, nil
}

// read reads a game, but does not ask whether its moves are legal.
func read(ctx context.Context, text []byte, o codec.Options) (*reader, error) {
	r := &reader{scanner: scanner{o: o, data: text, line: 1}, ctx: ctx}
	r.pos++ // the parenthesis
	r.space()
	if r.pos < len(text) && text[r.pos] == ';' {
		r.pos++
	}
	err := r.root()
	if err == nil {
		err = r.rest()
	}
	if err == nil {
		err = r.remark()
	}
	if err != nil {
		return nil, err
	}
	if !r.header.named() && r.raw > 0 {
		if err := o.Prose(r.words, r.raw, r.rawAt); err != nil {
			return nil, err
		}
	}
	if r.broken > 0 {
		r.warnf(r.broken, "a value begins with [ and does not end: it was left out")
	}
	if r.strays > 1 {
		r.warnf(0, "further characters that belong to no property: %d", r.strays-1)
	}
	if r.lost > 0 {
		r.warnf(0, "properties that are not understood were left out, as there are too many to keep: %d", r.lost)
	}
	r.doc.Warnings = r.warn
	return r, nil
}

// root reads the first node. What it says about the rules is needed first, wherever it stands.
func (r *reader) root() error {
	line := r.line
	r.header = header{gm: gmGo, params: rules.Params{}}
	var all, exact []property
	for r.space(); r.pos < len(r.data) && isLetter(r.data[r.pos]); r.space() {
		if err := r.step(); err != nil {
			return err
		}
		p := r.property()
		p.values = slices.Clone(p.values)
		r.header.take(p)
		if p.name == ownInfo {
			exact = append(exact, p)
		} else {
			all = append(all, p)
		}
	}
	ru, err := r.header.build(r.o, line)
	if err != nil {
		return err
	}
	r.know(ru)
	r.doc = model.NewDocument(ru)
	r.tree = r.doc.Tree
	r.setup.what = make([]uint8, len(ru.Board().Cells))
	r.state = state{above: r.tree.Root(), left: [2]int64{unknown, unknown}}
	r.at.Add(r.above, line)
	r.begin(line)
	r.node.root, r.node.placed = true, true
	for _, p := range append(all, exact...) {
		if err := r.apply(p); err != nil {
			return err
		}
	}
	return nil
}

// know prepares for reading moves by the rules.
func (r *reader) know(ru rules.Rules) {
	r.rules, r.family = ru, ru.Spec().Game
	r.moves.Parse = ru.ParseMove
	_, err := ru.ParseMove(ru.FormatMove(rules.Pass))
	r.passes = err == nil
	b := ru.Board()
	if isGrid(b) {
		r.cols, r.rows = len(b.Columns), len(b.Rows)
		for _, c := range b.Cells {
			m, err := ru.ParseMove(c.Label)
			if err != nil {
				m = rules.Place(rules.NoCell)
			}
			r.onCell = append(r.onCell, m)
		}
	}
	r.empty = !slices.ContainsFunc(rules.SetupOf(ru, ru.Start()).Cells, func(x rules.Content) bool { return x != rules.Empty })
}

// rest reads what follows the properties of the root, up to the end of the game.
func (r *reader) rest() error {
	for r.pos < len(r.data) {
		if err := r.step(); err != nil {
			return err
		}
		var err error
		switch c := r.data[r.pos]; {
		case c == ';':
			r.pos++
			err = r.next()
		case c == 'B' || c == 'W':
			if p := r.data[r.pos:]; len(p) > 5 && p[1] == '[' && p[4] == ']' && p[5] != '[' && side[p[2]] != none && side[p[3]] != none {
				err = r.play(seatOf(c), p[2:4], r.line) // as nearly all are
				r.pos += 5
			} else {
				err = r.apply(r.property())
			}
		case isLetter(c):
			err = r.apply(r.property())
		case c == '(':
			err = r.finish(rules.NoPlayer)
			if len(r.open) >= codec.MaxVariations {
				return r.o.Errorf(r.line, "variations are nested more than %d deep", codec.MaxVariations)
			}
			r.open = append(r.open, r.state)
			r.pos++
		case c == ')':
			if err = r.finish(rules.NoPlayer); len(r.open) == 0 {
				return err
			}
			r.state = r.open[len(r.open)-1]
			r.open = r.open[:len(r.open)-1]
			r.pos++
		case c == '[':
			r.stray()
			if end := valueEnd(r.data, r.pos+1); end < 0 {
				r.broken, r.pos = r.line, len(r.data)
			} else {
				r.line += countLines(r.data[r.pos:end])
				r.pos = end + 1
			}
		case c == ' ', c == '\n', c == '\r', c == '\t', c == '\v', c == '\f':
			r.space()
		default:
			r.stray()
			r.pos++
		}
		if err != nil {
			return err
		}
	}
	if err := r.finish(rules.NoPlayer); err != nil {
		return err
	}
	r.warnf(r.line, "the game does not end with a )")
	return nil
}

// step counts pieces, and now and then tells how far it is.
func (r *reader) step() error {
	if r.pieces++; r.pieces%1024 == 0 {
		r.o.Progress.Half(0, r.pos, len(r.data))
		return r.ctx.Err()
	}
	return nil
}

// stray notes that a character belongs to no property.
func (r *reader) stray() {
	if r.strays++; r.strays == 1 {
		r.warnf(r.line, "there is %q where a property or a node should begin", string(r.data[r.pos:min(r.pos+1, len(r.data))]))
	}
}

// next goes on to the node whose properties begin at pos. A node without a move that sets up nothing says something about the one before
// it, and is joined with that; at the beginning of a variation with the one behind it.
func (r *reader) next() error {
	if n := &r.node; n.begun && (n.said && !n.placed && !r.setup.any || r.bare()) {
		n.joined, n.apart = true, len(r.comment) > 0
		return nil
	}
	err := r.finish(rules.NoPlayer)
	r.begin(r.line)
	return err
}

// bare reports whether the node whose properties begin at pos has no move, and sets up nothing.
func (r *reader) bare() bool {
	s := r.scanner
	for s.space(); s.pos < len(s.data) && isLetter(s.data[s.pos]); s.space() {
		switch s.property().name {
		case "B", "W", ownMove, "AB", "AW", "AE", "PL", ownBoard:
			return false
		}
	}
	return true
}

// begin begins a node.
func (r *reader) begin(line int) {
	r.node = pending{begun: true, mover: rules.NoPlayer, line: line}
}

// fresh sees to it that the node at hand has no move yet: files without semicolons have several in one. mover is who makes the next
// move, NoPlayer when that is not known.
func (r *reader) fresh(mover rules.Player, line int) error {
	if r.node.begun && !r.node.placed {
		return nil
	}
	err := r.finish(mover)
	r.begin(line)
	return err
}

// finish puts the node at hand into the tree, if nothing of it is there yet, and says what there is to say about it.
func (r *reader) finish(mover rules.Player) error {
	n := &r.node
	if !n.begun {
		return nil
	}
	if r.setup.any {
		if err := r.setUp(mover); err != nil {
			return err
		}
	}
	n.begun = false
	if n.said {
		for i, p := range r.clocks {
			if !n.placed {
				r.warnf(p.line, misplaced, p.name)
				continue
			}
			first := !slices.ContainsFunc(r.clocks[:i], func(q property) bool { return q.name == p.name })
			if !r.clock(p, first) {
				r.keep(&r.notes.Foreign, p)
			}
		}
		r.clocks = r.clocks[:0]
		r.notes.Comment = string(r.comment)
		sortNotes(&r.notes)
		if n.placed {
			r.tree.Annotate(r.above, r.notes)
		} else {
			r.remarks = append(r.remarks, remark{r.above, r.notes, n.line})
		}
		r.notes, r.comment = model.Annotation{}, r.comment[:0]
	}
	return nil
}

// remark is what a variation without a move says about the node that it belongs to.
type remark struct {
	node  *model.Node
	notes model.Annotation
	line  int
}

const misplaced msg.Key = "the property %s has no meaning where it stands: it was left out"

// remark adds the remarks to the nodes.
func (r *reader) remark() error {
	texts := map[*model.Node]*strings.Builder{}
	notes := map[*model.Node]*model.Annotation{}
	for _, m := range r.remarks {
		a := notes[m.node]
		if a == nil {
			first := m.node.Annotation()
			a = &first
			notes[m.node], texts[m.node] = a, &strings.Builder{}
			texts[m.node].WriteString(a.Comment)
		}
		text := texts[m.node]
		if text.Len() > 0 && m.notes.Comment != "" {
			text.WriteString("\n\n")
		}
		if text.WriteString(m.notes.Comment); text.Len() > codec.MaxText {
			return r.o.Errorf(0, longComment, codec.MaxText)
		}
		a.Marks = append(a.Marks, m.notes.Marks...)
		a.Lines = append(a.Lines, m.notes.Lines...)
		a.Glyphs = append(a.Glyphs, m.notes.Glyphs...)
		a.Evals = append(a.Evals, m.notes.Evals...)
		for _, f := range m.notes.Foreign {
			if prop, _, _ := codec.Kept(f, name); m.node == r.tree.Root() && ofGame(prop) {
				r.warnf(m.line, misplaced, prop)
			} else {
				a.Foreign = append(a.Foreign, f)
			}
		}
		a.Name, a.Color, a.Number = cmp.Or(a.Name, m.notes.Name), cmp.Or(a.Color, m.notes.Color), cmp.Or(a.Number, m.notes.Number)
		a.Used, a.Advice, a.Bookmark = cmp.Or(a.Used, m.notes.Used), cmp.Or(a.Advice, m.notes.Advice), a.Bookmark || m.notes.Bookmark
	}
	for n, a := range notes {
		a.Comment = texts[n].String()
		sortNotes(a)
		slices.SortStableFunc(a.Foreign, func(a, b model.Foreign) int { return clocks(a) - clocks(b) })
		r.tree.Annotate(n, *a)
	}
	return nil
}

// clocks returns 1 for a clock, which is kept behind the rest of a node, and 0 for all else.
func clocks(f model.Foreign) int {
	if prop, _, ok := codec.Kept(f, name); ok && (prop == "BL" || prop == "WL") {
		return 1
	}
	return 0
}

// sortNotes brings marks and lines into the order in which they are written.
func sortNotes(a *model.Annotation) {
	slices.SortStableFunc(a.Marks, func(a, b model.Mark) int { return rank(a.Kind) - rank(b.Kind) })
	slices.SortStableFunc(a.Lines, func(a, b model.Line) int { return arrows(a) - arrows(b) })
}

// apply takes in what a property says.
func (r *reader) apply(p property) error {
	if len(p.values) == 0 {
		if r.broken == 0 {
			r.stray()
		}
		return nil
	}
	switch p.name {
	case "B", "W":
		for _, v := range p.values {
			if err := r.play(seatOf(p.name[0]), v, p.line); err != nil {
				return err
			}
		}
		return nil
	case ownMove:
		for _, v := range p.values {
			if err := r.playOwn(v, p.line); err != nil {
				return err
			}
		}
		return nil
	case "":
		r.stray()
		return nil
	}
	if !r.node.begun {
		r.begin(p.line)
	}
	switch p.name {
	case "AB", "AW", "AE", "PL", ownBoard:
		if !r.node.root {
			if err := r.fresh(rules.NoPlayer, p.line); err != nil {
				return err
			}
		}
		return r.lay(p)
	}
	if r.node.root {
		if r.node.joined && p.name == "RU" { // too late to tell the rules
			r.warnf(p.line, misplaced, p.name)
			return nil
		}
		if done, err := r.inform(p); done || err != nil {
			return err
		}
	}
	return r.annotate(p)
}

func seatOf(c byte) rules.Player {
	if c == 'B' {
		return 0
	}
	return 1
}

// play adds a move of a player.
func (r *reader) play(seat rules.Player, v []byte, line int) error {
	if err := r.fresh(seat, line); err != nil {
		return err
	}
	if r.setup.any {
		if err := r.setUp(seat); err != nil {
			return err
		}
	}
	m, ok := r.move(v)
	if ok && m == rules.Pass && r.family == familyLine { // whose rules know no pass where a stone can be put down
		before := r.above
		done, err := r.turnTo(1-seat, line, false)
		if r.node.placed = r.above != before; done || err != nil {
			return err
		}
		seat = r.turn
	} else if seat != r.turn && r.rules.Players() == 2 {
		done, err := r.turnTo(seat, line, true)
		if err != nil {
			return err
		}
		if !done { // below an illegal move, or behind the end: who has made the move does not matter
			seat = r.turn
		}
	}
	r.node.mover = seat
	return r.add(m, ok, v, line)
}

// playOwn adds a move in the notation of the game.
func (r *reader) playOwn(v []byte, line int) error {
	if err := r.fresh(rules.NoPlayer, line); err != nil {
		return err
	}
	if r.setup.any {
		if err := r.setUp(rules.NoPlayer); err != nil {
			return err
		}
	}
	m, ok := r.moves.Read([]byte(text(v)))
	r.node.mover = r.turn
	return r.add(m, ok, v, line)
}

// move reads a move: a point, the label of a cell, or a word such as "pass".
func (r *reader) move(v []byte) (rules.Move, bool) {
	if len(v) == 2 && r.cols > 0 {
		if col, row := int(side[v[0]]), int(side[v[1]]); col < r.cols && row < r.rows {
			return r.onCell[row*r.cols+col], true
		}
	}
	switch word := string(v); {
	case word == "", word == "@@@@", word == "tt" && max(r.cols, r.rows) <= 19:
		return rules.Pass, r.passes
	}
	return r.moves.Read(v)
}

// add adds a move, or what should be one, as the node at hand.
func (r *reader) add(m rules.Move, ok bool, v []byte, line int) error {
	r.words++
	var n *model.Node
	switch {
	case r.tree.Len() >= codec.MaxNodes:
		return r.o.Errorf(line, "the game tree has more than %d nodes", codec.MaxNodes)
	case ok:
		n = r.tree.Add(r.above, m)
	case len(v) > codec.MaxRaw:
		return r.o.Errorf(line, "an unreadable move is longer than %d bytes", codec.MaxRaw)
	default:
		if r.raw++; r.raw == 1 {
			r.rawAt = line
		}
		if err := r.count(line); err != nil {
			return err
		}
		n = r.tree.AddRaw(r.above, text(v))
	}
	if r.node.mover >= 0 {
		r.turn = 1 - r.node.mover
	}
	return r.enter(n, line)
}

// enter makes n, which was added, the node that the next comes below.
func (r *reader) enter(n *model.Node, line int) error {
	if n.Prev() != nil {
		r.depth++
		switch r.varied++; {
		case r.varied > codec.MaxVariations:
			return r.o.Errorf(line, "the game tree has more than %d variations", codec.MaxVariations)
		case r.depth > codec.MaxDepth:
			return r.o.Errorf(line, "variations are nested more than %d deep", codec.MaxDepth)
		}
	}
	r.at.Add(n, line)
	r.above, r.node.placed = n, true
	return nil
}

// count refuses one note more than a tree can have.
func (r *reader) count(line int) error {
	if r.said++; r.said > codec.MaxNotes {
		return r.o.Errorf(line, "the game tree has more than %d notes", codec.MaxNotes)
	}
	return nil
}

func (r *reader) warnf(line int, format msg.Key, args ...any) {
	if len(r.warn) < codec.MaxWarnings {
		r.warn = append(r.warn, r.o.Errorf(line, format, args...))
	}
}
