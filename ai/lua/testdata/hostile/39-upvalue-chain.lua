-- 39: upvalue chain
-- verdict: M|D
-- without the sandbox: M
-- limit: 10s
return { name = "Hostile", choose = function(pos, moves)
local f = function() end
while true do local g = f f = function() return g end end
return moves[1] end }
