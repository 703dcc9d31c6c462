-- 46: coroutines that resume each other for ever
-- verdict: T
-- without the sandbox: E|D|T|M
return { name = "Hostile", choose = function(pos, moves)
local function f() while true do coroutine.resume(coroutine.create(f)) end end
f()
return moves[1] end }
