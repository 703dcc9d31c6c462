-- 34: far insert
-- verdict: OK
-- without the sandbox: D
return { name = "Hostile", choose = function(pos, moves)
local t = {}
table.insert(t, 67108862, 1)
return moves[1] end }
