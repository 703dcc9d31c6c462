package board

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Decode reads the first position. It returns an error if the position is missing or invalid, or
// ctx.Err() if ctx ends.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	f, err := open(data, o)
	if err != nil {
		return nil, err
	}
	i, err := f.s.next()
	switch {
	case err != nil:
		return nil, err
	case i == nil:
		return nil, o.Errorf(0, "there is no position in the file")
	}
	d, err := f.document(ctx, i)
	if err != nil {
		return nil, err
	}
	o.Progress = nil
	more, err := f.split(ctx, codec.MaxCounted)
	if err != nil {
		return nil, err
	}
	d.Warnings = slices.Concat(f.warn, o.MoreGames(len(more)), d.Warnings)
	return d, nil
}

// Games reads all positions. An invalid one ends the list and is its last entry. Games returns an
// error if the file has no positions or too many, or ctx.Err() if ctx ends.
func Games(ctx context.Context, data []byte, o codec.Options) (*codec.Games, error) {
	f, err := open(data, o)
	if err != nil {
		return nil, err
	}
	pieces, err := f.split(ctx, o.MostGames()+1)
	if err != nil {
		return nil, err
	}
	if len(pieces) > o.MostGames() {
		return nil, o.TooMany()
	}
	if len(pieces) == 0 {
		return nil, o.Errorf(0, "there is no position in the file")
	}
	g := codec.Pieces([]byte(f.s.text), o, pieces, Decode)
	g.Warnings = f.warn
	return g, nil
}

// file is a file of positions.
type file struct {
	o    codec.Options
	spec rules.Rules // game of o.Spec, if this format supports it
	s    *scanner
	warn []error
	// games caches the rules of positions by number of cells. Creating rules is slower than reading
	// a position.
	games map[int]rules.Rules
}

func open(data []byte, o codec.Options) (*file, error) {
	if len(data) > codec.MaxFile {
		return nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	f := &file{o: o}
	text, warn := o.Text(data)
	f.warn = warn
	if o.Spec != nil {
		r, err := o.Games.FromSpec(*o.Spec)
		if err != nil {
			return nil, o.Errorf(0, "%v", err)
		}
		if squares(r) {
			f.spec = r
		}
	}
	f.s = &scanner{text: string(text), o: o, fits: func(cells int) bool {
		return known(cells) || o.Spec == nil && square(cells) || f.spec != nil && cells == len(f.spec.Board().Cells)
	}}
	return f, nil
}

// split returns at most limit of the remaining positions.
func (f *file) split(ctx context.Context, limit int) (pieces []codec.Piece, err error) {
	for len(pieces) < limit {
		if len(pieces)%1024 == 0 {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			f.o.Progress.Report(int64(f.s.at), int64(len(f.s.text)))
		}
		from := f.s.at
		i, err := f.s.next()
		if i == nil && err == nil {
			break
		}
		p := codec.Piece{From: from, To: len(f.s.text)}
		if err == nil {
			p.To = i.to
			if r, err := f.rules(i); err == nil {
				p.Game = r.Spec().Game
			}
		}
		if pieces = append(pieces, p); err != nil {
			break
		}
	}
	return pieces, nil
}

// rules returns the game of a position.
func (f *file) rules(i *item) (rules.Rules, error) {
	n := len(i.cells)
	if f.spec != nil && n == len(f.spec.Board().Cells) {
		return f.spec, nil
	}
	if r := f.games[n]; r != nil {
		return r, nil
	}
	var r rules.Rules
	var err error
	switch preset := presets[n]; {
	case preset != "":
		r, err = f.o.Preset(preset)
	case !known(n):
		return nil, f.o.Unnamed(i.line)
	default:
		r, err = f.o.Games.FromSpec(rules.Spec{Game: othello, Params: rules.Params{"size": strconv.Itoa(sizeOf(n))}})
	}
	if err != nil {
		return nil, err
	}
	if f.games == nil {
		f.games = map[int]rules.Rules{}
	}
	f.games[n] = r
	return r, nil
}

// document returns the document of a position.
func (f *file) document(ctx context.Context, i *item) (*model.Document, error) {
	r, err := f.rules(i)
	switch {
	case codec.IsUnnamed(err):
		return nil, err
	case err != nil:
		return nil, f.o.Errorf(i.line, "%v", err)
	}
	if cols := len(r.Board().Columns); cols > 0 && i.row < len(i.cells) && i.row%cols != 0 {
		return nil, f.o.Errorf(i.line, "the rows have %d cells, but no board of %d cells has rows of this length", i.row, len(i.cells))
	}
	d := model.NewDocument(r)
	pos, marks, err := f.position(r, i, d)
	if err != nil {
		return nil, f.o.Errorf(i.line, "%v", err)
	}
	if text := pos.String(); text != r.Start().String() {
		if err := d.Tree.SetStart(text); err != nil {
			return nil, f.o.Errorf(i.line, "%v", err)
		}
	}
	root := d.Tree.Root()
	var lines codec.Lines
	lines.Add(root, i.line)
	about := model.Annotation{Comment: strings.Join(i.comment, "\n"), Marks: marks}
	if len(about.Comment) > codec.MaxText {
		return nil, f.o.Errorf(i.line, "the comments on one move are longer than %d bytes", codec.MaxText)
	}
	if i.score != "" {
		d.Info["score"] = i.score
	}
	var keptSize codec.ForeignLimit
	for field := range strings.SplitSeq(i.rest, ";") {
		field = strings.TrimSpace(field)
		if field == "" || add(d.Tree, field) {
			continue
		}
		k := codec.NewForeign(obf, "field", field)
		if err := keptSize.Add(k, len(d.Foreign)); err != nil {
			return nil, f.o.Errorf(i.line, "%v", err)
		}
		d.Foreign = append(d.Foreign, k)
	}
	d.Tree.Annotate(root, about)
	for n := range root.Children() {
		lines.Add(n, i.line)
	}
	d.Warnings = append(d.Warnings, lines.Problems(ctx, f.o, d.Tree)...)
	return d, ctx.Err()
}

// movePattern matches a move and its value for the player who makes it.
var movePattern = regexp.MustCompile(`^([A-Za-z]{1,2}[0-9]{1,2}|(?i:pass|ps|pa)|--)\s*(?::\s*([-+]?[0-9]{1,6}(?:\.[0-9]{1,6})?))?$`)

// add adds the move in a field to the tree. It returns false if the field is not a move.
func add(t *model.Tree, field string) bool {
	w := movePattern.FindStringSubmatch(field)
	if w == nil {
		return false
	}
	m, err := t.Rules().ParseMove(w[1])
	if err != nil || t.Find(t.Root(), m) != nil {
		return false
	}
	n := t.Add(t.Root(), m)
	if score, err := strconv.ParseFloat(w[2], 64); err == nil {
		// The score is for the player to move after m, who is the opponent.
		t.Annotate(n, model.Annotation{Evals: []model.Eval{{Engine: evalEngine, Score: 0 - score}}})
	}
	return true
}

// evalEngine is the engine name of the values of moves.
const evalEngine = "OBF"

// position returns the position of an item, and its digits as labels. If the side to move is
// missing and the pieces do not determine it, position adds a warning to d.
func (f *file) position(r rules.Rules, i *item, d *model.Document) (rules.Position, []model.Mark, error) {
	b := r.Board()
	cells := i.cells
	if b.Drops() && floats(b, cells) > 0 {
		turned := make([]int8, 0, len(cells))
		for at := len(cells) - len(b.Columns); at >= 0; at -= len(b.Columns) {
			turned = append(turned, cells[at:at+len(b.Columns)]...)
		}
		if n := floats(b, turned); n > 0 {
			return nil, nil, msg.Errorf("some pieces float, whichever way up the rows are read")
		}
		cells = turned
	}
	s := rules.Setup{Cells: make([]rules.Content, len(cells)), Turn: rules.Player(i.side - 1)}
	var count [10]int
	var marks []model.Mark
	for c, x := range cells {
		count[x]++
		switch s.Cells[c] = rules.Empty; {
		case x > second:
			marks = append(marks, model.Mark{Cell: rules.Cell(c), Kind: model.MarkLabel, Text: strconv.Itoa(int(x))})
		case x != empty:
			s.Cells[c] = rules.Piece(rules.Player(x - 1))
		}
	}
	if i.side == none {
		var sure bool
		s.Turn, sure = next(r, count[first], count[second])
		if !sure {
			d.Warnings = append(d.Warnings, f.o.Errorf(i.line, "the side to move is missing: it was inferred from the number of pieces"))
		}
	}
	pos, err := r.SetUp(s)
	return pos, marks, err
}

// floats returns the number of pieces above an empty cell, if the rows begin at the top.
func floats(b *rules.Board, cells []int8) (n int) {
	cols := len(b.Columns)
	for c := range len(cells) - cols {
		if !free(cells[c]) && free(cells[c+cols]) {
			n++
		}
	}
	return n
}

// next returns the player to move, given the numbers of pieces, and whether it is certain.
func next(r rules.Rules, a, b int) (turn rules.Player, sure bool) {
	if r.Spec().Game == othello { // discs change sides, and players may pass
		return rules.Player((a + b) % 2), a+b <= 4
	}
	return rules.Player(min(max(a-b, 0), 1)), a == b || a == b+1
}
