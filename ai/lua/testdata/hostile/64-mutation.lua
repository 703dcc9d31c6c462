-- 64: changes, keeps and changes later what it was given
-- verdict: OK
-- asks: 4
local kept, first
local n = 0
return { name = "Hostile", choose = function(pos, moves)
  n = n + 1
  if kept then
    for i = 1, 100 do kept[i] = nil end
    kept[1] = "z9"
    assert(#moves == 9 - 2 * 0 - (n - 1), "the moves of another call have changed: " .. #moves)
  end
  kept = moves
  local move = moves[1]
  local b = pos:board()
  for i = 1, #b do b[i] = 7 end
  assert(pos:at(move) == nil)
  for i = 1, #moves do moves[i] = nil end
  assert(#pos:moves() == 10 - n)
  pcall(function() pos.turn = nil end)
  pcall(setmetatable, pos, {})
  math.randomseed(1)
  return move
end }
