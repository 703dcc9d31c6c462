-- A player of games with rows for any number of players, written for four.
--
-- It wins if it can. Otherwise it stops the next player who threatens to win, in the
-- order of their turns. If there is no threat, it plays where its own rows and the rows
-- of the opponents cross.

-- after returns the player who moves n turns after the given player.
local function after(player, n, players)
  return (player - 1 + n) % players + 1
end

-- crossing returns the value of each cell: the sum over the rows through it that a player
-- can still complete.
local function crossing(rows, board, me)
  local worth = {}
  for c = 1, #board do
    worth[c] = 0
  end
  for _, row in ipairs(rows) do
    local owner, stones = 0, 0
    for _, c in ipairs(row) do
      if board[c] ~= 0 then
        if owner ~= 0 and owner ~= board[c] then
          stones = -1
          break
        end
        owner, stones = board[c], stones + 1
      end
    end
    if stones >= 0 then
      local weight = 4 ^ stones
      if owner == me then
        weight = weight * 2
      end
      for _, c in ipairs(row) do
        worth[c] = worth[c] + weight
      end
    end
  end
  return worth
end

local rows

return {
  name = "For four players",
  games = { "line" },

  start = function(game, pos)
    local number = {}
    for i, name in ipairs(pos:cells()) do
      number[name] = i
    end
    rows = pos:lines()
    for _, row in ipairs(rows) do
      for i, name in ipairs(row) do
        row[i] = number[name]
      end
    end
  end,

  choose = function(pos, moves)
    local me, players = pos:turn(), pos:players()

    -- n = 0 is this player: a win. The opponents follow in the order of their turns.
    for n = 0, players - 1 do
      for _, move in ipairs(pos:wins(after(me, n, players))) do
        if pos:legal(move) then
          return move
        end
      end
    end

    local board, cells = pos:board(), pos:cells()
    local worth = crossing(rows, board, me)
    local value = {}
    for c, name in ipairs(cells) do
      value[name] = worth[c]
    end

    local best, most = moves[1], -1
    for _, move in ipairs(moves) do
      -- If pieces fall, a move is the name of a column, not of a cell.
      local w = (value[move] or 0) + math.random()
      if w > most then
        best, most = move, w
      end
    end
    return best
  end,
}
