-- 26: format wider
-- verdict: E
return { name = "Hostile", choose = function(pos, moves)
local s = string.format("%1000000000d", 1)
return moves[1] end }
