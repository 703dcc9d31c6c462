-- 10: a loop inside __tostring of an error object: it is never called
-- verdict: E
-- without the sandbox: T
return { name = "Hostile", choose = function(pos, moves)
error(setmetatable({}, { __tostring = function() while true do end end }))
return moves[1] end }
