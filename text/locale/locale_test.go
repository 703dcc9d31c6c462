package locale

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"testing"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

const testPO = `
msgid ""
msgstr ""
"Language: fr\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

msgid "New Game"
msgstr "Nouvelle partie"

msgid "Draw"
msgstr "Nulle"

msgctxt "tool"
msgid "Draw"
msgstr "Dessiner"

msgid "100% sure"
msgstr "sûr à 100%"

msgid "%s beats %s"
msgstr "%[2]s est battu par %[1]s"

msgid "%d move"
msgid_plural "%d moves"
msgstr[0] "%d coup"
msgstr[1] "%d coups"

msgid "move %d (%s): %v"
msgstr "coup %d (%s) : %v"

msgid "cell %s is taken"
msgstr "la case %s est prise"

msgid "all 100%% of %s"
msgstr "la totalité de %s (100%%)"

msgid "no %% left"
msgstr "plus de %%"

msgid "not yet"
msgstr ""
`

// useTestCatalogue selects the catalogue above until the test ends.
func useTestCatalogue(t *testing.T) {
	texts, err := readPO([]byte(testPO))
	if err != nil {
		t.Fatal(err)
	}
	before := current.Load()
	current.Store(&catalogue{Language: Language{"fr", "Français"}, texts: texts})
	t.Cleanup(func() { current.Store(before) })
}

func TestTexts(t *testing.T) {
	type row struct{ name, got, want string }
	texts := func() []row {
		return []row{
			{"title", T("New Game"), "Nouvelle partie"},
			{"percent sign without arguments", T("100% sure"), "sûr à 100%"},
			{"arguments in another order", T("%s beats %s", "Ann", "Bob"), "Bob est battu par Ann"},
			{"unknown key", T("unknown %d", 3), "unknown 3"},
			{"empty key", T(""), ""},
			{"key without translation", T("not yet"), "not yet"},
			{"error as argument", T("failed: %v", msg.Errorf("cell %s is taken", "a1")), "failed: la case a1 est prise"},
			{"no context", T("Draw"), "Nulle"},
			{"context", C("tool", "Draw"), "Dessiner"},
			{"unknown context", C("menu", "Draw"), "Draw"},
			{"none", N("%d move", "%d moves", 0, 0), "0 coup"},
			{"one", N("%d move", "%d moves", 1, 1), "1 coup"},
			{"two", N("%d move", "%d moves", 2, 2), "2 coups"},
			{"text", Text(msg.Say("%s beats %s", "Ann", "Bob")), "Bob est battu par Ann"},
			{"text in a text", Text(msg.Say("%s beats %s", msg.Key("New Game"), msg.Count(msg.Plural{One: "%d move", Many: "%d moves"}, 2, 2))), "2 coups est battu par Nouvelle partie"},
			{"text that counts one", Text(msg.Count(msg.Plural{One: "%d move", Many: "%d moves"}, 1, 1)), "1 coup"},
			{"less than none", N("%d move", "%d moves", -2, -2), "-2 coups"},
			{"unknown singular", N("%d leg", "%d legs", 1, 1), "1 leg"},
			{"unknown plural", N("%d leg", "%d legs", 2, 2), "2 legs"},
		}
	}
	useTestCatalogue(t)
	for _, x := range texts() {
		if x.got != x.want {
			t.Errorf("%s: %q, want %q", x.name, x.got, x.want)
		}
	}
	current.Store(english)
	for i, want := range []string{
		"New Game", "100% sure", "Ann beats Bob", "unknown 3", "", "not yet", "failed: cell a1 is taken", "Draw", "Draw", "Draw",
		"0 moves", "1 move", "2 moves", "Ann beats Bob", "New Game beats 2 moves", "1 move", "-2 moves", "1 leg", "2 legs",
	} {
		if x := texts()[i]; x.got != want {
			t.Errorf("%s in English: %q, want %q", x.name, x.got, want)
		}
	}
}

// inFile is an error like codec.Error.
type inFile struct {
	line int
	why  error
}

func (e *inFile) Error() string { return e.Localized(error.Error) }
func (e *inFile) Localized(tr func(error) string) string {
	return fmt.Sprintf("x.sgf:%d: %s", e.line, tr(e.why))
}

func TestErr(t *testing.T) {
	taken := msg.Errorf("cell %s is taken", "a1")
	for _, x := range []struct {
		name string
		err  error
		want string
	}{
		{"nil", nil, ""},
		{"foreign", errors.New("boom"), "boom"},
		{"message", taken, "la case a1 est prise"},
		{"percent signs are formatted as by Error", msg.Errorf("no %% left"), "plus de %"},
		{"percent sign beside an argument", msg.Errorf("all 100%% of %s", "it"), "la totalité de it (100%)"},
		{"unknown message", msg.Errorf("unknown %d", 4), "unknown 4"},
		{"message in a message", msg.Errorf("move %d (%s): %v", 3, "a1", taken), "coup 3 (a1) : la case a1 est prise"},
		{"foreign error in a message", msg.Errorf("move %d (%s): %v", 3, "a1", errors.New("boom")), "coup 3 (a1) : boom"},
		{"reason of a refused move", rules.Illegal(rules.Pass, "cell %s is taken", "b2"), "la case b2 est prise"},
		{"wrapped", fmt.Errorf("engine 2: %w", taken), "engine 2: la case a1 est prise"},
		{"wrapped twice", fmt.Errorf("x (%w)", fmt.Errorf("y [%w]", taken)), "x (y [la case a1 est prise])"},
		{"joined", errors.Join(taken, errors.New("boom"), msg.Errorf("cell %s is taken", "c3")), "la case a1 est prise\nboom\nla case c3 est prise"},
		{"wrapped without its text", hidden{taken}, "hidden"},
		{"puts itself together", &inFile{7, fmt.Errorf("z: %w", taken)}, "x.sgf:7: z: la case a1 est prise"},
	} {
		t.Run(x.name, func(t *testing.T) {
			useTestCatalogue(t)
			if got := Err(x.err); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
			current.Store(english)
			if x.err != nil && Err(x.err) != x.err.Error() {
				t.Errorf("%s in English: %q, want %q", x.name, Err(x.err), x.err)
			}
		})
	}
}

// TestSystemErrors checks that system errors are translated wherever they are wrapped, without the
// names of system calls.
func TestSystemErrors(t *testing.T) {
	defer current.Store(now())
	_, missing := os.Open("/no/such")
	for _, x := range []struct {
		err             error
		english, french string
	}{
		{syscall.EACCES, "permission denied", "permission refusée"},
		{missing, "/no/such: there is no such file or folder", "/no/such: il n’y a ni fichier ni dossier de ce nom"},
		{os.NewSyscallError("pipe2", syscall.EMFILE), "too many files are open", "trop de fichiers sont ouverts"},
		{&os.LinkError{Op: "rename", Old: "a", New: "b", Err: syscall.ENOSPC}, "b: there is no space left on the disk", "b: il n’y a plus de place sur le disque"},
		{&exec.Error{Name: "less", Err: exec.ErrNotFound}, "less: there is no such program", "less: il n’y a pas de programme de ce nom"},
		{msg.Errorf("it cannot be read: %v", missing), "it cannot be read: /no/such: there is no such file or folder", "lecture impossible\u00a0: /no/such: il n’y a ni fichier ni dossier de ce nom"},
		{fmt.Errorf("x: %w", syscall.EIO), "x: the disk reported an error", "x: le disque a signalé une erreur"},
		{errors.Join(fs.ErrExist, errors.New("boom")), "there is a file or folder of that name\nboom", "il y a déjà un fichier ou un dossier de ce nom\nboom"},
		{syscall.ENOTTY, "the system reports error 25 (inappropriate ioctl for device)", "le système signale l’erreur 25 (inappropriate ioctl for device)"},
		{syscall.Errno(4000), "the system reports error 4000 (errno 4000)", "le système signale l’erreur 4000 (errno 4000)"},
	} {
		Use("en")
		if got := Err(x.err); got != x.english {
			t.Errorf("%v in English: %q, want %q", x.err, got, x.english)
		}
		Use("fr")
		if got := Err(x.err); got != x.french {
			t.Errorf("%v: %q, want %q", x.err, got, x.french)
		}
	}
	// Every error number must have a text, which must differ from the system's.
	for n := syscall.Errno(1); n < 140; n++ {
		if got := Err(n); got == n.Error() || got == "" {
			t.Errorf("error %d: %q", int(n), got)
		}
	}
}

// hidden wraps an error without showing it.
type hidden struct{ error }

func (hidden) Error() string   { return "hidden" }
func (h hidden) Unwrap() error { return h.error }

func TestChoice(t *testing.T) {
	for _, x := range []struct{ code, want string }{
		{"fr", "fr"},
		{"fr_FR.UTF-8", "fr"},
		{"fr-CA", "fr"},
		{"FR", "fr"},
		{"fr@euro", "fr"},
		{"en_GB", "en"},
		{"xx:fr:en", "fr"},
		{"en:fr", "en"},
		{"xx", "en"},
		{"C", "en"},
		{"C.UTF-8", "en"},
		{"frisian", "en"},
		{":", "en"},
	} {
		if got, err := find(x.code); got.Code != x.want || err != nil {
			t.Errorf("find(%q) = %s, want %s (%v)", x.code, got.Code, x.want, err)
		}
	}
	for _, x := range []struct {
		name string
		env  map[string]string
		want string
	}{
		{"nothing set", nil, ""},
		{"LANG", map[string]string{"LANG": "fr_FR"}, "fr_FR"},
		{"LC_MESSAGES before LANG", map[string]string{"LANG": "en", "LC_MESSAGES": "fr"}, "fr"},
		{"LC_ALL before all", map[string]string{"LANG": "en", "LC_MESSAGES": "en", "LC_ALL": "fr"}, "fr"},
		{"LANGUAGE before all", map[string]string{"LANG": "en_US", "LANGUAGE": "fr:en"}, "fr:en"},
		{"LANGUAGE alone", map[string]string{"LANGUAGE": "fr"}, "fr"},
		{"not in the plain locale", map[string]string{"LC_ALL": "C", "LANG": "fr", "LANGUAGE": "fr"}, "C"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := environment(func(name string) string { return x.env[name] }); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestUse(t *testing.T) {
	defer current.Store(current.Load())
	t.Setenv("LC_ALL", "fr_BE.UTF-8")
	t.Setenv("LANGUAGE", "")
	if got, err := Use(""); got != "fr" || Current() != "fr" || err != nil {
		t.Errorf("Use follows the environment to %s", got)
	}
	if got, _ := Use("en"); got != "en" || Current() != "en" {
		t.Errorf("Use(en) = %s", got)
	}
	all := Languages()
	if all[0] != (Language{"en", "English"}) || !slices.Contains(all, Language{"fr", "Français"}) {
		t.Errorf("Languages are %v", all)
	}
	for _, l := range all {
		if got, err := Use(l.Code); got != l.Code || err != nil {
			t.Errorf("Use(%s) = %s", l.Code, got)
		}
	}
}

// TestConcurrentUse is for the race detector: a window reads texts while the user selects another
// language.
func TestConcurrentUse(t *testing.T) {
	defer current.Store(current.Load())
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 200 {
				if T("%d moves", i) == "" || N("%d move", "%d moves", i, i) == "" || Err(msg.Errorf("x %d", i)) == "" {
					t.Error("no text")
				}
				Current()
			}
		})
	}
	for i := range 50 {
		Use([]string{"fr", "en"}[i%2])
	}
	wg.Wait()
}
