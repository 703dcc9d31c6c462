-- A player of awale: it captures many seeds and leaves few to the opponent.

return {
  name = "NAME",
  games = { "awale" },

  -- choose is called for each move. moves is the list of pits that can be sown.
  choose = function(pos, moves)
    local me = pos:turn()
    local best, most
    for _, pit in ipairs(moves) do
      local taken = pos:sow(pit) -- number of seeds captured
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
