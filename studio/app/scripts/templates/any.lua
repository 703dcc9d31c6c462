-- A player for any game: it wins if it can. Otherwise it plays at random.

return {
  name = "NAME",

  -- choose is called for each move. pos is the position, and moves is the list of
  -- legal moves, such as "b2". It returns one of them.
  choose = function(pos, moves)
    local me = pos:turn()
    for _, move in ipairs(moves) do
      local after = pos:play(move) -- pos itself does not change
      if after:result(me) == 1 then
        log("I win with", move)
        return move
      end
    end
    return moves[math.random(#moves)]
  end,
}
