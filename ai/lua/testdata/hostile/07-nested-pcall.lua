-- 7: exponential pcall
-- verdict: T
return { name = "Hostile", choose = function(pos, moves)
local function f(n) if n > 0 then pcall(f, n - 1) pcall(f, n - 1) end end
f(100)
return moves[1] end }
