package rules

import "boardstudio/text/msg"

// MoveError is the error returned by Play for a move that is not legal. Why is an *msg.Error that
// explains the reason.
type MoveError struct {
	Move Move
	Why  error
}

func (e *MoveError) Error() string { return e.Why.Error() }

// Unwrap returns e.Why.
func (e *MoveError) Unwrap() error { return e.Why }

// Illegal returns a *MoveError for m, with a reason formatted as by msg.Errorf.
func Illegal(m Move, format msg.Key, args ...any) error {
	return &MoveError{Move: m, Why: msg.Errorf(format, args...)}
}
