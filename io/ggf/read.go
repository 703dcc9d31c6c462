package ggf

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Decode reads the first game. It returns an error if the game is missing or invalid, or ctx.Err()
// if ctx ends.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	data, warn, err := open(data, o)
	if err != nil {
		return nil, err
	}
	from, text := next(data, 0)
	if from < 0 {
		return nil, o.Errorf(0, "there is no game in the file")
	}
	if text {
		warn = append(warn, o.Errorf(1, outside))
	}
	to := end(data, from)
	r := &reader{ctx: ctx, o: o, s: scanner{data: data[:to], at: from, line: 1 + strings.Count(string(data[:from]), "\n"), o: o}}
	d, err := r.read()
	if err != nil {
		return nil, err
	}
	o.Progress = nil
	more, err := split(ctx, data[to:], o, codec.MaxCounted)
	if err != nil {
		return nil, err
	}
	if len(more) == 0 && leftOver(data[to:]) {
		warn = append(warn, o.Errorf(lineOf(data, to), outside))
	}
	d.Warnings = append(append(warn, o.MoreGames(len(more))...), d.Warnings...)
	return d, nil
}

const outside msg.Key = "the text between the games was left out"

// open returns the text of a file.
func open(data []byte, o codec.Options) (text []byte, warn []error, err error) {
	if len(data) > codec.MaxFile {
		return nil, nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	text, warn = o.Text(data)
	return text, warn, nil
}

// Games reads all games. It returns an error if the file has no games or too many, or ctx.Err() if
// ctx ends.
func Games(ctx context.Context, data []byte, o codec.Options) (*codec.Games, error) {
	data, warn, err := open(data, o)
	if err != nil {
		return nil, err
	}
	pieces, err := split(ctx, data, o, o.MostGames()+1)
	if err != nil {
		return nil, err
	}
	if len(pieces) > o.MostGames() {
		return nil, o.TooMany()
	}
	if len(pieces) == 0 {
		return nil, o.Errorf(0, "there is no game in the file")
	}
	g := codec.Pieces(data, o, pieces, Decode)
	g.Warnings = warn
	at := 0
	for i, p := range pieces {
		if _, text := next(data[at:p.From+2], 0); text {
			g.Warnings = append(g.Warnings, o.Errorf(g.Heads[i].Line-o.Skipped, outside))
			return g, nil
		}
		at = p.To
	}
	if leftOver(data[at:]) {
		g.Warnings = append(g.Warnings, o.Errorf(lineOf(data, at), outside))
	}
	return g, nil
}

// leftOver reports whether data, which follows the last game, has text.
func leftOver(data []byte) bool {
	from, text := next(data, 0)
	return from < 0 && text
}

// lineOf returns the line of the text that follows the game which ends at from.
func lineOf(data []byte, from int) int {
	blank := len(data[from:]) - len(bytes.TrimLeft(data[from:], between))
	return 1 + bytes.Count(data[:from+blank], []byte("\n"))
}

// split returns at most limit games of a text.
func split(ctx context.Context, data []byte, o codec.Options, limit int) (pieces []codec.Piece, err error) {
	for at := 0; len(pieces) < limit; {
		from, _ := next(data, at)
		if from < 0 {
			break
		}
		if len(pieces)%256 == 0 {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			o.Progress.Report(int64(from), int64(len(data)))
		}
		at = end(data, from)
		pieces = append(pieces, codec.Piece{Head: head(data[from:at]), From: from - 2, To: at})
	}
	return pieces, nil
}

// head returns the overview of a game, as far as it can be read.
func head(data []byte) codec.Head {
	h := codec.Head{Players: make([]string, 2), Game: game}
	s := scanner{data: data}
	seen := map[string]bool{}
	for {
		p, err := s.next()
		if err != nil || p.name == "" {
			return h
		}
		if p.name == propMove0 || p.name == propMove1 {
			h.Plies++
			continue
		}
		if h.Plies > 0 || seen[p.name] || !hasValue(p) {
			continue
		}
		switch seen[p.name] = true; {
		case p.name == propBlack:
			h.Players[0] = p.value
		case p.name == propWhite:
			h.Players[1] = p.value
		case p.name == propDate:
			h.Date = p.value
		case p.name == propResult:
			h.Result = result(p.value)
		}
	}
}

// reader reads a game.
type reader struct {
	ctx   context.Context
	o     codec.Options
	s     scanner
	d     *model.Document
	lines codec.Lines
	warn  []error

	node     *model.Node
	pos      rules.Position   // nil after an illegal move
	turn     rules.Player     // player who made the last move
	about    model.Annotation // annotation of node, except the comment
	text     strings.Builder  // comment of node
	keptSize codec.ForeignLimit
	notes    int // number of notes so far
}

// warnf adds a warning, unless there are already codec.MaxWarnings.
func (r *reader) warnf(line int, format msg.Key, args ...any) {
	if len(r.warn) < codec.MaxWarnings {
		r.warn = append(r.warn, r.o.Errorf(line, format, args...))
	}
}

// read reads the properties before the moves, then the moves.
func (r *reader) read() (*model.Document, error) {
	var list []prop
	var p prop
	var err error
	for {
		if p, err = r.step(len(list)); err != nil {
			return nil, err
		}
		if p.name == "" || p.name == propMove0 || p.name == propMove1 {
			break
		}
		if hasValue(p) {
			list = append(list, p)
		}
		if len(list) > codec.MaxForeign {
			return nil, r.o.Errorf(p.line, "there are more than %d tags", codec.MaxForeign)
		}
	}
	if err := r.head(list); err != nil {
		return nil, err
	}
	for count := 0; p.name != ""; count++ {
		if p.name == propMove0 || p.name == propMove1 {
			err = r.move(p)
		} else {
			err = r.say(p)
		}
		if err == nil {
			p, err = r.step(count)
		}
		if err != nil {
			return nil, err
		}
	}
	r.flush()
	r.d.Warnings = append(r.warn, r.lines.Problems(r.ctx, r.o, r.d.Tree)...)
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	return r.d, nil
}

// step returns the next property. count is the number of properties before it.
func (r *reader) step(count int) (prop, error) {
	if count%1024 == 0 {
		if err := r.ctx.Err(); err != nil {
			return prop{}, err
		}
		r.o.Progress.Half(0, r.s.at, len(r.s.data))
	}
	return r.s.next()
}

// head creates the document from the properties before the moves.
func (r *reader) head(list []prop) error {
	known := map[string]prop{} // first property of each name
	for _, p := range list {
		if _, twice := known[p.name]; !twice {
			known[p.name] = p
		}
	}
	if p := known[propGame]; !strings.EqualFold(strings.TrimSpace(p.value), game) {
		return r.o.Errorf(p.line, "unknown game %q", codec.Cut(p.value))
	}
	rs, start, err := r.rules(known)
	if err != nil {
		return err
	}
	r.d = model.NewDocument(rs)
	if start != "" {
		if err := r.d.Tree.SetStart(start); err != nil {
			return r.o.Errorf(known[propBoard].line, "start position: %v", err)
		}
	}
	r.node, r.turn = r.d.Tree.Root(), 1
	r.lines.Add(r.node, 1)
	if r.pos, err = r.d.Tree.Position(r.node); err != nil {
		return r.o.Errorf(known[propBoard].line, "start position: %v", err)
	}
	for _, p := range list {
		if known[p.name].value != p.value && p.name != propComment {
			if err := r.keep(&r.d.Foreign, p); err != nil {
				return err
			}
			continue
		}
		if err := r.tag(p); err != nil {
			return err
		}
	}
	return nil
}

// rules returns the rules, and the start position in text form if it differs from the one of the
// rules, otherwise "".
func (r *reader) rules(known map[string]prop) (rules.Rules, string, error) {
	params := rules.Params{}
	if anti.MatchString(known[propType].value) {
		params[paramGoal] = fewest
	}
	build := func(line int) (rules.Rules, error) {
		rs, err := r.o.Games.FromSpec(rules.Spec{Game: game, Params: params})
		if err != nil {
			return nil, r.o.Errorf(line, "%v", err)
		}
		return rs, nil
	}
	board := known[propBoard]
	if board.name == "" {
		if m := sizeOf.FindStringSubmatch(known[propType].value); m != nil {
			params[paramSize] = m[1]
		}
		rs, err := build(known[propType].line)
		return rs, "", err
	}
	size, cells, ok := strings.Cut(strings.TrimSpace(board.value), " ")
	if _, err := strconv.ParseUint(size, 10, 8); err != nil || !ok {
		return nil, "", r.o.Errorf(board.line, "the board %q must be its size, the cells and the side to move", codec.Cut(board.value))
	}
	if size == "88" {
		return nil, "", r.o.Errorf(board.line, "the board is the octagonal one of 88 cells: only square boards can be read")
	}
	params[paramSize] = size
	var first rules.Rules
	for _, start := range []string{"standard", "reversed", "open"} {
		params["start"] = start
		rs, err := build(board.line)
		if err != nil {
			return nil, "", err
		}
		pos, err := rs.Parse(cells)
		if err != nil {
			return nil, "", r.o.Errorf(board.line, "start position: %v", err)
		}
		if pos.String() == rs.Start().String() {
			return rs, "", nil
		}
		if first == nil {
			first = rs
		}
	}
	return first, cells, nil
}

// sizeOf matches the size of the board in a match type.
var sizeOf = regexp.MustCompile(`^\s*[sS]?([0-9]{1,3})`)

// tag adds a property from before the moves to the document.
func (r *reader) tag(p prop) error {
	seat := slices.Index([]string{propBlack, propWhite}, p.name)
	switch {
	case seat >= 0:
		if err := r.d.Players[seat].Set("name", p.value); err != nil {
			r.warnf(p.line, "the tag %s is kept: %v", p.name, err)
			return r.keep(&r.d.Foreign, p)
		}
		return nil
	case p.name == propGame || p.name == propBoard:
		return nil
	case p.name == propComment:
		return r.comment(p)
	case p.name == propType && p.value == typeOf(r.d.Tree.Rules().Spec().Params):
		return nil
	case p.name == propTime:
		if clock := clockOf(p.value); clock != "" {
			r.d.Info[model.InfoClock] = clock
			return nil
		}
	}
	for _, t := range tags {
		if t.prop == p.name {
			if r.d.Info[t.key] = p.value; p.name == propResult {
				r.d.Info[t.key] = result(p.value)
			}
			return nil
		}
	}
	return r.keep(&r.d.Foreign, p)
}

// hasValue reports whether a property has a known value. Many programs also write properties without
// one.
func hasValue(p prop) bool {
	if p.name == propBlack || p.name == propWhite {
		return p.value != ""
	}
	return !unknown(p.value) || !slices.ContainsFunc(tags, func(t tag) bool { return t.prop == p.name })
}

// keep stores an unknown property in a list.
func (r *reader) keep(list *[]model.Foreign, p prop) error {
	f := codec.NewForeign(name, p.name, p.value)
	if err := r.keptSize.Add(f, len(*list)); err != nil {
		return r.o.Errorf(p.line, "%v", err)
	}
	*list = append(*list, f)
	return r.count(p)
}

// count counts a note and returns an error if there are too many.
func (r *reader) count(p prop) error {
	if r.notes++; r.notes > codec.MaxNotes {
		return r.o.Errorf(p.line, "the record has more than %d notes", codec.MaxNotes)
	}
	return nil
}

// say adds a property after a move to the annotation of the move.
func (r *reader) say(p prop) error {
	if p.name == propComment {
		return r.comment(p)
	}
	return r.keep(&r.about.Foreign, p)
}

// comment adds to the comment on the last move.
func (r *reader) comment(p prop) error {
	if p.value == "" {
		return nil
	}
	if r.text.Len() > 0 {
		r.text.WriteByte('\n')
	}
	if r.text.Len()+len(p.value) > codec.MaxText {
		return r.o.Errorf(p.line, "the comments on one move are longer than %d bytes", codec.MaxText)
	}
	r.text.WriteString(p.value)
	return r.count(p)
}

// flush annotates the last move.
func (r *reader) flush() {
	r.about.Comment = r.text.String()
	r.text.Reset()
	r.d.Tree.Annotate(r.node, r.about)
	r.about = model.Annotation{}
}

func (r *reader) move(p prop) error {
	r.flush()
	t := r.d.Tree
	if t.Len() >= codec.MaxNodes-1 { // reserve a node for a pass before the move
		return r.o.Errorf(p.line, "the record has more than %d moves", codec.MaxNodes-1)
	}
	text, rest, _ := strings.Cut(p.value, "/")
	if text = strings.TrimSpace(text); len(text) > codec.MaxRaw {
		return r.o.Errorf(p.line, "a word is longer than %d bytes", codec.MaxRaw)
	}
	m, err := t.Rules().ParseMove(text)
	side := rules.Player(slices.Index([]string{propMove0, propMove1}, p.name))
	if err == nil && r.pos != nil && r.pos.Turn() == 1-side && rules.MustPass(r.pos) && m != rules.Pass {
		r.node, r.pos = codec.Play(t, r.node, r.pos, rules.Pass, func(n *model.Node) { r.lines.Add(n, p.line) })
	}
	// After an illegal move the players alternate, whatever the file says.
	if r.turn = 1 - r.turn; r.pos != nil && r.pos.Turn() != rules.NoPlayer {
		r.turn = r.pos.Turn()
	}
	switch {
	case err == nil && r.pos != nil && r.pos.Turn() == 1-side:
		text = p.name + ":" + text
		fallthrough
	case err != nil:
		r.node, r.pos = t.AddRaw(r.node, oneWord(text)), nil
		r.lines.Add(r.node, p.line)
		if err := r.count(p); err != nil {
			return err
		}
	default:
		r.node, r.pos = codec.Play(t, r.node, r.pos, m, func(n *model.Node) { r.lines.Add(n, p.line) })
	}
	return r.details(p, r.turn, rest)
}

// details reads the evaluation and the time of a move.
func (r *reader) details(p prop, side rules.Player, rest string) error {
	if rest == "" {
		return nil
	}
	eval, used, _ := strings.Cut(rest, "/")
	eval, used = strings.TrimSpace(eval), strings.TrimSpace(used)
	score, used1 := 0.0, time.Duration(0)
	var err error
	if eval != "" {
		if score, err = strconv.ParseFloat(eval, 64); err == nil && !number.MatchString(eval) {
			err = strconv.ErrSyntax
		}
	}
	if err == nil && used != "" {
		used1, err = duration(used)
	}
	if err != nil {
		r.warnf(p.line, "%q is not an evaluation and a time: it is kept", codec.Cut(rest))
		return r.keep(&r.about.Foreign, prop{name: keptDetails, value: rest, line: p.line})
	}
	if eval != "" {
		// The score is for the player to move, who is the opponent.
		r.about.Evals = []model.Eval{{Engine: engine(r.d, side), Score: 0 - score}}
		if err := r.count(p); err != nil {
			return err
		}
	}
	r.about.Used = used1
	if used1 != 0 {
		return r.count(p)
	}
	return nil
}

// keptDetails is the name for text after a move that is neither an evaluation nor a time.
const keptDetails = "["

var number = regexp.MustCompile(`^[-+]?[0-9]+(\.[0-9]*)?$|^[-+]?\.[0-9]+$`)

// engine returns the engine name for the evaluations of a seat.
func engine(d *model.Document, side rules.Player) string {
	if n := d.Players[side].Name; n != "" {
		return n
	}
	return "GGF"
}

// clocked matches times in seconds, or in minutes and seconds.
var clocked = regexp.MustCompile(`^(?:([0-9]{1,6}):)?([0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})$`)

// duration parses the time used for a move. It returns an error if text is not a time.
func duration(text string) (time.Duration, error) {
	m := clocked.FindStringSubmatch(text)
	if m == nil {
		return 0, strconv.ErrSyntax
	}
	d, err := time.ParseDuration(m[2] + "s")
	if err == nil && m[1] != "" {
		minutes, _ := strconv.Atoi(m[1])
		d += time.Duration(minutes) * time.Minute
	}
	return d, err
}
