-- A player for any game: it wins when it can, and else plays at random.

return {
  name = "NAME",

  -- choose is asked for each move: pos is the position, moves the list of
  -- legal moves, such as "b2". It returns one of them.
  choose = function(pos, moves)
    local me = pos:turn()
    for _, move in ipairs(moves) do
      local after = pos:play(move) -- pos itself stays as it is
      if after:result(me) == 1 then
        log("I win with", move)
        return move
      end
    end
    return moves[math.random(#moves)]
  end,
}
