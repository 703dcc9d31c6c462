package paper

import (
	"boardstudio/analysis"
	"boardstudio/io/chart"
	"boardstudio/io/draw"
)

// Course returns the chart of the moves of a report: the shares of the players in these colours, and what each move gave away.
func Course(r *analysis.Report, colors []draw.Color, ink chart.Ink) chart.Chart {
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

// MoveAt returns which of the moves of a report has that number in its chart; false for none.
func MoveAt(r *analysis.Report, ply int) (*analysis.Judged, bool) {
	for i := range r.Moves {
		if r.Moves[i].Ply == ply {
			return &r.Moves[i], true
		}
	}
	return nil, false
}
