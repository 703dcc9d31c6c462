-- 63: a table of a million elements as the answer, if there is room for it
-- verdict: I|M
-- played: b2
-- limit: 20s
return { name = "Hostile", choose = function(pos, moves)
  local t = {}
  for i = 1, 1000000 do t[i] = i end
  return t
end }
