-- 66: coroutines that run before the table is returned, and for ever
-- verdict: T
-- values: while true do coroutine.wrap(function() coroutine.yield() end)() end ;; local f f = function() pcall(coroutine.wrap(f)) return f() end while true do pcall(f) end
-- full: coroutine.wrap(function() while true do end end)() ;; local c = coroutine.wrap(function() while true do pcall(coroutine.yield) end end) while true do pcall(c) end
@VALUE@
return { name = "Hostile", choose = function(pos, moves) return moves[1] end }
