-- A player of Othello: corners, and moves to choose from.
--
-- It has no function choose: it only says what a position is worth. The studio
-- looks some moves ahead, and takes what leads to the best position.

return {
  name = "NAME",
  games = { "othello" },

  options = {
    { name = "corner", title = "Value of a corner", type = "number", min = 0, max = 100, default = 25 },
  },

  -- evaluate says what a position is worth to a player: the higher the better.
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
