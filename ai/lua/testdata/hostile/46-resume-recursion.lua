-- 46: resume recursion: scripts have no coroutines
-- verdict: E
-- without the sandbox: E|D|T|M
return { name = "Hostile", choose = function(pos, moves)
local function f() return coroutine.resume(coroutine.create(f)) end
f()
return moves[1] end }
