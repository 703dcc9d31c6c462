-- A player of connect four that looks ahead.
--
-- It has no function choose. It only says what a position is worth, in its function
-- evaluate; the studio plays all moves, all answers, all answers to these and so on,
-- as deep as time allows, asks evaluate where it stops, and takes the move that
-- leads to the best position that the other player cannot prevent.
-- Wins and losses the studio sees by itself.

-- WEIGHTS[n] is what four cells in a line are worth that hold n stones of one player
-- and none of the other: they can still become four.
local WEIGHTS = { 1, 8, 40, 0 }

local function rows(pos, player)
  local sum = 0
  for n, count in ipairs(pos:tuples(player)) do
    sum = sum + count * WEIGHTS[n]
  end
  return sum
end

return {
  name = "Connect four by search",
  games = { "connect4" },

  -- evaluate returns what a position is worth to a player: the higher the better.
  evaluate = function(pos, player)
    return rows(pos, player) - rows(pos, 3 - player)
  end,

  -- order says which moves are likely to be good: those in the middle. The search is
  -- faster when it sees good moves first.
  order = function(pos, moves)
    local middle = (pos:size() + 1) / 2
    local function distance(move)
      return math.abs(move:byte() - 96 - middle) -- the letter a has number 97
    end
    table.sort(moves, function(a, b) return distance(a) < distance(b) end)
    return moves
  end,
}
