package script

import (
	"errors"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"boardstudio/ai/lua/stdlib"
	"boardstudio/text/msg"
)

// syntax returns the parser's error, with a guess at the mistake for beginners. The parser only
// notices a missing word when it cannot continue, which may be many lines later.
func (p *Program) syntax(err *parse.Error) *Fault {
	why := message(err.Message)
	end := err.Pos.Line == parse.EOF
	line := err.Pos.Line
	if end {
		line = strings.Count(strings.TrimRight(string(p.source), "\r\n"), "\n") + 1
	}
	near := stdlib.Clean(err.Token, 40)
	if err.Message == "unterminated string" && !end {
		return p.fault(line-1, msg.Errorf("the string %q is not closed", near)) // the parser is on the next line
	}
	r := reader{at: err.Pos, end: end}
	r.read(p.code())
	w := r.wrong
	switch {
	case w != nil && end:
		return p.fault(line, msg.Errorf("the script ends too early: perhaps %q of line %d has no %q", w.word, w.line, closers[w.word]))
	case end:
		return p.fault(line, msg.Errorf("the script ends too early: %v", why))
	case near == "=" && r.condition:
		return p.fault(line, msg.Errorf("%v near %q: two values are compared with ==", why, near))
	case near != "" && strings.Contains("+-*/", near) && err.Message == "parse error":
		return p.fault(line, msg.Errorf("%v near %q: write x = x %s 1", why, near, near))
	case near == "!":
		return p.fault(line, msg.Errorf("%v near %q: use ~= instead of !=, and not instead of !", why, near))
	case r.comma:
		return p.fault(line, msg.Errorf("%v near %q: perhaps a comma is missing before it", why, near))
	case w != nil:
		return p.fault(line, msg.Errorf("%v near %q: perhaps %q of line %d has no %q", why, near, w.word, w.line, closers[w.word]))
	}
	return p.fault(line, msg.Errorf("%v near %q", why, near))
}

// message returns the parser's message. The usual one is translatable.
func message(text string) error {
	if text == "syntax error" || text == "parse error" {
		return msg.Errorf("syntax error")
	}
	return errors.New(stdlib.Clean(text, 200))
}

// opener is a word or bracket that needs a closing one.
type opener struct {
	word         string
	line, column int  // column refers to the first word on the line
	do           bool // a loop whose do has been read
}

// closers maps words and brackets to those that close them.
var closers = map[string]string{
	"(": ")", "{": "}", "[": "]", "repeat": "until",
	"function": "end", "if": "end", "do": "end", "for": "end", "while": "end",
}

// reader reads the words of a script up to the one that the parser did not accept.
type reader struct {
	at  ast.Position // position of the parser at the error
	end bool         // the parser reached the end

	open      []opener
	wrong     *opener // the block or bracket that was not closed, or nil
	condition bool    // between if and then, or while and do
	comma     bool    // the last word could be the next element of a list, with a comma
	last      int     // the previous word

	line, column int // position of the first word on the line
}

// statements are words that cannot be inside brackets.
var statements = []int{
	parse.TReturn, parse.TLocal, parse.TIf, parse.TElse, parse.TElseIf, parse.TThen, parse.TFor, parse.TWhile, parse.TDo,
	parse.TRepeat, parse.TUntil, parse.TBreak, parse.TEnd,
}

// values are words that can end a value.
var values = []int{parse.TIdent, parse.TNumber, parse.TString, parse.TTrue, parse.TFalse, parse.TNil, parse.TEnd, '}', ')', ']'}

func (r *reader) read(text string) {
	sc, lx := parse.NewScanner(strings.NewReader(text), ""), &parse.Lexer{}
	for {
		tok, err := sc.Scan(lx)
		if err != nil || tok.Type == parse.EOF {
			break
		}
		lx.PrevTokenType = tok.Type
		first := tok.Pos.Line != r.line
		if first {
			r.line, r.column = tok.Pos.Line, tok.Pos.Column
		}
		there := !r.end && sc.Pos.Line == r.at.Line && sc.Pos.Column == r.at.Column
		r.word(tok, first, there)
		if there {
			return
		}
		r.last = tok.Type
	}
	if r.end && len(r.open) > 0 {
		r.suspect(r.open[len(r.open)-1])
	}
}

// word processes the next word. first means that it is the first on its line. there means that it
// is the one that was not accepted.
func (r *reader) word(tok ast.Token, first, there bool) {
	top := ""
	if n := len(r.open); n > 0 {
		top = r.open[n-1].word
	}
	inside := top == "(" || top == "{" || top == "["
	switch {
	case inside && slices.Contains(statements, tok.Type):
		r.suspect(r.open[len(r.open)-1])
		return
	case there && inside && slices.Contains(values, r.last) && (tok.Type == '{' || slices.Contains(values[:6], tok.Type)):
		if r.comma = top == "{" || !first; !r.comma {
			r.suspect(r.open[len(r.open)-1])
		}
	}
	switch tok.Type {
	case parse.TFunction, parse.TRepeat, '(', '{', '[':
		r.push(tok.Str)
	case parse.TIf, parse.TWhile:
		r.push(tok.Str)
		r.condition = true
	case parse.TFor:
		r.push(tok.Str)
	case parse.TElseIf:
		r.condition = true
	case parse.TThen:
		r.condition = false
	case parse.TDo:
		r.condition = false
		if top != "for" && top != "while" || r.open[len(r.open)-1].do {
			r.push(tok.Str)
		} else {
			r.open[len(r.open)-1].do = true
		}
	case parse.TEnd, parse.TUntil, ')', '}', ']':
		r.close(tok.Str, first)
	}
}

func (r *reader) push(word string) {
	r.open = append(r.open, opener{word: word, line: r.line, column: r.column})
}

// close closes the last opener. If the word does not match it, or begins a line that is indented
// less, the opener is probably unclosed.
func (r *reader) close(word string, first bool) {
	if len(r.open) == 0 {
		return
	}
	last := r.open[len(r.open)-1]
	if closers[last.word] != word || first && r.line > last.line && r.column < last.column {
		r.suspect(last)
	}
	r.open = r.open[:len(r.open)-1]
}

// suspect records an unclosed opener. The first one counts, since others may be consequences of it.
func (r *reader) suspect(o opener) {
	if r.wrong == nil {
		r.wrong = &o
	}
}
