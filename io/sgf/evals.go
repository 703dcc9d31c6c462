package sgf

import (
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// Evaluations and advice are written as
//
//	XE["engine" 0.25 proved plies=3 atmost margin=2 depth=12 nodes=4711 version="2" shares=0.5,0.5 pv=h8,i9]
//	XA["engine" h8]
//
// The score is from the point of view of the player to move. Zero values are omitted.

// formatEval returns an evaluation as text.
func formatEval(r rules.Rules, v model.Eval) string {
	b := strconv.AppendQuote(nil, v.Engine)
	b = append(b, ' ')
	b = strconv.AppendFloat(b, v.Score, 'g', -1, 64)
	flag := func(on bool, word string) {
		if on {
			b = append(b, " "+word...)
		}
	}
	number := func(name string, n uint64) {
		if n != 0 {
			b = strconv.AppendUint(append(b, " "+name+"="...), n, 10)
		}
	}
	flag(v.Proved, "proved")
	number("plies", uint64(max(v.Plies, 0)))
	flag(v.AtMost, "atmost")
	if v.Margin != 0 {
		b = strconv.AppendInt(append(b, " margin="...), int64(v.Margin), 10)
	}
	number("depth", uint64(max(v.Depth, 0)))
	number("nodes", v.Nodes)
	if v.Version != "" {
		b = strconv.AppendQuote(append(b, " version="...), v.Version)
	}
	for i, f := range v.Shares {
		b = append(b, []string{" shares=", ","}[min(i, 1)]...)
		b = strconv.AppendFloat(b, f, 'g', -1, 64)
	}
	for i, m := range v.PV {
		b = append(b, []string{" pv=", ","}[min(i, 1)]+r.FormatMove(m)...)
	}
	return string(b)
}

// parseEval parses the text written by formatEval.
func (r *reader) parseEval(s string) (v model.Eval, ok bool) {
	v.Engine, s, ok = quoted(s)
	if !ok {
		return v, false
	}
	score, s, _ := strings.Cut(strings.TrimLeft(s, " "), " ")
	var err error
	if v.Score, err = strconv.ParseFloat(score, 64); err != nil {
		return v, false
	}
	for s = strings.TrimLeft(s, " "); s != ""; s = strings.TrimLeft(s, " ") {
		if rest, is := strings.CutPrefix(s, "version="); is {
			if v.Version, s, ok = quoted(rest); !ok {
				return v, false
			}
			continue
		}
		var word string
		word, s, _ = strings.Cut(s, " ")
		name, value, _ := strings.Cut(word, "=")
		switch name {
		case "proved":
			v.Proved = true
		case "atmost":
			v.AtMost = true
		case "margin":
			v.Margin, err = strconv.Atoi(value)
		case "plies":
			v.Plies, err = strconv.Atoi(value)
		case "depth":
			v.Depth, err = strconv.Atoi(value)
		case "nodes":
			v.Nodes, err = strconv.ParseUint(value, 10, 64)
		case "shares":
			for f := range strings.SplitSeq(value, ",") {
				var share float64
				if share, err = strconv.ParseFloat(f, 64); err != nil {
					return v, false
				}
				v.Shares = append(v.Shares, share)
			}
		case "pv":
			for w := range strings.SplitSeq(value, ",") {
				m, ok := r.moves.Read([]byte(w))
				if !ok {
					return v, false
				}
				v.PV = append(v.PV, m)
			}
		default:
			return v, false
		}
		if err != nil {
			return v, false
		}
	}
	return v, true
}

// quoted splits s into the quoted text at its start and the rest.
func quoted(s string) (text, rest string, ok bool) {
	q, err := strconv.QuotedPrefix(s)
	if err != nil || q[0] != '"' {
		return "", s, false
	}
	text, err = strconv.Unquote(q)
	return text, s[len(q):], err == nil
}

// evals reads evaluations. If one of them is unreadable, it returns false, and the property is
// stored as foreign.
func (r *reader) evals(p property) (known bool, err error) {
	var list []model.Eval
	for _, v := range p.values {
		e, ok := r.parseEval(text(v))
		if !ok {
			return false, nil
		}
		if r.best += len(e.PV); r.best > codec.MaxBest {
			return false, r.o.Errorf(p.line, "the evaluations have more than %d moves", codec.MaxBest)
		}
		if list = append(list, e); len(list) > 1 {
			if err := r.count(p.line); err != nil {
				return false, err
			}
		}
	}
	r.notes.Evals = append(r.notes.Evals, list...)
	return true, nil
}

// advice reads the advised move and its source.
func (r *reader) advice(p property) bool {
	by, rest, ok := quoted(text(p.first()))
	if !ok || by == "" {
		return false
	}
	m, ok := r.moves.Read([]byte(strings.TrimSpace(rest)))
	if ok {
		r.notes.Advice = model.Advice{By: by, Move: m}
	}
	return ok
}
