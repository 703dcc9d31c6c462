-- 42: sort nan
-- verdict: T
return { name = "Hostile", choose = function(pos, moves)
local t = {}
for i = 1, 3e6 do t[i] = 0 / 0 end
while true do pcall(table.sort, t) end
return moves[1] end }
