-- A command for game trees: it lists positions that are reached in more than one way.
--
-- A line in the comment of each of these positions lists the other places. If the command
-- runs again, it replaces this line.

local MARK = "Same position: "

-- label returns the name of a node in the list.
local function label(node)
  return "move " .. node:ply() .. " (" .. (node:move() or "set up") .. ")"
end

-- withLine returns a comment with a last line, which replaces the one of an earlier run.
local function withLine(comment, line)
  local kept = {}
  for text in (comment .. "\n"):gmatch("(.-)\n") do
    if text:sub(1, #MARK) ~= MARK and (text ~= "" or #kept > 0) then
      table.insert(kept, text)
    end
  end
  if line then
    table.insert(kept, MARK .. line)
  end
  return table.concat(kept, "\n")
end

return {
  name = "Transpositions",

  commands = {
    {
      name = "list",
      title = "List Transpositions",
      run = function(tree, here)
        local groups, order = {}, {}
        for node in tree:nodes() do
          local pos = node:position()
          if pos then
            local hash = pos:hash()
            if not groups[hash] then
              groups[hash] = {}
              table.insert(order, groups[hash])
            end
            table.insert(groups[hash], node)
          end
          if node:comment():find(MARK, 1, true) then
            tree:comment(node, withLine(node:comment()))
          end
        end
        local found = 0
        for _, group in ipairs(order) do
          if #group > 1 then
            found = found + 1
            for _, node in ipairs(group) do
              local others = {}
              for _, other in ipairs(group) do
                if other ~= node and #others < 10 then
                  table.insert(others, label(other))
                end
              end
              tree:comment(node, withLine(node:comment(), table.concat(others, ", ")))
            end
            log(label(group[1]) .. " is reached in " .. #group .. " ways")
          end
        end
        log("positions reached in more than one way: " .. found)
      end,
    },
  },
}
