-- An awale player that attacks: it takes as many seeds as it can.
--   1. The move that takes the most seeds.
--   2. Of these, the one that leaves the other player the most pits with one or two
--      seeds: they can be taken next time.
--   3. Of these, the one that leaves the fewest such pits of its own.

-- better compares two lists of numbers: the first number that differs decides.
local function better(a, b)
  for i = 1, #a do
    if a[i] ~= b[i] then
      return a[i] > b[i]
    end
  end
  return false
end

return {
  name = "Awale, offensive",
  games = { "awale" },

  choose = function(pos, moves)
    local me = pos:turn()
    local best, marks
    for _, move in ipairs(moves) do
      local taken = pos:sow(move)
      local after = pos:play(move)
      local new = { taken, #after:exposed(3 - me), -#after:exposed(me) }
      if not best or better(new, marks) then
        best, marks = move, new
      end
    end
    log(best .. " takes " .. marks[1])
    return best
  end,
}
