-- 23: rep with NaN and infinite counts
-- verdict: OK
return { name = "Hostile", choose = function(pos, moves)
local a, b = ("x"):rep(0 / 0), (""):rep(1e300)
pcall(string.rep, "x", math.huge) pcall(string.rep, "x", -math.huge)
return moves[1] end }
