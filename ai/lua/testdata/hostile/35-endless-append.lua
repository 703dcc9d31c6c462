-- 35: endless append
-- verdict: M|D
-- without the sandbox: M
-- limit: 10s
return { name = "Hostile", choose = function(pos, moves)
local t, n = {}, 0
while true do n = n + 1 t[n] = n end
return moves[1] end }
