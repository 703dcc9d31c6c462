package xml

import (
	"bytes"
	"context"
	stdxml "encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"boardstudio/io/codec"
	"boardstudio/text/msg"
)

// Documents are read as a stream of encoding/xml tokens. Only content stored as XML is converted to
// etree elements. Measured with 1,000,000 moves, every tenth with a comment (10 MB), the tokens
// take 0.13 s and no memory. An etree of the whole document would take another 0.19 s and 22 MB. It
// also has no line numbers for error messages, and cannot be limited or cancelled. It accepts two
// roots, text after the root, undeclared prefixes and duplicate attributes. A separate pass for
// these checks would be equivalent to this scanner.

// Limits in addition to the limits in package codec.
const (
	maxAttrs        = 64                   // attributes of an element
	maxElements     = 100_000              // elements of the head, or of one unknown element
	maxForeignDepth = 1000                 // nesting depth of an unknown element
	maxForeign      = codec.MaxForeign     // unknown elements of a node, of the head, or in a rest; see unknown.go
	maxItems        = 89_000               // items of information; the rest of the head is small
	maxUnknown      = codec.MaxForeignSize // total bytes of unknown content
	maxLoose        = codec.MaxForeignAll  // unknown elements, including nested ones
	maxWord         = codec.MaxWord
	maxPrefixes     = 10_000 // namespace declarations in scope

	maxDepth = codec.MaxDepth + maxForeignDepth + 10 // nesting depth of elements
)

// space is the white space of XML.
const space = " \t\r\n"

const xmlNS = "http://www.w3.org/XML/1998/namespace"

// scanner reads the tokens of a document. It performs the checks that encoding/xml leaves to its
// callers.
type scanner struct {
	ctx    context.Context
	o      codec.Options
	data   []byte
	source *source
	dec    *stdxml.Decoder
	tokens int
	closes bool                 // the current token is an empty element, and the next one is its implied end
	line   int                  // line number where the current token starts
	open   []stdxml.Name        // names of the open elements, as written
	scope  map[string][]binding // the declarations in scope of each prefix, innermost last
	inside []string             // prefixes in the order of declaration
	rooted bool                 // the root element has begun
	kept   foreignSize
	count  int // number of known elements read
	loose  int // number of unknown elements read

	salvage salvage

	skipped, skippedLines int                    // bytes and line ends that dec has not read; see skip
	lines                 map[*etree.Element]int // line numbers of elements, unless it is nil
}

// binding is a namespace declaration by the element at a depth.
type binding struct {
	uri   string
	depth int
}

// source reads a file, reports the progress, and fails when ctx ends, even within a long token.
type source struct {
	ctx      context.Context
	data     []byte
	at       int
	checkAt  int // offset at which to check ctx and report the progress next
	progress codec.Progress
}

// checkInterval is the number of bytes read between checks of ctx.
const checkInterval = 1 << 14

// report reports the progress and returns the error of the context.
func (s *source) report(at int) error {
	s.checkAt = at + checkInterval
	s.progress.Half(0, at, len(s.data))
	return s.ctx.Err()
}

// ReadByte implements io.ByteReader, which the decoder uses.
func (s *source) ReadByte() (byte, error) {
	if s.at >= s.checkAt {
		if err := s.report(s.at); err != nil {
			return 0, err
		}
	}
	if s.at == len(s.data) {
		return 0, io.EOF
	}
	b := s.data[s.at]
	s.at++
	return b, nil
}

// Read implements io.Reader, which the decoder requires. It returns single bytes.
func (s *source) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	b, err := s.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = b
	return 1, nil
}

// newScanner returns a scanner of data. namespace is the default namespace unless data declares
// another. charset returns a reader for a declared encoding other than UTF-8.
func newScanner(ctx context.Context, data []byte, o codec.Options, namespace string, charset func(string, io.Reader) (io.Reader, error)) *scanner {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	src := &source{ctx: ctx, data: data, progress: o.Progress}
	dec := stdxml.NewDecoder(src)
	dec.CharsetReader = charset
	return &scanner{
		ctx: ctx, o: o, data: data, source: src, dec: dec, line: 1,
		scope: map[string][]binding{"xml": {{xmlNS, 0}}, "": {{namespace, 0}}},
	}
}

// errorf returns an error for the current token.
func (s *scanner) errorf(format msg.Key, args ...any) error {
	return s.o.Errorf(s.line, format, args...)
}

// next returns the next relevant token: a start tag, an end tag, or text inside the root element.
// It returns io.EOF at the end.
func (s *scanner) next() (stdxml.Token, error) {
	for {
		s.tokens++
		s.line = s.position()
		from := s.offset()
		if err := s.attributes(s.data[from:]); err != nil {
			return nil, err
		}
		t, err := s.dec.RawToken()
		if err != nil {
			return nil, s.failed(err)
		}
		if err := s.surrogates(t, from); err != nil {
			return nil, err
		}
		s.closes = false
		switch t := t.(type) {
		case stdxml.StartElement:
			s.closes = s.data[s.offset()-2] == '/'
			return t, s.start(t)
		case stdxml.EndElement:
			return t, s.end(t)
		case stdxml.CharData:
			if len(s.open) > 0 {
				return t, nil
			}
			if len(bytes.Trim(t, space)) > 0 {
				return nil, s.errorf("text outside the root element")
			}
		case stdxml.ProcInst:
			if t.Target == "xml" && s.tokens > 1 {
				return nil, s.errorf("the XML declaration is not at the beginning")
			}
		}
	}
}

// position returns the line number of the decoder.
func (s *scanner) position() int {
	line, _ := s.dec.InputPos()
	return line + s.skippedLines
}

func (s *scanner) offset() int { return int(s.dec.InputOffset()) + s.skipped }

// attributes returns an error if text begins with a start tag with too many attributes. It is
// called before the decoder allocates a list of them.
func (s *scanner) attributes(text []byte) error {
	if len(text) < 2 || text[0] != '<' || text[1] == '!' || text[1] == '?' || text[1] == '/' {
		return nil
	}
	count, quote := 0, byte(0)
	for _, c := range text {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return nil
		case c == '=':
			if count++; count > maxAttrs {
				name := text[1:]
				return s.errorf("the element <%s> has more than %d attributes", codec.Cut(string(name[:max(0, bytes.IndexAny(name, space+"/>="))])), maxAttrs)
			}
		}
	}
	return nil
}

// surrogate matches all references to surrogates, and few others.
var surrogate = regexp.MustCompile(`&#(x0*[dD][89a-fA-F][0-9a-fA-F]{2}|0*5[5-7][0-9]{3});`)

// surrogates returns an error if t, which begins at offset from, contains a reference to a
// surrogate. The decoder replaces these by U+FFFD.
func (s *scanner) surrogates(t stdxml.Token, from int) error {
	switch t := t.(type) {
	case stdxml.CharData:
		if !bytes.Contains(t, []byte("\ufffd")) || bytes.HasPrefix(s.data[from:], []byte("<![CDATA[")) {
			return nil
		}
	case stdxml.StartElement:
		if !slices.ContainsFunc(t.Attr, func(a stdxml.Attr) bool { return strings.Contains(a.Value, "\ufffd") }) {
			return nil
		}
	default:
		return nil
	}
	text := s.data[from:s.offset()]
	for _, at := range surrogate.FindAllSubmatchIndex(text, -1) {
		digits, base := string(text[at[2]:at[3]]), 10
		if digits[0] == 'x' {
			digits, base = digits[1:], 16
		}
		if n, _ := strconv.ParseUint(digits, base, 32); n >= 0xD800 && n <= 0xDFFF {
			return s.o.Errorf(s.line+bytes.Count(text[:at[0]], []byte("\n")), "%s does not represent a character", codec.Cut(string(text[at[0]:at[1]])))
		}
	}
	return nil
}

// failed converts an error of the decoder to a message for users.
func (s *scanner) failed(err error) error {
	var known *msg.Error
	var syntax *stdxml.SyntaxError
	switch {
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case errors.As(err, &known):
		return s.errorf("%v", known)
	case errors.As(err, &syntax):
		return s.o.Errorf(syntax.Line+s.skippedLines, "this is not well-formed XML: %v", codec.XMLReason(syntax))
	case err == io.EOF && len(s.open) > 0:
		return s.errorf("the file ends inside the element <%s>", label(s.open[len(s.open)-1]))
	case err == io.EOF && !s.rooted:
		return s.errorf("there is no XML element in the file")
	case err == io.EOF:
		return io.EOF
	}
	return s.errorf("this is not well-formed XML: %s", codec.Cut(strings.TrimPrefix(err.Error(), "xml: ")))
}

// start checks a start tag and opens the element.
func (s *scanner) start(t stdxml.StartElement) error {
	switch {
	case len(s.open) == 0 && s.rooted:
		return s.errorf("a second root element <%s>", label(t.Name))
	case len(s.open) > maxDepth:
		return s.errorf("elements are nested more than %d deep", maxDepth)
	}
	s.rooted = true
	s.open = append(s.open, t.Name)
	for _, a := range t.Attr {
		if prefix, ok := declares(a.Name); ok {
			if a.Value == "" && prefix != "" || prefix == "xmlns" || prefix == "xml" && a.Value != xmlNS {
				return s.errorf("the prefix %q cannot be declared in this way", codec.Cut(prefix))
			}
			if s.inside = append(s.inside, prefix); len(s.inside) > maxPrefixes {
				return s.errorf("there are more than %d prefix declarations in one place", maxPrefixes)
			}
			s.scope[prefix] = append(s.scope[prefix], binding{a.Value, len(s.open)})
		}
	}
	if _, err := s.bound(t.Name); err != nil {
		return err
	}
	size := 0
	uris := make([]string, len(t.Attr))
	for i, a := range t.Attr {
		if size += len(a.Value); size > codec.MaxText {
			return s.errorf("the attributes of <%s> are longer than %d bytes", label(t.Name), codec.MaxText)
		}
		var err error
		if uris[i], err = s.attrSpace(a.Name); err != nil {
			return err
		}
		for j, b := range t.Attr[:i] {
			if b.Name.Local == a.Name.Local && (b.Name.Space == a.Name.Space || uris[i] != "" && uris[j] == uris[i]) {
				return s.errorf("the attribute %s occurs twice", label(a.Name))
			}
		}
	}
	return nil
}

// end checks an end tag and closes the element.
func (s *scanner) end(t stdxml.EndElement) error {
	if len(s.open) == 0 {
		return s.errorf("</%s> has no start tag", label(t.Name))
	}
	depth := len(s.open)
	if in := s.open[depth-1]; in != t.Name {
		return s.errorf("<%s> is closed by </%s>", label(in), label(t.Name))
	}
	s.open = s.open[:depth-1]
	for len(s.inside) > 0 {
		prefix := s.inside[len(s.inside)-1]
		all := s.scope[prefix]
		if all[len(all)-1].depth < depth {
			break
		}
		if s.scope[prefix] = all[:len(all)-1]; len(all) == 1 {
			delete(s.scope, prefix)
		}
		s.inside = s.inside[:len(s.inside)-1]
	}
	return nil
}

// bound returns the declaration of the name's prefix. It returns an error for invalid names.
func (s *scanner) bound(n stdxml.Name) (binding, error) {
	if n.Local == "" || strings.Contains(n.Local, ":") {
		return binding{}, s.errorf("%q is not a name", label(n))
	}
	if all := s.scope[n.Space]; len(all) > 0 {
		return all[len(all)-1], nil
	}
	if n.Space == "xmlns" {
		return binding{}, nil
	}
	return binding{}, s.errorf("the prefix %q is not declared", codec.Cut(n.Space))
}

// attrSpace returns the namespace of an attribute, or "" for one without a prefix, because the
// default namespace does not apply to attributes.
func (s *scanner) attrSpace(n stdxml.Name) (string, error) {
	b, err := s.bound(n)
	if err != nil || n.Space == "" {
		return "", err
	}
	return b.uri, nil
}

// ours reports whether an element name is in the namespace of this format.
func (s *scanner) ours(n stdxml.Name) bool {
	b, err := s.bound(n)
	return err == nil && b.uri == Namespace
}

// declares returns the prefix that an attribute declares, or "" for the default namespace. ok is
// false if the attribute is not a declaration.
func declares(n stdxml.Name) (prefix string, ok bool) {
	if n.Space == "xmlns" {
		return n.Local, true
	}
	return "", n.Space == "" && n.Local == "xmlns"
}

// label returns a name as written, for messages.
func label(n stdxml.Name) string {
	if n.Space == "" {
		return codec.Cut(n.Local)
	}
	return codec.Cut(n.Space + ":" + n.Local)
}

// finish checks that the root element is followed only by comments and processing instructions.
func (s *scanner) finish() error {
	_, err := s.next()
	if err == io.EOF {
		return nil
	}
	return err
}

// element reads to the end of the element that begins with start, and returns the whole element.
// The element declares all prefixes that it uses. So its meaning does not depend on its place, if
// the default namespace is the one of this format.
func (s *scanner) element(start stdxml.StartElement) (*etree.Element, error) {
	base := len(s.open)
	needed := map[string]string{}
	var top, in *etree.Element
	count, size := 0, 0
	var text []byte // text since the last tag
	put := func() {
		if len(text) > 0 {
			in.CreateText(string(text))
			text = text[:0]
		}
	}
	for t := stdxml.Token(start); ; {
		switch t := t.(type) {
		case stdxml.StartElement:
			if count++; count > maxElements || len(s.open)-base >= maxForeignDepth {
				return nil, s.errorf("the element <%s> is too large", label(start.Name))
			}
			if s.loose++; s.loose > maxLoose {
				return nil, s.errorf("there are more than %d unknown elements", maxLoose)
			}
			put()
			e := &etree.Element{Space: t.Name.Space, Tag: t.Name.Local}
			if s.lines != nil {
				s.lines[e] = s.line
			}
			s.need(needed, t.Name, base)
			for _, a := range t.Attr {
				e.Attr = append(e.Attr, etree.Attr{Space: a.Name.Space, Key: a.Name.Local, Value: a.Value})
				if _, ok := declares(a.Name); !ok && a.Name.Space != "" {
					s.need(needed, a.Name, base)
				}
			}
			if in == nil {
				top = e
			} else {
				in.AddChild(e)
			}
			in = e
		case stdxml.EndElement:
			put()
			if in == top {
				declare(top, needed)
				return top, nil
			}
			in = in.Parent()
		case stdxml.CharData:
			if size += len(t); size > codec.MaxText {
				return nil, s.errorf("the text of <%s> is longer than %d bytes", label(start.Name), codec.MaxText)
			}
			text = append(text, t...)
		}
		var err error
		if t, err = s.next(); err != nil {
			return nil, err
		}
	}
}

// need adds a prefix to needed if it is declared outside the element at depth. Its declaration may
// be missing after the element is moved.
func (s *scanner) need(needed map[string]string, n stdxml.Name, depth int) {
	b, _ := s.bound(n)
	if b.depth < depth && n.Space != "xml" && (n.Space != "" || b.uri != Namespace) {
		needed[n.Space] = b.uri
	}
}

// declare adds the declarations to e, in the order of the prefixes.
func declare(e *etree.Element, needed map[string]string) {
	prefixes := make([]string, 0, len(needed))
	for p := range needed {
		prefixes = append(prefixes, p)
	}
	slices.Sort(prefixes)
	for _, p := range prefixes {
		a := etree.Attr{Space: "xmlns", Key: p, Value: needed[p]}
		if p == "" {
			a.Space, a.Key = "", "xmlns"
		}
		e.Attr = append(e.Attr, a)
	}
}

// onlyUTF8 rejects all other encodings.
func onlyUTF8(charset string, _ io.Reader) (io.Reader, error) {
	return nil, msg.Errorf("the encoding %q is not UTF-8", codec.Cut(charset))
}
