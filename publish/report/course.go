package report

import (
	"boardstudio/analysis"
	"boardstudio/draw"
	"boardstudio/draw/chart"
)

// EvaluationChart returns the evaluation chart of a report, with the players in the given colours, and the
// loss of each move.
func EvaluationChart(r *analysis.Report, colors []draw.Color, ink chart.Ink) chart.Chart {
	c := chart.Chart{Here: -1, Colors: colors, Ticks: true, Ink: ink}
	for i := range r.Moves {
		j := &r.Moves[i]
		if i == 0 {
			c.First = j.Ply - 1
		}
		c.Last = j.Ply
		if n := len(c.Bands); n == 0 || c.Bands[n-1].At != j.Ply-1 {
			c.Bands = append(c.Bands, chart.Band{At: j.Ply - 1, Shares: j.Was})
		}
		c.Bands = append(c.Bands, chart.Band{At: j.Ply, Shares: j.Is})
		c.Losses = append(c.Losses, chart.Loss{At: j.Ply, Share: j.Loss()})
	}
	return c
}

// MoveAt returns the move of a report at a ply, which is also its number in the chart. It returns
// false if the report has no such move.
func MoveAt(r *analysis.Report, ply int) (*analysis.EvaluatedMove, bool) {
	for i := range r.Moves {
		if r.Moves[i].Ply == ply {
			return &r.Moves[i], true
		}
	}
	return nil, false
}
