-- A command for game trees: it finds blunders from the stored evaluations.
--
-- Each evaluation has the winning chances of each player. The loss of a move is the
-- difference of its player's winning chances before and after the move. A move that
-- loses 20 % or more is a mistake, and from 30 % a blunder. Moves that already have an
-- annotation symbol are skipped.

local MISTAKE, BLUNDER = 0.2, 0.3
local MOVES = { ["!!"] = true, ["!"] = true, ["!?"] = true, ["?!"] = true, ["?"] = true, ["??"] = true }

-- final returns the shares of the players in the win, or nil if the game is not over.
local function final(pos)
  if not pos:over() then
    return nil
  end
  local winners, shares = pos:winners(), {}
  for player = 1, game:players() do
    shares[player] = #winners == 0 and 1 / game:players() or 0
  end
  for _, player in ipairs(winners) do
    shares[player] = 1 / #winners
  end
  return shares
end

-- known returns the deepest evaluation of each engine at a node, by the names of the engines.
local function known(node)
  local best = {}
  for _, e in ipairs(node:evaluations()) do
    if e.shares and (not best[e.engine] or e.depth > best[e.engine].depth) then
      best[e.engine] = e
    end
  end
  return best
end

-- annotated reports whether the move has an annotation symbol.
local function annotated(node)
  for _, glyph in ipairs(node:glyphs()) do
    if MOVES[glyph] then
      return true
    end
  end
  return false
end

-- loss returns the largest loss of a move by any engine's evaluations, as a share of the win.
-- The loss is 0 for the move that the engine prefers.
local function loss(node, parent, player)
  local worst, last, after = 0, final(node:position()), known(node)
  for engine, e in pairs(known(parent)) do
    local shares = last or after[engine] and after[engine].shares
    if shares and e.move ~= node:move() then
      worst = math.max(worst, e.shares[player] - shares[player])
    end
  end
  return worst
end

return {
  name = "Blunders",

  commands = {
    {
      name = "find",
      title = "Find Blunders from Stored Evaluations",
      run = function(tree, here)
        local judged, mistakes, blunders = false, 0, 0
        for node in tree:nodes() do
          judged = judged or next(known(node)) ~= nil
          local parent = node:parent()
          local was = parent and parent:position()
          if was and node:move() and node:position() and not was:over() and not annotated(node) then
            local lost = loss(node, parent, was:turn())
            if lost >= BLUNDER then
              blunders = blunders + 1
              tree:glyph(node, "??")
              log("move " .. node:ply() .. " (" .. node:move() .. ") is a blunder")
            elseif lost >= MISTAKE then
              mistakes = mistakes + 1
              tree:glyph(node, "?")
              log("move " .. node:ply() .. " (" .. node:move() .. ") is a mistake")
            end
          end
        end
        if not judged then
          error("no evaluations are stored in this tree: let an engine analyse it first", 0)
        end
        log("mistakes: " .. mistakes .. ", blunders: " .. blunders)
      end,
    },
  },
}
