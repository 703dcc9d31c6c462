-- 11: a loop before the table is returned
-- verdict: T
while true do end
return { name = "Hostile", choose = function(pos, moves) return moves[1] end }
