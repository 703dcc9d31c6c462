package msg

import "fmt"

// Text is a text for a person with what is put into it, kept apart so that it can be put into a language when it is shown.
// Package locale does that; String is in English.
type Text struct {
	Plural       // Many is "" for a text that counts nothing
	N      int   // how many the text counts
	Args   []any // what is put in; a Text or a Key among them is translated too
}

// Say returns the text of a format with its arguments.
func Say(format Key, args ...any) Text { return Text{Plural: Plural{One: format}, Args: args} }

// Count returns a text that counts n things. n is an argument only where it is given as one.
func Count(p Plural, n int, args ...any) Text { return Text{Plural: p, N: n, Args: args} }

// String returns the English text.
func (t Text) String() string {
	text := t.One
	if t.Many != "" && t.N != 1 {
		text = t.Many
	}
	if len(t.Args) == 0 {
		return string(text)
	}
	return fmt.Sprintf(string(text), t.Args...)
}
