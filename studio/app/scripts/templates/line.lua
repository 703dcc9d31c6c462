-- A player for games in which a row wins: tic-tac-toe, gomoku, connect four.
--
-- It has no function choose. It returns the score of a position. Studio looks some
-- moves ahead and plays the move that leads to the best position.

return {
  name = "NAME",
  games = { "line" },

  -- Options of the player. Studio shows a dialog for them.
  options = {
    { name = "defence", title = "Weight of the other's rows", type = "number", min = 0, max = 5, default = 1 },
  },

  -- evaluate returns the score of a position for a player. Higher is better.
  evaluate = function(pos, player)
    local sum = 0
    for other = 1, pos:players() do
      -- counts[n] is the number of rows with n stones of this player and none of the others
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
