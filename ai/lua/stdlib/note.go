package stdlib

import lua "github.com/yuin/gopher-lua"

// noted returns f wrapped to report its name and the calling line while it runs. They are then
// known even if the process does not survive the call. name is passed to Options.Note.
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
