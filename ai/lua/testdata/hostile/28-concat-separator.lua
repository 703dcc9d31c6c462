-- 28: concat separator
-- verdict: E
-- without the sandbox: D
return { name = "Hostile", choose = function(pos, moves)
local t = {}
for i = 1, 10000 do t[i] = "x" end
local s = table.concat(t, ("x"):rep(500000))
return moves[1] end }
