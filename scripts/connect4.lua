-- A player of connect four that looks ahead.
--
-- It has no function choose. Its function evaluate returns the score of a position.
-- Studio plays all moves, all replies and so on, as deep as time allows, and calls
-- evaluate for each final position. It chooses the move that leads to the best
-- position that the opponent cannot prevent. Studio finds wins and losses itself.

-- WEIGHTS[n] is the value of four cells in a line with n stones of one player and none
-- of the other. They can still become four in a row.
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

  -- evaluate returns the score of a position for a player. Higher is better.
  evaluate = function(pos, player)
    return rows(pos, player) - rows(pos, 3 - player)
  end,

  -- order returns the moves with the most promising first: the ones near the middle.
  -- This makes the search faster.
  order = function(pos, moves)
    local middle = (pos:size() + 1) / 2
    local function distance(move)
      return math.abs(move:byte() - 96 - middle) -- the letter a has number 97
    end
    table.sort(moves, function(a, b) return distance(a) < distance(b) end)
    return moves
  end,
}
