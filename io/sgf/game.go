package sgf

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Game numbers of the standard, and the families of their rules.
const (
	gmGo      = 1
	gmOthello = 2
	gmLine    = 4
	gmHex     = 11

	familyOthello = "othello"
	familyLine    = "line"
	familyHex     = "hex"
)

// defaults has the default size and the other parameters of the games that have a number in the
// standard. A game with these parameters is written with that number.
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

// foreign maps the SGF numbers of other games to their names.
var foreign = map[int]string{
	gmGo: "Go", 3: "Chess", 5: "Nine Men’s Morris", 6: "Backgammon", 7: "Xiangqi", 8: "Shogi", 9: "Lines of Action", 10: "Ataxx", 12: "Jungle", 13: "Neutron",
	14: "Philosopher’s Football", 15: "Quadrature", 16: "Trax", 17: "Tantrix", 18: "Amazons", 19: "Octi", 20: "Gess", 21: "TwixT", 22: "Zertz", 23: "Plateau", 24: "Yinsh",
	25: "Punct", 26: "Gobblet", 27: "Hive", 28: "Exxit", 29: "Hnefatafl", 30: "Kuba", 31: "Tripples", 32: "Chase", 33: "Tumbling Down", 34: "Sahara", 35: "Byte", 36: "Focus",
	37: "Dvonn", 38: "Tamsk", 39: "Gipf", 40: "Kropki",
}

// ruleWord is a set of rules for gomoku.
type ruleWord struct {
	words  []string // part of RU in lower case, or all of RU if the word is a number; the first word is written
	preset string
	params rules.Params
}

// ruleWords maps values of RU to the rules of gomoku and its relatives, as differences from the
// defaults. Gomocup's programs use numbers. Most rules of renju concern the opening, which Studio
// does not enforce.
var ruleWords = []ruleWord{
	{[]string{"renju", "rif", "yamaguchi", "taraguchi", "soosyrv", "soosõrv", "sakata", "tarannikov", "連珠", "连珠", "4"}, "renju", rules.Params{"foul": "renju", "centreFirst": "on"}},
	{[]string{"standard", "exact", "1"}, "gomoku-standard", rules.Params{"overline": "ignored"}},
	{[]string{"freestyle", "free", "0"}, "gomoku", nil},
}

// rulesIndex returns the index of the rules that RU names. If RU is unknown, it returns the index of
// freestyle gomoku and false.
func rulesIndex(ru string) (int, bool) {
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

// preset matches a possible name of a preset in RU.
var preset = regexp.MustCompile(`^\s*[A-Za-z0-9-]+\s*$`)

// goSize is the size of a Go board, also used for gomoku.
const goSize = 19

// header is the information of the root about the rules.
type header struct {
	gm     int    // gmGo if not stated
	stated string // GM as it is written
	game   string // name in our own property
	params rules.Params
	rules  string // RU
	sized  string // SZ, or ""
	cols   int    // columns in SZ, 0 if unreadable
	rows   int
	extent int // rows and columns needed for the points of the moves
}

// hexEvent matches the names of Hex events on LittleGolem, which writes no GM property.
var hexEvent = regexp.MustCompile(`(?i)^\s*hex[.0-9]`)

// readProperty reads a property of the root that concerns the rules.
func (h *header) readProperty(p property) {
	switch p.name {
	case "GM":
		h.stated = strings.TrimSpace(simple(p.first()))
		h.gm, _ = strconv.Atoi(h.stated)
		if h.stated == "" {
			h.gm = gmGo
		}
	case "EV":
		if h.stated == "" && hexEvent.Match(p.first()) {
			h.gm = gmHex
		}
	case "SZ":
		h.sized = simple(p.first())
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

// title returns the name of the game for lists.
func (h *header) title() string {
	switch {
	case h.game != "":
		return h.game
	case h.gm == gmLine:
		i, _ := rulesIndex(h.rules)
		return ruleWords[i].preset
	case h.gm == gmGo:
		return ""
	}
	return defaults[h.gm].family
}

// named reports whether the root names the game.
func (h *header) named() bool { return h.game != "" || defaults[h.gm].family != "" }

// build returns the rules named by the root. If the root does not name a game, it returns the rules
// of o.Spec, with the board size of the root. It returns an error if the game is unknown or its
// parameters are invalid.
func (h *header) build(o codec.Options, line int) (rules.Rules, error) {
	var spec rules.Spec
	standard, known := defaults[h.gm]
	if h.sized != "" && (h.rows <= 0 || h.cols <= 0) {
		return nil, o.Errorf(line, "the board size %q cannot be read", codec.Cut(h.sized))
	}
	switch {
	case h.game != "":
		spec = rules.Spec{Game: h.game, Params: h.params}
	case known:
		spec = rules.Spec{Game: standard.family, Params: maps.Clone(standard.params)}
		size := [2]int{h.rows, h.cols}
		if h.sized == "" {
			size = [2]int{standard.size, standard.size}
			if h.gm == gmLine && h.extent > standard.size {
				size = [2]int{max(h.extent, goSize), max(h.extent, goSize)}
			}
		}
		if h.gm == gmLine {
			h.line(o, &spec, size)
		}
		if err := resize(o, &spec, size); err != nil {
			return nil, o.Errorf(line, "%v", err)
		}
	case o.Spec == nil && h.stated != "":
		e := &codec.Error{File: o.File, Line: o.At(line), Unnamed: true}
		if name := foreign[h.gm]; name != "" {
			e.Why = msg.Errorf("the game is %s, which is not supported", name)
		} else {
			e.Why = msg.Errorf("the game has the SGF number %s, which is unknown", codec.Cut(h.stated))
		}
		return nil, e
	case o.Spec == nil:
		return nil, o.Unnamed(line)
	default:
		spec = rules.Spec{Game: o.Spec.Game, Params: maps.Clone(o.Spec.Params)}
		if h.sized != "" {
			if err := resize(o, &spec, [2]int{h.rows, h.cols}); err != nil {
				return nil, o.Errorf(line, "%v", err)
			}
		}
	}
	r, err := o.Games.FromSpec(spec)
	if err != nil {
		return nil, o.Errorf(line, "%v", err)
	}
	return r, nil
}

// line sets the parameters that RU means; RU may also name a preset. On boards smaller than five,
// the winning length is the larger side.
func (h *header) line(o codec.Options, spec *rules.Spec, size [2]int) {
	for _, g := range o.Games {
		if p, ok := g.Preset(strings.ToLower(strings.TrimSpace(h.rules))); ok && g.Name == spec.Game {
			spec.Params = maps.Clone(p.Params)
			return
		}
	}
	i, _ := rulesIndex(h.rules)
	maps.Copy(spec.Params, ruleWords[i].params)
	if k := max(size[0], size[1]); k < 5 {
		spec.Params["k"] = strconv.Itoa(k)
	}
}

// resize sets the number of rows and columns of a game. It returns an error if the game does not
// support the size.
func resize(o codec.Options, spec *rules.Spec, size [2]int) error {
	if spec.Params == nil {
		spec.Params = rules.Params{}
	}
	for _, g := range o.Games {
		if g.Name == spec.Game {
			for i, param := range g.Size {
				if i > 0 && param == g.Size[0] && size[0] != size[1] {
					return msg.Errorf("the board has %d columns and %d rows, but %s is played on square boards only", size[1], size[0], g.Title)
				}
				spec.Params[param] = strconv.Itoa(size[i])
			}
		}
	}
	return nil
}

// heading describes how the root identifies a game: by number, rules and size, and by our own
// properties if these are insufficient.
type heading struct {
	gm    int // 0 if there is none
	ru    string
	plain bool // without our own properties
}

// headingOf returns the heading for a game. ru is the document's text about the rules.
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
		i, sure := rulesIndex(ru)
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

// coordinateLetters are the letters of point coordinates, in order.
const coordinateLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// noCoordinate is the value of coordinate for other characters.
const noCoordinate = 255

// coordinate maps the letters of points to coordinates.
var coordinate = func() (t [256]uint8) {
	for i := range t {
		t[i] = noCoordinate
	}
	for i := range coordinateLetters {
		t[coordinateLetters[i]] = uint8(i)
	}
	return t
}()
