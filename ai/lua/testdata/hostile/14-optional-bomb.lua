-- 14: optional bomb
-- verdict: E
-- without the sandbox: T
return { name = "Hostile", choose = function(pos, moves)
string.find(("a"):rep(26), ("a?"):rep(26) .. ("a"):rep(26))
return moves[1] end }
