-- An awale player that guards its seeds.
--   1. The move after which the other player can take the fewest seeds.
--   2. Of these, the one that leaves the fewest pits of its own with one or two seeds.
--   3. Of these, the one that takes the most.
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

-- most returns the largest number of seeds that one move takes.
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
