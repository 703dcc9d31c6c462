-- 21: rep 1e10
-- verdict: E
-- without the sandbox: D
return { name = "Hostile", choose = function(pos, moves)
local s = ("x"):rep(1e10)
return moves[1] end }
