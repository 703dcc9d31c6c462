-- 43: select negative
-- verdict: E
return { name = "Hostile", choose = function(pos, moves)
local x = select(-1e9, 1)
return moves[1] end }
