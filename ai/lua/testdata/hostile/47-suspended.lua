-- 47: 100,000 coroutines that are kept
-- verdict: M
-- limit: 20s
-- without the sandbox: E|D|T|M
return { name = "Hostile", choose = function(pos, moves)
local t = {}
for i = 1, 100000 do t[i] = coroutine.create(function() coroutine.yield() end) coroutine.resume(t[i]) end
return moves[1] end }
