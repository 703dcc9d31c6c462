-- 25: format width
-- verdict: E
-- without the sandbox: D
return { name = "Hostile", choose = function(pos, moves)
local s = ""
for i = 1, 2000 do s = s .. string.format("%999999d", 1) end
return moves[1] end }
