-- 61: 100 MB of log
-- verdict: OK|T
-- without the sandbox: OK
return { name = "Hostile", choose = function(pos, moves)
local s = ("x"):rep(1000)
for i = 1, 100000 do print(s) end
return moves[1] end }
