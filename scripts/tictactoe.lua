-- A player of tic-tac-toe on 3×3 that never loses. It follows the first of six rules
-- that applies.
--   1. Win, if you can.
--   2. Stop the opponent from winning.
--   3. Make two threats at once: the opponent can stop only one.
--   4. Do not let the opponent make two threats at once.
--   5. Take the centre.
--   6. Take a corner, or else any cell.

-- The opponent: 3 - 1 is 2, and 3 - 2 is 1.
local function other(player)
  return 3 - player
end

-- has reports whether a list contains a value.
local function has(list, value)
  for _, v in ipairs(list) do
    if v == value then
      return true
    end
  end
  return false
end

-- forks returns the moves after which the player to move has two ways to win.
local function forks(pos)
  local me, found = pos:turn(), {}
  for _, move in ipairs(pos:moves()) do
    local after = pos:play(move)
    if not after:over() and #after:wins(me) >= 2 then
      table.insert(found, move)
    end
  end
  return found
end

-- safe reports whether the opponent has no fork after our move. If our move threatens
-- to win, the opponent must answer the threat, even with a fork available.
local function safe(pos, move)
  local me = pos:turn()
  local after = pos:play(move)
  if after:over() then
    return true
  end
  local must = after:wins(me)
  for _, reply in ipairs(forks(after)) do
    if #must == 0 or has(must, reply) then
      return false
    end
  end
  return true
end

return {
  name = "Tic-tac-toe by rules",
  games = { "tictactoe" },

  choose = function(pos, moves)
    local me = pos:turn()

    local win = pos:wins(me)
    if #win > 0 then
      return win[1]
    end

    local block = pos:wins(other(me))
    if #block > 0 then
      return block[1]
    end

    local fork = forks(pos)
    if #fork > 0 then
      return fork[1]
    end

    -- From here on, only safe moves are considered.
    local good = {}
    for _, move in ipairs(moves) do
      if safe(pos, move) then
        table.insert(good, move)
      end
    end
    for _, cell in ipairs { "b2", "a1", "c1", "a3", "c3" } do
      if has(good, cell) then
        return cell
      end
    end
    return good[1] or moves[1]
  end,
}
