package record

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// header contains the tags of a record.
type header struct {
	tags  []token        // without duplicate names
	named map[string]int // indices by name in lower case
	warn  []error
	read  int  // number of tags, including dropped ones
	pente bool // the moves are written as on Pente.org
}

// add adds a tag. If a name occurs twice, the first tag counts.
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

// Decode reads the first game of a record. Words that are not moves and illegal moves stay in the
// tree, with a warning. Passes that the record omits are added if the player to move has no other
// move. Decode returns an error for prose: a text that does not name its game and has more other
// words than moves.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	return decode(ctx, data, o, false)
}

// decode implements Decode. If eachLine is true, each line of a text without tags is a game.
func decode(ctx context.Context, data []byte, o codec.Options, eachLine bool) (*model.Document, error) {
	if len(data) > codec.MaxFile {
		return nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	data, warn := o.Text(data)
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
	more, _ := split(ctx, &l, bare, codec.MaxCounted) // as far as the moves are readable
	d.Warnings = append(d.Warnings, o.MoreGames(len(more))...)
	d.Warnings = append(d.Warnings, g.warn...)
	d.Warnings = append(d.Warnings, g.at.Problems(ctx, o, d.Tree)...)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return d, nil
}

// readHeader reads the tags, up to the first other token.
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

// isPente reports whether the tags are in the style of Pente.org. Records written by Studio name
// the variant instead.
func (h *header) isPente() bool {
	if h.tag(tagGame) == nil || h.tag(tagVariant) != nil {
		return false
	}
	site := h.tag(tagSite)
	return h.tag("Player 1 Name") != nil || site != nil && strings.Contains(strings.ToLower(site.value), "pente.org")
}

// maxTags is the largest number of tags in a record.
const maxTags = 10_000

// tag returns the tag with the name, or nil.
func (h *header) tag(name string) *token {
	if i, ok := h.named[strings.ToLower(name)]; ok {
		return &h.tags[i]
	}
	return nil
}

// document returns a document for the game named by the tags, with their information. l is at the
// start of the moves.
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

// rules returns the rules of the record. It returns an error if they are unknown or their
// parameters are invalid.
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
		r, err := o.Games.FromSpec(*o.Spec)
		if err != nil {
			return nil, o.Errorf(0, "%v", err)
		}
		return r, nil
	}
	if l.eachLine {
		return nil, o.Unnamed(0)
	}
	if fen := h.tag(tagFEN); fen != nil && discs.MatchString(fen.value) {
		r, err := o.Preset(othello)
		if err != nil {
			return nil, o.Errorf(0, "%v", err)
		}
		return r, nil
	}
	r, err := asOthello(ctx, l, o)
	if err == nil && r == nil {
		err = o.Unnamed(0)
	}
	return r, err
}

// asOthello returns the rules of Othello if the moves at l are a game of Othello, else nil. It
// returns an error if l cannot be split into tokens.
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

// usDate matches a date as written by Pente.org.
var usDate = regexp.MustCompile(`^([0-9]{2})/([0-9]{2})/([0-9]{4})$`)

// apply applies a tag to the document.
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
	case strings.EqualFold(t.name, tagFEN) && strings.Contains(t.value, "/") && d.Tree.Rules().Spec().Game == othello:
		start, err := othelloFEN(d.Tree.Rules(), t.value)
		if err == nil && start != d.Tree.Rules().Start().String() {
			err = d.Tree.SetStart(start)
		}
		if err != nil {
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
