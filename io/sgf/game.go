package sgf

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/msg"
	"boardstudio/rules"
)

// The numbers that the standard gives to games, and the families of their rules.
const (
	gmGo      = 1
	gmOthello = 2
	gmLine    = 4
	gmHex     = 11

	familyOthello = "othello"
	familyLine    = "line"
	familyHex     = "hex"
)

// defaults are the parameters of a game with a number of the standard, without its size, and the size it has where none is said.
// It is written with that number if it has these.
var defaults = map[int]struct {
	family string
	size   int
	params rules.Params
}{
	gmOthello: {familyOthello, 8, rules.Params{"start": "standard", "goal": "most"}},
	gmHex:     {familyHex, 11, rules.Params{"swap": "on"}},
	gmLine: {familyLine, 15, rules.Params{
		"k": "5", "players": "2", "drop": "off", "topology": "plane", "overline": "wins", "captures": "0", "breakable": "off",
		"doubleThree": "allowed", "adjacent": "off", "centreFirst": "off", "foul": "none", "misere": "off", "view": "whole",
	}},
}

// ruleWord is a way to play gomoku.
type ruleWord struct {
	words  []string // a part of RU in small letters, or all of it if that is a number; the first is written
	preset string
	params rules.Params
}

// ruleWords are the rules of gomoku and its kin: how RU says them, and what they are beside the defaults. Gomocup's programs have
// numbers for them. Most rules of renju are about the opening, which is not played by rules here.
var ruleWords = []ruleWord{
	{[]string{"renju", "rif", "yamaguchi", "taraguchi", "soosyrv", "soosõrv", "sakata", "tarannikov", "連珠", "连珠", "4"}, "renju", rules.Params{"foul": "renju", "centreFirst": "on"}},
	{[]string{"standard", "exact", "1"}, "gomoku-standard", rules.Params{"overline": "ignored"}},
	{[]string{"freestyle", "free", "0"}, "gomoku", nil},
}

// ruled returns the index of the rules that RU means; those of freestyle gomoku, and false, where it says nothing that is known.
func ruled(ru string) (int, bool) {
	ru = strings.ToLower(strings.TrimSpace(ru))
	for i, r := range ruleWords {
		for _, w := range r.words {
			if w == ru || w[0] > '9' && strings.Contains(ru, w) {
				return i, true
			}
		}
	}
	return len(ruleWords) - 1, false
}

// preset matches what can be the name of a preset, which RU may have.
var preset = regexp.MustCompile(`^\s*[A-Za-z0-9-]+\s*$`)

// header is what the root says about the rules.
type header struct {
	gm     int // gmGo where nothing is said
	stated bool
	game   string // of our own
	params rules.Params
	rules  string // RU
	cols   int    // 0 where it is not said
	rows   int
}

// take takes in what a property of the root says about the rules.
func (h *header) take(p property) {
	switch p.name {
	case "GM":
		h.stated = true
		h.gm, _ = strconv.Atoi(strings.TrimSpace(simple(p.first())))
	case "SZ":
		a, b, both := compose(p.first())
		h.cols, _ = strconv.Atoi(strings.TrimSpace(simple(a)))
		if h.rows = h.cols; both {
			h.rows, _ = strconv.Atoi(strings.TrimSpace(simple(b)))
		}
	case "RU":
		h.rules = simple(p.first())
	case ownGame:
		h.game = simple(p.first())
	case ownParam:
		for _, v := range p.values {
			if a, b, ok := compose(v); ok {
				h.params[text(a)] = text(b)
			}
		}
	}
}

// title returns what a list calls the game.
func (h *header) title() string {
	switch {
	case h.game != "":
		return h.game
	case h.gm == gmLine:
		i, _ := ruled(h.rules)
		return ruleWords[i].preset
	case h.gm == gmGo:
		return ""
	}
	return defaults[h.gm].family
}

// named reports whether the root names the game.
func (h *header) named() bool { return h.game != "" || defaults[h.gm].family != "" }

// build returns the rules that the root names, or those of o.Spec on a board of the size that the root tells.
func (h *header) build(o codec.Options, line int) (rules.Rules, error) {
	var spec rules.Spec
	standard, known := defaults[h.gm]
	switch {
	case h.game != "":
		spec = rules.Spec{Game: h.game, Params: h.params}
	case known:
		spec = rules.Spec{Game: standard.family, Params: maps.Clone(standard.params)}
		size := [2]int{h.rows, h.cols}
		if h.rows <= 0 || h.cols <= 0 {
			size = [2]int{standard.size, standard.size}
		}
		if h.gm == gmLine {
			h.line(o, &spec, size)
		}
		resize(o, &spec, size)
	case h.stated && h.gm != gmGo:
		return nil, o.Errorf(line, "this program has no rules for the game number %d of SGF", h.gm)
	case o.Spec == nil:
		if h.stated {
			return nil, &codec.Error{File: o.File, Line: o.At(line), Why: msg.Errorf("the record is one of Go, which this program does not play"), Unnamed: true}
		}
		return nil, o.Unnamed(line)
	default:
		spec = rules.Spec{Game: o.Spec.Game, Params: maps.Clone(o.Spec.Params)}
		if h.rows > 0 && h.cols > 0 {
			sized := rules.Spec{Game: spec.Game, Params: maps.Clone(spec.Params)}
			resize(o, &sized, [2]int{h.rows, h.cols})
			if r, err := o.Build(sized); err == nil {
				return r, nil
			}
		}
	}
	r, err := o.Build(spec)
	if err != nil {
		return nil, o.Errorf(line, "%v", err)
	}
	return r, nil
}

// line puts into spec what RU means: a preset of the family too. On a board that is too small for five the row is as long as that.
func (h *header) line(o codec.Options, spec *rules.Spec, size [2]int) {
	for _, g := range o.Games {
		if p, ok := g.Preset(strings.ToLower(strings.TrimSpace(h.rules))); ok && g.Name == spec.Game {
			spec.Params = maps.Clone(p.Params)
			return
		}
	}
	i, _ := ruled(h.rules)
	maps.Copy(spec.Params, ruleWords[i].params)
	if k := max(size[0], size[1]); k < 5 {
		spec.Params["k"] = strconv.Itoa(k)
	}
}

// resize gives a game the number of rows and columns.
func resize(o codec.Options, spec *rules.Spec, size [2]int) {
	if spec.Params == nil {
		spec.Params = rules.Params{}
	}
	for _, g := range o.Games {
		if g.Name == spec.Game {
			for i, param := range g.Size {
				spec.Params[param] = strconv.Itoa(size[i])
			}
		}
	}
}

// heading is how a game is written: with its number, its rules and its size, and with our own properties where these do not tell all.
type heading struct {
	gm    int // 0 for none
	ru    string
	plain bool // without our own properties
}

// headingOf returns how a game is written. ru is what the document says of its rules.
func headingOf(r rules.Rules, ru string) heading {
	spec := r.Spec()
	if !isGrid(r.Board()) {
		return heading{}
	}
	for gm, d := range defaults {
		if d.family != spec.Game {
			continue
		}
		rest := maps.Clone(spec.Params)
		for _, param := range []string{"size", "rows", "cols"} {
			delete(rest, param)
		}
		if gm != gmLine {
			return heading{gm: gm, ru: ru, plain: rest.Equal(d.params)}
		}
		for _, param := range []string{"players", "drop", "topology", "captures"} {
			if rest[param] != d.params[param] {
				return heading{}
			}
		}
		words := slices.IndexFunc(ruleWords, func(w ruleWord) bool {
			with := maps.Clone(d.params)
			maps.Copy(with, w.params)
			if k := max(len(r.Board().Rows), len(r.Board().Columns)); k < 5 {
				with["k"] = strconv.Itoa(k)
			}
			return rest.Equal(with)
		})
		i, sure := ruled(ru)
		switch {
		case words >= 0 && ru != "" && i == words && (sure || !preset.MatchString(ru)):
			return heading{gm: gm, ru: ru, plain: true}
		case words >= 0 && ru == "":
			return heading{gm: gm, ru: ruleWords[words].words[0], plain: true}
		}
		return heading{gm: gm, ru: ru}
	}
	return heading{}
}

// maxSide is the largest number of rows or columns that points can name.
const maxSide = 52

// isGrid reports whether points can name the cells of a board.
func isGrid(b *rules.Board) bool {
	return len(b.Rows) > 0 && len(b.Rows) <= maxSide && len(b.Columns) <= maxSide && len(b.Rows)*len(b.Columns) == len(b.Cells)
}

// sides are the letters of points.
const sides = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// none is what no letter of a point stands for.
const none = 255

// side tells what a letter of a point stands for.
var side = func() (t [256]uint8) {
	for i := range t {
		t[i] = none
	}
	for i := range sides {
		t[sides[i]] = uint8(i)
	}
	return t
}()
