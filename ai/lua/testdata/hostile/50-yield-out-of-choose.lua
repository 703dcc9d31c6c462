-- 50: a yield out of choose
-- verdict: E
-- without the sandbox: E|D|T|M
return { name = "Hostile", choose = function(pos, moves)
coroutine.yield(moves[1])
return moves[1] end }
