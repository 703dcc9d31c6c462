package script

import lua "github.com/yuin/gopher-lua"

// noted returns f, which notes its name and the line that calls it while it runs: so that those
// are known when the process does not survive the call. name is what Options.Note is given.
func (m *Machine) noted(name string, f lua.LGFunction) lua.LGFunction {
	if m.opt.Note == nil {
		return f
	}
	return func(l *lua.LState) int {
		outer, line := m.inside, currentLine(l)
		m.inside = name
		m.opt.Note(line, name)
		defer func() {
			m.inside = outer
			m.opt.Note(line, outer)
		}()
		return f(l)
	}
}

// notedAll returns the functions of a library, each noted.
func (m *Machine) notedAll(lib string, functions map[string]lua.LGFunction) map[string]lua.LGFunction {
	if m.opt.Note == nil {
		return functions
	}
	all := map[string]lua.LGFunction{}
	for name, f := range functions {
		full := name
		if lib != "_G" {
			full = lib + "." + name
		}
		all[name] = m.noted(full, f)
	}
	return all
}

// currentLine returns the line of the script's innermost function, 0 if none runs.
func currentLine(l *lua.LState) int {
	for level := 0; ; level++ {
		d, ok := l.GetStack(level)
		if !ok {
			if l = l.Parent; l == nil {
				return 0
			}
			level = -1
			continue
		}
		if _, err := l.GetInfo("Sl", d, lua.LNil); err == nil && d.CurrentLine > 0 && d.Source != hostSource {
			return d.CurrentLine
		}
	}
}
