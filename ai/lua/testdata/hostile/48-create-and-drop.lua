-- 48: coroutines made and dropped for ever
-- verdict: T
-- without the sandbox: E|D|T|M
return { name = "Hostile", choose = function(pos, moves)
while true do coroutine.resume(coroutine.create(function() coroutine.yield() end)) end
return moves[1] end }
