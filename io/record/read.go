package record

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// header is what the tags say.
type header struct {
	tags  []token        // each name once
	named map[string]int // the index of each, by its name in small letters
	warn  []error
	read  int  // tags, those that are left out too
	pente bool // the moves are written as Pente.org does
}

// add takes a tag in. Of two with one name the first counts.
func (h *header) add(t token, o codec.Options) {
	lower := strings.ToLower(t.name)
	if i, twice := h.named[lower]; twice {
		if h.tags[i].value != t.value {
			h.warnf(o, t.line, "the tag %s occurs twice: the first one counts", codec.Cut(t.name))
		}
		return
	}
	h.named[lower] = len(h.tags)
	h.tags = append(h.tags, t)
}

func (h *header) warnf(o codec.Options, line int, format msg.Key, args ...any) {
	if len(h.warn) < codec.MaxWarnings {
		h.warn = append(h.warn, o.Errorf(line, format, args...))
	}
}

const notUTF8 msg.Key = "the text is not UTF-8: it was read as Latin-1"

// Decode reads the first game of a record. Words that are not moves and moves
// that are illegal stay in the tree, with a warning; passes that the record
// leaves out are put in where the player to move can do nothing else. A text that
// names no game and has more other words than moves is refused: it is prose.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	return decode(ctx, data, o, false)
}

// decode is Decode; with eachLine each line of a text without tags is a game.
func decode(ctx context.Context, data []byte, o codec.Options, eachLine bool) (*model.Document, error) {
	if len(data) > codec.MaxFile {
		return nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	var warn []error
	data, latin1 := codec.Text(data)
	if latin1 {
		warn = append(warn, o.Errorf(0, notUTF8))
	}
	l := newLexer(data, o)
	l.eachLine = eachLine
	h, err := readHeader(&l)
	if err != nil {
		return nil, err
	}
	d, err := h.document(ctx, l, o)
	if err != nil {
		return nil, err
	}
	d.Warnings = append(warn, h.warn...)
	n := newNotation(d.Tree.Rules())
	if h.pente {
		n = newGoBoard(n.rules)
	}
	g := newGame(ctx, &l, d.Tree, n)
	if g.bare = h.read == 0; g.bare {
		g.eachLine = l.eachLine || n.eachLine(l.rest)
	}
	err = g.read()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case h.tag(tagVariant) == nil && h.tag(tagGame) == nil && g.raw > g.words-g.raw:
		return nil, o.Prose(g.words, g.raw, g.rawAt)
	case err != nil:
		return nil, err
	}
	if g.result != "" && d.Info[model.InfoResult] == "" {
		d.Info[model.InfoResult] = g.result
	}
	var bare rules.Rules
	if g.bare {
		bare = d.Tree.Rules()
	}
	l.o.Progress = nil
	more, _ := split(ctx, &l, bare, codec.MaxCounted) // as far as they can be read
	d.Warnings = append(d.Warnings, o.Only(len(more))...)
	d.Warnings = append(d.Warnings, g.warn...)
	d.Warnings = append(d.Warnings, g.at.Problems(ctx, o, d.Tree)...)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return d, nil
}

// readHeader reads the tags, up to the first token that is none.
func readHeader(l *lexer) (*header, error) {
	h := &header{named: map[string]int{}}
	for {
		before := *l
		t, err := l.next()
		if err != nil {
			return nil, err
		}
		if t.kind != tag && t.kind != badTag {
			*l = before
			h.pente = h.isPente()
			return h, nil
		}
		if h.read++; h.read > maxTags {
			return nil, l.o.Errorf(t.line, "there are more than %d tags", maxTags)
		}
		switch {
		case t.kind == badTag:
			h.warnf(l.o, t.line, "the tag %s cannot be read: it was left out", codec.Cut(string(t.text)))
		case len(t.name) > codec.MaxWord:
			return nil, l.o.Errorf(t.line, "the name of a tag is longer than %d bytes", codec.MaxWord)
		case len(t.value) > codec.MaxText:
			return nil, l.o.Errorf(t.line, "the value of a tag is longer than %d bytes", codec.MaxText)
		default:
			h.add(t, l.o)
		}
	}
}

// isPente reports whether the tags are those of Pente.org, or of a program that
// writes as it does. Records of ours name the variant.
func (h *header) isPente() bool {
	if h.tag(tagGame) == nil || h.tag(tagVariant) != nil {
		return false
	}
	site := h.tag(tagSite)
	return h.tag("Player 1 Name") != nil || site != nil && strings.Contains(strings.ToLower(site.value), "pente.org")
}

// maxTags is how many tags a record can have.
const maxTags = 10_000

// tag returns the tag of the name, nil when there is none.
func (h *header) tag(name string) *token {
	if i, ok := h.named[strings.ToLower(name)]; ok {
		return &h.tags[i]
	}
	return nil
}

// document returns a document for the game that the tags name, with all that
// they say. l stands where the moves begin.
func (h *header) document(ctx context.Context, l lexer, o codec.Options) (*model.Document, error) {
	r, err := h.rules(ctx, l, o)
	if err != nil {
		return nil, err
	}
	d := model.NewDocument(r)
	for _, t := range h.tags {
		if err := h.apply(d, t, o); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// rules returns the rules that the record is played by.
func (h *header) rules(ctx context.Context, l lexer, o codec.Options) (rules.Rules, error) {
	over := rules.Params{}
	for _, t := range h.tags {
		if len(t.name) > len(tagParam) && strings.EqualFold(t.name[:len(tagParam)], tagParam) {
			over[t.name[len(tagParam):]] = t.value
		}
	}
	t := h.tag(tagVariant)
	if t == nil {
		t = h.tag(tagGame)
	}
	if t != nil {
		g, preset := find(o.Games, t.value)
		switch {
		case g != nil:
			r, err := g.Build(preset, over)
			if err != nil {
				return nil, o.Errorf(t.line, "%v", err)
			}
			return r, nil
		case o.Spec == nil:
			return nil, o.Errorf(t.line, "unknown game %q", codec.Cut(t.value))
		}
		h.warnf(o, t.line, "unknown game %q: the record was read as %s", codec.Cut(t.value), o.Spec.Game)
	}
	if o.Spec == nil && t == nil && (h.tag(tagSouth) != nil || h.tag(tagNorth) != nil) {
		r, err := o.Preset(abapa)
		if err != nil {
			return nil, o.Errorf(0, "%v", err)
		}
		return r, nil
	}
	if o.Spec != nil {
		r, err := o.Build(*o.Spec)
		if err != nil {
			return nil, o.Errorf(0, "%v", err)
		}
		return r, nil
	}
	if l.eachLine {
		return nil, o.Unnamed(0)
	}
	r, err := asOthello(ctx, l, o)
	if err == nil && r == nil {
		err = o.Unnamed(0)
	}
	return r, err
}

// asOthello returns the rules of Othello if the moves at l are a game of it, nil if they are
// not, and an error if l cannot be taken to pieces.
func asOthello(ctx context.Context, l lexer, o codec.Options) (rules.Rules, error) {
	if err := l.check(ctx); err != nil {
		return nil, err
	}
	g, preset := find(o.Games, "othello")
	if g == nil {
		return nil, nil
	}
	r, err := g.Build(preset, nil)
	if err != nil {
		return nil, nil
	}
	l.o = codec.Options{}
	tree := model.NewTree(r)
	game := newGame(ctx, &l, tree, newNotation(r))
	game.bare, game.strict, game.eachLine = true, true, game.notation.eachLine(l.rest)
	switch err := game.read(); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil, tree.Len() < 2:
		return nil, nil
	}
	return r, nil
}

// usDate is how Pente.org writes dates.
var usDate = regexp.MustCompile(`^([0-9]{2})/([0-9]{2})/([0-9]{4})$`)

// apply takes over what one tag says.
func (h *header) apply(d *model.Document, t token, o codec.Options) error {
	lower := strings.ToLower(t.name)
	for _, i := range infoTags {
		if !strings.EqualFold(i.tag, t.name) {
			continue
		}
		if value, known := h.info(i.key, t.value); known {
			d.Info[i.key] = value
		}
		return nil
	}
	seat, ok := seatTags[lower]
	what := "name"
	if m := playerTag.FindStringSubmatch(t.name); m != nil {
		seat, _ = strconv.Atoi(m[1])
		seat, ok, what = seat-1, true, strings.ToLower(m[2])
	}
	if ok && what == "name" && t.value == "?" {
		return nil
	}
	if ok && seat >= 0 && seat < len(d.Players) && (what != "type" || strings.EqualFold(t.value, model.Human)) {
		if what == "type" {
			what = "kind"
			t.value = model.Human
		}
		if err := d.Players[seat].Set(what, t.value); err != nil {
			h.warnf(o, t.line, "the tag %s was left out: %v", t.name, err)
		}
		return nil
	}
	pits := len(d.Tree.Rules().Board().Home) > 0
	switch {
	case pits && strings.EqualFold(t.name, tagFEN):
		if err := d.Tree.SetStart(fromFEN(t.value)); err != nil {
			return o.Errorf(t.line, "start position: %v", err)
		}
	case lower == strings.ToLower(tagStart):
		if err := d.Tree.SetStart(t.value); err != nil {
			return o.Errorf(t.line, "start position: %v", err)
		}
	case lower == strings.ToLower(tagVariant), lower == strings.ToLower(tagGame), strings.HasPrefix(lower, strings.ToLower(tagParam)):
	default:
		d.Info[t.name] = t.value
	}
	return nil
}
