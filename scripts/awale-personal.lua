-- An awale player that weighs attack and defence as you like, and looks ahead.
--
-- Studio shows a dialog for the list of options. The script reads the values from the
-- table options. Change them and see who wins.

return {
  name = "Awale, personal",
  games = { "awale" },
  options = {
    { name = "depth", title = "Moves to look ahead", type = "number", min = 1, max = 12, default = 5 },
    { name = "store", title = "Weight of a seed in the store", type = "number", min = -100, max = 100, default = 20 },
    { name = "attack", title = "Weight of an opponent's threatened pit", type = "number", min = -100, max = 100, default = 3 },
    { name = "guard", title = "Weight of your own threatened pit", type = "number", min = -100, max = 100, default = -3 },
    { name = "hoard", title = "Keep seeds on own side", type = "switch", default = true },
  },

  choose = function(pos, moves)
    -- The search calls worth at the end of each line of play.
    local function worth(p, player)
      local other = 3 - player
      local sum = options.store * (p:store(player) - p:store(other))
        + options.attack * #p:attacked(other)
        + options.guard * #p:attacked(player)
      if options.hoard then
        for _, cell in ipairs(p:cells()) do
          local owner, seeds = p:at(cell)
          if owner == player then
            sum = sum + seeds
          else
            sum = sum - seeds
          end
        end
      end
      return sum
    end

    if #moves == 1 then
      return moves[1]
    end
    local move, value = search.alphabeta(pos, options.depth, worth)
    log(move .. " leads to " .. value)
    return move
  end,
}
