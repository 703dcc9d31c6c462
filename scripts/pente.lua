-- A player of pente: five in a row win, and so do five captured pairs. Two stones
-- of the other player between two of yours are captured.
--
-- For each promising move it adds up what speaks for it:
--   it wins, it stops the other player from winning, it captures, it makes rows,
--   it is in the way of the other player's rows; less what the other player
--   could capture then.

-- near returns the empty cells up to two steps away from any stone.
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

-- WEIGHTS[n] is what a row with n stones of one player, and none of the other, is worth.
local WEIGHTS = { 1, 6, 40, 300, 0 }

-- rows adds up the rows of a player that can still be completed.
local function rows(pos, player)
  local sum = 0
  for n, count in ipairs(pos:tuples(player)) do
    sum = sum + count * WEIGHTS[n]
  end
  return sum
end

-- worth says what a position is worth to a player who has just moved.
local function worth(pos, me)
  local you = 3 - me
  if pos:result(me) == 1 then
    return 1000000
  end
  if #pos:wins(you) > 0 then
    return -500000 -- the move did not stop it
  end
  local pairs_taken = pos:score(me) - pos:score(you)
  return rows(pos, me) - rows(pos, you) + 150 * pairs_taken
end

-- threatened counts the stones of a player between a stone of the other and an empty cell,
-- two in a row: they could be captured.
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
      return moves[math.floor(#moves / 2) + 1] -- the board is empty: in the middle
    end
    -- A quick look at all of them, then a thorough one at the ten best.
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
