-- 12: plays well 29 times
-- verdict: T
-- asks: 30
-- game: gomoku
local n = 0
return { name = "Hostile", choose = function(pos, moves)
  n = n + 1
  while n == 30 do end
  return moves[1]
end }
