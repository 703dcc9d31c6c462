-- 17: nested captures
-- verdict: E
-- without the sandbox: D
return { name = "Hostile", choose = function(pos, moves)
string.find("x", ("("):rep(400000) .. (")"):rep(400000))
return moves[1] end }
