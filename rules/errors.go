package rules

import "boardstudio/msg"

// MoveError says why Play refused a move: Why is an *msg.Error for a person.
type MoveError struct {
	Move Move
	Why  error
}

func (e *MoveError) Error() string { return e.Why.Error() }

// Unwrap returns the reason.
func (e *MoveError) Unwrap() error { return e.Why }

// Illegal returns a *MoveError with the reason given as for msg.Errorf.
func Illegal(m Move, format msg.Key, args ...any) error {
	return &MoveError{Move: m, Why: msg.Errorf(format, args...)}
}
