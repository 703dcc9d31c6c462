-- 36: string growth
-- verdict: M|D
-- without the sandbox: M
-- limit: 10s
return { name = "Hostile", choose = function(pos, moves)
local t = {}
while true do t[#t + 1] = ("x"):rep(100000) .. #t end
return moves[1] end }
