-- A player of awale: it takes as many seeds as it can, and leaves few to be taken.

return {
  name = "NAME",
  games = { "awale" },

  -- choose is asked for each move: moves is the list of pits that may be sown.
  choose = function(pos, moves)
    local me = pos:turn()
    local best, most
    for _, pit in ipairs(moves) do
      local taken = pos:sow(pit) -- how many seeds the move takes
      local after = pos:play(pit)
      local worth = 2 * taken - #after:attacked(me)
      if not best or worth > most then
        best, most = pit, worth
      end
    end
    log("best is", best, "worth", most)
    return best
  end,
}
