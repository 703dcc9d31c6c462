-- 19: percent amplification
-- verdict: E
-- without the sandbox: D
return { name = "Hostile", choose = function(pos, moves)
local s = ("x"):rep(100000)
for i = 1, 10 do s = s:gsub(".+", ("%0"):rep(1000)) end
return moves[1] end }
