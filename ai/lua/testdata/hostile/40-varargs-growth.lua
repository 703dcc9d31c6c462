-- 40: varargs growth
-- verdict: E
return { name = "Hostile", choose = function(pos, moves)
local function f(...) return f(1, 2, 3, 4, ...) end
f()
return moves[1] end }
