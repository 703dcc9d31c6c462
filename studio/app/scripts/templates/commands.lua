-- Commands that work on the tree of a record.

return {
  name = "NAME",

  commands = {
    {
      name = "number-moves",
      title = "Number the moves",

      -- run is given the tree, and the node at which you are. What it changes is one step
      -- that can be undone; after an error nothing is changed.
      run = function(tree, here)
        for node in tree:nodes(here) do
          if node:move() and node:comment() == "" then
            tree:comment(node, "Move " .. node:ply())
          end
        end
        log("done below move", here:ply())
      end,
    },
  },
}
