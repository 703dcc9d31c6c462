-- 4: goto
-- verdict: T
return { name = "Hostile", choose = function(pos, moves)
::again:: goto again
return moves[1] end }
