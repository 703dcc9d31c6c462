-- 2: pcall swallows every error
-- verdict: T
return { name = "Hostile", choose = function(pos, moves)
while true do pcall(function() while true do end end) end
return moves[1] end }
