-- A player of gomoku that counts. It does not look ahead at all.
--
-- A row is any five cells in a line. A row that holds stones of both players can
-- never be completed, so it is worth nothing. A row with stones of one player is
-- worth more the more stones it has, to that player and to the other, who wants to
-- block it. A cell is worth the sum over all rows through it: play on the
-- best one.

-- What a row is worth that holds 0, 1, 2, 3 or 4 stones: of mine, and of another.
-- The last one decides the game, so it weighs more than all others together.
local MINE  = { 7, 35, 800, 15000, 800000 }
local OTHER = { 7, 15, 400,  1800, 100000 }

local rows    -- all rows, each a list of numbers of cells
local through -- through[c]: the rows that go through cell number c

-- prepare looks at the board once, when the game begins.
local function prepare(pos)
  local number = {} -- the number of each cell in the list of all
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

-- worth says what a row is worth to player me. board[c] is the player on cell c, 0 for none.
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

    -- What each row is worth goes to each of its cells.
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

    -- The best of the empty cells; of equal ones, one by lot.
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
