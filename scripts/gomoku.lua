-- A player of gomoku that counts. It does not look ahead at all.
--
-- A row is any five cells in a line. A row with stones of both players can never be
-- completed, so its value is 0. The value of any other row grows with its stones, both
-- for their owner and for the opponent, who wants to block it. The value of a cell is
-- the sum over all rows through it. The player chooses the cell with the highest value.

-- The value of a row with 0, 1, 2, 3 or 4 stones of the player, and of an opponent.
-- The last value decides the game, so it is larger than all others together.
local MINE  = { 7, 35, 800, 15000, 800000 }
local OTHER = { 7, 15, 400,  1800, 100000 }

local rows    -- all rows, as lists of cell numbers
local through -- through[c] lists the rows through cell number c

-- prepare reads the board once at the start of the game.
local function prepare(pos)
  local number = {} -- number of each cell, by name
  for i, name in ipairs(pos:cells()) do
    number[name] = i
  end
  rows, through = {}, {}
  for i = 1, #pos:cells() do
    through[i] = {}
  end
  for _, names in ipairs(pos:lines()) do
    local row = {}
    for i, name in ipairs(names) do
      row[i] = number[name]
    end
    table.insert(rows, row)
    for _, c in ipairs(row) do
      table.insert(through[c], row)
    end
  end
end

-- worth returns the value of a row for player me. board[c] is the player on cell c, or 0.
local function worth(row, board, me)
  local mine, others = 0, 0
  for _, c in ipairs(row) do
    if board[c] == me then
      mine = mine + 1
    elseif board[c] ~= 0 then
      others = others + 1
    end
  end
  if mine > 0 and others > 0 then
    return 0
  elseif others > 0 then
    return OTHER[others + 1] or 0
  end
  return MINE[mine + 1] or 0
end

return {
  name = "Gomoku by counting rows",
  games = { "gomoku", "gomoku-standard", "morpion" },

  start = function(game, pos)
    prepare(pos)
  end,

  choose = function(pos, moves)
    local me, board = pos:turn(), pos:board()

    -- Add the value of each row to each of its cells.
    local value = {}
    for c = 1, #board do
      value[c] = 0
    end
    for _, row in ipairs(rows) do
      local w = worth(row, board, me)
      if w > 0 then
        for _, c in ipairs(row) do
          value[c] = value[c] + w
        end
      end
    end

    -- Choose the best empty cell. Draw lots if several are equal.
    local best, most, equal = moves[1], -1, 0
    for c, name in ipairs(pos:cells()) do
      if board[c] == 0 then
        if value[c] > most then
          best, most, equal = name, value[c], 1
        elseif value[c] == most then
          equal = equal + 1
          if math.random(equal) == 1 then
            best = name
          end
        end
      end
    end
    log(best, "is worth", most)
    return best
  end,
}
