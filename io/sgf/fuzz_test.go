package sgf

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"boardstudio/io/codectest"
)

// seeds are texts that use unusual constructs.
var seeds = []string{
	"(;GM[4]SZ[5];B[aa];W[bb](;B[cc])(;B[dd]C[x]))",
	"(;GM[2]AB[e4][d5]AW[d4][e5]PL[B]B[f5];W[d6];B[PA];W[@@@@];)",
	"(;FF[4]GM[11]SZ[5];B[c3];W[swap-pieces];B[a1];W[resign])",
	"(;XG[line]XP[rows:6][cols:7][k:4][drop:on];XM[d];XM[d]XB[x];XM[resign])",
	"(;GM[4]SZ[5]AB[aa:cc]AW[dd]PL[W];AE[aa:bb]AW[ee];PL[B];C[x];W[])",
	"(;GM[4]SZ[5]TM[100]OT[x];B[aa]BL[90];W[bb]WL[80]BL[3];B[cc]BL[85]BL[1];XT[3.5]BL[0]B[dd];W[ee]WL[80])",
	"(;GM[4]SZ[5];B[aa]CR[aa:bb]SQ[cc][zz]TR[]LB[aa:x\\:y][bb:123456]L[aa][bb]M[cc]LN[aa:bb]AR[bb:aa][zz:aa])",
	"(;GM[4];B[hh]TE[1]BM[2]IT[]DO[];W[ii]GB[1]GW[2]DM[2]UC[1]TE[text]XJ[!! A+++ x]XJ[!! A+++]HO[2]MN[7]MN[0]N[x]N[y]V[3]KO[])",
	"(;GM[4]SZ[5]GN[x\ny]EV[a\\\nb]RE[Draw]DT[2020]PB[a\\]]PW[b]XS[1:kind:computer][2:level:9][3:name:x]XI[result:1-0][a:b\\:c][x]RU[RIF]KM[0]ST[1]AP[x:1];B[aa]EV[y]FF[4])",
	"(;GM[4]SZ[5]C[a\r\nb\n\rc\rd\\\r\ne\tf\\]g])",
	"(;CA[Shift_JIS]GM[4]C[\x83\x5c];B[aa])", "(;CA[UTF-8]GM[4]C[\xff])", "(;CA[x]GM[4]C[\xe9])", "\ufeff(;GM[4]C[é])",
	"(;GaMe[4]SiZe[5];Black[aa]Comment[x];White[bb])",
	`(;GM[4];B[aa]XE["x" 0.5 proved plies=3 atmost margin=-3 depth=2 nodes=7 version="a b" shares=1,0 pv=h8,resign]["y" NaN][z]XE["y" 1]XA["x" h8]XA[x])`,
	"(GM[4]B[aa]W[bb]B[cc])", "(;GM[4]B[aa]W[bb]AB[cc]C[x]B[dd])", "x\n(;GM[4];B[aa]", "(;GM[4]C[un", "(;GM[4];B[a", "(;GM[4];;;)", "(;)", "()", "(((;GM[4])))",
	"(;GM[4](;B[aa])(;B[bb](;W[cc])(;W[dd]));B[ee])", "(;GM[1]SZ[9];B[ee])", "(;GM[7])", "(;GM[4];B[aa]\n(;FF[4]GM[4];B[bb])", "(;GM[4])\n(;GM[2];B[f5])",
	"(;GM[4]SZ[3];B[aa];W[ab];B[ba];W[bb];B[ca];C[over];W[cc])", "(;GM[4]SZ[0])", "(;GM[4]SZ[99])", "(;GM[4]RU[pente]SZ[19];B[jj])", "(;GM[4];W[hh]%%[x]ab[y]B;B[ii]) ;B[jj]",
}

// FuzzDecode checks that a document that was read can be written and read again without loss, also
// as a Studio document.
func FuzzDecode(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	for seed := range uint64(20) {
		f.Add([]byte(write(f, randomDocument(f, rand.New(rand.NewPCG(seed, 9)), 8))))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if d, err := Decode(context.Background(), data, opts()); err == nil {
			same(t, d)
		} else if d != nil {
			t.Fatal("an error and a document")
		}
		g, err := Games(context.Background(), data, opts())
		if err != nil {
			return
		}
		for i := range min(len(g.Heads), 3) {
			if d, err := g.Decode(context.Background(), i); err == nil {
				same(t, d)
			}
		}
	})
}

// TestCut checks that a file truncated anywhere gives an error or a document.
func TestCut(t *testing.T) {
	for _, text := range seeds {
		codectest.Cut(t, &Format, []byte(text), opts())
	}
	for seed := range uint64(4) {
		codectest.Cut(t, &Format, []byte(write(t, randomDocument(t, rand.New(rand.NewPCG(seed, 11)), 10))), opts())
	}
}

// TestHeavy checks the time and memory for files designed to take much of both.
func TestHeavy(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	var list []codectest.Repeated
	for _, s := range []string{"(", "(;GM[4])", "(\n", "(x", "x\n(y"} {
		list = append(list, codectest.Repeated{Text: s})
	}
	for _, s := range []string{
		"(;B[aa]", "(;B[aa](;C[x])", "(;B[aa])", "(;B[aa])(;B[ab]", "C[x]", ";C[x]", "TR[aa:ZZ]", "TR[aa]", "LB[aa:x]", "AB[aa:ZZ]", ";AB[aa]PL[W];AB[ab]PL[B]", ";B[aa]",
		"(;B[aa];B[ab];B[ac])", ";B[]", "ZZ[x]", "B[aa]W[bb]", "BL[3]", "XI[a:b]", "XS[1:level:x]", "A", "a", "%", "\n", "(\n\n\n\n", ";B[zzz]", "(;AB[bb]", ";", "TE[1]", "XE[\"x\" 1 pv=aa1,aa2]", "[",
		"C[\\", "[\\]", "\\]", "PB[x]", "CA[x]", "SZ[7]", "GM[2]", "AE[", ")", ";;)",
	} {
		list = append(list,
			codectest.Repeated{Before: "(;GM[4]SZ[52]", Text: s, After: ")"},
			codectest.Repeated{Before: "(;GM[4]SZ[19];B[aa];B[zz];C[", Text: s, After: "])"})
	}
	for _, s := range []string{"[x]", "[aa]", "[aa:ZZ]", "[:]", "["} {
		for _, prop := range []string{"ZZ", "AB", "TR", "LB", "LN", "C", "B", "XM", "XP", "XI"} {
			list = append(list, codectest.Repeated{Before: "(;GM[4]SZ[52];" + prop, Text: s, After: ")"})
		}
	}
	codectest.Heavy(t, &Format, opts(), list...)
}

// TestCancel checks that reading and writing stop soon after a cancellation.
func TestCancel(t *testing.T) {
	for _, part := range []string{";B[aa]", "(;B[aa])", "(;B[aa];B[ab];B[ac])", "TR[aa:ZZ]", "AB[aa:ZZ]", "ZZ[x]", ";AB[aa]PL[W];AB[ab]PL[B]", "(\n", ")(;GM[4]"} {
		data := []byte("(;GM[4]SZ[52]" + strings.Repeat(part, 1<<19) + ")")
		codectest.Stops(t, part, func(ctx context.Context) error {
			_, err := Decode(ctx, data, opts())
			return err
		})
	}
}
