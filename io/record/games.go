package record

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// Games reads a file of several records. A game with tags ends at the next tag, or after a result.
// Without tags, only the rules determine the end of a game, so its moves are played.
func Games(ctx context.Context, data []byte, o codec.Options) (*codec.Games, error) {
	return list(ctx, data, o, false)
}

// list implements Games. If eachLine is true, each line of a text without tags is a game.
func list(ctx context.Context, data []byte, o codec.Options, eachLine bool) (*codec.Games, error) {
	text, warn := o.Text(data)
	l := newLexer(text, o)
	l.eachLine = eachLine
	r, err := untagged(ctx, l, o)
	if err != nil {
		return nil, err
	}
	pieces, err := split(ctx, &l, r, o.MostGames()+1)
	if err != nil {
		return nil, err
	}
	if len(pieces) > o.MostGames() {
		return nil, o.TooMany()
	}
	if r != nil {
		spec := r.Spec()
		o.Spec = &spec
	}
	games := codec.Pieces(text, o, pieces, Decode)
	games.Warnings = append(games.Warnings, warn...)
	return games, nil
}

// untagged returns the rules of a file whose first game has no tags. It returns nil if the game has
// tags.
func untagged(ctx context.Context, l lexer, o codec.Options) (rules.Rules, error) {
	h, err := readHeader(&l)
	if err != nil || h.read > 0 {
		return nil, err
	}
	return h.rules(ctx, l, o)
}

// split splits the rest of l into at most limit games. r is the game of records without tags.
func split(ctx context.Context, l *lexer, r rules.Rules, limit int) (pieces []codec.Piece, err error) {
	var words *notation
	eachLine := false
	if r != nil {
		words = newNotation(r)
		eachLine = l.eachLine || words.eachLine(l.rest)
	}
	for len(pieces) < limit {
		l.skip()
		if l.count = 0; len(l.rest) == 0 {
			break
		}
		l.o.Progress.Report(int64(l.size-len(l.rest)), int64(l.size))
		p := codec.Piece{From: l.size - len(l.rest)}
		h, err := readHeader(l)
		if err != nil {
			return pieces, err
		}
		p.Head = h.head(r)
		switch {
		case h.read > 0 || r == nil:
			err = h.skipMoves(ctx, l, &p.Head, nil)
		case l.eachLine:
			err = h.skipMoves(ctx, l, &p.Head, words)
		default:
			g := newGame(ctx, l, model.NewTree(r), words)
			g.bare, g.eachLine = true, eachLine
			err = g.read()
			p.Plies = g.tree.Len() - 1
		}
		p.To = l.size - len(l.rest)
		if pieces = append(pieces, p); err != nil {
			return pieces, err
		}
	}
	return pieces, nil
}

// skipMoves skips the moves of a game and counts them. words is nil unless each line is a game.
func (h *header) skipMoves(ctx context.Context, l *lexer, head *codec.Head, words *notation) error {
	depth, ended := 0, false
	for tokens := 1; ; tokens++ {
		if tokens%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		before := *l
		t, err := l.next()
		if err != nil {
			return err
		}
		switch t.kind {
		case end:
			return nil
		case tag, badTag:
			*l = before
			return nil
		case open:
			depth++
		case closed:
			depth--
		case word:
			if ended && depth <= 0 || words != nil && t.first && head.Plies > 0 {
				*l = before
				return nil
			}
			if isResult(t.text) {
				if ended = depth <= 0; ended && head.Result == "" && string(t.text) != "*" {
					head.Result = string(t.text)
				}
				continue
			}
			w, _ := trim(t.text)
			var pairs [][]byte
			if words != nil && depth <= 0 {
				pairs = words.pairs(w)
			}
			moves := runOf(w)
			switch {
			case pairs != nil:
				head.Plies += len(pairs)
			case depth > 0 || t.text[0] == '$' || len(bytes.Trim(w, ".0123456789")) == 0:
			case moves > 0:
				head.Plies += moves
			default:
				head.Plies++
			}
		}
	}
}

// head returns the list entry for the tags. r is the game of records without tags.
func (h *header) head(r rules.Rules) (head codec.Head) {
	for _, t := range h.tags {
		lower := strings.ToLower(t.name)
		seat, named := seatTags[lower]
		if m := playerTag.FindStringSubmatch(t.name); m != nil && strings.EqualFold(m[2], "name") {
			seat, _ = strconv.Atoi(m[1])
			seat, named = seat-1, seat > 0
		}
		switch {
		case named && t.value == "?":
		case named:
			for len(head.Players) <= seat {
				head.Players = append(head.Players, "")
			}
			head.Players[seat] = t.value
		case strings.EqualFold(t.name, tagVariant), lower == "game" && head.Game == "":
			head.Game = t.value
		}
		for _, i := range infoTags {
			if !strings.EqualFold(i.tag, t.name) {
				continue
			}
			value, known := h.info(i.key, t.value)
			if !known {
				continue
			}
			switch i.key {
			case model.InfoTitle:
				head.Title = value
			case model.InfoEvent:
				head.Event = value
			case model.InfoDate:
				head.Date = value
			case model.InfoResult:
				head.Result = value
			}
		}
	}
	if h.read == 0 && r != nil {
		head.Game = r.Spec().Game
	}
	return head
}

// info returns the value of a tag for a key of model.Document.Info. It returns false if the value
// is unknown or empty.
func (h *header) info(key, value string) (string, bool) {
	switch value {
	case "-", "?", "*", "":
		return "", false
	}
	if h.pente && key == model.InfoDate {
		value = siteDate(value)
	}
	return value, true
}

// skip skips white space.
func (l *lexer) skip() {
	rest := bytes.TrimLeft(l.rest, " \t\r\n\v\f")
	l.take(word, nil, len(l.rest)-len(rest))
	l.first = true
}
