-- A player of Othello that values corners and the number of moves to choose from.
--
-- It has no function choose. It returns the score of a position. Studio looks some
-- moves ahead and plays the move that leads to the best position.

return {
  name = "NAME",
  games = { "othello" },

  options = {
    { name = "corner", title = "Value of a corner", type = "number", min = 0, max = 100, default = 25 },
  },

  -- evaluate returns the score of a position for a player. Higher is better.
  evaluate = function(pos, player)
    local other = 3 - player
    local sum = pos:mobility(player) - pos:mobility(other)
    for _, cell in ipairs(pos:corners()) do
      local owner = pos:at(cell)
      if owner == player then
        sum = sum + options.corner
      elseif owner == other then
        sum = sum - options.corner
      end
    end
    return sum
  end,
}
