package stdlib

import lua "github.com/yuin/gopher-lua"

// noted returns f, which notes its name and the line that calls it while it runs: so that those
// are known when the process does not survive the call. name is what Options.Note is given.
func (s *State) noted(name string, f lua.LGFunction) lua.LGFunction {
	if s.opt.Note == nil {
		return f
	}
	return func(l *lua.LState) int {
		outer, line := s.inside, currentLine(l)
		s.inside = name
		s.opt.Note(line, name)
		defer func() {
			s.inside = outer
			s.opt.Note(line, outer)
		}()
		return f(l)
	}
}
