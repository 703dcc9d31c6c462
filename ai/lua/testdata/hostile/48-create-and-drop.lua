-- 48: create and drop: scripts have no coroutines
-- verdict: E
-- without the sandbox: E|D|T|M
return { name = "Hostile", choose = function(pos, moves)
while true do coroutine.resume(coroutine.create(function() coroutine.yield() end)) end
return moves[1] end }
