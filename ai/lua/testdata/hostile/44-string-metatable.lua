-- 44: the methods of strings are changed: the studio goes on
-- verdict: E
return { name = "Hostile", choose = function(pos, moves)
local mt = getmetatable("")
if type(mt) == "table" then
  for k in pairs(mt.__index) do mt.__index[k] = nil end
  mt.__index = function() return nil end
end
local y = ("x"):upper()
return moves[1] end }
