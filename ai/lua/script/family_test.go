package script

import (
	"context"
	"strings"
	"testing"
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai"
	"boardstudio/rules"
)

// worthOf is an evaluation that knows nothing, for the player to move.
func worthOf(l *lua.LState) int {
	l.Push(lua.LNumber(float64(l.CheckUserData(1).Value.(rules.Position).Hash()%1000) - 500))
	return 1
}

// What a script can ask in random positions agrees with what it can find out by playing.
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
		r := build(t, x.game, x.over)
		m, err := New(compile(t, choosing(`
			local count = 0
			for i = 1, 36 do
				local p = game:random(i * 7 % 30)
				if p and not p:over() then check(p) count = count + 1 end
			end
			assert(count > 12, "few positions: " .. count)`)+"\n"), r, Options{Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		if err := m.game.L.DoString("function check(p)\n" + x.code + "\nend"); err != nil {
			t.Fatal(err)
		}
		if _, err := m.Choose(context.Background(), r.Start(), nil, ai.Limit{Time: time.Minute}); err != nil {
			t.Errorf("%s %v: %v", x.game, x.over, err)
		}
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
	end
end
assert(p:mobility(1) == 0 or true)
local least = p:canonical()
for _, q in ipairs(p:symmetries()) do assert(q:canonical() == least) end
`

const awaleCheck = `
local me, n = p:turn(), 0
for _, m in ipairs(p:moves()) do
	local after = p:play(m)
	local taken, last = p:sow(m)
	assert(after:store(me) - p:store(me) == taken, p:text() .. " sow " .. m)
	assert((taken > 0) == (#p:captures(m) > 0), p:text() .. " captures " .. m)
	for _, pit in ipairs(p:captures(m)) do assert(after:seeds(pit) == 0 and p:at(pit) == 3 - me) end
	if m ~= "pass" then assert(p:seeds(m) > 0 and (p:seeds(m) > 20 or last ~= m)) end
	if taken > 0 then n = n + 1 end
end
assert((#p:attacked(3 - me) > 0) == (n > 0), p:text() .. " attacked")
for _, pit in ipairs(p:exposed(me)) do assert(p:seeds(pit) == 1 or p:seeds(pit) == 2) end
assert(#p:symmetries() == 1)
`

// A script's position is a copy, and lists are its own.
func TestCopies(t *testing.T) {
	got, err := ask(t, "othello", `local b = pos:board() b[1] = 7 moves[1] = "x" pos:cells()[1] = "y"
local l = pos:corners() l[1] = "z"
print(pos:board()[1], pos:moves()[1], pos:cells()[1], pos:corners()[1])
print(pcall(rawset, pos, "turn", 1), pcall(setmetatable, pos, {}))
moves[1] = "d3"`)
	if err != nil || !strings.HasPrefix(got, "0\td3\ta1\ta1\nfalse\t") {
		t.Errorf("%q, %v", got, err)
	}
}
