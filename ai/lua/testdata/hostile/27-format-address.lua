-- 27: no format shows an address
-- verdict: OK
return { name = "Hostile", choose = function(pos, moves)
local bad = {}
for _, v in ipairs({ pos, print, moves, {} }) do
  for _, verb in ipairs({ "%#v", "%p", "%+v", "%v", "%x", "%s" }) do
    local ok, s = pcall(string.format, verb, v)
    if ok and tostring(s):find("0xc0") then bad[#bad + 1] = verb end
  end
  if tostring(v):find("0x") then bad[#bad + 1] = "tostring" end
end
assert(#bad == 0, table.concat(bad, " "))
return moves[1] end }
