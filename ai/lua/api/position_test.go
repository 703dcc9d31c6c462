package api

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai/gametest"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
)

// TestPositions checks that the methods of positions agree with the rules.
func TestPositions(t *testing.T) {
	small := gametest.Build(t, "tictactoe", nil)
	three := gametest.Build(t, "tictactoe", rules.Params{"players": "3", "rows": "4", "cols": "5", "k": "3"})
	oth, aw := gametest.Build(t, "othello", nil), gametest.Build(t, "awale", nil)
	for _, x := range []struct {
		r          rules.Rules
		code, want string
	}{
		{small, `print(pos:turn(), pos:play("b2"):turn(), pos:players(), #moves, moves[1], moves[9])`, "1\t2\t2\t9\ta1\tc3"},
		{small, `local p = pos:play("a1"):play("a2"):play("b1"):play("b2"):play("c1")
print(p:turn(), p:over(), pos:over(), p:result(1), p:result(2), pos:result(1), #p:moves())`, "nil\ttrue\tfalse\t1\t-1\tnil\t0"},
		{small, `local p = pos:play("a1"):play("a2"):play("b1"):play("b2"):play("c1")
print(select(2, p:result(1)), select(2, p:result(2)), #p:winners(), p:winners()[1], #pos:winners())`, "row\trow\t1\t1\t0"},
		{small, `local p = pos for _, m in ipairs { "a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3" } do p = p:play(m) end print(p:result(1)) print(p:result(2))`, "0\tfull\n0\tfull"},
		{small, `print(pos:score(1))`, "nil"},
		{oth, `print(pos:score(1), pos:play("d3"):score(1), pos:play("d3"):score(2))`, "2\t4\t1"},
		{aw, `print(pos:score(1), pos:store(2), pos:seeds("C"), pos:at("C"))`, "0\t0\t4\t1\t4"},
		{aw, `print(pos:board()[1], pos:play("C"):board()[3], (pos:at("c")), select(2, pos:at("c")))`, "4\t0\t2\t4"},
		{oth, `local b = pos:board() print(b[28], b[29], b[36], b[37], b[1], #b)`, "2\t1\t1\t2\t0\t64"},
		{three, `print(pos:size()) print(pos:players(), game:players(), pos:play("a1"):play("a2"):turn())`, "5\t4\n3\t3\t3"},
		{three, `local c = pos:cells() print(#c, c[1], c[20], table.concat(pos:neighbours("a1"), " "), #pos:neighbours("b2"))`, "20\ta1\te4\tb1 b2 a2\t8"},
		{small, `print(pos:legal("a1"), pos:legal("z9"), pos:play("a1"):legal("a1"), pos:legal("pass"))`, "true\tfalse\tfalse\tfalse"},
		{small, `print(pos == pos, pos:play("a1") == pos, pos:play("a1") == game:start():play("a1"), pos == nil)`, "true\tfalse\ttrue\tfalse"},
		{small, `print(pos:hash() == pos:hash(), pos:hash() == pos:play("a1"):hash(), pos:hash() == math.floor(pos:hash()), pos:hash() < 2^53)`, "true\tfalse\ttrue\ttrue"},
		{small, `print(tostring(pos) == pos:text(), #pos:text() > 5, getmetatable(pos))`, "true\ttrue\tposition"},
		{small, `print(#pos:symmetries(), #pos:play("a1"):symmetries(), #pos:play("b1"):symmetries(), #pos:play("a1"):play("b1"):symmetries())`, "1\t4\t4\t8"},
		{small, `print(pos:play("a1"):canonical() == pos:play("c3"):canonical(), pos:play("a1"):canonical() == pos:play("b1"):canonical())`, "true\tfalse"},
		{small, `local p = pos:play("a1"):play("a2"):play("b1"):play("b2"):play("c1") print(#p:symmetries(), p:symmetries()[1] == p)`, "1\ttrue"},
		{gametest.Build(t, "gomoku", rules.Params{"topology": "torus"}), `print(#pos:play(moves[1]):symmetries())`, fmt.Sprint(maxTwins)},
		{small, `print(#pos:captures("a1"), table.concat(pos:lines(2)[1], " "), #pos:lines(), #pos:lines(1), #pos:lines(2))`, "0\ta1 b1\t8\t9\t20"},
		{small, `local t = pos:play("a1"):play("a2"):play("b1"):tuples(1) print(#t, unpack(t))`, "3\t2\t1\t0"},
		{small, `local t = pos:play("a1"):play("a2"):play("b1"):tuples(2) print(#t, unpack(t))`, "3\t1\t0\t0"},
		{small, `local t = pos:play("a1"):play("a2"):play("b1"):tuples(1, 2) print(#t, unpack(t))`, "2\t4\t1"},
		{small, `local p = pos:play("a1"):play("a2"):play("b1") print(table.concat(p:threats(1), " "), #p:threats(2), table.concat(p:threats(1, 1), " "), table.concat(p:threats(2, 2), " "))`, "c1\t0\tc1 b2 c2 a3 b3 c3\tb2 c2"},
		{small, `local p = pos:play("a1"):play("a2"):play("b1") print(table.concat(p:wins(1), " "), #p:wins(2), #pos:wins(1), table.concat(p:play("b2"):wins(1), " "), table.concat(p:play("b2"):wins(2), " "))`, "c1\t0\t0\tc1\tc2"},
		{small, `local p = pos:play("a1"):play("a2"):play("b1"):play("b2"):play("c1") print(#p:wins(1), #p:wins(2))`, "0\t0"},
		{gametest.Build(t, "tictactoe", rules.Params{"misere": "on"}), `local p = pos:play("a1"):play("a2"):play("b1"):play("b2") print(#p:wins(1), #p:wins(2), #p:threats(1))`, "0\t0\t1"},
		{gametest.Build(t, "pente", nil), `local p = pos:play(moves[1])
local n = 0 for _, m in ipairs(p:moves()) do if #p:captures(m) > 0 then n = n + 1 end end print(n)`, "0"},
		{oth, `print(table.concat(pos:flips("d3"), " "), #pos:captures("d3"), pos:mobility(1), pos:mobility(2), pos:stable(1))`, "d4\t0\t4\t4\t0"},
		{oth, `print(table.concat(pos:corners(), " "), #pos:edges(), pos:edges()[1], pos:edges()[24])`, "a1 h1 a8 h8\t24\tb1\tg8"},
		{aw, `print(pos:sow("C")) print(table.concat(pos:attacked(1), " "), table.concat(pos:exposed(1), " "))`, "0\ta\n\t"},
		{small, `print(game.family, game.name, game:players(), game:param("k"), game:param("misere"), game:param("topology"), game:param("zz"))`, "line\ttictactoe\t2\t3\tfalse\tplane\tnil"},
		{three, `print(game.name, game:param("players"))`, "line\t3"},
		{gametest.Build(t, "gomoku", nil), `print(game.family, game.name)`, "line\tgomoku"},
		{small, `print(game:random(0) == pos, game:random(3):over(), #game:random(4):moves(), game:random(10000))`, "true\tfalse\t5\tnil"},
		{small, `print(pos:at("b2"), pos:play("b2"):at("b2"), pos:play("b2"):at(5))`, "nil\t1\t1\t1"},
	} {
		prints(t, x.r, x.code, x.want)
	}
}

// TestWrongPositions checks the errors for wrong arguments.
func TestWrongPositions(t *testing.T) {
	small, aw := gametest.Build(t, "tictactoe", nil), gametest.Build(t, "awale", nil)
	for code, want := range map[string]string{
		`pos.turn()`:                "this is not a position: a method is called with a colon",
		`pos.turn(game)`:            "this is not a position",
		`pos.turn(search.table())`:  "this is not a position",
		`pos:play(5)`:               `5 is not a move: moves are strings such as "a1"`,
		`pos:play("zz")`:            `there is no move "zz" in this game`,
		`pos:play(("a"):rep(61))`:   "there is no move",
		`pos:play("a1"):play("a1")`: `the move "a1" cannot be played: `,
		`pos:play("a1"):play({})`:   `(table) is not a move: moves are strings such as "b1"`,
		`local p = pos:play("a1"):play("a2"):play("b1"):play("b2"):play("c1") p:play(1)`: `1 is not a move: moves are strings such as "a1"`,
		`pos:at("z9")`:                  `"z9" is not a cell of the board`,
		`pos:at(0)`:                     "0 is not a cell of the board",
		`pos:at(10)`:                    "10 is not a cell of the board",
		`pos:at("resign")`:              `"resign" is not a cell of the board`,
		`pos:at(nil)`:                   "nil is not a cell of the board",
		`pos:result(0)`:                 "0 is not a player: players are numbered from 1",
		`pos:result(3)`:                 "3 is not a player: players are numbered from 1",
		`pos:result(1.5)`:               "1.5 is not a player",
		`pos:result(257)`:               "257 is not a player",
		`pos:result("1")`:               `"1" is not a player`,
		`pos:lines(0)`:                  "a row has 1 to 64 cells",
		`pos:lines(65)`:                 "a row has 1 to 64 cells",
		`pos:tuples(1, 65)`:             "a row has 1 to 64 cells",
		`game:random(-1)`:               "a random position has 0 to 10000 moves",
		`game:random(10001)`:            "a random position has 0 to 10000 moves",
		`game.random(3)`:                "game is called with a colon, as in game:random()",
		`game:param()`:                  "bad argument #2",
		`search.alphabeta(5, 1, print)`: "5 is not a position",
		`search.alphabeta(pos, 0, function() return 1 end)`:                                                        "the depth is 0, not 1 to 64",
		`search.alphabeta(pos, 65, function() return 1 end)`:                                                       "the depth is 65, not 1 to 64",
		`search.alphabeta(pos, 1, print)`:                                                                          "a function of the script is needed",
		`search.alphabeta(pos, 1, function() return 1 end, print)`:                                                 "a function of the script is needed",
		`search.alphabeta(pos, 1, function() return "x" end)`:                                                      `evaluate returned "x", which is not a number`,
		`search.alphabeta(pos, 1, function() return 0 / 0 end)`:                                                    "evaluate returned NaN, which is not a number",
		`search.alphabeta(pos, 2, function() search.alphabeta(pos, 1, function() return 1 end) return 1 end)`:      "search.alphabeta cannot be called inside of itself",
		`search.alphabeta(pos:play("a1"):play("a2"):play("b1"):play("b2"):play("c1"), 1, function() return 1 end)`: "the game is over in this position",
		`search.alphabeta(pos, 1, function() return 1 end, function() return {} end)`:                              "order returned an empty list",
		`search.alphabeta(pos, 1, function() return 1 end, function() return 5 end)`:                               "order returned 5, which is not a list of moves",
		`search.alphabeta(pos, 1, function() return 1 end, function() return {"zz"} end)`:                          `order returned "zz", which is not a legal move`,
		`search.alphabeta(pos:play("a1"), 1, function() return 1 end, function() return {"a1"} end)`:               `order returned "a1", which is not a legal move`,
		`search.alphabeta(pos, 1, function() return 1 end, function() return {5} end)`:                             "order returned 5, which is not a legal move",
		`search.table(0)`:                            "a table holds 1 to 262144 positions",
		`search.table(262145)`:                       "a table holds 1 to 262144 positions",
		`local t = search.table() t.get(pos, pos)`:   "this is not a table of positions: call it with a colon",
		`local t = search.table() t.put({}, pos, 1)`: "this is not a table of positions",
		`local t = search.table() t:get(5)`:          "5 is not a position",
		`local t = search.table() t:put(pos)`:        "bad argument #3",
	} {
		fails(t, small, code, want)
	}
	fails(t, aw, `pos:store(3)`, "3 is not a player")
	fails(t, aw, `pos:sow("a")`, "cannot be played")
	prints(t, small, `print((pcall(pos.lines, pos, 64)), #pos:lines(64), pcall(game.random, game, 10000))`, "true\t0\ttrue\tnil")
	// The length of the game's own rows is always allowed.
	prints(t, gametest.Build(t, "tictactoe", rules.Params{"rows": "5", "cols": "5", "k": "5"}), `print(#pos:lines(5), #pos:lines())`, "12\t12")
}

// TestFamilies checks that the methods agree with playing moves, in random positions.
func TestFamilies(t *testing.T) {
	for _, x := range []struct {
		game string
		over rules.Params
		code string
	}{
		{"connect4", nil, lineCheck},
		{"gomoku", rules.Params{"rows": "9", "cols": "9"}, lineCheck},
		{"tictactoe", rules.Params{"rows": "5", "cols": "5", "k": "4", "topology": "torus"}, lineCheck},
		{"tictactoe", rules.Params{"rows": "5", "cols": "5", "k": "3", "misere": "on"}, lineCheck},
		{"pente", rules.Params{"rows": "7", "cols": "7"}, lineCheck},
		{"tictactoe", rules.Params{"rows": "6", "cols": "6", "k": "4", "players": "4"}, lineCheck},
		{"othello", nil, othelloCheck},
		{"othello6", nil, othelloCheck},
		{"awale", nil, awaleCheck},
		{"awale-abapa", nil, awaleCheck},
	} {
		t.Run(fmt.Sprint(x.game, " ", x.over), func(t *testing.T) {
			prints(t, gametest.Build(t, x.game, x.over), "local function check(p)\n"+x.code+`
end
local count = 0
for i = 1, 20 do
	local p = game:random(i * 7 % 30)
	if p and not p:over() then check(p) count = count + 1 end
end
assert(count > 7, "few positions: " .. count)`, "")
		})
	}
}

const lineCheck = `
local me = p:turn()
local wins = {}
for _, m in ipairs(p:moves()) do
	local after = p:play(m)
	if after:result(me) == 1 then table.insert(wins, m) end
end
assert(table.concat(wins, " ") == table.concat(p:wins(me), " "), p:text() .. " wins")
local k = game:param("k")
local counts, board, number = {}, p:board(), {}
for i, c in ipairs(p:cells()) do number[c] = i end
for n = 1, k do counts[n] = 0 end
for _, row in ipairs(p:lines()) do
	local n, others = 0, 0
	for _, c in ipairs(row) do
		assert(p:at(c) == (board[number[c]] ~= 0 and board[number[c]] or nil))
		if board[number[c]] == me then n = n + 1 elseif board[number[c]] ~= 0 then others = others + 1 end
	end
	if others == 0 and n > 0 then counts[n] = counts[n] + 1 end
end
assert(table.concat(counts, " ") == table.concat(p:tuples(me), " "), p:text() .. " tuples")
for _, m in ipairs(p:moves()) do
	local taken, after = {}, p:play(m)
	for _, c in ipairs(p:cells()) do if p:at(c) and p:at(c) ~= me and not after:at(c) then taken[#taken + 1] = c end end
	assert(table.concat(taken, " ") == table.concat(p:captures(m), " "), p:text() .. " captures " .. m)
end
local least = p:canonical()
for _, q in ipairs(p:symmetries()) do assert(q:canonical() == least and #q:moves() == #p:moves()) end
`

const othelloCheck = `
local me, moves = p:turn(), p:moves()
assert(p:mobility(me) == (moves[1] == "pass" and 0 or #moves), p:text() .. " mobility")
for _, m in ipairs(moves) do
	if m ~= "pass" then
		local after = p:play(m)
		assert(after:score(me) == p:score(me) + #p:flips(m) + 1, m)
		assert(after:stable(me) >= p:stable(me), p:text() .. " stable " .. m)
		assert(after:stable(3 - me) >= p:stable(3 - me), p:text() .. " stable after " .. m)
		for _, c in ipairs(p:flips(m)) do assert(p:at(c) == 3 - me and after:at(c) == me) end
	end
end
local least = p:canonical()
for _, q in ipairs(p:symmetries()) do assert(q:canonical() == least) end
`

const awaleCheck = `
local me, number, attacked = p:turn(), {}, {}
for i, c in ipairs(p:cells()) do number[c] = i end
for _, m in ipairs(p:moves()) do
	local after = p:play(m)
	local taken, last = p:sow(m)
	assert(after:store(me) - p:store(me) == taken, p:text() .. " sow " .. m)
	assert((taken > 0) == (#p:captures(m) > 0), p:text() .. " captures " .. m)
	for _, pit in ipairs(p:captures(m)) do assert(after:seeds(pit) == 0 and p:at(pit) == 3 - me) end
	if m ~= "pass" then assert(p:seeds(m) > 0 and (p:seeds(m) > 20 or last ~= m)) end
	for _, pit in ipairs(p:captures(m)) do attacked[number[pit]] = true end
end
local list = {}
for i, c in ipairs(p:cells()) do if attacked[i] then list[#list + 1] = c end end
assert(table.concat(list, " ") == table.concat(p:attacked(3 - me), " "), p:text() .. " attacked")
for _, pit in ipairs(p:exposed(me)) do assert(p:seeds(pit) == 1 or p:seeds(pit) == 2) end
assert(#p:symmetries() == 1)
`

// TestStable checks that discs are stable at corners, along edges, next to other stable discs, and
// in full lines. A disc that can be flipped is never stable.
func TestStable(t *testing.T) {
	r := gametest.Build(t, "othello6", nil)
	for _, x := range []struct {
		rows, want string
	}{
		{"......|......|..AB..|..BA..|......|......", "0 0"},
		{"A.....|......|..AB..|..BA..|......|......", "1 0"},
		{"AA....|......|..AB..|..BA..|......|......", "2 0"},
		{"AAB...|A.....|..AB..|..BA..|......|......", "3 0"},
		{"AAAAAA|AA....|A.....|..BA..|......|......", "9 0"},
		{"AABAAA|......|......|..BA..|......|......", "5 1"},
		{"AABBAA|......|......|..BA..|......|.....B", "4 3"},
		{"AA....|AA....|......|..BA..|......|......", "3 0"},
		{"AAB...|AA....|A.....|..BA..|......|......", "5 0"},
	} {
		g := open(r)
		var own []rules.Player
		for _, c := range strings.ReplaceAll(x.rows, "|", "") {
			own = append(own, map[rune]rules.Player{'.': rules.NoPlayer, 'A': 0, 'B': 1}[c])
		}
		p := stones{r.Start(), own}
		if got, err := g.run(t, p, `print(pos:stable(1) .. " " .. pos:stable(2))`); err != nil || got != x.want {
			t.Errorf("%s: %s, %v, want %s", x.rows, got, err, x.want)
		}
	}
}

// stones is a position with other stones.
type stones struct {
	rules.Position
	own []rules.Player
}

func (s stones) At(c rules.Cell) rules.Content {
	if s.own[c] == rules.NoPlayer {
		return rules.Content{Owner: rules.NoPlayer}
	}
	return rules.Content{Owner: s.own[c], Count: 1}
}

// TestSown checks that seeds are sown around the board, one into each pit, skipping the pit of
// origin.
func TestSown(t *testing.T) {
	r := gametest.Build(t, "awale", nil)
	g := open(r)
	for _, seeds := range []int{1, 4, 11, 12, 23} {
		t.Run(fmt.Sprint(seeds, " seeds"), func(t *testing.T) {
			s := rules.SetupOf(r, r.Start())
			for c := range s.Cells {
				s.Cells[c].Count = 1
			}
			s.Cells[2].Count = int16(seeds)
			s.Held = []int{48 - 11 - seeds, 0}
			p, err := r.SetUp(s)
			if err != nil {
				t.Fatal(err)
			}
			got, err := g.run(t, p, `print(select(2, pos:sow("C")))`)
			last := rules.Cell((2 + (seeds-1)%11 + 1) % 12)
			if want := r.Board().Cells[last].Label; err != nil || got != want {
				t.Errorf("the last falls into %s, %v, want %s", got, err, want)
			}
			err = withinGame(g, func() {
				before := g.Budget.Steps
				pits, at := g.sown(p, 2)
				sum := 0
				for c, n := range pits {
					sum += n
					want := 1 + (seeds-1-((c-3+12)%12)+11)/11
					if c == 2 {
						want = 0
					}
					if n != want {
						t.Errorf("pit %d has %d, want %d", c, n, want)
					}
				}
				if at != last || sum != 11+seeds || g.Budget.Steps-before != uint64(12+seeds) {
					t.Errorf("last %d, %d in all, %d steps", at, sum, g.Budget.Steps-before)
				}
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// withinGame runs f in a call.
func withinGame(g *Game, f func()) error {
	_, err := g.Run(context.Background(), 1<<40, time.Minute, func(*lua.LState) { f() })
	return err
}

// TestNames checks the names of games, presets and unknown games.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{"tictactoe": "tictactoe", "gomoku": "gomoku", "othello6": "othello6"} {
		t.Run(name, func(t *testing.T) {
			if got := all.Games.Name(gametest.Build(t, name, nil).Spec()); got != want {
				t.Errorf("%s is called %s", name, got)
			}
		})
	}
	if got := all.Games.Name(gametest.Build(t, "gomoku", rules.Params{"rows": "9"}).Spec()); got != line.Game.Name {
		t.Error(got)
	}
	if got := rules.Catalog(nil).Name(gametest.Build(t, "othello6", nil).Spec()); got != othello.Game.Name {
		t.Error(got)
	}
	g := open(gametest.Build(t, "othello", nil))
	for name, want := range map[string]bool{"flips": true, "turn": true, "rep": true, "param": true, "sow": false, "corners": true, "get": true, "zz": false, "alphabeta": true, "comment": true, "": false} {
		t.Run(name, func(t *testing.T) {
			if g.Method(name) != want {
				t.Errorf("Method(%q) is %v", name, !want)
			}
		})
	}
	if !Reads("comment") || Reads("add") || !slices.ContainsFunc(Reference(), func(e Entry) bool { return e.Name == "pos:flips" && e.Group == "Othello" }) {
		t.Error("the reference does not know pos:flips")
	}
	if New(g.State, nil, nil).meta != nil {
		t.Error("without rules there are positions")
	}
}

// TestMoveNames checks that moves are read and written with the same names.
func TestMoveNames(t *testing.T) {
	for _, name := range []string{"tictactoe", "othello", "awale", "hex"} {
		t.Run(name, func(t *testing.T) {
			r := gametest.Build(t, name, nil)
			g := open(r)
			p := r.Start()
			for range 6 {
				var last rules.Move
				for mv := range p.Moves() {
					s := g.MoveName(mv).String()
					if got, ok := g.ReadMove(s); !ok || got != mv || s != r.FormatMove(mv) || g.MoveName(mv).String() != s {
						t.Fatalf("%v is written %s and read %v", mv, s, got)
					}
					last = mv
				}
				p, _ = p.Play(last)
			}
			if _, ok := g.ReadMove(strings.Repeat("x", 70)); ok {
				t.Error("nonsense is read")
			}
			for _, mv := range []rules.Move{rules.Pass, rules.Resign, rules.Place(2), rules.Take(2), {From: 1, To: 2}, {From: 1, To: 2, Aux: 1}, {From: rules.NoCell, To: 2, Aux: 1}} {
				if s := g.MoveName(mv).String(); s != r.FormatMove(mv) || g.MoveName(mv).String() != s {
					t.Errorf("%v is written %s, not %s", mv, s, r.FormatMove(mv))
				}
			}
		})
	}
}

// TestCells checks that a cell can be given by its name, its index, or a move made there.
func TestCells(t *testing.T) {
	for game, want := range map[string]string{"tictactoe": "9\tnil\t1", "othello": "64\tnil\t1", "awale": "12\t1\t1"} {
		t.Run(game, func(t *testing.T) {
			prints(t, gametest.Build(t, game, nil), `local p = pos:play(moves[2])
local cells, board = p:cells(), p:board()
for i, name in ipairs(cells) do
	local owner, count = p:at(name)
	local same, n = p:at(i)
	assert(owner == same and count == n and (count == 0) == (board[i] == 0), name)
end
for _, i in ipairs { 0, -1, #cells + 1, 0 / 0, 1 / 0, "zz", "", {}, true } do assert(not pcall(p.at, p, i), tostring(i)) end
print(#cells, (pos:at(moves[1])), (p:at(moves[2])))`, want)
		})
	}
}

// TestRows checks that the rows for scripts are those of the rules, on all boards.
func TestRows(t *testing.T) {
	for _, over := range []rules.Params{
		nil,
		{"rows": "7", "cols": "6", "k": "4"},
		{"rows": "6", "cols": "7", "k": "4", "topology": "torus"},
		{"rows": "6", "cols": "7", "k": "4", "topology": "cylinder"},
		{"rows": "6", "cols": "7", "k": "4", "topology": "mobius"},
		{"rows": "6", "cols": "8", "k": "4", "topology": "sphere"},
		{"rows": "5", "cols": "5", "k": "5", "topology": "torus"},
	} {
		t.Run(fmt.Sprint(over), func(t *testing.T) {
			r := gametest.Build(t, "tictactoe", over)
			want, _ := line.Tuples(r)
			prints(t, r, "print(#pos:lines(), #pos:lines())", fmt.Sprintf("%d\t%[1]d", len(want)))
		})
	}
}

// TestCopies checks that scripts cannot modify a position, and that lists are copies.
func TestCopies(t *testing.T) {
	prints(t, gametest.Build(t, "othello", nil), `local b = pos:board() b[1] = 7 moves[1] = "x" pos:cells()[1] = "y"
local l = pos:corners() l[1] = "z"
print(pos:board()[1], pos:moves()[1], pos:cells()[1], pos:corners()[1])
print((pcall(rawset, pos, "turn", 1)), (pcall(setmetatable, pos, {})))`, "0\td3\ta1\ta1\nfalse\tfalse")
}

// TestLeft checks the remaining time of a call, with and without Left.
func TestLeft(t *testing.T) {
	r := gametest.Build(t, "tictactoe", nil)
	prints(t, r, `local left = game:left() print(left > 10, left <= 20)`, "true\ttrue")
	for left, want := range map[time.Duration]string{3500 * time.Millisecond: "3.5", -time.Second: "0"} {
		g := open(r)
		g.Left = func() time.Duration { return left }
		if got, err := g.run(t, r.Start(), `print(game:left())`); err != nil || got != want {
			t.Errorf("%q, %v", got, err)
		}
	}
}

// TestRandom checks that random positions result from legal moves, can include all of them, and are
// not over.
func TestRandom(t *testing.T) {
	prints(t, gametest.Build(t, "tictactoe", nil), `local seen, n = {}, 0
for i = 1, 200 do
	local p = game:random(1)
	local t = p:text()
	if not seen[t] then seen[t] = true n = n + 1 end
end
for i = 1, 60 do local p = game:random(7) assert(p == nil or not p:over() and #p:moves() == 2) end
print(n)`, "9")
}
