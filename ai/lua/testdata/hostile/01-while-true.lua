-- 1: while true
-- verdict: T
return { name = "Hostile", choose = function(pos, moves)
while true do end
return moves[1] end }
