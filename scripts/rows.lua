-- A player of games with rows: tic-tac-toe, gomoku, connect four.
--   1. If a move wins, it plays it.
--   2. If the next player threatens to win, it plays there.
--   3. Otherwise it plays next to the stones placed last.

-- has reports whether a list contains a value.
local function has(list, value)
  for _, v in ipairs(list) do
    if v == value then
      return true
    end
  end
  return false
end

-- winning returns the first move that wins for the player to move, or nil.
local function winning(pos)
  local me = pos:turn()
  for _, move in ipairs(pos:moves()) do
    if has(pos:play(move):winners(), me) then
      return move
    end
  end
  return nil
end

-- threat returns a move with which the next player would win. To find it, we play a
-- move and look at the replies. Our move may be in the way, so we try two moves.
local function threat(pos, moves)
  for i = 1, math.min(2, #moves) do
    local after = pos:play(moves[i])
    local move = not after:over() and winning(after)
    if move and has(moves, move) then
      return move
    end
  end
  return nil
end

-- A variable outside choose keeps its value from one move to the next. This one
-- contains the cells that were occupied at our last move.
local before = {}

-- newStones returns the cells that have been occupied since then.
local function newStones(pos)
  local new, now = {}, {}
  for _, cell in ipairs(pos:cells()) do
    if pos:at(cell) then
      now[cell] = true
      if not before[cell] then
        table.insert(new, cell)
      end
    end
  end
  before = now
  return new
end

return {
  name = "Rows",
  games = { "line" },

  choose = function(pos, moves)
    local stones = newStones(pos)

    local move = winning(pos) or threat(pos, moves)
    if move then
      return move
    end

    local near = {}
    for _, stone in ipairs(stones) do
      for _, cell in ipairs(pos:neighbours(stone)) do
        if has(moves, cell) then
          table.insert(near, cell)
        end
      end
    end
    if #near == 0 then
      near = moves
    end
    return near[math.random(#near)]
  end,
}
