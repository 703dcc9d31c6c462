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
	ctx    context.Context
	o      codec.Options
	data   []byte
	size   int
	line   int
	cols   int
	rows   int
	first  int // who of the names begins
	levels string
	rec    bool
	names  []string
	stones []placed
	code   string
	result string
	event  string
	rules  int // -1 where nothing is said
	other  []string
}

// placed is a stone.
type placed struct {
	col, row int
	used     time.Duration
	line     int
}

// next returns the next line that is not blank, without white space around it; ok is false at the end.
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

// Decode reads a record of Piskvork or Gomotur. Stones that cannot stand where they do are kept, with a warning.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	if len(data) > codec.MaxFile {
		return nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	text, latin1 := codec.Text(data)
	if bytes.IndexByte(text, '\r') >= 0 { // of Windows, and of older Macs
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
	if latin1 {
		d.Warnings = append([]error{o.Errorf(0, "the text is not UTF-8: it was read as Latin-1")}, d.Warnings...)
	}
	return d, nil
}

// head reads what stands before the stones.
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

// moves reads the stones, and what stands behind them.
func (r *reader) moves() error {
	from := 1
	if r.rec {
		from = 0
	}
	for {
		if r.line%1024 == 0 {
			if err := r.ctx.Err(); err != nil {
				return err
			}
			r.o.Progress.Half(0, r.size-len(r.data), r.size)
		}
		line, ok := r.next()
		if !ok {
			return nil
		}
		if len(line) > codec.MaxRaw {
			return r.o.Errorf(r.line, "a line is longer than %d bytes", codec.MaxRaw)
		}
		m := stone.FindSubmatch(line)
		if m == nil {
			return r.tail(line)
		}
		if len(r.stones) >= codec.MaxNodes-1 {
			return r.o.Errorf(r.line, "the game tree has more than %d nodes", codec.MaxNodes)
		}
		p := placed{line: r.line}
		p.col, _ = strconv.Atoi(string(m[1]))
		p.row, _ = strconv.Atoi(string(m[2]))
		ms, _ := strconv.ParseInt(string(m[3]), 10, 64)
		p.col, p.row, p.used = p.col-from, p.row-from, time.Duration(max(ms, 0))*time.Millisecond
		r.stones = append(r.stones, p)
	}
}

// tail reads what stands behind the stones, from a line on.
func (r *reader) tail(line []byte) error {
	take := func() { line, _ = r.next() }
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
		if len(r.other) >= codec.MaxKept || len(line) > codec.MaxWord {
			return r.o.Errorf(r.line, "there are more than %d lines, or one of more than %d bytes, behind the game", codec.MaxKept, codec.MaxWord)
		}
		r.other = append(r.other, string(line))
	}
	return nil
}

// spec returns the game: by the number of the rules, or by the name of the tournament, which tells them at Gomocup.
func (r *reader) spec() rules.Spec {
	params := maps.Clone(standard)
	params["rows"], params["cols"] = strconv.Itoa(r.rows), strconv.Itoa(r.cols)
	number := r.rules
	if number < 0 {
		number = told(r.event)
	}
	switch {
	case number&ruleRenju != 0:
		params["foul"] = "renju"
		if len(r.stones) == 0 || r.stones[0].col == r.cols/2 && r.stones[0].row == r.rows/2 { // Gomocup's openings begin anywhere
			params["centreFirst"] = "on"
		}
	case number&ruleExact != 0:
		params["overline"] = "ignored"
	}
	return rules.Spec{Game: "line", Params: params}
}

// told returns the number of the rules that the name of a tournament tells.
func told(event string) int {
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

// results are the results by their numbers.
var results = [3]string{"1/2-1/2", "1-0", "0-1"}

// document returns what was read.
func (r *reader) document() (*model.Document, error) {
	ru, err := r.o.Build(r.spec())
	if err != nil {
		return nil, r.o.Errorf(1, "%v", err)
	}
	d := model.NewDocument(ru)
	var warn []error
	for i, name := range r.names {
		if strings.HasPrefix(name, "homo-") && len(name) == 6 { // a person without a name
			continue
		}
		if err := d.Players[i^r.first].Set("name", name); err != nil {
			warn = append(warn, r.o.Errorf(r.line, "%v", err))
		}
	}
	if r.event != "" {
		d.Info[model.InfoEvent] = r.event
	}
	if r.rules < 0 && told(r.event) == ruleCaro || r.rules > 0 && r.rules&ruleCaro != 0 {
		warn = append(warn, r.o.Errorf(0, "the game was played by the rules of caro, which this program does not have: it was read as gomoku"))
	}
	if r.result != "" {
		d.Info[model.InfoResult] = results[r.result[0]-'0']
	}
	keep := func(key, value string) {
		d.Foreign = append(d.Foreign, codec.Keep(name, key, value))
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
	var hoard codec.Hoard
	for _, line := range r.other {
		f := codec.Keep(name, keptLine, line)
		if err := hoard.Add(f, len(d.Foreign)); err != nil {
			return nil, r.o.Errorf(r.line, "%v", err)
		}
		d.Foreign = append(d.Foreign, f)
	}
	var at codec.Lines
	n := d.Tree.Root()
	at.Add(n, 1)
	raw, said := 0, 0
	for i, p := range r.stones {
		if i%1024 == 0 && r.ctx.Err() != nil {
			return nil, r.ctx.Err()
		}
		if p.col >= 0 && p.col < r.cols && p.row >= 0 && p.row < r.rows {
			n = d.Tree.Add(n, rules.Place(rules.Cell(p.row*r.cols+p.col)))
		} else {
			n = d.Tree.AddRaw(n, strconv.Itoa(p.col+1)+","+strconv.Itoa(p.row+1))
			raw++
		}
		at.Add(n, p.line)
		if p.used > 0 {
			d.Tree.Annotate(n, model.Annotation{Used: p.used})
			said++
		}
		if raw+said > codec.MaxNotes {
			return nil, r.o.Errorf(p.line, "the game tree has more than %d notes", codec.MaxNotes)
		}
	}
	d.Warnings = append(warn, at.Problems(r.ctx, r.o, d.Tree)...)
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	return d, nil
}

// noCode is the code of a game of which it is not known how it ended.
const noCode = "-1"

// levels returns the levels that are written for players: 0 is a person, 11 an engine that has some time.
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
