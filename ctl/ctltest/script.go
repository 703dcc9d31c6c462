package ctltest

// Choosing returns a script whose choose function has the given body.
func Choosing(body string) string {
	return "return {\n  name = \"T\",\n  choose = function(pos, moves)\n    " + body + "\n  end,\n}\n"
}

// Marking is a script that has commands.
const Marking = `return {
  name = "T",
  commands = {
    { name = "mark", title = "Mark all moves", run = function(tree, here)
      for node in tree:nodes() do
        if node:move() then tree:mark(node, node:move()) end
      end
      tree:comment(here, "here")
      log(tree:count())
    end },
    { name = "half", run = function(tree, here)
      tree:comment(here, "half")
      error("no more")
    end },
    { name = "ask", run = function(tree, here)
      log(engine("alphabeta", here:position(), 100000).proved)
      engine("lua:mark.lua", here:position(), 100)
    end },
  },
}
`
