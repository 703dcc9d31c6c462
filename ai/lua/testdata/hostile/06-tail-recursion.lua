-- 6: a tail call in a loop: each takes its place on the stack
-- verdict: E
-- without the sandbox: T
return { name = "Hostile", choose = function(pos, moves)
local function f() return f() end
f()
return moves[1] end }
