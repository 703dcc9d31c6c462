package help

import (
	"fmt"
	"strings"

	"boardstudio/draw/diagram"
	"boardstudio/model"
	"boardstudio/rules"
)

// Diagram returns the diagram described by the source of a picture. It returns an error if the
// source is invalid. The source begins with a game or preset and its parameters. Then follow,
// separated by vertical bars, the moves from the start or a position, and marks:
//
//	othello size=6 | moves b3 b4 | legal
//	pente | position A2B… | circle e5 | cross c3 d4
func Diagram(games rules.Catalog, source string) (*diagram.Diagram, error) {
	fields := strings.Split(source, "|")
	head := strings.Fields(fields[0])
	if len(head) == 0 {
		return nil, fmt.Errorf("a picture names no game")
	}
	over := rules.Params{}
	for _, word := range head[1:] {
		name, value, _ := strings.Cut(word, "=")
		over[name] = value
	}
	r, err := games.Build(head[0], over)
	if err != nil {
		return nil, err
	}
	d := diagram.New(r, r.Start())
	for _, f := range fields[1:] {
		what, rest, _ := strings.Cut(strings.TrimSpace(f), " ")
		if err := applyPart(d, what, rest); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// applyPart applies one part of a picture's source to the diagram.
func applyPart(d *diagram.Diagram, what, rest string) (err error) {
	r := d.Rules
	switch what {
	case "position":
		d.Position, err = r.Parse(rest)
		return err
	case "moves":
		for _, text := range strings.Fields(rest) {
			m, err := r.ParseMove(text)
			if err != nil {
				return err
			}
			next, err := d.Position.Play(m)
			if err != nil {
				return err
			}
			d.Last, d.Position = rules.Landing(r.Board(), d.Position, next, m), next
		}
		d.Win = d.Position.Result().Cells
		return nil
	case "overlay":
		name, label, _ := strings.Cut(rest, " ")
		notes := rules.Overlay(r, name, d.Position, r.Board().Find(label))
		if notes == nil {
			return fmt.Errorf("there is no overlay %q", rest)
		}
		d.Notes = append(d.Notes, notes...)
		return nil
	case "legal":
		for m := range d.Position.Moves() {
			d.Legal = append(d.Legal, max(m.To, m.From))
		}
		return nil
	}
	kind := model.MarkKind(what)
	if kind != model.MarkCircle && kind != model.MarkCross && kind != model.MarkSquare && kind != model.MarkTriangle {
		return fmt.Errorf("a picture cannot show %q", what)
	}
	for _, label := range strings.Fields(rest) {
		c := r.Board().Find(label)
		if c == rules.NoCell {
			return fmt.Errorf("there is no cell %q", label)
		}
		d.Marks = append(d.Marks, model.Mark{Cell: c, Kind: kind})
	}
	return nil
}
