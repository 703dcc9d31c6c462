-- 5: for huge
-- verdict: T
return { name = "Hostile", choose = function(pos, moves)
for i = 1, math.huge do end
return moves[1] end }
