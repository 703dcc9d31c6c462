package record

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// header is what the tags say.
type header struct {
	tags  []token
	warn  []error
	any   bool // there is a tag at all
	pente bool // the moves are written as Pente.org does
}

// Decode reads the first game of a record. Words that are no moves and moves
// that are illegal stay in the tree, with a warning; passes that the record
// leaves out are put in where the player to move can do nothing else. A text that
// names no game and has more other words than moves is refused: it is prose.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	if len(data) > codec.MaxFile {
		return nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	var warn []error
	data, latin1 := codec.Text(data)
	if latin1 {
		warn = append(warn, o.Errorf(0, "the text is not UTF-8: it was read as Latin-1"))
	}
	l := newLexer(data, o)
	h, err := readHeader(&l)
	if err != nil {
		return nil, err
	}
	d, err := h.document(ctx, l, o)
	if err != nil {
		return nil, err
	}
	d.Warnings = append(warn, h.warn...)
	n := notation{rules: d.Tree.Rules()}
	if h.pente {
		n = newGoBoard(n.rules)
	}
	g := newGame(ctx, &l, d.Tree, &n)
	g.bare = !h.any
	err = g.read()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case h.last(tagVariant) == nil && h.last(tagGame) == nil && g.raw > g.words-g.raw:
		return nil, o.Errorf(g.rawAt, "this is no record of a game: of %d words %d are no moves", g.words, g.raw)
	case err != nil:
		return nil, err
	}
	if g.result != "" && d.Info[model.InfoResult] == "" {
		d.Info[model.InfoResult] = g.result
	}
	if games := g.others(); games > 0 {
		d.Warnings = append(d.Warnings, o.Errorf(0, "the file holds %d games: only the first was read", games+1))
	}
	d.Warnings = append(d.Warnings, g.warn...)
	d.Warnings = append(d.Warnings, g.at.Problems(ctx, o, d.Tree)...)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return d, nil
}

// readHeader reads the tags, up to the first token that is none.
func readHeader(l *lexer) (*header, error) {
	h := &header{}
	for {
		before := *l
		t, err := l.next()
		if err != nil {
			return nil, err
		}
		switch t.kind {
		case tag:
			h.tags = append(h.tags, t)
			h.any = true
		case badTag:
			h.any = true
			h.warn = append(h.warn, l.o.Errorf(t.line, "the tag %s cannot be read: it was left out", codec.Cut(t.text)))
		default:
			*l = before
			h.pente = h.isPente()
			return h, nil
		}
		if len(h.tags)+len(h.warn) > maxTags {
			return nil, l.o.Errorf(t.line, "there are more than %d tags", maxTags)
		}
	}
}

// isPente reports whether the tags are those of Pente.org, or of a program that
// writes as it does. Records of ours name the variant.
func (h *header) isPente() bool {
	if h.last(tagGame) == nil || h.last(tagVariant) != nil {
		return false
	}
	site := h.last(tagSite)
	return h.last("Player 1 Name") != nil || site != nil && strings.Contains(strings.ToLower(site.value), "pente.org")
}

// maxTags is how many tags a record can have.
const maxTags = 10_000

// last returns the last tag of the name, nil when there is none.
func (h *header) last(name string) *token {
	for i := len(h.tags) - 1; i >= 0; i-- {
		if strings.EqualFold(h.tags[i].text, name) {
			return &h.tags[i]
		}
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
		if len(t.text) > len(tagParam) && strings.EqualFold(t.text[:len(tagParam)], tagParam) {
			over[t.text[len(tagParam):]] = t.value
		}
	}
	t := h.last(tagVariant)
	if t == nil {
		t = h.last(tagGame)
	}
	switch {
	case t != nil:
		g, preset := find(o.Games, t.value)
		if g == nil {
			return nil, o.Errorf(t.line, "unknown game %q", codec.Cut(t.value))
		}
		r, err := g.Build(preset, over)
		if err != nil {
			return nil, o.Errorf(t.line, "%v", err)
		}
		return r, nil
	case o.Spec != nil:
		r, err := o.Build(*o.Spec)
		if err != nil {
			return nil, o.Errorf(0, "%v", err)
		}
		return r, nil
	}
	if r := asOthello(ctx, l, o); r != nil {
		return r, nil
	}
	return nil, o.Errorf(0, "the record does not say of which game it is, and it is no game of Othello")
}

// asOthello returns the rules of Othello if the moves at l are a game of it.
func asOthello(ctx context.Context, l lexer, o codec.Options) rules.Rules {
	g, preset := find(o.Games, "othello")
	if g == nil {
		return nil
	}
	r, err := g.Build(preset, nil)
	if err != nil {
		return nil
	}
	l.o = codec.Options{}
	tree := model.NewTree(r)
	game := newGame(ctx, &l, tree, &notation{rules: r})
	game.bare = true
	legal := func() bool {
		return len(tree.ValidateWhile(1, func(int) bool { return ctx.Err() == nil })) == 0 && ctx.Err() == nil
	}
	if err := game.read(); err != nil || tree.Len() < 2 || !legal() {
		return nil
	}
	return r
}

// usDate is how Pente.org writes dates.
var usDate = regexp.MustCompile(`^([0-9]{2})/([0-9]{2})/([0-9]{4})$`)

// apply takes over what one tag says.
func (h *header) apply(d *model.Document, t token, o codec.Options) error {
	lower := strings.ToLower(t.text)
	for _, i := range infoTags {
		if !strings.EqualFold(i.tag, t.text) {
			continue
		}
		switch t.value {
		case "-", "?", "*", "": // nothing is known
			return nil
		}
		d.Info[i.key] = t.value
		if m := usDate.FindStringSubmatch(t.value); m != nil && h.pente && i.key == model.InfoDate {
			d.Info[i.key] = m[3] + "-" + m[1] + "-" + m[2]
		}
		return nil
	}
	if seat, ok := seatTags[lower]; ok && seat < len(d.Players) {
		d.Players[seat].Name = t.value
		return nil
	}
	if m := playerTag.FindStringSubmatch(t.text); m != nil {
		if seat, _ := strconv.Atoi(m[1]); seat >= 1 && seat <= len(d.Players) && setPlayer(&d.Players[seat-1], strings.ToLower(m[2]), t.value) {
			return nil
		}
	}
	switch {
	case lower == strings.ToLower(tagStart):
		if err := d.Tree.SetStart(t.value); err != nil {
			return o.Errorf(t.line, "start position: %v", err)
		}
	case lower == strings.ToLower(tagVariant), lower == strings.ToLower(tagGame), strings.HasPrefix(lower, strings.ToLower(tagParam)):
	default:
		d.Info[t.text] = t.value
	}
	return nil
}

// setPlayer sets what a player's tag says, if it can be said of a player.
func setPlayer(p *model.Player, what, value string) bool {
	n, err := strconv.Atoi(value)
	switch {
	case what == "name":
		p.Name = value
	case what == "kind" && value != "", what == "type" && strings.EqualFold(value, model.Human):
		p.Kind = value
		if what == "type" {
			p.Kind = model.Human
		}
	case what == "symbol":
		p.Symbol = value
	case what == "color":
		p.Color = value
	case what == "level" && err == nil:
		p.Level = n
	case what == "score" && err == nil:
		p.Score = n
	default:
		return false
	}
	return true
}
