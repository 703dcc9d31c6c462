-- 29: byte all
-- verdict: E
return { name = "Hostile", choose = function(pos, moves)
local n = select("#", string.byte(("x"):rep(1000000), 1, -1))
return moves[1] end }
