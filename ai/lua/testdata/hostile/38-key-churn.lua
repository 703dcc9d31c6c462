-- 38: tombstones
-- verdict: T|M|D
-- without the sandbox: T
return { name = "Hostile", choose = function(pos, moves)
local t = {}
local i = 0
while true do i = i + 1 t["k" .. i] = i t["k" .. (i - 10)] = nil end
return moves[1] end }
