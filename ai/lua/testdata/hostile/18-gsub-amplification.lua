-- 18: gsub amplification
-- verdict: E
-- without the sandbox: D
return { name = "Hostile", choose = function(pos, moves)
local s = ("x"):rep(100000)
s = s:gsub("x", s)
return moves[1] end }
