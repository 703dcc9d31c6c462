-- 37: closures
-- verdict: M|D
-- without the sandbox: M
-- limit: 10s
return { name = "Hostile", choose = function(pos, moves)
local t, n = {}, 0
while true do n = n + 1 local own = n t[n] = function() return own end end
return moves[1] end }
