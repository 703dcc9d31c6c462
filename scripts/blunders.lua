-- A command for game trees: it finds the blunders by the evaluations that are stored in the tree.
--
-- A move loses what the player stood better before it than after it. It is a mistake when that is a quarter of the
-- highest score in the tree, and a blunder when it is half of it, or throws a proved result away. Moves that
-- have an annotation symbol already keep it.

local MISTAKE, BLUNDER = 0.25, 0.5
local MOVES = { ["!!"] = true, ["!"] = true, ["!?"] = true, ["?!"] = true, ["?"] = true, ["??"] = true }

-- of returns the evaluation of an engine that looked ahead furthest, nil for none.
local function of(node, engine)
  local best
  for _, e in ipairs(node:evaluations()) do
    if e.engine == engine and (not best or e.depth > best.depth) then
      best = e
    end
  end
  return best
end

-- annotated reports whether somebody has judged the move.
local function annotated(node)
  for _, glyph in ipairs(node:glyphs()) do
    if MOVES[glyph] then
      return true
    end
  end
  return false
end

-- loss returns how bad a move is, from 0 on; 1 is the highest score of the engine.
local function loss(before, after, same, top)
  local sign = same and 1 or -1
  if before.proved or after.proved then
    local was, is = before.proved and before.score, after.proved and sign * after.score
    if was and is then
      return math.max(0, (was - is) / 2)
    elseif was == 1 or is == -1 then -- a win that is not proved any more, or a loss that was not
      return was == -1 and 0 or 1
    end
    return 0
  end
  return math.max(0, before.score - sign * after.score) / top
end

return {
  name = "Blunders",

  commands = {
    {
      name = "find",
      title = "Find Blunders from Stored Evaluations",
      run = function(tree, here)
        if game:players() > 2 then
          error("with more than two players a score does not tell what a move loses", 0)
        end
        local top = {} -- the highest score of each engine
        for node in tree:nodes() do
          for _, e in ipairs(node:evaluations()) do
            top[e.engine] = math.max(top[e.engine] or 0, e.proved and 0 or math.abs(e.score))
          end
        end
        if not next(top) then
          error("no evaluations are stored in this tree: let an engine analyse it first", 0)
        end
        local mistakes, blunders = 0, 0
        for node in tree:nodes() do
          local parent = node:parent()
          local pos, was = node:position(), parent and parent:position()
          if pos and was and node:move() and not annotated(node) then
            local worst = 0
            for engine, most in pairs(top) do
              local a, b = of(parent, engine), of(node, engine)
              if a and b then
                worst = math.max(worst, loss(a, b, pos:turn() == was:turn(), math.max(most, 0.001)))
              end
            end
            if worst >= BLUNDER then
              blunders = blunders + 1
              tree:glyph(node, "??")
              log("move " .. node:ply() .. " (" .. node:move() .. ") is a blunder")
            elseif worst >= MISTAKE then
              mistakes = mistakes + 1
              tree:glyph(node, "?")
              log("move " .. node:ply() .. " (" .. node:move() .. ") is a mistake")
            end
          end
        end
        log("mistakes: " .. mistakes .. ", blunders: " .. blunders)
      end,
    },
  },
}
