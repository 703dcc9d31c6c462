-- 33: a far index must not fill an array up to there
-- verdict: OK
-- without the sandbox: D
return { name = "Hostile", choose = function(pos, moves)
local t = {}
for i = 67108862, 67108962 do t[i] = 1 end
return moves[1] end }
