-- 24: doubling
-- verdict: E
-- without the sandbox: D
return { name = "Hostile", choose = function(pos, moves)
local s = "x"
while true do s = s .. s end
return moves[1] end }
