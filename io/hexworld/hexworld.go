// Package hexworld reads and writes links to HexWorld, a Hex board on the web. A link contains a
// game.
package hexworld

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Format is the format of a HexWorld link, or of a file with one link per line:
//
//	https://hexworld.org/board/#11c1,a2:sk5f6e3:rb
//
// The text after the # is the size, the drawing style (ignored), then the moves. A move is a cell,
// :s for a swap of pieces, :p for a pass, :rb or :rw for the colour that resigns, or :fb or :fw for
// the colour that forfeits. A second comma marks the position shown. Black is the first player.
var Format = codec.Format{
	Name: "hexworld", Title: "HexWorld link",
	Ext:    []string{".hexworld", ".txt"},
	Sniff:  func(head []byte) bool { return link.Match(bytes.TrimPrefix(head, []byte("\ufeff"))) },
	Decode: Decode,
	Games:  Games,
	Encode: Encode,
	Join:   codec.Concat(Encode, ""),
	Holds:  holds,
}

const family = "hex"

func holds(r rules.Rules) error {
	if r.Spec().Game != family {
		return msg.Errorf("a link to HexWorld supports only games of Hex")
	}
	return nil
}

var (
	link = regexp.MustCompile(`^\s*(?i:https?://)?(?i:www\.)?(?i:hexworld\.org/board/?|hexanna1\.github\.io/hex-study/y\.html)[^#\s]{0,100}#`)
	// game matches the text after the #: the sizes and the moves.
	game = regexp.MustCompile(`^([0-9]{1,4})(?:x([0-9]{1,4}))?[a-z0-9]*(?:,|$)(.*)$`)
	// token matches a move.
	token = regexp.MustCompile(`^(?:[A-Za-z]{1,3}[0-9]{1,3}|:[PpSs]|:[RrFf][BbWw])`)
)

// Decode reads the first link. It returns an error if the file contains other text or no link, or
// if the link is invalid, and ctx.Err() if ctx ends.
func Decode(ctx context.Context, data []byte, o codec.Options) (*model.Document, error) {
	g, err := open(ctx, data, o, codec.MaxCounted+1)
	if err != nil {
		return nil, err
	}
	d, err := g.Decode(ctx, 0)
	if err != nil {
		return nil, err
	}
	d.Warnings = append(append(g.Warnings, o.MoreGames(len(g.Heads)-1)...), d.Warnings...)
	return d, nil
}

// Games reads all links. It returns an error if the file contains other text, no link or too many,
// and ctx.Err() if ctx ends.
func Games(ctx context.Context, data []byte, o codec.Options) (*codec.Games, error) {
	g, err := open(ctx, data, o, o.MostGames()+1)
	if err == nil && len(g.Heads) > o.MostGames() {
		return nil, o.TooMany()
	}
	return g, err
}

// open returns the links of a file, at most limit of them.
func open(ctx context.Context, data []byte, o codec.Options, limit int) (*codec.Games, error) {
	if len(data) > codec.MaxFile {
		return nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	text, warn := o.Text(data)
	var pieces []codec.Piece
	at, line := 0, 0
	for one := range bytes.Lines(text) {
		from := at
		at += len(one)
		line++
		if line%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(bytes.TrimSpace(one)) == 0 {
			continue
		}
		if !link.Match(one) {
			return nil, o.Errorf(line, "this is not a link to HexWorld: %q", codec.Cut(strings.TrimSpace(string(one))))
		}
		if pieces = append(pieces, codec.Piece{Head: codec.Head{Game: family, Plies: -1}, From: from, To: at}); len(pieces) == limit {
			break
		}
	}
	if len(pieces) == 0 {
		return nil, o.Errorf(0, "there is no game in the file")
	}
	g := codec.Pieces(text, o, pieces, decode)
	g.Warnings = warn
	return g, nil
}

// decode reads a link.
func decode(ctx context.Context, line []byte, o codec.Options) (*model.Document, error) {
	text := strings.TrimSpace(string(line))
	_, text, _ = strings.Cut(text, "#")
	if plain, err := url.PathUnescape(text); err == nil {
		text = plain
	}
	m := game.FindStringSubmatch(text)
	if m == nil {
		return nil, o.Errorf(1, "the link does not say how large the board is")
	}
	if m[2] != "" && m[2] != m[1] {
		return nil, o.Errorf(1, "the board has %s columns and %s rows, but Hex is played on square boards only", m[1], m[2])
	}
	r, err := o.Games.FromSpec(rules.Spec{Game: family, Params: rules.Params{"size": m[1]}})
	if err != nil {
		return nil, o.Errorf(1, "%v", err)
	}
	d := model.NewDocument(r)
	var at codec.Lines
	at.Add(d.Tree.Root(), 1)
	if err := read(ctx, d, strings.ReplaceAll(m[3], ",", ""), o); err != nil {
		return nil, err
	}
	d.Warnings = append(d.Warnings, at.Problems(ctx, o, d.Tree)...)
	return d, ctx.Err()
}

// read adds the moves of a link to the tree.
func read(ctx context.Context, d *model.Document, moves string, o codec.Options) error {
	t, r := d.Tree, d.Tree.Rules()
	n, p := t.Root(), r.Start() // p is nil after an illegal move
	notes := 0
	for len(moves) > 0 {
		if t.Len()%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if t.Len() >= codec.MaxNodes {
			return o.Errorf(1, "the game tree has more than %d nodes", codec.MaxNodes)
		}
		word := token.FindString(moves)
		if word == "" {
			word = moves // an unreadable token makes the rest unreadable
		}
		moves = moves[len(word):]
		lower := strings.ToLower(word)
		if lower == ":p" && p != nil && p.Turn() != rules.NoPlayer {
			s := rules.SetupOf(r, p)
			s.Turn = 1 - s.Turn
			if q, err := r.SetUp(s); err == nil {
				if notes++; notes > codec.MaxNotes {
					return o.Errorf(1, "the game tree has more than %d notes", codec.MaxNotes)
				}
				n, p = t.AddSetup(n, q.String()), q
				continue
			}
		}
		m, ok := move(r, lower)
		if lower == ":s" && p != nil && !rules.Legal(p, rules.Swap) {
			ok = false
		}
		if seat := loser(lower); seat != rules.NoPlayer && p != nil && p.Turn() == 1-seat { // another player is to move
			if len(moves) == 0 {
				d.Info[model.InfoResult] = results[seat]
				continue
			}
			ok = false // the game goes on
		}
		if !ok {
			if len(word) > codec.MaxRaw {
				return o.Errorf(1, "an unreadable move is longer than %d bytes", codec.MaxRaw)
			}
			if notes++; notes > codec.MaxNotes {
				return o.Errorf(1, "the game tree has more than %d notes", codec.MaxNotes)
			}
			n, p = t.AddRaw(n, word), nil
			continue
		}
		n = t.Add(n, m)
		if p != nil {
			next, err := p.Play(m)
			if p = next; err != nil {
				p = nil
			}
		}
	}
	return nil
}

// results are the results of games that the first or the second player gave up.
var results = [2]string{"0-1", "1-0"}

// loser returns the player who gives up the game by a token in lower case, or rules.NoPlayer.
func loser(word string) rules.Player {
	switch word {
	case ":rb", ":fb":
		return 0
	case ":rw", ":fw":
		return 1
	}
	return rules.NoPlayer
}

// move parses a token in lower case.
func move(r rules.Rules, word string) (rules.Move, bool) {
	switch word {
	case ":s":
		return rules.Swap, true
	case ":rb", ":rw":
		return rules.Resign, true
	case ":fb", ":fw":
		return rules.Timeout, true
	}
	m, err := r.ParseMove(word)
	return m, err == nil && word[0] != ':'
}

// Encode writes a link with the main line. It returns an error if the main line contains something
// that a link cannot express, such as set-up positions, and ctx.Err() if ctx ends.
func Encode(ctx context.Context, w io.Writer, d *model.Document, p codec.Progress) error {
	r := d.Tree.Rules()
	if err := holds(r); err != nil {
		return err
	}
	if d.Tree.Root().Setup() != "" {
		return msg.Errorf("the format cannot store a set-up position")
	}
	out := bufio.NewWriter(codec.Limited(w))
	fmt.Fprintf(out, "https://hexworld.org/board/#%sc1,", strconv.Itoa(len(r.Board().Rows)))
	pos, count := r.Start(), 0
	for n := range d.Tree.Main() {
		if count++; count%1024 == 0 {
			if p.Report(int64(count), int64(d.Tree.Len())); ctx.Err() != nil {
				return ctx.Err()
			}
		}
		if n == d.Tree.Root() {
			continue
		}
		m, ok := n.Move()
		word := n.Raw()
		next, err := rules.Position(nil), error(nil)
		if n.Setup() != "" {
			next, err = r.Parse(n.Setup())
			if err != nil || pos == nil || !passed(r, pos, next) {
				return msg.Errorf("the format cannot store a set-up position")
			}
			word = ":p"
		} else if ok {
			if pos != nil {
				next, _ = pos.Play(m)
			}
			if word, err = write(r, pos, m); err != nil {
				return err
			}
		} else if token.FindString(word) != word {
			if n.First() != nil {
				return msg.Errorf("the format cannot store %q", codec.Cut(word))
			}
			word = url.PathEscape(word)
		}
		pos = next
		out.WriteString(word)
	}
	if pos != nil {
		// At the player's own turn, the token would be read as a move.
		if i := slices.Index(results[:], d.Info[model.InfoResult]); i >= 0 && pos.Turn() == 1-rules.Player(i) {
			out.WriteString([]string{":rb", ":rw"}[i])
		}
	}
	out.WriteByte('\n')
	return out.Flush()
}

// passed reports whether two positions differ only in the side to move.
func passed(r rules.Rules, before, after rules.Position) bool {
	s := rules.SetupOf(r, before)
	s.Turn = 1 - s.Turn
	p, err := r.SetUp(s)
	return err == nil && before.Turn() != rules.NoPlayer && p.String() == after.String()
}

// write returns the token of a move. p is the position before the move, or nil if it is unknown.
func write(r rules.Rules, p rules.Position, m rules.Move) (string, error) {
	switch {
	case m == rules.Swap:
		return ":s", nil
	case m == rules.SwapSides:
		return "", msg.Errorf("a link to HexWorld cannot store a swap of sides")
	case m.GivesUp() != "":
		colour := "b"
		if p != nil && p.Turn() == 1 {
			colour = "w"
		}
		if m == rules.Resign {
			return ":r" + colour, nil
		}
		return ":f" + colour, nil
	}
	return r.FormatMove(m), nil
}
