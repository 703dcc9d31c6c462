-- 45: coroutines that wrap themselves
-- verdict: E
-- without the sandbox: E|D|T|M
return { name = "Hostile", choose = function(pos, moves)
local function f() coroutine.wrap(f)() end
f()
return moves[1] end }
