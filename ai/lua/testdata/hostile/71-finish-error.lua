-- 71: an error at the end of the game
-- verdict: E
return { name = "Hostile", finish = function(result)
  error(result)
end, choose = function(pos, moves) return moves[1] end }
