-- 16: star bomb
-- verdict: E
-- without the sandbox: T
return { name = "Hostile", choose = function(pos, moves)
string.find(("a"):rep(20000), ".*.*.*.*b")
return moves[1] end }
