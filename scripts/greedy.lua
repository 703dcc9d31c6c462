-- A greedy player of awale: it makes the move that takes the most seeds.
-- It looks one move ahead and no further, so it often leaves its own seeds
-- where the other player can take them.

return {
  name = "Greedy",
  games = { "awale" },

  choose = function(pos, moves)
    local me = pos:turn()
    local best, most = nil, -1
    for _, move in ipairs(moves) do
      -- pos:play does not change pos: it returns a new position.
      local after = pos:play(move)
      local taken = after:score(me) - pos:score(me)
      if taken > most then
        best, most = move, taken
      end
    end
    print(best .. " takes " .. most)
    return best
  end,
}
