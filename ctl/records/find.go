package records

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/collection"
	"boardstudio/ctl"
	"boardstudio/draw/term"
	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// findFlags are the options of `studioctl find`.
type findFlags struct {
	game                      ctl.GameFlags
	text, player, seat, ply   string
	position, after, pattern  string
	mark                      string
	glyphs                    []string
	swing                     float64
	word, bookmark, named     bool
	commented, broken         bool
	anywhere, exact, exchange bool
	anew, count               bool
	limit                     int
}

func findCommand(t *ctl.Tool) *cobra.Command {
	f := findFlags{game: ctl.GameFlags{Games: t.Games}}
	cmd := &cobra.Command{
		Use:   "find [--text TEXT] [--position POSITION] ... PATH...",
		Short: locale.T("Find texts, positions and patterns in records"),
		Long: locale.T("Find positions in all games of files, folders (searched recursively) and archives; links that " +
			"lead out of a folder are not followed. PATH may be - for the standard input. A position must meet " +
			"all given conditions. Prints one line for each position found: the file (FILE#N for game N of a " +
			"file of several), the moves that lead there, the move number and the match. Exit codes: 0 found, " +
			"1 not found, 2 a file cannot be read."),
		Example: "  studioctl find --text blunder ~/games\n" +
			"  studioctl find --game othello --after 'f5 d6 c3' .\n" +
			"  studioctl find --pattern 'h8=A i9=A j10=.' --anywhere --anew game.studio",
		Args:              t.Arguments(1, -1, "PATH"),
		RunE:              func(cmd *cobra.Command, args []string) error { return search(t, cmd.Context(), &f, args) },
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
	}
	f.game.Add(cmd)
	fs := cmd.Flags()
	fs.StringVarP(&f.text, "text", "t", "", locale.T("`TEXT` in the comment or the name; case and accents do not matter"))
	fs.BoolVarP(&f.word, "word", "w", false, locale.T("match whole words only"))
	fs.StringVar(&f.position, "position", "", locale.T("`POSITION`, as studioctl moves prints it, or turned or mirrored"))
	fs.StringVar(&f.after, "after", "", locale.T("the position after these `MOVES`, or turned or mirrored"))
	fs.StringVar(&f.pattern, "pattern", "", locale.T("`CELLS` and their contents, such as 'h8=A i9=B j9=. k9=*'; for pits, the number of seeds"))
	fs.BoolVar(&f.anywhere, "anywhere", false, locale.T("the pattern may match anywhere on the board"))
	fs.BoolVar(&f.exact, "exact", false, locale.T("the pattern must match as given, neither turned nor mirrored"))
	fs.BoolVar(&f.exchange, "exchange", false, locale.T("the players of the pattern may be swapped"))
	fs.BoolVar(&f.anew, "anew", false, locale.T("only positions where the move completed the pattern"))
	fs.StringVar(&f.mark, "mark", "", locale.T("`KIND` of mark on a cell: any, circle, cross, square, triangle, label"))
	fs.StringArrayVar(&f.glyphs, "glyph", nil, locale.T("`GLYPH` of the move or the position, such as '?!' or 'A+'; repeat the option to find any of several"))
	fs.BoolVar(&f.bookmark, "bookmark", false, locale.T("positions with a bookmark"))
	fs.BoolVar(&f.named, "named", false, locale.T("positions with a name"))
	fs.BoolVar(&f.commented, "commented", false, locale.T("positions with a comment"))
	fs.StringVar(&f.seat, "seat", "", locale.T("`SEATS` that may have made the move, such as A"))
	fs.StringVar(&f.player, "player", "", locale.T("part of the `NAME` of the player who made the move"))
	fs.Float64Var(&f.swing, "swing", 0, locale.T("`LEAST` change of the evaluation by the move"))
	fs.StringVar(&f.ply, "ply", "", locale.T("`RANGE` of move numbers, such as 10, 10-20 or 10-"))
	fs.BoolVar(&f.broken, "broken", false, locale.T("illegal moves"))
	fs.BoolVarP(&f.count, "count", "c", false, locale.T("print only the number of positions"))
	fs.IntVar(&f.limit, "limit", 0, locale.T("`NUMBER` of positions after which to stop, 0 for all"))
	fs.BoolVar(&t.JSON, "json", false, locale.T("write JSON"))
	verboseFlag(t, cmd)
	ctl.Must(cmd.RegisterFlagCompletionFunc("mark", cobra.FixedCompletions(markKinds, cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}

// markKinds are the values that --mark accepts.
var markKinds = []string{
	"any", string(model.MarkCircle), string(model.MarkCross), string(model.MarkSquare), string(model.MarkTriangle), string(model.MarkLabel),
}

// query returns the parts of the query that do not depend on the game.
func (f *findFlags) query() (q find.Query, err error) {
	q = find.Query{
		Text: f.text, Whole: f.word, Player: f.player, Bookmarked: f.bookmark, Named: f.named, Commented: f.commented,
		Swing: f.swing, Broken: f.broken,
	}
	for _, g := range f.glyphs {
		q.Glyphs = append(q.Glyphs, model.Glyph(g))
	}
	if !(f.swing >= 0) { // true also for NaN
		return q, msg.Errorf("option --%s: %v is less than 0", "swing", f.swing)
	}
	if f.limit < 0 {
		return q, msg.Errorf("option --%s: %d is less than 0", "limit", f.limit)
	}
	for _, letter := range strings.ToUpper(f.seat) {
		if letter < 'A' || letter > 'Z' {
			return q, msg.Errorf("%q is not a seat; seats are letters, A moves first", string(letter))
		}
		q.Movers |= rules.Of(rules.Player(letter - 'A'))
	}
	if f.mark != "" {
		q.Marked = true
		if f.mark != "any" {
			q.Mark = model.MarkKind(f.mark)
		}
		if !slices.Contains(markKinds, f.mark) {
			return q, ctl.Suggest(msg.Errorf("unknown kind of mark %q", f.mark), f.mark, markKinds)
		}
	}
	q.From, q.To, err = plyRange(f.ply)
	return q, err
}

// plyRange parses "10", "10-20", "10-" or "-20".
func plyRange(text string) (from, to int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	low, high, both := strings.Cut(text, "-")
	number := func(text string) (n int) {
		if text == "" && both {
			return 0
		}
		n, e := strconv.Atoi(text)
		if e != nil || n < 0 {
			err = msg.Errorf("%q is not a range of move numbers such as 10-20", text)
		}
		return n
	}
	from = number(low)
	if to = from; both {
		to = number(high)
	}
	if text == "-" || both && high != "" && to < from {
		err = msg.Errorf("%q is not a range of move numbers such as 10-20", text)
	}
	return from, to, err
}

// about returns the query with the parts that depend on the game. It returns an error if the
// position or pattern is invalid in the game.
func (f *findFlags) about(q find.Query, r rules.Rules) (*find.Query, error) {
	if f.position != "" || f.after != "" {
		p := r.Start()
		if f.position != "" {
			var err error
			if p, err = r.Parse(f.position); err != nil {
				return nil, msg.Errorf("the position cannot be read: %v", err)
			}
		}
		for _, word := range strings.Fields(f.after) {
			m, err := r.ParseMove(word)
			if err != nil {
				return nil, err
			}
			if p, err = p.Play(m); err != nil {
				return nil, err
			}
		}
		s := rules.SetupOf(r, p)
		q.Position = &s
	}
	if f.pattern != "" {
		cells, err := find.ParsePattern(r, f.pattern)
		if err != nil {
			return nil, err
		}
		q.Pattern = &find.Pattern{Cells: cells, Turned: !f.exact, Anywhere: f.anywhere, Swapped: f.exchange, Anew: f.anew}
	}
	return &q, nil
}

// foundJSON is a found position in the JSON output of studioctl find.
type foundJSON struct {
	File  string   `json:"file"`
	Game  int      `json:"game,omitempty"` // if the file has several, from 1
	Moves []string `json:"moves"`
	Ply   int      `json:"ply"`
	Why   string   `json:"why,omitempty"`
	Cells []string `json:"cells,omitempty"`
	Error string   `json:"error,omitempty"`
}

func search(t *ctl.Tool, ctx context.Context, f *findFlags, paths []string) error {
	base, err := f.query()
	if err != nil {
		return err
	}
	spec, err := f.game.Spec()
	if err != nil {
		return err
	}
	if spec != nil {
		r, err := f.game.Rules()
		if err != nil {
			return err
		}
		if _, err := f.about(base, r); err != nil {
			return err // a mistake, not a file of another game
		}
	}
	if base.Empty() && f.position == "" && f.after == "" && f.pattern == "" {
		return msg.Errorf("no search condition: give --text, --position, --pattern or another option")
	}
	var (
		found = 0
		out   = []foundJSON{}
		wrong error // why the query is invalid for the last game
		asked bool
	)
	in := newReading(t)
	err = collection.Search(ctx, paths, in.options(spec), func(d *model.Document) *find.Query {
		q, err := f.about(base, d.Tree.Rules())
		if err != nil {
			wrong = err
			return nil
		}
		asked = true
		return q
	}, func(g collection.Item, d *model.Document, h find.Hit) bool {
		found++
		if !f.count {
			x := foundAt(g, d, h)
			if t.JSON {
				out = append(out, x)
			} else {
				in.bar.Clear()
				why := x.Why
				if x.Error != "" {
					why = strings.Trim(why+" · "+x.Error, " ·")
				}
				at := x.File
				if x.Game > 0 {
					at += "#" + strconv.Itoa(x.Game)
				}
				t.Printf("%s:%s\t%d\t%s\n", term.Clean(at), term.Clean(strings.Join(x.Moves, " ")), x.Ply, term.Clean(why))
			}
		}
		return f.limit == 0 || found < f.limit
	})
	in.bar.Clear()
	if err != nil {
		return err
	}
	switch {
	case t.JSON && f.count:
		err = t.WriteJSON(map[string]int{"count": found})
	case t.JSON:
		err = t.WriteJSON(out)
	case f.count:
		t.Printf("%d\n", found)
	}
	in.reportSkipped()
	switch {
	case err != nil:
		return err
	case in.failed:
		return ctl.ErrFailed
	case found > 0:
		return nil
	case !asked && wrong != nil && spec == nil:
		return wrong
	}
	return ctl.ErrNo
}

// foundAt returns a found position in the JSON form.
func foundAt(g collection.Item, d *model.Document, h find.Hit) foundJSON {
	r := d.Tree.Rules()
	x := foundJSON{File: g.File.Path, Game: g.Number(), Moves: []string{}, Ply: h.Ply, Why: h.Why}
	for _, n := range d.Tree.Line(h.Node) {
		if m, ok := n.Move(); ok {
			x.Moves = append(x.Moves, r.FormatMove(m))
		} else if n.Raw() != "" {
			x.Moves = append(x.Moves, n.Raw())
		}
	}
	for _, c := range h.Cells {
		x.Cells = append(x.Cells, r.Board().Cells[c].Label)
	}
	if h.Err != nil {
		x.Error = locale.Err(h.Err)
	}
	return x
}
