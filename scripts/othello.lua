-- A player of Othello that gives each cell a value and looks ahead.
--
-- Beginners count discs. This is wrong until the end, because discs can be turned over
-- again. The places of the discs and the number of moves matter more.

-- The values of the cells in one quarter of the board. The other quarters are mirrored.
-- Corners have the highest value. The cells next to a corner are bad while it is empty.
local QUARTER = {
  { 100, -20, 10, 5 },
  { -20, -40, -4, -4 },
  {  10,  -4,  3, 2 },
  {   5,  -4,  2, 1 },
}

local value -- value[i] is the value of cell number i

local function prepare(pos)
  local cols, rows = pos:size()
  value = {}
  for row = 1, rows do
    for col = 1, cols do
      -- The distance from the nearest edge: 1 for the edge itself, at most 4.
      local r = math.min(row, rows + 1 - row, 4)
      local c = math.min(col, cols + 1 - col, 4)
      table.insert(value, QUARTER[r][c])
    end
  end
end

-- places returns the total value of a player's cells, minus that of the opponent's cells.
local function places(pos, player)
  local sum, empty = 0, 0
  for i, owner in ipairs(pos:board()) do
    if owner == player then
      sum = sum + value[i]
    elseif owner ~= 0 then
      sum = sum - value[i]
    else
      empty = empty + 1
    end
  end
  return sum, empty
end

return {
  name = "Othello by position",
  games = { "othello", "othello6", "othello10" },
  options = {
    { name = "mobility", title = "Weight of a move", type = "number", min = 0, max = 50, default = 8 },
    { name = "stable", title = "Weight of a safe disc", type = "number", min = 0, max = 100, default = 15 },
  },

  start = function(game, pos)
    prepare(pos)
  end,

  evaluate = function(pos, player)
    local other = 3 - player
    local sum, empty = places(pos, player)
    if empty < 8 then -- near the end, discs count
      return 10 * (pos:score(player) - pos:score(other))
    end
    sum = sum + options.mobility * (pos:mobility(player) - pos:mobility(other))
    if options.stable > 0 then
      sum = sum + options.stable * (pos:stable(player) - pos:stable(other))
    end
    return sum
  end,
}
