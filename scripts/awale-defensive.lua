-- An awale player that guards its seeds. It compares its moves by three criteria:
--   1. The opponent can capture as few seeds as possible.
--   2. As few of its own pits as possible have one or two seeds.
--   3. The move captures as many seeds as possible.
-- Compare it with awale-offensive.lua: only the list of marks differs.

-- better compares two lists of numbers: the first number that differs decides.
local function better(a, b)
  for i = 1, #a do
    if a[i] ~= b[i] then
      return a[i] > b[i]
    end
  end
  return false
end

-- most returns the largest number of seeds that one move captures.
local function most(pos)
  local seeds = 0
  for _, move in ipairs(pos:moves()) do
    seeds = math.max(seeds, (pos:sow(move)))
  end
  return seeds
end

return {
  name = "Awale, defensive",
  games = { "awale" },

  choose = function(pos, moves)
    local me = pos:turn()
    local best, marks
    for _, move in ipairs(moves) do
      local after = pos:play(move)
      local new = { -most(after), -#after:exposed(me), (pos:sow(move)) }
      if not best or better(new, marks) then
        best, marks = move, new
      end
    end
    log(best .. " lets the other player take " .. -marks[1])
    return best
  end,
}
