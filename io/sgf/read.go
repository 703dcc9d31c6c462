package sgf

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// reader reads a game tree. It is a scanner with a position in the tree.
type reader struct {
	scanner
	header  header
	ctx     context.Context
	doc     *model.Document
	tree    *model.Tree
	rules   rules.Rules
	dialect *rules.SGF // dialect of the game family, or nil
	moves   codec.Moves
	cols    int          // columns of a board whose cells points can name, else 0
	rows    int          // rows of such a board, else 0
	onCell  []rules.Move // moves by cell, for points
	passes  bool         // the notation has a word for passing
	white   bool         // White has the first seat, as on LittleGolem
	hexGui  bool         // the file's program wrote "swap-pieces" for a swap of sides
	empty   bool         // the start position is empty

	state
	open           []state // states around the open parentheses
	node           pending
	notes          model.Annotation // annotations of the current node
	comment        []byte           // comment in notes
	remarks        []remark         // remarks of variations without a move
	clocks         []property       // clocks in the current node
	setup          setup
	at             codec.Lines
	warn           []error
	strayCount     int                // number of stray characters
	foreignLimit   codec.ForeignLimit // limits the stored foreign properties
	lost           int                // foreign properties beyond the limit
	noteCount      int                // notes, counted for codec.MaxNotes
	variationCount int                // variations
	size           int                // bytes of all set-up positions
	points         int                // points in all lists
	best           int                // moves in evaluations
	words          int                // words in place of moves
	raw            int                // unreadable ones among them
	rawAt          int                // line of the first unreadable one
	pieces         int                // properties and nodes
}

// state is the reader's position in the tree.
type state struct {
	above *model.Node // parent of the next node
	depth int32       // nesting depth of variations
	turn  rules.Player
	left  [2]int64 // nanoseconds left on the players' clocks, or unknown
}

const unknown = math.MinInt64

// pending is the current node.
type pending struct {
	begun  bool
	root   bool
	placed bool // state.above is the node of the tree for this node
	said   bool // the node has annotations
	joined bool // the node was joined with another node of the file
	apart  bool // the next comment starts a new paragraph
	mover  rules.Player
	line   int
}

// Decode reads the first game of a file. Unreadable and illegal moves stay in the tree, with a
// warning. It returns an error if the file does not contain a game, or if its game is unknown.
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
	d.Warnings = slices.Concat(warn, o.MoreGames(len(games)-1), d.Warnings)
	return d, nil
}

// decode reads a game from text in UTF-8.
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

// read reads a game without checking whether its moves are legal.
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
	if r.strayCount > 1 {
		r.warnf(0, "further characters that belong to no property: %d", r.strayCount-1)
	}
	if r.lost > 0 {
		r.warnf(0, "there are too many unknown properties; skipped: %d", r.lost)
	}
	r.doc.Warnings = r.warn
	return r, nil
}

// root reads the first node. It collects all properties first, since those about the rules may be
// anywhere.
func (r *reader) root() error {
	line := r.line
	r.header = header{games: r.o.Games, gm: gmGo, params: rules.Params{}}
	var all, exact []property
	for r.space(); r.pos < len(r.data) && isLetter(r.data[r.pos]); r.space() {
		if err := r.step(); err != nil {
			return err
		}
		p := r.property()
		p.values = slices.Clone(p.values)
		r.header.readProperty(p)
		if p.name == ownInfo {
			exact = append(exact, p)
		} else {
			all = append(all, p)
		}
	}
	if g := numbered(r.o.Games, r.header.gm); g != nil && g.SGF.Larger > 0 && r.header.sized == "" {
		r.header.extent = r.extent()
	}
	ru, err := r.header.build(r.o, line)
	if err != nil {
		return err
	}
	r.setRules(ru)
	r.white = r.dialect != nil && r.dialect.LittleGolem != nil && r.whiteFirst(all)
	r.hexGui = slices.ContainsFunc(all, func(p property) bool { return p.name == "AP" && oldHexGui.Match(p.first()) })
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

// extent returns the number of rows and columns needed for the moves. The point tt can be a pass.
func (s scanner) extent() (n int) {
	for s.values = nil; s.pos < len(s.data); {
		switch color, v := s.nextMove(); {
		case color == 0:
			s.pos++ // skip the end of a variation, or a set-up
		case len(v) == 2 && string(v) != "tt":
			for _, c := range v {
				if coordinate[c] != noCoordinate {
					n = max(n, int(coordinate[c])+1)
				}
			}
		}
	}
	return n
}

// setRules prepares the reader for the moves of a game.
func (r *reader) setRules(ru rules.Rules) {
	r.rules, r.dialect = ru, nil
	if g := ru.Family(); g != nil {
		r.dialect = g.SGF
	}
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

// rest reads the nodes after the root, up to the end of the game.
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
			if p := r.data[r.pos:]; len(p) > 5 && p[1] == '[' && p[4] == ']' && p[5] != '[' && coordinate[p[2]] != noCoordinate && coordinate[p[3]] != noCoordinate {
				err = r.play(r.seat(c), p[2:4], r.line) // fast path for nearly all moves
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

// step counts properties and nodes. From time to time it reports the progress and checks ctx.
func (r *reader) step() error {
	if r.pieces++; r.pieces%1024 == 0 {
		r.o.Progress.Half(0, r.pos, len(r.data))
		return r.ctx.Err()
	}
	return nil
}

// stray records a character that does not belong to a property.
func (r *reader) stray() {
	if r.strayCount++; r.strayCount == 1 {
		_, size := utf8.DecodeRune(r.data[r.pos:])
		r.warnf(r.line, "expected a property or a node, found %q", string(r.data[r.pos:r.pos+size]))
	}
}

// next starts the node whose properties begin at pos. A node without a move and set-up annotates
// the node before it, and is joined with it. At the start of a variation, it is joined with the
// next node.
func (r *reader) next() error {
	if n := &r.node; n.begun && (n.said && !n.placed && !r.setup.any || r.annotationOnly()) {
		n.joined, n.apart = true, len(r.comment) > 0
		return nil
	}
	err := r.finish(rules.NoPlayer)
	r.begin(r.line)
	return err
}

// annotationOnly reports whether the node whose properties begin at pos has neither a move nor a set-up.
func (r *reader) annotationOnly() bool {
	s := r.scanner
	for s.space(); s.pos < len(s.data) && isLetter(s.data[s.pos]); s.space() {
		switch s.property().name {
		case "B", "W", ownMove, "AB", "AW", "AE", "PL", ownBoard:
			return false
		}
	}
	return true
}

// begin starts a new node.
func (r *reader) begin(line int) {
	r.node = pending{begun: true, mover: rules.NoPlayer, line: line}
}

// ensureNoMove ensures that the current node does not have a move. Files without semicolons have several
// moves in one node. mover is the player of the next move, or NoPlayer if that is unknown.
func (r *reader) ensureNoMove(mover rules.Player, line int) error {
	if r.node.begun && !r.node.placed {
		return nil
	}
	err := r.finish(mover)
	r.begin(line)
	return err
}

// finish adds the current node to the tree, unless it is already there, and stores its annotations.
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

// remark holds the annotations that a variation without a move adds to its parent node.
type remark struct {
	node  *model.Node
	notes model.Annotation
	line  int
}

const misplaced msg.Key = "the property %s has no meaning in this node: it was left out"

// remark adds the remarks to their nodes.
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
			if prop, _, _ := codec.ParseForeign(f, name); m.node == r.tree.Root() && ofGame(prop) {
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

// clocks returns 1 for clocks, which are stored after the other foreign properties of a node, and 0
// for others.
func clocks(f model.Foreign) int {
	if prop, _, ok := codec.ParseForeign(f, name); ok && (prop == "BL" || prop == "WL") {
		return 1
	}
	return 0
}

// sortNotes sorts marks and lines into the order of writing.
func sortNotes(a *model.Annotation) {
	slices.SortStableFunc(a.Marks, func(a, b model.Mark) int { return rank(a.Kind) - rank(b.Kind) })
	slices.SortStableFunc(a.Lines, func(a, b model.Line) int { return arrows(a) - arrows(b) })
}

// apply processes a property.
func (r *reader) apply(p property) error {
	if len(p.values) == 0 {
		if r.broken == 0 {
			r.stray()
		}
		return nil
	}
	if r.white {
		p = exchanged(p)
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
			if err := r.ensureNoMove(rules.NoPlayer, p.line); err != nil {
				return err
			}
		}
		return r.readSetup(p)
	}
	if r.node.root {
		if r.node.joined && p.name == "RU" { // too late to set the rules
			r.warnf(p.line, misplaced, p.name)
			return nil
		}
		if done, err := r.readGameProperty(p); done || err != nil {
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

// play adds a move by a player.
func (r *reader) play(seat rules.Player, v []byte, line int) error {
	if err := r.ensureNoMove(seat, line); err != nil {
		return err
	}
	if r.setup.any {
		if err := r.setUp(seat); err != nil {
			return err
		}
	}
	m, ok := r.move(v)
	if ok && m == rules.Swap {
		m = r.swap(seat)
	}
	// In these games, a pass is legal only if no stone can be placed.
	if d := r.dialect; d != nil && (d.Words && bytes.EqualFold(v, []byte("pass")) || ok && m == rules.Pass && !d.Passes) {
		m, ok = rules.Pass, true
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
		if !done { // after an illegal move or the end of the game, it does not matter who moves
			seat = r.turn
		}
	}
	r.node.mover = seat
	return r.add(m, ok, v, line)
}

// playOwn adds a move in the game's own notation.
func (r *reader) playOwn(v []byte, line int) error {
	if err := r.ensureNoMove(rules.NoPlayer, line); err != nil {
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

// move parses a move: a point, the label of a cell, or a word such as "pass".
func (r *reader) move(v []byte) (rules.Move, bool) {
	if len(v) == 2 && r.cols > 0 {
		if col, row := int(coordinate[v[0]]), int(coordinate[v[1]]); col < r.cols && row < r.rows {
			return r.onCell[row*r.cols+col], true
		}
	}
	switch word := string(v); {
	case r.dialect != nil && r.dialect.Words && strings.EqualFold(word, "forfeit"):
		return rules.Timeout, true
	case word == "", word == "@@@@", word == "tt" && max(r.cols, r.rows) <= 19:
		return rules.Pass, r.passes
	}
	return r.moves.Read(v)
}

// add adds a move, or the text of an unreadable one, as the current node.
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
	if r.node.mover >= 0 && !(ok && m == rules.SwapSides) {
		r.turn = 1 - r.node.mover
	}
	return r.enter(n, line)
}

// enter makes the new node n the parent of the next node.
func (r *reader) enter(n *model.Node, line int) error {
	if n.Prev() != nil {
		r.depth++
		switch r.variationCount++; {
		case r.variationCount > codec.MaxVariations:
			return r.o.Errorf(line, "the game tree has more than %d variations", codec.MaxVariations)
		case r.depth > codec.MaxDepth:
			return r.o.Errorf(line, "variations are nested more than %d deep", codec.MaxDepth)
		}
	}
	r.at.Add(n, line)
	r.above, r.node.placed = n, true
	return nil
}

// count counts a note. It returns an error if the tree has too many.
func (r *reader) count(line int) error {
	if r.noteCount++; r.noteCount > codec.MaxNotes {
		return r.o.Errorf(line, "the game tree has more than %d notes", codec.MaxNotes)
	}
	return nil
}

func (r *reader) warnf(line int, format msg.Key, args ...any) {
	if len(r.warn) < codec.MaxWarnings {
		r.warn = append(r.warn, r.o.Errorf(line, format, args...))
	}
}
