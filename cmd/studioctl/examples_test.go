package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardstudio"
	"boardstudio/ctl"
	"boardstudio/internal/race"
)

// root is the root of the checkout.
const root = "../.."

// documents returns the paths of all documents, relative to root.
func documents(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, pattern := range []string{"*.md", "docs/*.md", "io/xml/FORMAT.md", "text/help/*/*.md", "rules/*/help/*.md", "ai/*.md", "samples/*.md", "dist/man/*.1", "dist/man/*/*.1"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: no documents, %v", pattern, err)
		}
		for _, name := range names {
			list = append(list, strings.TrimPrefix(name, root+"/"))
		}
	}
	return list
}

// readDocument returns the text of a document. In manual pages it replaces escaped hyphens.
func readDocument(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(name, ".1") {
		text = bytes.ReplaceAll(text, []byte(`\-`), []byte("-"))
	}
	return string(text)
}

// block is a block of code in a document: a fence with a language, an indented block, or lines
// between .nf and .fi.
type block struct{ lang, text string }

// blocks returns all blocks of a document.
func blocks(text string) []block {
	var list []block
	lines := strings.SplitAfter(text, "\n")
	for i := 0; i < len(lines); i++ {
		line := strings.TrimRight(lines[i], "\n")
		lang, fenced := strings.CutPrefix(line, "```")
		end := "```"
		switch {
		case line == ".nf":
			lang, end = "", ".fi"
		case strings.HasPrefix(line, "    ") && i > 0 && lines[i-1] == "\n":
			var b strings.Builder
			for ; i < len(lines) && (strings.HasPrefix(lines[i], "    ") || lines[i] == "\n"); i++ {
				b.WriteString(strings.TrimPrefix(lines[i], "    "))
			}
			i--
			list = append(list, block{"", strings.TrimRight(b.String(), "\n") + "\n"})
			continue
		case !fenced:
			continue
		}
		var b strings.Builder
		for i++; i < len(lines) && strings.TrimRight(lines[i], "\n") != end; i++ {
			b.WriteString(lines[i])
		}
		list = append(list, block{lang, b.String()})
	}
	return list
}

var span = regexp.MustCompile("`([^`\n]+)`")

// spans returns the code spans, in backquotes, in the text of a document.
func spans(text string) []string {
	text = regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(text, "")
	var list []string
	for _, m := range span.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(list, m[1]) {
			list = append(list, strings.ReplaceAll(m[1], "\u00a0", " "))
		}
	}
	return list
}

// commandLine matches a line of a block that runs the program.
var commandLine = regexp.MustCompile(`(?m)^\s*(?:\$ )?((?:printf [^\n]*\| )?studioctl .*)$`)

// findCommand returns the command that words name, and the words after its name.
func findCommand(words []string) (*cobra.Command, []string) {
	tl := &ctl.Tool{All: boardstudio.All, Commands: program, Out: &ctl.Output{W: &bytes.Buffer{}}, Getenv: func(string) string { return "" }}
	c := tl.Root()
	if len(words) > 1 && words[0] == "--lang" {
		words = words[2:]
	}
	for len(words) > 0 {
		i := slices.IndexFunc(c.Commands(), func(sub *cobra.Command) bool { return sub.Name() == words[0] || sub.HasAlias(words[0]) })
		if i < 0 {
			break
		}
		c, words = c.Commands()[i], words[1:]
	}
	return c, words
}

// TestMentions checks that the commands and options that the documents mention exist.
func TestMentions(t *testing.T) {
	all := map[string]bool{}
	var gather func(c *cobra.Command)
	gather = func(c *cobra.Command) {
		c.InitDefaultHelpFlag()
		for _, flags := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
			flags.VisitAll(func(f *pflag.Flag) { all["--"+f.Name] = true })
		}
		for _, sub := range c.Commands() {
			gather(sub)
		}
	}
	top, _ := findCommand(nil)
	gather(top)
	// The tests of package dist check the options of the other program, which its manual page
	// names.
	for _, o := range regexp.MustCompile(`--[a-z-]+`).FindAllString(readDocument(t, "dist/man/studio.1"), -1) {
		all[o] = true
	}
	count := 0
	for _, name := range documents(t) {
		if name == "CHANGELOG.md" { // the change log also names options that were removed
			continue
		}
		for _, s := range spans(readDocument(t, name)) {
			if option := regexp.MustCompile(`^--[a-z-]+`).FindString(s); option != "" && !all[option] {
				t.Errorf("%s: no command has the option %s", name, s)
			}
			line, found := strings.CutPrefix(s, "studioctl ")
			if !found {
				continue
			}
			count++
			line, _, _ = strings.Cut(line, " -- ")
			c, rest := findCommand(strings.Fields(strings.NewReplacer("[", " ", "]", " ", "{", " ", "}", " ", "|", " ").Replace(line)))
			if s == "studioctl COMMAND --help" {
				continue
			}
			if !c.HasParent() || c.HasSubCommands() && len(rest) > 0 && regexp.MustCompile(`^[a-z]+$`).MatchString(rest[0]) && !c.Runnable() {
				t.Errorf("%s: there is no command %q", name, s)
				continue
			}
			c.InitDefaultHelpFlag()
			for _, word := range rest {
				option, _, _ := strings.Cut(word, "=")
				long, isLong := strings.CutPrefix(option, "--")
				short, isShort := strings.CutPrefix(option, "-")
				switch {
				case isLong && c.Flag(long) == nil, !isLong && isShort && len(short) == 1 && c.Flags().ShorthandLookup(short) == nil && c.InheritedFlags().ShorthandLookup(short) == nil:
					t.Errorf("%s: %q: %s has no option %s", name, s, c.CommandPath(), option)
				}
			}
		}
	}
	if count < 100 {
		t.Errorf("only %d mentions were found", count)
	}
}

// exampleCommands maps examples with words in capitals, which the reader replaces, to the commands that are
// run.
var exampleCommands = map[string]string{
	"studioctl analyse FILE... --out DIR":                                             "studioctl analyse games --out DIR --nodes 100",
	"studioctl lua command FILE NAME DOCUMENT --out OUT":                              "studioctl lua command number-captures.lua number game.studio --out OUT.studio",
	"studioctl match --game G --seat A=alphabeta --seat B=random --games 20 --seed 1": "studioctl match --game othello --seat A=alphabeta --seat B=random --games 20 --seed 1",
	"studioctl puzzles --prove":                                                       "studioctl puzzles --prove puzzles.studio",
	"studioctl play --advise":                                                         "studioctl play --game awale --advise A=awale-offensive",
	"studioctl think --reasons":                                                       "studioctl think game.studio --nodes 100 --reasons",
	"studioctl match --sprt 0,20":                                                     "studioctl match --game tictactoe --seat A=random --seat B=first --depth 1 --games 2 --sprt 0,20",
	"studioctl awale build --seeds 15":                                                "studioctl awale build --seeds 4",
	"studioctl match -g renju -s A=gomoku -s B=gomoku:learnt=off -n 200 --openings FILE --time 20ms --seed 1": "studioctl match -g renju -s A=gomoku -s B=gomoku:learnt=off -n 200 --openings renju.txt --time 20ms --seed 1",
	"studioctl match -g pente -s A=gomoku -s B=alphabeta -n 100 --openings FILE --time 60ms":                  "studioctl match -g pente -s A=gomoku -s B=alphabeta -n 100 --openings pente.txt --time 60ms",
}

// notRun maps examples that are not run to the reason. Only their commands and options are checked.
var notRun = map[string]string{
	"studioctl bench": "measures for minutes",
	"studioctl lua bench scripts/connect4.lua --game connect4": "measures for seconds",
	"studioctl lua bench my.lua --game connect4":               "measures for seconds",
	"studioctl levels --game othello":                          "plays for hours",
	"studioctl engine add":                                     "needs a program from elsewhere",
	"studioctl engine fit":                                     "needs a program from elsewhere",
	"studioctl match --game gomoku --seat A=external:rapfi":    "needs a program from elsewhere",
	"studioctl match -g gomoku -s A=external:ours":             "needs a program from elsewhere",
}

// shorter reduces the work of an example: fewer games, less time.
func shorter(command string) string {
	for _, x := range []struct{ old, new string }{
		{`(--games|-n) \d+`, "$1 1"},
		{`--(time) \S+`, "--$1 10ms"},
		{`--(nodes) \d+`, "--$1 100"},
		{`--(depth) \d+`, "--$1 1"},
		{`perft --game (\w+) \d+`, "perft --game $1 2"},
		{`--(seeds) \d+`, "--$1 4"},
		{`--divide \d+`, "--divide 2"},
	} {
		command = regexp.MustCompile(x.old).ReplaceAllString(command, x.new)
	}
	return command
}

// exampleDir returns a new directory with the files that the examples name.
func exampleDir(t *testing.T, path string) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, data []byte) {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	from := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	game := from("samples/pente.studio")
	i := bytes.LastIndex(game, []byte("\n</tree>")) // without the winning move
	game = append(bytes.TrimRight(game[:i], " abcdefghijklmnopqrst0123456789"), game[i:]...)
	for _, name := range []string{"game.studio", "opening.studio", "tree.studio", "library.studio"} {
		write(name, game)
	}
	write("samples/penloup-juhem.studio", from("samples/penloup-juhem.studio"))
	write("puzzles.studio", from("samples/puzzles/connect4.studio"))
	write("moves.txt", []byte("1. h8 i9 2. h9\n"))
	write("renju.txt", []byte("h8 h9 i10\n"))
	write("pente.txt", []byte("j10 k11 m13\n"))
	tictactoe := []byte("[Game \"tictactoe\"]\n\n1. a1 b2 2. c3 a3 {A blunder.} 3. c1 b1 4. c2 *\n")
	for _, name := range []string{"one.txt", "records/two.txt"} {
		write(name, tictactoe)
	}
	write("all.txt", slices.Concat(tictactoe, []byte("\n"), tictactoe))
	var z bytes.Buffer
	w := zip.NewWriter(&z)
	f, err := w.Create("three.txt")
	if err == nil {
		_, err = f.Write(tictactoe)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	write("more.zip", z.Bytes())
	scripts, err := filepath.Glob(filepath.Join(root, "scripts/*.lua"))
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range scripts {
		name := filepath.Base(file)
		write(name, from("scripts/"+name))
		write("scripts/"+name, from("scripts/"+name))
	}
	write("my.lua", []byte("return {\n  name = \"Mine\",\n  options = { { name = \"depth\", title = \"Depth\", type = \"number\", min = 1, max = 9, default = 1 } },\n  choose = function(pos, moves) return moves[1] end,\n}\n"))
	write(".local/share/boardstudio/locale/eo.po", []byte("msgid \"\"\nmsgstr \"\"\n\"Language: eo\\n\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n"))
	write("mine.lua", from("scripts/random.lua"))
	mark := regexp.MustCompile("(?ms)^```lua tictactoe\n(return [^`]*name = \"mark\"[^`]*)```$").FindStringSubmatch(readDocument(t, "docs/lua.md"))
	if mark == nil {
		t.Fatal("docs/lua.md has no example of a command")
	}
	write("mark.lua", []byte(mark[1]))
	if out := shell(t, dir, path, "mkdir games && studioctl convert one.txt games/one.studio && rm one.txt"); out != "" {
		t.Fatal(out)
	}
	return dir
}

// output matches the option or argument that names an example's output file.
var output = regexp.MustCompile(`(?:--out|--save) (\S+)|studioctl convert .* (\w+\.\w+)(?: --.*)?$`)

// prepare creates the state that an example expects: its output does not exist, a tournament has
// begun, or a game was interrupted.
func prepare(t *testing.T, dir, path, command string) {
	t.Helper()
	if m := output.FindStringSubmatch(command); m != nil {
		os.Remove(filepath.Join(dir, m[1]+m[2]))
	}
	if strings.HasSuffix(command, " .") { // such an example takes all text files as games
		for _, name := range []string{"moves.txt", "pente.txt", "renju.txt"} {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if strings.Contains(command, " cup") && !strings.Contains(command, "--folder") {
		if _, err := os.Stat(filepath.Join(dir, "cup")); err != nil {
			shell(t, dir, path, "studioctl tournament --game tictactoe --folder cup --games 1 --depth 1 random first")
		}
	}
	if !strings.Contains(command, "--recover") {
		return
	}
	cmd := exec.Command(filepath.Join(path, "studioctl"), "play", "--game", "tictactoe", "--name", "A=Ada")
	cmd.Dir, cmd.Env = dir, []string{"HOME=" + dir}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, "b2\n"); err != nil {
		t.Fatal(err)
	}
	turns := 0
	for r := bufio.NewScanner(out); turns < 2 && r.Scan(); {
		if strings.Contains(r.Text(), " to move") {
			turns++
		}
	}
	if turns < 2 {
		t.Error("the move was not played")
	}
	cmd.Process.Kill() //nolint:errcheck // it is running
	cmd.Wait()         //nolint:errcheck // it was killed
}

// shownCommands returns the commands that a document shows, without those that TestManual runs.
func shownCommands(text string) []string {
	var list []string
	for _, b := range blocks(text) {
		if b.lang == "console" {
			continue
		}
		for _, m := range commandLine.FindAllStringSubmatch(b.text, -1) {
			list = append(list, strings.TrimSpace(m[1]))
		}
	}
	for _, s := range spans(text) {
		if strings.HasPrefix(s, "studioctl ") {
			list = append(list, s)
		}
	}
	return list
}

// example returns the command to run for an example. It returns "" if the example only names a
// command or is in notRun. It sets used for the keys of exampleCommands and notRun.
func example(s string, used map[string]bool) string {
	if f, found := exampleCommands[s]; found {
		used[s] = true
		return f
	}
	for key := range notRun {
		if s == key || strings.HasPrefix(s, key+" ") {
			used[key] = true
			return ""
		}
	}
	if strings.HasPrefix(s, "studioctl ") {
		if _, rest := findCommand(strings.Fields(s)[1:]); len(rest) == 0 {
			return ""
		}
	}
	return s
}

// TestExamples runs the examples of all documents and of each command's help, except those of
// TestManual. It reduces the number of games and the time.
func TestExamples(t *testing.T) {
	path := filepath.Dir(build(t))
	used := map[string]bool{}
	sources := map[string][]string{}
	for _, name := range documents(t) {
		if name != "docs/studioctl.md" && name != "CHANGELOG.md" { // tested by TestManual; or out of date by design
			sources[name] = shownCommands(readDocument(t, name))
		}
	}
	var gather func(c *cobra.Command)
	gather = func(c *cobra.Command) {
		for l := range strings.Lines(c.Example) {
			sources["help "+c.CommandPath()] = append(sources["help "+c.CommandPath()], strings.TrimSpace(l))
		}
		for _, sub := range c.Commands() {
			gather(sub)
		}
	}
	top, _ := findCommand(nil)
	gather(top)
	runs := 0
	for source, list := range sources {
		var lines []string
		for _, s := range list {
			if s = example(s, used); s != "" {
				lines = append(lines, s)
			}
		}
		if len(lines) == 0 {
			continue
		}
		runs += len(lines)
		t.Run(source, func(t *testing.T) {
			t.Parallel()
			dir := exampleDir(t, path)
			for _, s := range lines {
				prepare(t, dir, path, s)
				if out := shell(t, dir, path, "set -e; "+shorter(s)+" </dev/null; echo done"); !strings.HasSuffix(out, "done\n") {
					t.Errorf("%s fails:\n%s", s, out)
				}
			}
		})
	}
	for _, list := range []map[string]string{exampleCommands, notRun} {
		for key := range list {
			if !used[key] {
				t.Errorf("no document has the example %s", key)
			}
		}
	}
	if runs < 60 {
		t.Errorf("only %d examples were run", runs)
	}
}

// testedElsewhere lists the languages of blocks that other tests run, with the only document that may
// contain them.
var testedElsewhere = map[string]string{
	"console": "docs/studioctl.md", // TestManual
	"xml":     "io/xml/FORMAT.md",  // TestFormatExamples of io/xml
	"lua":     "docs/lua.md",       // TestManual of ai/lua/script
	"go":      "docs/library.md",   // TestLibrary of docs
}

// nonExamples maps documents to a text that identifies a block which is not an example.
var nonExamples = map[string]string{
	"docs/design.md": "header bar",                            // sketch of the window
	"docs/lua.md":    "script rows.lua, line 12: out of time", // message
}

// TestBlocks loads the scripts, records and positions in the documents. It also checks that the
// make targets in them exist.
func TestBlocks(t *testing.T) {
	race.Skip(t)
	path := filepath.Dir(build(t))
	makefile := readDocument(t, "Makefile")
	dir := t.TempDir()
	succeeds := func(name, example, ext, command string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "example"+ext), []byte(example), 0o600); err != nil {
			t.Fatal(err)
		}
		if out := shell(t, dir, path, command+" || echo failed"); strings.HasSuffix(out, "failed\n") {
			t.Errorf("%s:\n%s%s writes\n%s", name, example, command, out)
		}
	}
	kinds := map[string]int{}
	for _, name := range documents(t) {
		if name == "CHANGELOG.md" {
			continue
		}
		text := readDocument(t, name)
		for _, s := range spans(text) {
			checkTargets(t, name, s, makefile)
		}
		for _, b := range blocks(text) {
			lang, _, _ := strings.Cut(b.lang, " ")
			first, _, _ := strings.Cut(b.text, "\n")
			first, _, _ = strings.Cut(first, " ")
			switch {
			case lang == "json":
				succeeds(name, b.text, ".json", "studioctl check example.json")
			case lang != "":
				if testedElsewhere[lang] != name {
					t.Errorf("%s: no test runs blocks of %s", name, b.lang)
				}
			case strings.HasPrefix(b.text, "return {"):
				first = "return"
				succeeds(name, b.text, ".lua", "studioctl lua check example.lua")
				if !strings.Contains(b.text, "commands = {") {
					game := "tictactoe"
					if m := regexp.MustCompile(`games = \{ "(\w+)"`).FindStringSubmatch(b.text); m != nil {
						game = m[1]
					}
					succeeds(name, b.text, ".lua", "studioctl lua run example.lua --game "+game)
				} else {
					m := regexp.MustCompile(`commands = \{\s*\{\s*name = "(\w+)"`).FindStringSubmatch(b.text)
					succeeds(name, "1. b2 a1 2. b1 b3 3. a2 c2 *", ".txt", "studioctl convert example.txt example.studio --replace --game tictactoe")
					succeeds(name, b.text, ".lua", "studioctl lua command example.lua "+m[1]+" example.studio --out marked.studio --replace")
				}
			case first == "make":
				checkTargets(t, name, b.text, makefile)
			case first == "studioctl":
				if len(commandLine.FindAllString(b.text, -1)) != strings.Count(b.text, "\n") {
					t.Errorf("%s: TestExamples does not run all of\n%s", name, b.text)
				}
			case first == "studio" && strings.HasPrefix(name, "dist/man/"): // TestOptions of dist checks it
			case regexp.MustCompile(`^[-XO]+$`).MatchString(first):
				first = "position"
				succeeds(name, b.text, ".board", "studioctl check example.board")
			case nonExamples[name] != "" && strings.Contains(b.text, nonExamples[name]):
			default:
				t.Errorf("%s: no test runs this block; write a short example within the text, or add it to nonExamples:\n%s", name, b.text)
			}
			kinds[first]++
		}
	}
	for _, kind := range []string{"return", "make", "studioctl", "studio", "position", "{"} {
		if kinds[kind] == 0 {
			t.Errorf("no block begins with %s", kind)
		}
	}
}

var makeTarget = regexp.MustCompile(`make ([a-z-]+)`)

// checkTargets checks that the makefile has the targets that a text of the named document mentions.
func checkTargets(t *testing.T, name, text, makefile string) {
	t.Helper()
	for _, m := range makeTarget.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(makefile, "\n"+m[1]+":") {
			t.Errorf("%s: make has no target %s", name, m[1])
		}
	}
}

// TestGameTexts checks that the game texts on the page about formats can be read without problems.
func TestGameTexts(t *testing.T) {
	race.Skip(t)
	path := filepath.Dir(build(t))
	dir := t.TempDir()
	page := spans(readDocument(t, "docs/formats.md"))
	for _, x := range []struct{ text, ext, options, moves string }{
		{`566433`, ".txt", "--game othello", "f5 d6 c3"},
		{`f5 d6 c3`, ".txt", "", "f5 d6 c3"},
		{`1. f5 d6 2. c3`, ".txt", "", "f5 d6 c3"},
		{`4444435`, ".columns", "", "d d d d d c e"},
		{`4 4 4 4 4 3 5`, ".columns", "", "d d d d d c e"},
		{`h8h7g10`, ".pos", "--game renju", "h8 h7 g10"},
		{`0,0, 1,0, 1,3`, ".offsets", "", "h8 i8 i11"},
		{`https://hexworld.org/board/#11c1,a2:sk5f6e3`, ".hexworld", "", "a2 swap k5 f6 e3"},
		{`4-4-4-4-4-4-4-4-4-4-4-4-0-0-S FfBeBc`, ".suite", "", "F f B e B c"},
	} {
		t.Run(x.text, func(t *testing.T) {
			if !slices.Contains(page, x.text) {
				t.Errorf("docs/formats.md does not show %s", x.text)
			}
			if err := os.WriteFile(filepath.Join(dir, "example"+x.ext), []byte(x.text+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			out := shell(t, dir, path, "studioctl check example"+x.ext+" "+x.options+" && studioctl convert example"+x.ext+" out.txt --replace "+x.options+"; cat out.txt")
			moves := strings.Join(strings.Fields(regexp.MustCompile(`(?s)^.*\]|\d+\.|\*`).ReplaceAllString(out, "")), " ")
			if strings.Contains(out, "studioctl:") || moves != x.moves {
				t.Errorf("%s with %q has the moves %q:\n%s", x.text, x.options, moves, out)
			}
		})
	}
}
