package analysis

import (
	"cmp"

	"boardstudio/model"
	"boardstudio/rules"
)

// The JSON form of a report.
type (
	// ReportJSON is a report for other programs.
	ReportJSON struct {
		File    string     `json:"file"`
		Engine  string     `json:"engine"`
		Players []SideJSON `json:"players"`
		Moves   []MoveJSON `json:"moves"`
		Turning []int      `json:"turningPoints"` // as plies
	}
	// SideJSON is the part of the report about a player.
	SideJSON struct {
		Seat     string                    `json:"seat"`
		Name     string                    `json:"name"`
		Moves    int                       `json:"moves"`
		Accuracy float64                   `json:"accuracy"`
		Loss     float64                   `json:"averageLoss"`
		Mistakes map[string]map[string]int `json:"mistakes"` // by phase and annotation symbol
	}
	// MoveJSON is the part of the report about a move.
	MoveJSON struct {
		Ply    int       `json:"ply"`
		Seat   string    `json:"seat"`
		Move   string    `json:"move"`
		Before []float64 `json:"before"` // winning chances of all seats
		After  []float64 `json:"after"`
		Loss   float64   `json:"loss"`
		Best   []string  `json:"best"`
	}
)

// phaseNames are the names of the phases for other programs.
var phaseNames = [len(Phases)]string{"opening", "middle", "end"}

// JSON returns the report in a form for other programs. d is the analysed document, and file its
// name.
func (r *Report) JSON(d *model.Document, file string) ReportJSON {
	x := ReportJSON{File: file, Engine: r.Engine, Moves: []MoveJSON{}, Turning: []int{}}
	rs := d.Tree.Rules()
	for p, s := range r.Sides {
		seat := string(rules.Player(p).Letter())
		side := SideJSON{seat, cmp.Or(d.Players[p].Name, seat), s.Moves, s.Accuracy, s.Loss, map[string]map[string]int{}}
		for phase, counts := range s.Mistakes {
			side.Mistakes[phaseNames[phase]] = map[string]int{}
			for k, n := range counts {
				side.Mistakes[phaseNames[phase]][string(Kinds[k])] = n
			}
		}
		x.Players = append(x.Players, side)
	}
	for _, j := range r.Moves {
		m, _ := j.Node.Move()
		best := make([]string, len(j.Best))
		for i, m := range j.Best {
			best[i] = rs.FormatMove(m)
		}
		x.Moves = append(x.Moves, MoveJSON{j.Ply, string(j.Player.Letter()), rs.FormatMove(m), j.Was, j.Is, j.Loss(), best})
	}
	for _, i := range r.Turning {
		x.Turning = append(x.Turning, r.Moves[i].Ply)
	}
	return x
}
