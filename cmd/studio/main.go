// Command studio is the desktop program.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"boardstudio/studio"
)

// began is when the program's own code began to run.
var began = time.Now()

func main() {
	var o studio.Options
	flag.StringVar(&o.Lang, "lang", "", "language of the window, such as en or fr")
	flag.StringVar(&o.Recover, "recover", "", "what to open of that which an unexpected end left behind")
	flag.StringVar(&o.Take, "take", "", "`FILE` to open as a document without a name and to delete then; used for second windows")
	timing := flag.Bool("time-start", false, "print how long the window takes to appear, and exit")
	version := flag.Bool("version", false, "print the version and exit")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: studio [--lang LANGUAGE] [FILE]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if *version {
		fmt.Println("studio", studio.Version)
		return
	}
	if *timing {
		o.Began = began
	}
	o.Files = flag.Args()
	os.Exit(studio.Run(o))
}
