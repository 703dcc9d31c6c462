package msg

import "fmt"

// Text is a text with its arguments, stored separately so that the text can be translated when it
// is shown. Package locale translates it; String returns English.
type Text struct {
	Plural       // Many is "" for a text without a count
	N      int   // the count
	Args   []any // arguments; a Text or Key among them is translated too
}

// Say returns the text of a format with its arguments.
func Say(format Key, args ...any) Text { return Text{Plural: Plural{One: format}, Args: args} }

// Count returns a text that counts n things. n is not inserted unless it is also in args.
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
