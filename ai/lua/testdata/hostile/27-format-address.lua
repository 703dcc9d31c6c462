-- 27: no format shows an address
-- verdict: OK
return { name = "Hostile", choose = function(pos, moves)
local bad = {}
for _, v in ipairs({ pos, print, moves, {} }) do
  for _, verb in ipairs({ "%#v", "%p", "%+v", "%v", "%x", "%s" }) do
    local ok, s = pcall(string.format, verb, v)
    if ok and tostring(s):find("0x%x%x%x%x%x") then bad[#bad + 1] = verb end
  end
  if tostring(v):find("0x") then bad[#bad + 1] = "tostring" end
  local _, e = pcall(function() return (1)[v] end)
  if e:find("0x") then bad[#bad + 1] = "pcall" end
  _, e = xpcall(function() return (1)[v] end, function(e) return e end)
  if e:find("0x") then bad[#bad + 1] = "xpcall" end
  _, e = pcall(function() return v < 1 end)
  if e:find("0x") then bad[#bad + 1] = "compare" end
end
assert(#bad == 0, table.concat(bad, " "))
return moves[1] end }
