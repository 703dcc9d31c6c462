-- 22: rep 1e18
-- verdict: E
return { name = "Hostile", choose = function(pos, moves)
local s = ("x"):rep(1e18)
return moves[1] end }
