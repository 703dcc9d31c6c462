package record

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/model"
	games "boardstudio/rules/all"
)

// oware is a game of awale in OGN. The first three moves of North capture.
const oware = `[Variant "Oware Abapa"]
[Event "Club evening"]
[Site "?"]
[Date "2020-05-01"]
[Round "?"]
[South "Ada"]
[North "Bo \\ \"x\""]
[Result "*"]
[Board "3"]

1. F a (1... f {also} 2. A) 2. E! {why} e 3. A
`

// captures plays the first legal move n times. It returns the game and the number of seeds
// captured.
func captures(t *testing.T, preset string, n int) (d *model.Document, taken int) {
	t.Helper()
	r, err := games.Games.Build(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	d = model.NewDocument(r)
	at, pos := d.Tree.Root(), r.Start()
	for i := range n {
		k := 0
		for m := range pos.Moves() {
			if k++; k > i%3 {
				at = d.Tree.Add(at, m)
				pos, _ = pos.Play(m)
				break
			}
		}
	}
	for _, n := range captured(context.Background(), d.Tree) {
		taken += n
	}
	return d, taken
}

func TestOGN(t *testing.T) {
	d := codectest.Decode(t, &OGN, []byte(oware), codectest.Options("a.ogn"))
	spec := d.Tree.Rules().Spec()
	if len(d.Warnings) > 0 || !isAbapa(spec.Params) || d.Players[0].Name != "Ada" || d.Players[1].Name != `Bo \ "x"` || d.Info["Board"] != "3" {
		t.Errorf("%v, %v, %v, %v", d.Warnings, spec, d.Players, d.Info)
	}
	if got := string(codectest.Encode(t, &OGN, d)); got != oware {
		t.Errorf("written:\n%s", got)
	}
	codectest.Same(t, &OGN, d)
	for _, preset := range []string{"awale-abapa", "awale"} {
		d, taken := captures(t, preset, 60)
		text := string(codectest.Encode(t, &OGN, d))
		if taken == 0 || strings.Count(text, "+") == 0 {
			t.Errorf("%s: nothing is taken:\n%s", preset, text)
		}
		codectest.Same(t, &OGN, d)
		if back := must(t, text, nil); len(back.Warnings) > 0 {
			t.Errorf("%s: %v", preset, back.Warnings)
		}
		if (preset == "awale") == strings.Contains(text, variantOGN) {
			t.Errorf("%s is written as\n%.60s", preset, text)
		}
		// A wrong number is reported, and the move is kept.
		i := strings.Index(text, "+")
		wrong := must(t, text[:i+1]+"9"+text[i+2:], nil)
		if err := model.Equal(d, wrong); err != nil || !strings.Contains(codectest.Warnings(wrong), "captures 9") || len(wrong.Warnings) != 1 {
			t.Errorf("%s: %v, %s", preset, err, codectest.Warnings(wrong))
		}
	}
	r, _ := games.Games.Build("othello", nil)
	if OGN.Writes(r) == nil || EncodeOGN(context.Background(), io.Discard, model.NewDocument(r), nil) == nil {
		t.Error("a game of Othello is written")
	}
}

// TestLastCapture checks that the last move may include the seeds left on the board.
func TestLastCapture(t *testing.T) {
	const start = "[South \"a\"]\n[FEN \"0-0-0-0-0-2-1-1-0-0-0-1-20-23-S\"]\n\n1. "
	d := must(t, start+"F+4 *", nil)
	if d.Tree.Root().Setup() != "0-0-0-0-0-2-1-1-0-0-0-1 20-23 S" {
		t.Fatal(d.Tree.Root().Setup())
	}
	noWarnings(t, d)
	codectest.Same(t, &OGN, d)
	if got := string(codectest.Encode(t, &OGN, d)); !strings.Contains(got, "[FEN \"0-0-0-0-0-2-1-1-0-0-0-1-20-23-S\"]") {
		t.Error(got)
	}
	if d := must(t, start+"F+3", nil); len(d.Warnings) != 1 || codectest.Warnings(d) != "a.txt:4: move 1 (F) captures 3 in the record, but 4 by the rules\n" {
		t.Error(codectest.Warnings(d))
	}
	if _, err := read(t, "[South \"a\"]\n[FEN \"4-4\"]\n", nil); err == nil || !strings.HasPrefix(err.Error(), "a.txt:2: start position: ") {
		t.Error(err)
	}
	if d := must(t, "[Variant \"othello\"]\n[FEN \"4-4\"]\nf5+2", nil); d.Info["FEN"] != "4-4" || len(d.Warnings) != 1 {
		t.Errorf("%v, %v", d.Info, d.Warnings)
	}
}

func TestSniffOthers(t *testing.T) {
	for _, tt := range []struct {
		text       string
		ogn, pente bool
	}{
		{oware, true, false},
		{"[Event \"x\"]\n[South \"a\"]", true, false},
		{"\ufeff[ Variant \"oware\"]", true, false},
		{"[Variant \"awale\"]\n[Event \"x\"]\n1. A", false, false},
		{"[Game \"Pente\"]\n[Site \"Pente.org\"]\n", false, true},
		{"[Game \"Pente\"]\n[Event \"x\"]\n[Player 1 Name \"a\"]\n", false, true},
		{"[Game \"Pente\"]\n[Variant \"pente\"]\n[Player 1 Name \"a\"]\n", false, false},
		{"[Game \"Pente\"]\n\n1. K10", false, false},
		{"", false, false},
		{"South went first", false, false},
	} {
		if sniffOGN([]byte(tt.text)) != tt.ogn || sniffPente([]byte(tt.text)) != tt.pente {
			t.Errorf("%q: %v, %v", tt.text, sniffOGN([]byte(tt.text)), sniffPente([]byte(tt.text)))
		}
	}
}

// TestPenteIsWritten checks that games of the site are written as the site writes them.
func TestPenteIsWritten(t *testing.T) {
	files, err := filepath.Glob("testdata/pente/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d := codectest.Decode(t, &Pente, data, codectest.Options(name))
		noWarnings(t, d)
		if got := string(codectest.Encode(t, &Pente, d)); strings.TrimSpace(got) != strings.TrimSpace(strings.ReplaceAll(string(data), "\r", "")) {
			t.Errorf("%s is written as\n%s\nwas\n%s", name, got, data)
		}
		codectest.Same(t, &Pente, d)
	}
	d := must(t, "[Variant \"pente\"]\n[Title \"x\"]\n[Black \"?\"]\n1. j10 (j9 k9) {x} zz 2. k10! *", nil)
	d.Players[1].Kind, d.Players[1].Level = "computer", 3
	want := "[Game \"Pente\"]\n[Round \"-\"]\n[Player 1 Name \"?\"]\n[Player 2 Name \"?\"]\n[Player 1 Type \"Human\"]\n" +
		"[Player 2 Kind \"computer\"]\n[Player 2 Level \"3\"]\n[Title \"x\"]\n\n1. K10 zz 2. L10\n"
	if got := string(codectest.Encode(t, &Pente, d)); got != want {
		t.Errorf("written:\n%s", got)
	}
	for _, preset := range []string{"gomoku", "othello", "ninuki"} {
		r, _ := games.Games.Build(preset, nil)
		if Pente.Writes(r) == nil || EncodePente(context.Background(), io.Discard, model.NewDocument(r), nil) == nil {
			t.Errorf("a game of %s is written", preset)
		}
	}
}

// TestPentePublished checks that all published games of the site replay without an illegal move.
// They must survive conversion to Studio documents and back.
func TestPentePublished(t *testing.T) {
	archives, err := filepath.Glob(codectest.Folder(t, "pente") + "/*.zip")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	files, count := 0, 0
	for _, name := range archives {
		z, err := zip.OpenReader(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			if f.FileInfo().IsDir() {
				continue
			}
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			files++
			if !sniffPente(data) {
				continue
			}
			var b bytes.Buffer
			count += codectest.All(t, &Pente, data, codec.Options{Games: games.Games, File: f.Name}, func(d *model.Document) {
				switch { // in one game of the site, moves follow the fifth pair
				case len(d.Warnings) == 1 && strings.HasSuffix(codectest.Warnings(d), ": the game is over\n"):
					t.Logf("%s: %s", f.Name, codectest.Warnings(d))
				case len(d.Warnings) > 0:
					t.Errorf("%s: %s", f.Name, codectest.Warnings(d))
				}
				b.Write(codectest.Encode(t, &Pente, d))
			})
		}
		z.Close()
	}
	t.Logf("%d games in %d files of %d archives", count, files, len(archives))
}

func FuzzOGN(f *testing.F) {
	for _, s := range []string{
		oware, "[South \"a\"]\n1. F+2 a", "[South \"a\"]\n[FEN \"0-0-0-0-0-2-1-1-0-0-0-1-20-23-S\"]\n\n1. F+4 *", "[North \"?\"]\nF a E b+0 (c+1) D", "[Variant \"awale\"]\n[South \"x\"]\nABCDEF",
		"[South \"a\"]\nz+2 F+999 F+9999", "[South \"a\"]\nresign+2 pass+1", "[South \"a\"]\nF a!+2 a+2! {x} 25-23",
		"[South \"a\"]\n[North \"b\"]\n\n1. F f 2. B e 3. C", "[South \"a\"]\n1. Ff 2. Be", "[South \"a\"]\n\n1... f 2. F", "[Variant \"Oware Abapa\"]\n\nF", "[Variant \"oware\"]\n[FEN \"4-4-4\"]\nF",
		"[South \"a\"]\n[FEN \"0-0-0-0-0-1-1-0-0-0-0-0-24-22-N\"]\n\na", "[South \"a\"]\n[FEN \"-\"]\nF", "[Variant \"awale\"]\n[Param.seeds \"3\"]\n[South \"x\"]\nF", "[Variant \"awale\"]\n[Param.seeds \"x\"]\nF",
		"[South \"a\"]\nF (E (D) f) f (a b) c", "[South \"a\"]\nF {a\nb} f {c} ; d\nB", "[South \"a\"]\nF $1 f $19 B?! e!!", "[South \"a\"]\n[North \"b\"]\n[Date \"2020\"]\n[Result \"25-23\"]\nF 25-23\n[South \"c\"]\nE",
		"[South \"a\"]\nF+0 f+00", "[South \"a\"]\nF+ f+x", "[South \"a\"]\nF f+2+2", "[South \"a\"]\n(F", "[South \"a\"]\nF)", "[South \"a\"]\nF {x", "[south \"a\"]\n[SOUTH \"b\"]\nF", "[South \"\"]\nf F",
		"[South \"a\\\"b\"]\n[x\nF", "[South \"a\"]\nG g", "[South \"\xff\"]\nF", "\ufeff[South \"a\"]\r\n\r\nF\r\n", "[South \"a\"]\nF pass E", "[South \"a\"]\nF f 1/2-1/2", "[South \"a\"]\n1.F f2.E", "[North \"b\"]\n[Start \"x\"]\nF",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(context.Background(), data, codectest.Options("a"))
		if err != nil || OGN.Writes(d.Tree.Rules()) != nil {
			return
		}
		first := codectest.Encode(t, &OGN, d)
		back := codectest.Decode(t, &OGN, first, codectest.Options("b"))
		if back.Tree.Len() != d.Tree.Len() {
			t.Fatalf("of %d nodes %d are left:\n%s", d.Tree.Len(), back.Tree.Len(), first)
		}
		if again := codectest.Encode(t, &OGN, back); !bytes.Equal(first, again) {
			t.Fatalf("written first\n%s\nthen\n%s", first, again)
		}
	})
}

func FuzzPente(f *testing.F) {
	for _, s := range []string{
		"[Game \"Pente\"]\n[Site \"Pente.org\"]\n1. K10 L9 2. K14 K11 0-1", "[Game \"Pente\"]\n[Player 1 Name \"x\"]\n[Date \"07/21/2010\"]\n1. K10 I9 zz", "[Game \"Pente\"]\n[Player 1 Name \"?\"]\n1. K10 resign",
		"[Game \"Pente\"]\n[Site \"Pente.org\"]\n\n1. K10 L10 2. K10 M9", "[Game \"Keryo-Pente\"]\n[Site \"Pente.org\"]\n1. K10", "[Game \"Pente\"]\n[Site \"x\"]\n1. K10 I9", "[Game \"Gomoku\"]\n[Player 1 Name \"a\"]\n1. K10 K11",
		"[Game \"Pente\"]\n[Site \"Pente.org\"]\n1. K10 L9 (M8) {x} 2. K14", "[Game \"Pente\"]\n[Site \"Pente.org\"]\n1. A1 T19 2. T1 A19", "[Game \"Pente\"]\n[Site \"Pente.org\"]\n1. U20 A0 2. AA10", "[Game \"Pente\"]\n[Site \"Pente.org\"]\n",
		"[Game \"Pente\"]\n[Site \"Pente.org\"]\n[Date \"02/30/2010\"]\n[Result \"1-0\"]\n1. K10 1-0\n[Game \"Pente\"]\n[Site \"Pente.org\"]\n1. K10 0-1", "[Game \"Pente\"]\n[Player 1 Name \"a\"]\n[Player 2 Name \"b\"]\n[Player 2 Type \"Human\"]\n1. k10",
		"[Game \"Pente\"]\n[Player 1 Type \"x\"]\n[Player 1 Name \"a\"]\nk10", "[Game \"Pente\"]\n[Player 9 Name \"a\"]\n[Player 1 Name \"a\"]\nk10", "[Game \"Pente\"]\n[Site \"pente.ORG\"]\nK10L9", "[Game \"Pente\"]\n[Site \"Pente.org\"]\n1. K10! L9??",
		"[Game \"Pente\"]\n[Site \"Pente.org\"]\n1. K10 resign 2. L9", "[Game \"Pente\"]\n[Site \"Pente.org\"]\nI9", "[Game \"Pente\"]\n[Site \"Pente.org\"]\n[Start \"x\"]\nK10", "[Variant \"pente\"]\nK10 L9", "[Variant \"pente\"]\n[Param.captures \"3\"]\nk10",
		"[Game \"Pente\"]\n[Player 1 Name \"\xff\"]\nK10", "\ufeff[Game \"Pente\"]\r\n[Site \"Pente.org\"]\r\n1. K10\r\n", "[Game \"Pente\"]\n[Site \"Pente.org\"]\n[Round \"1\"]\n[Section \"A\"]\n[Time \"7\"]\nK10", "[Game \"Pente\"]\n[Site \"Pente.org\"]\n[x\nK10",
		"[Game \"Othello\"]\n[Site \"Pente.org\"]\nD3", "[Game \"Chess\"]\n[Site \"Pente.org\"]\ne4", "[Game \"Pente\"]\n[Site \"Pente.org\"]\nK10 {", "[Game \"Pente\"]\n[Site \"Pente.org\"]\n((K10", "[Game \"Pente\"]\n[Site \"Pente.org\"]\nzz yy xx K10", "[Variant \"pente\"]\n[Date \"2010-01-02\"]\n1. j10 (j9) {x} k10", "[Game \"Pente\"]\n[Player 1 Name \"x\"]\n[Player 1 Rating \"1\"]\n[Section \"-\"]\n[section \"x\"]\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(context.Background(), data, codectest.Options("a"))
		if err != nil || Pente.Writes(d.Tree.Rules()) != nil || isSetup(d.Tree.Root().First()) {
			return
		}
		first := codectest.Encode(t, &Pente, d)
		if again := codectest.Encode(t, &Pente, codectest.Decode(t, &Pente, first, codectest.Options("b"))); !bytes.Equal(first, again) {
			t.Fatalf("written first\n%s\nthen\n%s", first, again)
		}
	})
}
