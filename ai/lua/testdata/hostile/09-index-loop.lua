-- 9: a loop inside __index
-- verdict: T
return { name = "Hostile", choose = function(pos, moves)
local t = setmetatable({}, { __index = function() while true do end end })
local x = t.x
return moves[1] end }
