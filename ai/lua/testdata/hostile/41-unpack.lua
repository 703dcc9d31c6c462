-- 41: unpack
-- verdict: E
return { name = "Hostile", choose = function(pos, moves)
local t = { unpack({}, 1, 1e8) }
return moves[1] end }
