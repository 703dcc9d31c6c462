-- A player of Othello who knows three things:
--   1. A disc in a corner can never be turned: take corners.
--   2. A disc next to an empty corner helps the other player to get there.
--   3. Who has many moves can choose: leave the other player few.

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

-- worth says how good a move is: the higher the better.
local function worth(pos, move, corner, risky)
  if corner[move] then
    return 1000
  end
  -- The other player's moves after this one count against it.
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

    -- Two tables that answer questions: is this cell a corner? Is it risky?
    local corner, risky = {}, {}
    for _, cell in ipairs(corners(pos)) do
      corner[cell] = true
      if pos:at(cell) == nil then -- nobody is there yet
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
