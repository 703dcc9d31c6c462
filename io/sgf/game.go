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

// gmGo is the number of Go, which applies to files without GM.
const gmGo = 1

// numbered returns the family with the given number of the standard, or nil if there is none.
func numbered(games rules.Catalog, gm int) *rules.Game {
	for _, g := range games {
		if g.SGF != nil && g.SGF.Number == gm {
			return g
		}
	}
	return nil
}

// foreign maps the SGF numbers of other games to their names.
var foreign = map[int]string{
	gmGo: "Go", 3: "Chess", 5: "Nine Men’s Morris", 6: "Backgammon", 7: "Xiangqi", 8: "Shogi", 9: "Lines of Action", 10: "Ataxx", 12: "Jungle", 13: "Neutron",
	14: "Philosopher’s Football", 15: "Quadrature", 16: "Trax", 17: "Tantrix", 18: "Amazons", 19: "Octi", 20: "Gess", 21: "TwixT", 22: "Zertz", 23: "Plateau", 24: "Yinsh",
	25: "Punct", 26: "Gobblet", 27: "Hive", 28: "Exxit", 29: "Hnefatafl", 30: "Kuba", 31: "Tripples", 32: "Chase", 33: "Tumbling Down", 34: "Sahara", 35: "Byte", 36: "Focus",
	37: "Dvonn", 38: "Tamsk", 39: "Gipf", 40: "Kropki",
}

// variant returns the index of the variant that RU names. If RU is unknown, it returns the index of
// the last one and false.
func variant(d *rules.SGF, ru string) (int, bool) {
	ru = strings.ToLower(strings.TrimSpace(ru))
	for i, v := range d.Variants {
		for _, w := range v.Words {
			if w == ru || w[0] > '9' && strings.Contains(ru, w) {
				return i, true
			}
		}
	}
	return len(d.Variants) - 1, false
}

// preset matches a possible name of a preset in RU.
var preset = regexp.MustCompile(`^\s*[A-Za-z0-9-]+\s*$`)

// header is the information of the root about the rules.
type header struct {
	games  rules.Catalog
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
		for _, g := range h.games {
			if d := g.SGF; h.stated == "" && d != nil && d.LittleGolem != nil && d.LittleGolem.Match(p.first()) {
				h.gm = d.Number
			}
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
	g := numbered(h.games, h.gm)
	switch {
	case h.game != "":
		return h.game
	case g == nil:
		return ""
	case g.SGF.Variants != nil:
		i, _ := variant(g.SGF, h.rules)
		return g.SGF.Variants[i].Preset
	}
	return g.Name
}

// named reports whether the root names the game.
func (h *header) named() bool { return h.game != "" || numbered(h.games, h.gm) != nil }

// build returns the rules named by the root. If the root does not name a game, it returns the rules
// of o.Spec, with the board size of the root. It returns an error if the game is unknown or its
// parameters are invalid.
func (h *header) build(o codec.Options, line int) (rules.Rules, error) {
	var spec rules.Spec
	standard := numbered(h.games, h.gm)
	if h.sized != "" && (h.rows <= 0 || h.cols <= 0) {
		return nil, o.Errorf(line, "the board size %q cannot be read", codec.Cut(h.sized))
	}
	switch {
	case h.game != "":
		spec = rules.Spec{Game: h.game, Params: h.params}
	case standard != nil:
		d := standard.SGF
		spec = rules.Spec{Game: standard.Name, Params: maps.Clone(d.Params)}
		size := [2]int{h.rows, h.cols}
		if h.sized == "" {
			size = [2]int{d.Size, d.Size}
			if h.extent > d.Size {
				size = [2]int{max(h.extent, d.Larger), max(h.extent, d.Larger)}
			}
		}
		if d.Variants != nil {
			h.vary(standard, &spec, size)
		}
		if err := resize(o, &spec, size); err != nil {
			return nil, o.Errorf(line, "%v", err)
		}
	case o.Spec == nil && h.stated != "":
		e := &codec.Error{File: o.File, Line: o.At(line), Unnamed: true}
		if name := foreign[h.gm]; name != "" {
			e.Why = msg.Errorf("the game is %s, which is not supported", name)
		} else {
			e.Why = msg.Errorf("unknown SGF game number %s", codec.Cut(h.stated))
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

// vary sets the parameters of a game to those that RU names. RU may also name a preset.
func (h *header) vary(g *rules.Game, spec *rules.Spec, size [2]int) {
	if p, ok := g.Preset(strings.ToLower(strings.TrimSpace(h.rules))); ok {
		spec.Params = maps.Clone(p.Params)
		return
	}
	i, _ := variant(g.SGF, h.rules)
	maps.Copy(spec.Params, g.SGF.Variants[i].Params)
	if g.SGF.Fit != nil {
		g.SGF.Fit(spec.Params, max(size[0], size[1]))
	}
}

// resize sets the number of rows and columns of a game. It returns an error if the game does not
// support the size.
func resize(o codec.Options, spec *rules.Spec, size [2]int) error {
	if spec.Params == nil {
		spec.Params = rules.Params{}
	}
	g := o.Games.Family(spec.Game)
	if g == nil {
		return nil
	}
	for i, param := range g.Size {
		if i > 0 && param == g.Size[0] && size[0] != size[1] {
			return msg.Errorf("the board has %d columns and %d rows, but %s is played on square boards only", size[1], size[0], g.Title)
		}
		spec.Params[param] = strconv.Itoa(size[i])
	}
	return nil
}

// heading describes how the root identifies a game: by number, rules and size, and by our own
// properties if these are insufficient.
type heading struct {
	*rules.SGF // nil if the game has no number
	ru         string
	plain      bool // without our own properties
}

// headingOf returns the heading for a game. ru is the document's text about the rules.
func headingOf(r rules.Rules, ru string) heading {
	g := r.Family()
	if g == nil || g.SGF == nil || !isGrid(r.Board()) {
		return heading{}
	}
	d, rest := g.SGF, maps.Clone(r.Spec().Params)
	for _, param := range g.Size {
		delete(rest, param)
	}
	for _, param := range d.Fixed {
		if rest[param] != d.Params[param] {
			return heading{}
		}
	}
	if d.Variants == nil {
		return heading{SGF: d, ru: ru, plain: rest.Equal(d.Params)}
	}
	words := slices.IndexFunc(d.Variants, func(v rules.SGFVariant) bool {
		with := maps.Clone(d.Params)
		maps.Copy(with, v.Params)
		if d.Fit != nil {
			d.Fit(with, max(len(r.Board().Rows), len(r.Board().Columns)))
		}
		return rest.Equal(with)
	})
	i, sure := variant(d, ru)
	switch {
	case words >= 0 && ru != "" && i == words && (sure || !preset.MatchString(ru)):
		return heading{SGF: d, ru: ru, plain: true}
	case words >= 0 && ru == "":
		return heading{SGF: d, ru: d.Variants[words].Words[0], plain: true}
	}
	return heading{SGF: d, ru: ru}
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
