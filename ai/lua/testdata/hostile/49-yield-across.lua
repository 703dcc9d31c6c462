-- 49: a yield out of pcall, a metamethod and a sort
-- verdict: E
-- without the sandbox: E|D|T|M
return { name = "Hostile", choose = function(pos, moves)
local co = coroutine.create(function()
  pcall(function() coroutine.yield(1) end)
  setmetatable({}, { __index = function() coroutine.yield(2) end })[1] = nil
  table.sort({ 2, 1 }, function() coroutine.yield(3) end)
end)
for i = 1, 9 do assert(coroutine.resume(co)) end
return moves[1] end }
