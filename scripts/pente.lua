-- A player of pente. Five in a row win, and so do five captured pairs. A pair of stones
-- of the opponent between two of yours is captured.
--
-- The score of a promising move is the sum of its merits: it wins, stops a win of the
-- opponent, captures, makes rows, or blocks rows of the opponent. The pairs that the
-- opponent could then capture are subtracted.

-- near returns the empty cells next to a stone.
local function near(pos)
  local found, seen, cells = {}, {}, pos:cells()
  local function look(cell)
    for _, n in ipairs(pos:neighbours(cell)) do
      if not seen[n] then
        seen[n] = true
        if pos:at(n) == nil then
          table.insert(found, n)
        end
      end
    end
  end
  for i, owner in ipairs(pos:board()) do
    if owner ~= 0 then
      look(cells[i])
    end
  end
  return found
end

-- WEIGHTS[n] is the value of a row with n stones of one player and none of the other.
local WEIGHTS = { 1, 6, 40, 300, 0 }

-- rows returns the total value of the rows that a player can still complete.
local function rows(pos, player)
  local sum = 0
  for n, count in ipairs(pos:tuples(player)) do
    sum = sum + count * WEIGHTS[n]
  end
  return sum
end

-- worth returns the score of a position for the player who has just moved.
local function worth(pos, me)
  local you = 3 - me
  if pos:result(me) == 1 then
    return 1000000
  end
  if #pos:wins(you) > 0 then
    return -500000 -- the move did not stop the win
  end
  local pairs_taken = pos:score(me) - pos:score(you)
  return rows(pos, me) - rows(pos, you) + 150 * pairs_taken
end

-- threatened returns the number of the player's pairs that could be captured: pairs between a
-- stone of the opponent and an empty cell.
local function threatened(pos, me, fours)
  local count = 0
  for _, row in ipairs(fours) do
    local a, b, c, d = pos:at(row[1]), pos:at(row[2]), pos:at(row[3]), pos:at(row[4])
    if b == me and c == me then
      if a and a ~= me and d == nil or d and d ~= me and a == nil then
        count = count + 1
      end
    end
  end
  return count
end

local fours -- all rows of four cells

return {
  name = "Pente",
  games = { "pente", "gomoku-captures" },
  options = {
    { name = "careful", title = "Weight of own pairs in danger", type = "number", min = 0, max = 500, default = 60 },
  },

  start = function(game, pos)
    fours = pos:lines(4)
  end,

  choose = function(pos, moves)
    local me = pos:turn()
    local candidates = near(pos)
    if #candidates == 0 then
      return moves[math.floor(#moves / 2) + 1] -- the board is empty: play in the middle
    end
    -- Score all candidates quickly, then the ten best ones thoroughly.
    local ranked = {}
    for _, move in ipairs(candidates) do
      if pos:legal(move) then
        local after = pos:play(move)
        local value = rows(after, me) - 1.1 * rows(after, 3 - me)
        value = value + 150 * (after:score(me) - pos:score(me))
        if after:result(me) == 1 then
          return move
        end
        table.insert(ranked, { move = move, after = after, value = value })
      end
    end
    for _, move in ipairs(pos:wins(3 - me)) do
      if pos:legal(move) then
        table.insert(ranked, { move = move, after = pos:play(move), value = 100000 })
      end
    end
    table.sort(ranked, function(a, b) return a.value > b.value end)

    local best, most = nil, -math.huge
    for i = 1, math.min(10, #ranked) do
      local r = ranked[i]
      local value = worth(r.after, me) + math.random()
        - options.careful * threatened(r.after, me, fours)
      if value > most then
        best, most = r.move, value
      end
    end
    return best or moves[1]
  end,
}
