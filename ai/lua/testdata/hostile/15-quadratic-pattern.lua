-- 15: quadratic pattern
-- verdict: E
-- without the sandbox: T
return { name = "Hostile", choose = function(pos, moves)
for i = 1, 1000 do string.find(("a"):rep(20000), ".-b") end
return moves[1] end }
