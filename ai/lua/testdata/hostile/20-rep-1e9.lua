-- 20: rep 1e9
-- verdict: E
-- without the sandbox: D
return { name = "Hostile", choose = function(pos, moves)
local s = ("x"):rep(1e9)
return moves[1] end }
