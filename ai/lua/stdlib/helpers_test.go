package stdlib

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// load compiles code as test.lua. The operators .. and # are gopher-lua's; join and length are the
// library's.
func load(t testing.TB, s *State, code string) *lua.LFunction {
	t.Helper()
	f, err := s.L.Load(strings.NewReader(code), "test.lua")
	if err != nil {
		t.Fatalf("%s: %v", code, err)
	}
	PlainCalls(f.Proto)
	s.L.SetGlobal("join", s.ConcatFunc())
	s.L.SetGlobal("length", s.Length())
	return f
}

// try runs code in s with at most the given instructions, and returns its output.
func try(t testing.TB, s *State, most uint64, code string) (string, []Frame, error) {
	t.Helper()
	f := load(t, s, code)
	stack, err := s.Run(context.Background(), most, 20*time.Second, func(l *lua.LState) { Call(l, f) })
	return s.Remark(), stack, err
}

// prints checks the output of code, without the last newline.
func prints(t testing.TB, code, want string) {
	t.Helper()
	got, _, err := try(t, New(Options{Seed: 1}), MaxSteps, code)
	if got = strings.TrimSuffix(got, "\n"); err != nil || got != want {
		t.Errorf("%s\nprints %q, %v\nwant   %q", code, got, err, want)
	}
}

// fails checks that code ends with an error that contains a text.
func fails(t testing.TB, code, want string) {
	t.Helper()
	got, _, err := try(t, New(Options{}), MaxSteps, code)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s\nprints %q, %v\nwant the error %q", code, got, err, want)
	}
}

// cost returns the number of instructions that code needs.
func cost(t testing.TB, code string) int {
	t.Helper()
	s := New(Options{})
	if _, _, err := try(t, s, MaxSteps, code); err != nil {
		t.Fatalf("%s: %v", code, err)
	}
	return int(s.Budget.Steps)
}

// within runs f in a call of s and returns its error.
func within(s *State, f func(l *lua.LState)) error {
	_, err := s.Run(context.Background(), math.MaxUint64, 20*time.Second, f)
	return err
}
