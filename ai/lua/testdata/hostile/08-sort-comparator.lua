-- 8: a comparator that is always true
-- verdict: T
return { name = "Hostile", choose = function(pos, moves)
local t = {}
for i = 1, 200000 do t[i] = i end
while true do pcall(table.sort, t, function() return true end) end
return moves[1] end }
