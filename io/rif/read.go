package rif

import (
	"bytes"
	"context"
	stdxml "encoding/xml"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// row is the data used from a row of a table.
type row struct {
	name string
	more *details // nil if there are no details
}

// details are columns that only tournaments have.
type details struct{ start, year, month, city, country string }

// piece is the location of a game and its overview for lists.
type piece struct {
	from, to, line                   int
	black, white, tournament, result string
	rule                             string
	plies                            int
}

// file is the state of reading a RIF database.
type file struct {
	ctx    context.Context
	o      codec.Options
	text   []byte
	tables map[string]map[string]row // rows by element name and number
	rows   int
	games  []piece
	warn   []error
}

// maxRows is the maximum number of rows in all tables.
const maxRows = 4 << 20

// Decode reads the first game. It returns an error if the game is missing or invalid, and ctx.Err()
// if ctx ends.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	f, err := open(ctx, data, o, codec.MaxCounted+1)
	if err != nil {
		return nil, err
	}
	d, err := f.game(ctx, 0)
	if err != nil {
		return nil, err
	}
	d.Warnings = slices.Concat(f.warn, o.MoreGames(len(f.games)-1), d.Warnings)
	return d, nil
}

// Games reads all games. It returns an error if the file has no games or too many, and ctx.Err() if
// ctx ends.
func Games(ctx context.Context, data []byte, o codec.Options) (*codec.Games, error) {
	f, err := open(ctx, data, o, o.MostGames()+1)
	if err != nil {
		return nil, err
	}
	if len(f.games) > o.MostGames() {
		return nil, o.TooMany()
	}
	g := &codec.Games{Heads: make([]codec.Head, len(f.games)), Warnings: f.warn, Decode: f.game}
	players := make([]string, 2*len(f.games)) // one allocation for all games
	for i, p := range f.games {
		pair := players[2*i : 2*i+2 : 2*i+2]
		pair[0], pair[1] = f.named(attrBlack, p.black), f.named(attrWhite, p.white)
		event, date, _ := f.tournament(p.tournament)
		g.Heads[i] = codec.Head{Players: pair, Event: event, Date: date, Result: results[p.result], Game: f.preset(p.rule), Plies: p.plies, Line: o.At(p.line)}
	}
	return g, nil
}

// open reads the tables and locates at most limit games. It returns an error if the file contains no
// games.
func open(ctx context.Context, data []byte, o codec.Options, limit int) (*file, error) {
	if len(data) > codec.MaxFile {
		return nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	f := &file{ctx: ctx, o: o, tables: map[string]map[string]row{}}
	f.text, f.warn = o.TextIn(data, codec.DeclaredXML(data))
	dec := decoder(f.text)
	err := f.scan(dec, limit)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err == nil && len(f.games) == 0:
		return nil, o.Errorf(0, "there is no game in the file")
	case errors.As(err, new(*codec.Error)):
		return nil, err
	case err != nil && len(f.games) == 0:
		return nil, o.Errorf(lineOf(dec), "the file is damaged: %v", codec.XMLReason(err))
	case err != nil:
		f.warn = append(f.warn, o.Damaged(lineOf(dec), "the file is damaged at this line, and the rest was left out: %v", codec.XMLReason(err)))
	}
	return f, nil
}

// decoder returns a decoder for UTF-8 text, whatever charset the text declares.
func decoder(text []byte) *stdxml.Decoder {
	dec := stdxml.NewDecoder(bytes.NewReader(text))
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return dec
}

func lineOf(dec *stdxml.Decoder) int {
	line, _ := dec.InputPos()
	return line
}

// scan reads the tables and locates the games.
func (f *file) scan(dec *stdxml.Decoder, most int) error {
	for count := 0; ; count++ {
		if count%1024 == 0 {
			if err := f.ctx.Err(); err != nil {
				return err
			}
			f.o.Progress.Half(0, int(dec.InputOffset()), len(f.text))
		}
		from, line := int(dec.InputOffset()), lineOf(dec)
		t, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		e, ok := t.(stdxml.StartElement)
		if !ok {
			continue
		}
		if e.Name.Local != "game" {
			if err := f.row(e, line); err != nil {
				return err
			}
			continue
		}
		p := piece{from: from, line: line}
		for _, a := range e.Attr {
			switch a.Name.Local {
			case attrBlack:
				p.black = a.Value
			case attrWhite:
				p.white = a.Value
			case attrTournament:
				p.tournament = a.Value
			case attrResult:
				p.result = a.Value
			case attrRule:
				p.rule = a.Value
			}
		}
		err = f.content(dec, func(element string, text []byte) error {
			if element == "move" {
				p.plies += countWords(text)
			}
			return nil
		})
		if err != nil {
			return err
		}
		p.to = int(dec.InputOffset())
		if f.games = append(f.games, p); len(f.games) == most {
			return nil
		}
	}
}

// content reads to the end of the current element. It calls text with the text in direct child
// elements, possibly in several parts.
func (f *file) content(dec *stdxml.Decoder, text func(element string, text []byte) error) error {
	depth, element := 0, ""
	for count := 1; ; count++ {
		if count%1024 == 0 && f.ctx.Err() != nil {
			return f.ctx.Err()
		}
		t, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case stdxml.StartElement:
			if depth++; depth == 1 {
				element = t.Name.Local
				err = text(element, nil)
			}
		case stdxml.EndElement:
			if depth--; depth < 0 {
				return nil
			}
		case stdxml.CharData:
			if depth > 0 {
				err = text(element, t)
			}
		}
		if err != nil {
			return err
		}
	}
}

// countWords returns the number of words in a text.
func countWords(text []byte) (n int) {
	inside := false
	for _, c := range text {
		word := c > ' '
		if word && !inside {
			n++
		}
		inside = word
	}
	return n
}

// row adds a row to a table. Any element with an id attribute is a row.
func (f *file) row(e stdxml.StartElement, line int) error {
	var r row
	var d details
	id, abbr, surname := "", "", ""
	for _, a := range e.Attr {
		switch a.Name.Local {
		case "id":
			id = a.Value
		case "name":
			r.name = a.Value
		case "surname":
			surname = a.Value
		case "abbr":
			abbr = a.Value
		case "start":
			d.start = a.Value
		case "year":
			d.year = a.Value
		case "month":
			d.month = a.Value
		case "city":
			d.city = a.Value
		case "country":
			d.country = a.Value
		}
	}
	if id == "" {
		return nil
	}
	switch table := e.Name.Local; {
	case table == "player":
		r.name = join(" ", r.name, surname)
	case table == "opening" && r.name != "" && abbr != "":
		r.name += " (" + abbr + ")"
	case table == attrTournament && d != details{}:
		r.more = &d
	}
	if r.name == "" {
		r.name = abbr
	}
	t := f.tables[e.Name.Local]
	if t == nil {
		if len(f.tables) > codec.MaxForeign {
			return nil
		}
		t = map[string]row{}
		f.tables[e.Name.Local] = t
	}
	if f.rows++; f.rows > maxRows {
		return f.o.Errorf(line, "the tables have more than %d rows", maxRows)
	}
	t[id] = r
	return nil
}

// join joins the non-empty texts.
func join(between string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), between)
}

// isNone reports whether an attribute contains no reference.
func isNone(id string) bool { return id == "" || id == "0" }

// find returns the row to which an attribute refers, and whether it exists.
func (f *file) find(attr, id string) (row, bool) {
	table := tables[attr]
	if table == "" {
		table = attr
	}
	r, ok := f.tables[table][id]
	return r, ok
}

// named returns the name of the row to which an attribute refers. It returns #7, for example, if
// row 7 has no name, and "" for no reference.
func (f *file) named(attr, id string) string {
	if isNone(id) {
		return ""
	}
	if r, _ := f.find(attr, id); r.name != "" {
		return r.name
	}
	return "#" + id
}

// tournament returns the name, date and place of a tournament.
func (f *file) tournament(id string) (event, date, place string) {
	event = f.named(attrTournament, id)
	r, _ := f.find(attrTournament, id)
	if r.more == nil {
		return event, "", ""
	}
	d := r.more
	if date = d.start; date == "" && !isNone(d.year) {
		if date = d.year; len(d.month) == 1 || len(d.month) == 2 {
			date += "-" + ("0" + d.month)[len(d.month)-1:]
		}
	}
	return event, date, join(", ", f.named("city", d.city), f.named("country", d.country))
}

func (f *file) game(ctx context.Context, i int) (*model.Document, error) {
	p := f.games[i]
	g := &game{file: &file{ctx: ctx, o: f.o, tables: f.tables}, attrs: map[string]string{}}
	g.o.Skipped += p.line - 1
	g.o.Progress = nil
	dec := decoder(f.text[p.from:p.to])
	t, err := dec.Token()
	if err != nil {
		return nil, g.o.Errorf(1, "the file is damaged: %v", codec.XMLReason(err))
	}
	e, _ := t.(stdxml.StartElement)
	var order []string
	for _, a := range e.Attr {
		if _, twice := g.attrs[a.Name.Local]; !twice {
			order = append(order, a.Name.Local)
		}
		g.attrs[a.Name.Local] = a.Value
	}
	var info bytes.Buffer
	others, names := map[string]*bytes.Buffer{}, []string{}
	line := lineOf(dec)
	err = g.content(dec, func(element string, text []byte) error {
		to := others[element]
		switch {
		case element == "move" && len(text) > 0:
			err := g.words(text, line)
			line = lineOf(dec)
			return err
		case element == "move":
			line = lineOf(dec)
			return nil
		case element == "info":
			to = &info
		case to == nil && len(names) < codec.MaxForeign:
			to = &bytes.Buffer{}
			others[element], names = to, append(names, element)
		case to == nil:
			return nil
		}
		to.Write(text)
		return nil
	})
	if err != nil {
		if ctx.Err() != nil || errors.As(err, new(*codec.Error)) {
			return nil, err
		}
		return nil, g.o.Errorf(lineOf(dec), "the file is damaged: %v", codec.XMLReason(err))
	}
	for _, n := range names {
		order = append(order, n)
		if _, twice := g.attrs[n]; !twice {
			g.attrs[n] = others[n].String()
		}
	}
	return g.document(strings.TrimSpace(info.String()), order)
}

// game is a game being read.
type game struct {
	*file
	attrs map[string]string
	moves []word
}

// word is a word at the position of a move.
type word struct {
	text string
	line int
}

// words adds words to the moves.
func (g *game) words(text []byte, line int) error {
	for part := range bytes.Lines(text) {
		for w := range bytes.FieldsSeq(part) {
			if len(g.moves) >= codec.MaxNodes-1 {
				return g.o.Errorf(line, "the game tree has more than %d nodes", codec.MaxNodes)
			}
			if len(w) > codec.MaxRaw {
				return g.o.Errorf(line, "a word is longer than %d bytes", codec.MaxRaw)
			}
			g.moves = append(g.moves, word{string(w), line})
		}
		line++
	}
	return nil
}

// preset returns the preset for a rule: renju, unless the name of the rule contains gomoku.
func (f *file) preset(rule string) string {
	if r, _ := f.find(attrRule, rule); strings.Contains(strings.ToLower(r.name), "gomoku") {
		return "gomoku-standard"
	}
	return "renju"
}

// rules returns the rules. If first is not legal as the first move, the first move may be anywhere,
// as in some openings of renju.
func (g *game) rules(first string) (rules.Rules, error) {
	rs, err := g.o.Preset(g.preset(g.attrs[attrRule]))
	if err != nil {
		return nil, err
	}
	if m, err := rs.ParseMove(first); err == nil && !rules.Legal(rs.Start(), m) {
		spec := rs.Spec()
		params := maps.Clone(spec.Params)
		params["centreFirst"] = "off"
		return g.o.Games.FromSpec(rules.Spec{Game: spec.Game, Params: params})
	}
	return rs, nil
}

// document returns the document of the game. order lists the attributes and the names of unknown
// elements, in the order of the file.
func (g *game) document(info string, order []string) (*model.Document, error) {
	first := ""
	if len(g.moves) > 0 {
		first = g.moves[0].text
	}
	rs, err := g.rules(first)
	if err != nil {
		return nil, g.o.Errorf(1, "%v", err)
	}
	d := model.NewDocument(rs)
	set := func(key, value string) {
		switch {
		case len(value) > codec.MaxText:
			d.Warnings = append(d.Warnings, g.o.Errorf(1, "a text is longer than %d bytes", codec.MaxText))
		case value != "":
			d.Info[key] = value
		}
	}
	for seat, attr := range []string{attrBlack, attrWhite} {
		if err := d.Players[seat].Set("name", g.named(attr, g.attrs[attr])); err != nil {
			d.Warnings = append(d.Warnings, g.o.Errorf(1, "%v", err))
		}
	}
	event, date, place := g.tournament(g.attrs[attrTournament])
	set(model.InfoEvent, event)
	set(model.InfoDate, date)
	set(model.InfoPlace, place)
	set(model.InfoRound, g.attrs["round"])
	set(model.InfoResult, results[g.attrs[attrResult]])
	set("about the game", info)
	known := []string{attrBlack, attrWhite, attrTournament, "round"}
	for _, t := range tags {
		value := g.attrs[t.attr]
		if t.attr == attrRule || t.attr == attrOpening || tables[t.attr] != "" {
			value = g.named(t.attr, value)
		}
		set(t.key, value)
		known = append(known, t.attr)
	}
	if results[g.attrs[attrResult]] != "" {
		known = append(known, attrResult)
	}
	for _, attr := range []string{attrBlack, attrWhite, attrTournament, attrRule, attrOpening} {
		id := g.attrs[attr]
		if _, ok := g.find(attr, id); !ok && !isNone(id) {
			d.Warnings = append(d.Warnings, g.o.Errorf(1, "the number %s of %s is not in any table of the file", codec.Cut(id), attr))
		}
	}
	var keptSize codec.ForeignLimit
	for _, attr := range order {
		if slices.Contains(known, attr) {
			continue
		}
		f := codec.NewForeign(name, attr, g.attrs[attr])
		if err := keptSize.Add(f, len(d.Foreign)); err != nil {
			return nil, g.o.Errorf(1, "%v", err)
		}
		d.Foreign = append(d.Foreign, f)
	}
	if err := g.play(d); err != nil {
		return nil, err
	}
	return d, g.ctx.Err()
}

// play adds the moves to the tree.
func (g *game) play(d *model.Document) error {
	moves := codec.Moves{Parse: d.Tree.Rules().ParseMove}
	var at codec.Lines
	n := d.Tree.Root()
	at.Add(n, 1)
	raw, rawAt := 0, 0
	for i, w := range g.moves {
		if i%1024 == 0 && g.ctx.Err() != nil {
			return g.ctx.Err()
		}
		if m, ok := moves.Read([]byte(w.text)); ok {
			n = d.Tree.Add(n, m)
		} else {
			if raw++; raw == 1 {
				rawAt = w.line
			}
			if raw > codec.MaxNotes {
				return g.o.Errorf(w.line, "the game tree has more than %d notes", codec.MaxNotes)
			}
			n = d.Tree.AddRaw(n, w.text)
		}
		at.Add(n, w.line)
	}
	if err := g.o.Prose(len(g.moves), raw, rawAt); err != nil {
		return err
	}
	d.Warnings = append(d.Warnings, at.Problems(g.ctx, g.o, d.Tree)...)
	return nil
}
