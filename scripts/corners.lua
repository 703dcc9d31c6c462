-- A player of Othello with three rules:
--   1. Take corners: a disc in a corner can never be turned over.
--   2. Avoid cells next to an empty corner: they help the opponent to take it.
--   3. Leave the opponent few moves, so that the opponent cannot choose.

-- corners returns the four corners of the board: the cells with three neighbours.
local function corners(pos)
  local found = {}
  for _, cell in ipairs(pos:cells()) do
    if #pos:neighbours(cell) == 3 then
      table.insert(found, cell)
    end
  end
  return found
end

-- worth returns the score of a move. Higher is better.
local function worth(pos, move, corner, risky)
  if corner[move] then
    return 1000
  end
  -- The opponent's replies count against the move.
  local value = -#pos:play(move):moves()
  if risky[move] then
    value = value - 500
  end
  return value
end

return {
  name = "Corners",
  games = { "othello" },

  choose = function(pos, moves)
    if #moves == 1 then
      return moves[1] -- this may be "pass"
    end

    -- These tables contain the corners and the risky cells.
    local corner, risky = {}, {}
    for _, cell in ipairs(corners(pos)) do
      corner[cell] = true
      if pos:at(cell) == nil then -- the corner is empty
        for _, near in ipairs(pos:neighbours(cell)) do
          risky[near] = true
        end
      end
    end

    local best, value = moves[1], -math.huge
    for _, move in ipairs(moves) do
      local w = worth(pos, move, corner, risky)
      if w > value then
        best, value = move, w
      end
    end
    return best
  end,
}
