-- The simplest player: it plays any game, and draws each move by lot.
--
-- A script returns a table. Its function choose is called whenever the player
-- has to move. It is given the position and the list of legal moves, which
-- are strings such as "f5", and returns one of them.

return {
  name = "By lot",

  choose = function(pos, moves)
    -- #moves is the length of the list; math.random(n) is a number from 1 to n.
    return moves[math.random(#moves)]
  end,
}
