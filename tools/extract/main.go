// Command extract collects the texts of the user interface into the template of the message
// catalogues, text/locale/po/studio.pot. With -merge it also updates the catalogues, using msgmerge of
// GNU gettext. New texts get an empty translation; translations of texts that no longer exist are
// removed.
//
//	go run ./tools/extract [-merge]
//
// A text is a constant of type msg.Key. The command type-checks the module to find them. The texts
// of script functions are in docs/lua.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	merge := flag.Bool("merge", false, "bring the catalogues up to date as well")
	flag.Parse()
	if err := run(*merge); err != nil {
		fmt.Fprintln(os.Stderr, "extract:", err)
		os.Exit(1)
	}
}

func run(merge bool) error {
	x, err := extract(".")
	if err != nil {
		return err
	}
	template := filepath.Join("text", "locale", "po", "studio.pot")
	if err := os.WriteFile(template, x.pot(), 0o644); err != nil {
		return err
	}
	if merge {
		// Use the standard tools, so translators can do the same.
		catalogues, err := filepath.Glob(filepath.Join("text", "locale", "po", "*.po"))
		if err != nil {
			return err
		}
		for _, po := range catalogues {
			for _, cmd := range []*exec.Cmd{
				exec.Command("msgmerge", "--quiet", "--update", "--backup=none", "--no-fuzzy-matching", "--no-wrap", po, template),
				exec.Command("msgattrib", "--no-obsolete", "--no-wrap", "--output-file="+po, po),
			} {
				if out, err := cmd.CombinedOutput(); err != nil {
					return fmt.Errorf("%s: %w\n%s", cmd, err, out)
				}
			}
		}
	}
	fmt.Printf("%d texts\n", len(x.messages))
	for _, w := range x.wrong {
		fmt.Fprintln(os.Stderr, w)
	}
	if len(x.wrong) > 0 {
		return fmt.Errorf("%d mistakes", len(x.wrong))
	}
	return nil
}
