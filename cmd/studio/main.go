// Command studio is the graphical program.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"boardstudio"
	engines "boardstudio/ai/all"
	"boardstudio/ai/extern"
	"boardstudio/studio/ui/application"
)

// began is the time at which the program started to run its own code.
var began = time.Now()

func main() {
	var o application.Options
	flag.StringVar(&o.Lang, "lang", "", "language of the window, such as en or fr")
	flag.StringVar(&o.Game, "game", "", "show the board of a game, such as othello, instead of the start page")
	flag.BoolVar(&o.NewWindow, "new-window", false, "open another window of the running Studio")
	flag.BoolVar(&o.Standalone, "standalone", false, "start another Studio, independent of the running one")
	timing := flag.Bool("time-start", false, "print how long the window takes to appear, and exit")
	version := flag.Bool("version", false, "print the version and exit")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: studio [OPTIONS] [FILE…]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if *version {
		fmt.Println("studio", application.Version)
		return
	}
	if *timing {
		o.Began = began
	}
	o.Files = flag.Args()
	all, logs := boardstudio.All, &extern.Logs{}
	all.Engines = engines.New(logs)
	os.Exit(application.Run(all, logs, o))
}
