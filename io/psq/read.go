package psq

import (
	"bytes"
	"context"
	"maps"
	"strconv"
	"strings"
	"time"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// reader reads a record line by line.
type reader struct {
	ctx       context.Context
	o         codec.Options
	data      []byte
	size      int
	line      int
	cols      int
	rows      int
	first     int // index, among the names, of the player who begins
	levels    string
	rec       bool
	names     []string
	stones    int    // number of stones
	start     []byte // text from the first stone, after startLine lines
	startLine int
	opening   placed // first stone
	code      string
	result    string
	event     string
	rules     int // number of the rules, -1 if unknown
	other     []string
	behind    int // stones behind the end of the game
	behindAt  int // the line of the first
}

// placed is a stone with the time used for it.
type placed struct {
	col, row int
	used     time.Duration
}

// next returns the next non-blank line without surrounding white space. ok is false at the end.
func (r *reader) next() (text []byte, ok bool) {
	for len(r.data) > 0 {
		line, rest, _ := bytes.Cut(r.data, []byte("\n"))
		r.line++
		r.data = rest
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, true
		}
	}
	return nil, false
}

// Decode reads a record of Piskvork or Gomotur. Stones on illegal points are stored, with a
// warning. Decode returns an error if the header is invalid or a limit is exceeded, and ctx.Err()
// if ctx ends.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	if len(data) > codec.MaxFile {
		return nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	text, warn := o.Text(data)
	if bytes.IndexByte(text, '\r') >= 0 { // line ends of Windows or of old Macs
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	}
	r := &reader{ctx: ctx, o: o, data: text, size: len(text), rules: -1}
	if err := r.head(); err != nil {
		return nil, err
	}
	if err := r.moves(); err != nil {
		return nil, err
	}
	d, err := r.document()
	if err != nil {
		return nil, err
	}
	d.Warnings = append(warn, d.Warnings...)
	return d, nil
}

// head reads the lines before the stones.
func (r *reader) head() error {
	before := *r
	line, _ := r.next()
	if m := psqHead.FindSubmatch(line); m != nil {
		r.cols, _ = strconv.Atoi(string(m[1]))
		r.rows, _ = strconv.Atoi(string(m[2]))
		r.levels = string(m[3]) + ":" + string(m[4])
		r.first = int(m[5][0] - '0')
		return nil
	}
	if bytes.HasPrefix(line, []byte("Piskvorky")) || !recHead.Match(before.data) {
		return r.o.Errorf(1, "the first line is not like “Piskvorky 20x20, 11:11, 0”")
	}
	second, _ := r.next()
	r.rec, r.cols, r.rows = true, recSize, recSize
	r.names = []string{string(line), string(second)}
	return nil
}

// moves counts the stones and reads the lines after them. The stones are read again after the game
// is known, because a list of stones would take more memory than the tree.
func (r *reader) moves() error {
	for {
		if r.line%1024 == 0 {
			if err := r.ctx.Err(); err != nil {
				return err
			}
			r.o.Progress.Half(0, r.size-len(r.data), r.size)
		}
		before := *r
		line, ok := r.next()
		if !ok {
			return nil
		}
		if len(line) > codec.MaxRaw {
			return r.o.Errorf(r.line, "a line is longer than %d bytes", codec.MaxRaw)
		}
		p, ok := r.stone(line)
		if !ok && !r.damaged(line) {
			return r.tail(line)
		}
		if r.stones == 0 {
			r.start, r.startLine, r.opening = before.data, before.line, p
		}
		if r.stones++; r.stones >= codec.MaxNodes {
			return r.o.Errorf(r.line, "the game tree has more than %d nodes", codec.MaxNodes)
		}
	}
}

// stone returns the stone on a line of this record, with column and row counted from 0.
func (r *reader) stone(line []byte) (placed, bool) {
	p, ok := stone(line)
	if !r.rec {
		p.col, p.row = p.col-1, p.row-1
	}
	return p, ok
}

// damaged reports whether a line was that of a stone: it begins like one, or a stone with a time follows.
func (r *reader) damaged(line []byte) bool {
	if twoNumbers.Match(line) && !ended.Match(line) {
		return true
	}
	later := *r
	next, _ := later.next()
	return timed(next)
}

// timed reports whether a line is that of a stone with a time.
func timed(line []byte) bool {
	_, ok := stone(line)
	return ok && bytes.Count(line, []byte(",")) == 2
}

// stone parses the line of a stone: column, row and, optionally, the time in milliseconds.
func stone(line []byte) (p placed, ok bool) {
	column, rest, ok := bytes.Cut(line, []byte(","))
	if !ok {
		return p, false
	}
	row, spent, timed := bytes.Cut(rest, []byte(","))
	if p.col, ok = integer(column, 9); !ok {
		return p, false
	}
	if p.row, ok = integer(row, 9); ok && timed {
		var ms int
		ms, ok = integer(spent, 12)
		p.used = time.Duration(max(ms, 0)) * time.Millisecond
	}
	return p, ok
}

// integer parses a number with at most the given number of digits, possibly surrounded by blanks.
func integer(text []byte, digits int) (n int, ok bool) {
	text = bytes.TrimSpace(text)
	negative := len(text) > 0 && text[0] == '-'
	if negative {
		text = text[1:]
	}
	if len(text) == 0 || len(text) > digits {
		return 0, false
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	if negative {
		n = -n
	}
	return n, true
}

// tail reads the lines after the stones. line is the first of them.
func (r *reader) tail(line []byte) error {
	look := func() {
		if timed(line) {
			if r.behind++; r.behind == 1 {
				r.behindAt = r.line
			}
		}
	}
	take := func() {
		line, _ = r.next()
		look()
	}
	look()
	if !r.rec && !number.Match(line) {
		for range 2 {
			r.names = append(r.names, string(line))
			take()
		}
	}
	if number.Match(line) {
		r.code = string(line)
		take()
	}
	if m := ended.FindSubmatch(line); m != nil {
		r.result, r.event = string(m[1]), strings.TrimSpace(string(m[2]))
		take()
	}
	for ; line != nil; take() {
		if m := rule.FindSubmatch(line); m != nil {
			if r.rules < 0 {
				r.rules, _ = strconv.Atoi(string(m[1]))
			}
			continue
		}
		if len(r.other) >= codec.MaxForeign || len(line) > codec.MaxWord {
			return r.o.Errorf(r.line, "there are more than %d lines, or one of more than %d bytes, after the game", codec.MaxForeign, codec.MaxWord)
		}
		r.other = append(r.other, string(line))
	}
	return nil
}

// spec returns the game, determined by the number of the rules, or else by the name of the
// tournament, which contains the rules at Gomocup.
func (r *reader) spec() rules.Spec {
	params := maps.Clone(standard)
	params["rows"], params["cols"] = strconv.Itoa(r.rows), strconv.Itoa(r.cols)
	number := r.rules
	if number < 0 {
		number = rulesNamedBy(r.event)
	}
	switch {
	case number&ruleRenju != 0:
		params["foul"] = "renju"
		// Gomocup's openings may begin anywhere.
		if r.stones == 0 || r.opening.col == r.cols/2 && r.opening.row == r.rows/2 {
			params["centreFirst"] = "on"
		}
	case number&ruleExact != 0:
		params["overline"] = "ignored"
	}
	return rules.Spec{Game: "line", Params: params}
}

// rulesNamedBy returns the number of the rules named by a tournament, or 0.
func rulesNamedBy(event string) int {
	event = strings.ToLower(event)
	for _, r := range []struct {
		word   string
		number int
	}{{"renju", ruleRenju}, {"standard", ruleExact}, {"caro", ruleCaro}} {
		if strings.Contains(event, r.word) {
			return r.number
		}
	}
	return 0
}

// results are the results, indexed by their number.
var results = [3]string{"1/2-1/2", "1-0", "0-1"}

// document returns the document of the record.
func (r *reader) document() (*model.Document, error) {
	ru, err := r.o.Games.FromSpec(r.spec())
	if err != nil {
		return nil, r.o.Errorf(1, "%v", err)
	}
	d := model.NewDocument(ru)
	var warn []error
	for i, name := range r.names {
		if strings.HasPrefix(name, "homo-") && len(name) == 6 { // a human player without a name
			continue
		}
		if err := d.Players[i^r.first].Set("name", name); err != nil {
			warn = append(warn, r.o.Errorf(r.line, "%v", err))
		}
	}
	if r.event != "" {
		d.Info[model.InfoEvent] = r.event
	}
	if r.rules < 0 && rulesNamedBy(r.event) == ruleCaro || r.rules > 0 && r.rules&ruleCaro != 0 {
		warn = append(warn, r.o.Errorf(0, "the game was played by the rules of caro, which are not supported: it was read as gomoku"))
	}
	if r.result != "" {
		d.Info[model.InfoResult] = results[r.result[0]-'0']
	}
	keep := func(key, value string) {
		d.Foreign = append(d.Foreign, codec.NewForeign(name, key, value))
	}
	if r.levels != "" && r.levels != levels(d) {
		keep(keptLevels, r.levels)
	}
	if r.first == 1 {
		keep(keptFirst, "1")
	}
	if r.code != "" && r.code != noCode {
		keep(keptCode, r.code)
	}
	var keptSize codec.ForeignLimit
	for _, line := range r.other {
		f := codec.NewForeign(name, keptLine, line)
		if err := keptSize.Add(f, len(d.Foreign)); err != nil {
			return nil, r.o.Errorf(r.line, "%v", err)
		}
		d.Foreign = append(d.Foreign, f)
	}
	var at codec.Lines
	n := d.Tree.Root()
	at.Add(n, 1)
	raw, said := 0, 0
	again := reader{data: r.start, line: r.startLine, rec: r.rec}
	for i := range r.stones {
		if i%1024 == 0 && r.ctx.Err() != nil {
			return nil, r.ctx.Err()
		}
		line, _ := again.next()
		p, ok := again.stone(line)
		switch {
		case !ok:
			n = d.Tree.AddRaw(n, string(line))
			raw++
		case p.col >= 0 && p.col < r.cols && p.row >= 0 && p.row < r.rows:
			n = d.Tree.Add(n, rules.Place(rules.Cell(p.row*r.cols+p.col)))
		default:
			n = d.Tree.AddRaw(n, strconv.Itoa(p.col+1)+","+strconv.Itoa(p.row+1))
			raw++
		}
		at.Add(n, again.line)
		if p.used > 0 {
			d.Tree.Annotate(n, model.Annotation{Used: p.used})
			said++
		}
		if raw+said > codec.MaxNotes {
			return nil, r.o.Errorf(again.line, "the game tree has more than %d notes", codec.MaxNotes)
		}
	}
	if r.behind > 0 {
		warn = append(warn, r.o.Damaged(r.behindAt, "lines of stones after the end of the game were skipped: %d", r.behind))
	}
	d.Warnings = append(warn, at.Problems(r.ctx, r.o, d.Tree)...)
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	return d, nil
}

// noCode is the code for an unknown kind of ending.
const noCode = "-1"

// levels returns the levels to write: 0 for a human player, 11 for an engine.
func levels(d *model.Document) string {
	var words []string
	for _, p := range d.Players {
		if p.Kind == model.Human {
			words = append(words, "0")
		} else {
			words = append(words, "11")
		}
	}
	return strings.Join(words, ":")
}
