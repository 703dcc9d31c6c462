-- 59: nothing that reaches out has a name
-- verdict: OK
return { name = "Hostile", choose = function(pos, moves)
local names = { "os", "io", "package", "require", "load", "loadstring", "dofile", "loadfile", "debug", "module",
  "getfenv", "setfenv", "newproxy", "_printregs", "collectgarbage", "channel" }
local strings = getmetatable("")
local ways = { _G, _G._G, strings and strings.__index, string, table, math, pos, getmetatable(pos) }
for _, name in ipairs(names) do
  for _, way in pairs(ways) do
    local ok, v = pcall(function() return way[name] end)
    assert(not (ok and v ~= nil), name)
  end
  local ok, e = pcall(function() error(setmetatable({}, { __index = _G })) end)
  assert(e[name] == nil, name)
end
assert(string.dump == nil)
return moves[1] end }
