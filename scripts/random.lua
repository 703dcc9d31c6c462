-- The simplest player: it plays any game, and makes random moves.
--
-- A script returns a table. Studio calls its function choose whenever the player is to
-- move. The arguments are the position and the list of legal moves, which are strings
-- such as "f5". The function returns one of them.

return {
  name = "By lot",

  choose = function(pos, moves)
    -- #moves is the length of the list. math.random(n) returns a number from 1 to n.
    return moves[math.random(#moves)]
  end,
}
