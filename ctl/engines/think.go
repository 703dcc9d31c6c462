package engines

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	"boardstudio/ctl"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

func thinkCommand(t *ctl.Tool) *cobra.Command {
	g := ctl.GameFlags{Games: t.Games}
	l := ctl.LimitFlags{Engines: t.Engines, Otherwise: time.Second}
	var engine string
	var lines, ply int
	var seed uint64
	var reasons bool
	cmd := &cobra.Command{
		Use:   "think {--game GAME [--from POSITION] | FILE} [--engine ENGINE]",
		Short: locale.T("Evaluate a position with an engine"),
		Long: locale.T("Print the move of an engine, its evaluation for the player to move, and the line it " +
			"expects. With FILE, the position is the last of the main line, or the one after --ply moves. If " +
			"the game is over, the exit code is 1."),
		Example: "  studioctl think --game connect4 --engine alphabeta --depth 8\n  studioctl think game.studio --engine alphabeta --time 5s --lines 3\n  studioctl think game.studio --time 1s --reasons",
		Args:    t.Arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			limit, err := l.Value(engine)
			if err != nil {
				return err
			}
			q := ai.Request{Limit: limit, Lines: lines, Seed: seed}
			if err := setPosition(t, cmd.Context(), &q, &g, args, ply); err != nil {
				return err
			}
			return think(t, cmd.Context(), q, cmp.Or(engine, t.Engines.Best(q.Rules)), reasons)
		},
		ValidArgsFunction: t.CompleteFiles,
	}
	g.Add(cmd)
	g.AddFrom(cmd)
	l.Add(cmd)
	f := cmd.Flags()
	f.StringVarP(&engine, "engine", "e", "", locale.T("`ENGINE`, such as alphabeta or lua:FILE; default: the strongest for the game"))
	f.IntVar(&lines, "lines", 1, locale.T("`NUMBER` of best moves to show"))
	f.IntVar(&ply, "ply", -1, locale.T("`NUMBER` of moves to play; negative numbers count from the end"))
	f.Uint64Var(&seed, "seed", 0, locale.T("`NUMBER` that seeds the random choices of engines"))
	f.BoolVar(&reasons, "reasons", false, locale.T("explain the move by the rules: what it makes, blocks, captures and leaves"))
	f.BoolVar(&t.JSON, "json", false, locale.T("write JSON"))
	ctl.Must(cmd.RegisterFlagCompletionFunc("engine", t.CompleteEngines(&g)))
	return cmd
}

// setPosition sets the position of the request from the options or a file.
func setPosition(t *ctl.Tool, ctx context.Context, q *ai.Request, g *ctl.GameFlags, args []string, ply int) error {
	if len(args) == 0 {
		var err error
		q.Rules, q.Start, err = t.Position(g)
		return err
	}
	if g.From != "" {
		return msg.Errorf("option --%s cannot be used with a file", "from")
	}
	d, err := t.Open(ctx, args[0], g)
	if err != nil {
		return err
	}
	n, _, err := ctl.AtPly(d.Tree, ply)
	if err != nil {
		return err
	}
	q.Rules = d.Tree.Rules()
	q.Start, q.Moves, err = d.Tree.Start(n)
	return err
}

// JSON output of studioctl think.
type (
	thinkJSON struct {
		Game     ctl.SpecJSON `json:"game"`
		Position string       `json:"position"`
		Turn     string       `json:"turn"`
		Engine   string       `json:"engine"`
		Move     string       `json:"move"`
		Depth    int          `json:"depth"`
		Nodes    uint64       `json:"nodes"`
		Seconds  float64      `json:"seconds"`
		Lines    []lineJSON   `json:"lines"`
		Text     string       `json:"text,omitempty"`
		Reasons  []factJSON   `json:"reasons,omitempty"`
	}
	factJSON struct {
		Kind    string   `json:"kind"`
		Text    string   `json:"text"`
		Cells   []string `json:"cells"`
		Against bool     `json:"against,omitempty"`
	}
	lineJSON struct {
		Moves []string  `json:"moves"`
		Score scoreJSON `json:"score"`
	}
	scoreJSON struct {
		Value  float64   `json:"value"`
		Proved bool      `json:"proved"`
		Plies  int       `json:"plies,omitempty"`
		AtMost bool      `json:"atMost,omitempty"`
		Margin int       `json:"margin,omitempty"`
		Shares []float64 `json:"shares,omitempty"`
	}
)

func think(t *ctl.Tool, ctx context.Context, q ai.Request, spec string, reasons bool) error {
	p, err := q.Position()
	if err != nil {
		return err
	}
	if p.Result().Over {
		t.Note((&ctl.Table{Rules: q.Rules}).Status(p))
		return ctl.ErrNo
	}
	e, err := t.NewEngine(spec, q.Rules)
	if err != nil {
		return err
	}
	defer ai.Close(e)
	began := time.Now()
	info, err := e.Think(ctx, q, nil)
	took := time.Since(began)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return err
	}
	if _, ok := info.Move(); !ok {
		return msg.Errorf("the engine found no move")
	}
	if len(info.Lines) == 0 {
		info.Lines = []ai.Line{info.Best}
	}
	var facts []rules.Fact
	if reasons {
		facts = rules.Reasons(q.Rules, p, info.Best.Moves[0])
	}
	if t.JSON {
		j := thinkResult(q, p, spec, info, took)
		for _, f := range facts {
			x := factJSON{Kind: f.Kind.Name, Text: locale.Text(f.Text), Cells: []string{}, Against: f.Kind.Against}
			for _, c := range f.Cells {
				x.Cells = append(x.Cells, q.Rules.Board().Cells[c].Label)
			}
			j.Reasons = append(j.Reasons, x)
		}
		return t.WriteJSON(j)
	}
	row, flush := t.Titled()
	row(locale.T("move"), q.Rules.FormatMove(info.Best.Moves[0]))
	for _, f := range facts {
		row(locale.T("reason"), locale.Text(f.Text))
	}
	row(locale.T("score"), ctl.ScoreText(info.Best.Score))
	row(locale.T("line"), ctl.Line(q.Rules, info.Best.Moves))
	for i, l := range info.Lines {
		if q.Lines > 1 {
			row(strconv.Itoa(i+1)+".", ctl.ScoreText(l.Score)+"  "+ctl.Line(q.Rules, l.Moves))
		}
	}
	row(locale.T("depth"), strconv.Itoa(info.Depth))
	row(locale.T("nodes"), strconv.FormatUint(info.Nodes, 10))
	row(locale.T("time"), took.Round(time.Millisecond).String())
	if info.Text != "" {
		row(locale.T("text"), info.Text)
	}
	return flush()
}

// thinkResult returns an engine's result in the JSON form.
func thinkResult(q ai.Request, p rules.Position, spec string, info ai.Info, took time.Duration) thinkJSON {
	j := thinkJSON{
		Game:     ctl.SpecJSON{Name: q.Rules.Spec().Game, Params: q.Rules.Spec().Params},
		Position: p.String(), Turn: ctl.SeatLetter(p.Turn()), Engine: spec,
		Move:  q.Rules.FormatMove(info.Best.Moves[0]),
		Depth: info.Depth, Nodes: info.Nodes, Seconds: took.Seconds(), Text: info.Text,
	}
	for _, l := range info.Lines {
		score := scoreJSON{l.Score.Value, l.Score.Proved, l.Score.Plies, l.Score.AtMost, l.Score.Margin, l.Score.Shares}
		j.Lines = append(j.Lines, lineJSON{ctl.Notations(q.Rules, l.Moves), score})
	}
	return j
}
