-- 51: a coroutine that resumes itself
-- verdict: E
-- without the sandbox: E|D|T|M
return { name = "Hostile", choose = function(pos, moves)
local co
co = coroutine.create(function() assert(coroutine.resume(co)) end)
assert(coroutine.resume(co))
return moves[1] end }
