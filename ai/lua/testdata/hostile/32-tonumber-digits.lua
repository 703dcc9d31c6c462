-- 32: tonumber digits
-- verdict: E
return { name = "Hostile", choose = function(pos, moves)
local s = ("9"):rep(1e8)
local n = tonumber(s)
return moves[1] end }
