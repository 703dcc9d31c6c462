package collection

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"boardstudio"
	"boardstudio/rules"
	"boardstudio/rules/othello"
)

// Size of the WTHOR database in 2024: number of games and of years.
const (
	wthorGames = 127_475
	wthorYears = 45
)

// wthor writes files with wthorGames games. Games are random after one of 400 openings of 12 moves.
func wthor(b *testing.B) string {
	b.Helper()
	r, err := othello.Game.Build("othello", nil)
	if err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	cells := r.Board().Cells
	play := func(pos rules.Position, moves []byte, most int) (rules.Position, []byte) {
		var list []rules.Move
		for len(moves) < most && pos.Turn() != rules.NoPlayer {
			list = list[:0]
			for m := range pos.Moves() {
				list = append(list, m)
			}
			m := list[random.IntN(len(list))]
			if m != rules.Pass {
				c := cells[m.To]
				moves = append(moves, byte(10*(c.Row+1)+c.Col+1))
			}
			pos, _ = pos.Play(m)
		}
		return pos, moves
	}
	type opening struct {
		pos   rules.Position
		moves []byte
	}
	openings := make([]opening, 400)
	for i := range openings {
		openings[i].pos, openings[i].moves = play(r.Start(), nil, 12)
	}
	dir := b.TempDir()
	for year := range wthorYears {
		n := wthorGames/wthorYears + 1
		if year == wthorYears-1 {
			n = wthorGames - year*n
		}
		data := make([]byte, 16+68*n)
		copy(data, []byte{20, 24, 1, 1})
		binary.LittleEndian.PutUint32(data[4:], uint32(n))
		binary.LittleEndian.PutUint16(data[10:], uint16(1977+year))
		data[12] = 8
		for i := range n {
			o := openings[int(float64(len(openings))*random.Float64()*random.Float64())]
			_, moves := play(o.pos, append([]byte(nil), o.moves...), 60)
			rec := data[16+68*i:][:68]
			binary.LittleEndian.PutUint16(rec[2:], uint16(random.IntN(5000)))
			binary.LittleEndian.PutUint16(rec[4:], uint16(random.IntN(5000)))
			rec[6] = byte(random.IntN(65))
			copy(rec[8:], moves)
		}
		if err := os.WriteFile(filepath.Join(dir, "WTH_"+strconv.Itoa(1977+year)+".wtb"), data, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

// BenchmarkWthor lists, filters, sorts and merges a collection as large as the WTHOR database.
func BenchmarkWthor(b *testing.B) {
	dir := wthor(b)
	read := func() *List {
		l, err := Read(context.Background(), []string{dir}, Options{Documents: boardstudio.Documents})
		if err != nil || len(l.Rows) != wthorGames {
			b.Fatal(err, len(l.Rows))
		}
		return l
	}
	b.Run("List", func(b *testing.B) {
		for b.Loop() {
			read()
		}
	})
	l := read()
	b.Run("Filter", func(b *testing.B) {
		rows := l.All()
		for b.Loop() {
			if len(l.Filter(rows, "19 3")) == 0 {
				b.Fatal("none")
			}
		}
	})
	b.Run("Sort", func(b *testing.B) {
		for b.Loop() {
			l.Sort(l.All(), Players, false)
		}
	})
	b.Run("Merge", func(b *testing.B) {
		nodes := 0
		for b.Loop() {
			m, err := l.Merge(context.Background(), nil, l.All(), nil)
			if err != nil || m.Games != wthorGames {
				b.Fatal(err, m.Games)
			}
			nodes = m.Doc.Tree.Len()
		}
		b.ReportMetric(float64(nodes), "nodes")
	})
}
