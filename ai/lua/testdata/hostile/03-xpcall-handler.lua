-- 3: the handler of xpcall loops
-- verdict: T
return { name = "Hostile", choose = function(pos, moves)
xpcall(function() error('x') end, function() while true do end end)
return moves[1] end }
