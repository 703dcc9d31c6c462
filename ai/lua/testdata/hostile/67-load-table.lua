-- 67: not hostile: a table of all patterns of 12 cells
-- verdict: OK
-- limit: 120s
local worth, n = {}, 0
local function build(pattern, left)
  if left == 0 then
    n = n + 1
    worth[pattern] = n
    return
  end
  for _, c in ipairs({ ".", "x", "o" }) do
    build(pattern .. c, left - 1)
  end
end
build("", 12)
return { name = "Hostile", choose = function(pos, moves)
  assert(n == 531441 and worth["............"] == 1 and worth["oooooooooooo"] == n)
  return moves[1]
end }
