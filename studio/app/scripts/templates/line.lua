-- A player for games in which a row wins: tic-tac-toe, gomoku, connect four.
--
-- It has no function choose: it only says what a position is worth. The studio
-- looks some moves ahead, and takes what leads to the best position.

return {
  name = "NAME",
  games = { "line" },

  -- What a person can choose: the studio makes a dialog of it.
  options = {
    { name = "defence", title = "Weight of the other's rows", type = "number", min = 0, max = 5, default = 1 },
  },

  -- evaluate says what a position is worth to a player: the higher the better.
  evaluate = function(pos, player)
    local sum = 0
    for other = 1, pos:players() do
      -- counts[n]: in how many rows the player has n stones and nobody else has any
      local counts = pos:tuples(other)
      for n, count in ipairs(counts) do
        if other == player then
          sum = sum + count * 4 ^ n
        else
          sum = sum - count * 4 ^ n * options.defence
        end
      end
    end
    return sum
  end,
}
